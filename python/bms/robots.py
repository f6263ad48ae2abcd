# SPDX-License-Identifier: BSD-3-Clause
"""Robots and their surroundings, from files or built here, and first contacts of their moves."""

import os
import threading
import weakref
from contextlib import contextmanager
from enum import IntEnum
from typing import Any, Dict, Iterable, Iterator, List, NamedTuple, Optional, Sequence, Tuple, Union

import numpy as np

from ._arrays import Error, InvalidQuery, contiguous, dtype_of, numbers, numbers_of, pointer, thread_count
from ._robots import ffi, lib
from .pages import Page, show_edge, show_way
from .shapes import Mesh, Shape
from .solver import Status

CONTACT = dtype_of(ffi.typeof('bms_robot_contact'))
CLEARANCE = dtype_of(ffi.typeof('bms_robot_clearance'))
POSE = dtype_of(ffi.typeof('bms_pose'))
WORLD = lib.BMS_WORLD
TOLERANCE = 1e-4  # of contacts, in metres, as that of bms-arm-sweep

Source = Union[str, 'os.PathLike[str]', Tuple[str, str]]
Pose = Any


class RobotError(Error):
    """A file that cannot be read, or an edit that cannot be: ``file``, ``line`` (None if in none), ``reason``."""

    def __init__(self, text: str, file: Optional[str] = None, line: Optional[int] = None, reason: Optional[str] = None):
        super().__init__(text)
        self.file, self.line, self.reason = file, line, text if reason is None else reason


class Joint(NamedTuple):
    """A joint that moves: in radians or metres; one with a ``source`` is at multiplier * source + offset."""

    name: str
    kind: str  # 'revolute', 'continuous' or 'prismatic'
    link: str
    lower: float
    upper: float
    rest: float
    source: Optional[str]
    multiplier: float
    offset: float


class PairReason(IntEnum):
    """Whether two objects are checked against each other, or why not."""

    CHECKED = lib.BMS_ROBOT_PAIR_CHECKED
    RIGID = lib.BMS_ROBOT_PAIR_RIGID
    NEIGHBOUR = lib.BMS_ROBOT_PAIR_NEIGHBOUR
    SRDF = lib.BMS_ROBOT_PAIR_SRDF
    USUAL = lib.BMS_ROBOT_PAIR_USUAL
    MATRIX = lib.BMS_ROBOT_PAIR_MATRIX
    ATTACHED = lib.BMS_ROBOT_PAIR_ATTACHED
    OPTION = lib.BMS_ROBOT_PAIR_OPTION
    SHAPELESS = lib.BMS_ROBOT_PAIR_SHAPELESS


class Contact(NamedTuple):
    """The first contact of a move: status, t, the names of both things (a is the obstacle, if one is), where."""

    status: Status
    t: float
    a: Optional[str]
    b: Optional[str]
    segment: int
    slack: float
    normal: np.ndarray  # (3,), from a to b
    points: np.ndarray  # (n, 3), n = 0 if none is known

    def __bool__(self) -> bool:
        return self.status != Status.SEPARATED


class Clearance(NamedTuple):
    """The least distance on a move, between lower and upper; at t the two things are at most upper apart."""

    lower: float
    upper: float
    t: float
    a: Optional[str]
    b: Optional[str]
    segment: int


KINDS = {
    lib.BMS_ROBOT_REVOLUTE: 'revolute',
    lib.BMS_ROBOT_CONTINUOUS: 'continuous',
    lib.BMS_ROBOT_PRISMATIC: 'prismatic',
}


def _text(found: Any) -> str:
    return ffi.string(found).decode('utf-8', 'replace')


def _bytes(text: Any) -> bytes:
    """Returns a text for C, which ends at a zero byte."""
    encoded = os.fsencode(text)
    if b'\0' in encoded:
        raise ValueError('a name or a text has a zero byte')
    return encoded


def _pose(pose: Pose) -> Any:
    """Returns a bms_pose of None, a position, (position, quaternion), or a matrix of shape (4, 4) or (3, 4)."""
    position, quaternion = np.zeros(3), np.array([1.0, 0, 0, 0])
    if isinstance(pose, (tuple, list)) and len(pose) == 2:
        position, quaternion = numbers_of(pose[0], (3,), 'position'), numbers_of(pose[1], (4,), 'quaternion')
    elif pose is not None:
        array = numbers(pose, (), 'pose')
        if array.shape == (3,):
            position = array
        elif array.shape in ((3, 4), (4, 4)):
            position, quaternion = array[:3, 3], _quaternion(array[:3, :3])
        else:
            raise ValueError(
                'pose: expected None, a position, (position, quaternion) or a matrix, not shape %s' % (array.shape,)
            )
    if not (np.all(np.isfinite(position)) and np.all(np.isfinite(quaternion))):
        raise ValueError('pose: expected finite numbers')
    return ffi.new('bms_pose *', {'position': list(position), 'quaternion': list(quaternion)})


def _quaternion(rotation: np.ndarray) -> np.ndarray:
    """Returns (w, x, y, z) of a rotation matrix, by the largest of the four squares."""
    if not np.allclose(rotation @ rotation.T, np.eye(3), atol=1e-6) or not np.linalg.det(rotation) > 0:
        raise ValueError('pose: the matrix is no rotation and translation')
    squares = np.array([np.trace(rotation), *(2 * np.diag(rotation) - np.trace(rotation))]) + 1
    largest = int(np.argmax(squares))
    axis = np.array([rotation[2, 1] - rotation[1, 2], rotation[0, 2] - rotation[2, 0], rotation[1, 0] - rotation[0, 1]])
    if largest == 0:
        return np.array([squares[0], *axis]) / (2 * np.sqrt(squares[0]))
    i = largest - 1
    found = np.empty(4)
    found[0] = axis[i]
    found[1:] = rotation[i] + rotation[:, i]
    found[1 + i] = squares[largest]
    return found / (2 * np.sqrt(squares[largest]))


class _Lock:
    """Any number of queries at a time, or one edit, which goes before queries that come later.

    A thread that is in a query must not begin another one, nor an edit.  A child of fork() has the thread alone that
    called it, so that no query of another one runs there.
    """

    _all: 'weakref.WeakSet[_Lock]' = weakref.WeakSet()

    def __init__(self) -> None:
        self._is_half_edited = False
        self._open()
        _Lock._all.add(self)

    def _open(self) -> None:
        self._changed = threading.Condition(threading.Lock())
        self._queries = 0
        self._edits = 0  # that wait or run
        self._is_editing = False

    @staticmethod
    def forked() -> None:
        """Opens all locks in a child of fork(); a robot that another thread was editing stays closed."""
        for one in list(_Lock._all):
            one._is_half_edited |= one._is_editing
            one._open()

    def _check(self) -> None:
        if self._is_half_edited:
            raise RuntimeError('the robot was being edited by another thread when this process was forked')

    @contextmanager
    def query(self) -> Iterator[None]:
        """Runs a query."""
        with self._changed:
            while self._edits:
                self._changed.wait()
            self._check()
            self._queries += 1
        try:
            yield
        finally:
            with self._changed:
                self._queries -= 1
                if self._queries == 0 and self._edits:
                    self._changed.notify_all()

    @contextmanager
    def edit(self) -> Iterator[None]:
        """Runs an edit."""
        with self._changed:
            self._edits += 1
            try:
                while self._is_editing or self._queries:
                    self._changed.wait()
                self._check()
            except BaseException:  # such as a KeyboardInterrupt
                self._end_edit()
                raise
            self._is_editing = True
        try:
            yield
        finally:
            with self._changed:
                self._is_editing = False
                self._end_edit()

    def _end_edit(self) -> None:
        self._edits -= 1
        self._changed.notify_all()


if hasattr(os, 'register_at_fork'):
    os.register_at_fork(after_in_child=_Lock.forked)


def _fixed(values: Sequence[Any], shape: Tuple[int, ...] = (-1,)) -> np.ndarray:
    """Returns an array that cannot be changed."""
    array = np.array(values, dtype=float).reshape(shape)
    array.flags.writeable = False
    return array


def _new_fault() -> Any:
    return ffi.new('bms_robot_fault *')


def _raise(fault: Any, files: Sequence[str] = ()) -> None:
    text = _text(fault.text)
    if fault.file < 0 or fault.file >= len(files):
        raise RobotError(text)
    reason = ffi.buffer(fault.text)[fault.reason :].split(b'\0')[0].decode('utf-8', 'replace')
    raise RobotError(text, files[fault.file], fault.line or None, reason)


def _list(items: Iterable[str], keep: List[Any]) -> Tuple[Any, int]:
    texts = [ffi.new('char[]', _bytes(one)) for one in items]
    keep.extend(texts)
    return (ffi.new('char *[]', texts) if texts else ffi.NULL), len(texts)


class Group:
    """Joints of a robot that a configuration lists, in this order; all others rest.

    Configurations have shape (width,), several (n, width).  Any number of threads may use a group at once; its calls
    release the GIL.
    """

    def __init__(self, robot: 'Robot', handle: Any):
        self._robot = robot
        self._group = ffi.gc(handle, lib.bms_robot_group_destroy)
        self._idle: List[Any] = []
        self._indices = [lib.bms_robot_group_joint(handle, i) for i in range(lib.bms_robot_group_width(handle))]
        self._joints = [robot._joint(i) for i in self._indices]
        self.lower: np.ndarray = _fixed([one.lower for one in self._joints])
        self.upper: np.ndarray = _fixed([one.upper for one in self._joints])

    def __repr__(self) -> str:
        return '<bms.Group %s>' % ', '.join(self.names)

    @property
    def robot(self) -> 'Robot':
        """The robot."""
        return self._robot

    @property
    def width(self) -> int:
        """The number of joints that a configuration lists."""
        return len(self._joints)

    @property
    def joints(self) -> List[Joint]:
        """The joints that a configuration lists."""
        return list(self._joints)

    @property
    def names(self) -> List[str]:
        """Their names."""
        return [one.name for one in self._joints]

    # -------------------------------------------------------------- arguments

    def _open(self) -> Any:
        if self._robot._handle is None:
            raise ValueError('the robot is closed')
        return self._group

    def _one(self, q: Any, name: str) -> np.ndarray:
        if isinstance(q, str):
            return self.state(q)
        array = contiguous(numbers(q, (self.width,), name))
        if array.ndim != 1:
            raise ValueError('%s: expected shape (%d,), not %s' % (name, self.width, array.shape))
        return self._finite(array, name)

    def _many(self, q: Any, name: str) -> np.ndarray:
        array = contiguous(numbers(q, (self.width,), name))
        if array.ndim != 2:
            raise ValueError('%s: expected shape (n, %d), not %s' % (name, self.width, array.shape))
        return self._finite(array, name)

    @staticmethod
    def _finite(array: np.ndarray, name: str) -> np.ndarray:
        if not np.isfinite(array).all():
            raise ValueError('%s: expected finite numbers' % name)
        return array

    @staticmethod
    def _tolerance(tolerance: float) -> float:
        if not tolerance >= 1e-140:
            raise ValueError('tolerance: expected a length from 1e-140 on, not %r' % (tolerance,))
        return float(tolerance)

    @contextmanager
    def _asker(self) -> Iterator[Any]:
        """An asker that no other thread has; the robot is not edited meanwhile."""
        group = self._open()
        with self._robot._lock.query():
            try:
                asker = self._idle.pop()
            except IndexError:
                asker = ffi.gc(lib.bms_robot_asker_create(group), lib.bms_robot_asker_destroy)
                if asker == ffi.NULL:
                    raise MemoryError('no memory for a query') from None
            try:
                yield asker
            finally:
                self._idle.append(asker)

    # -------------------------------------------------------------- configurations

    def state(self, name: str) -> np.ndarray:
        """Returns a named state of the SRDF, 'NAME' or 'GROUP/NAME'; joints that it does not name rest."""
        q = np.array([one.rest for one in self._joints])
        found = [i for i, (group, state) in enumerate(self._robot.states) if name in (state, group + '/' + state)]
        if len(found) != 1:
            raise KeyError(
                '%s state %r; there are %s'
                % (
                    'no' if not found else 'more than one',
                    name,
                    ', '.join('/'.join(one) for one in self._robot.states) or 'none',
                )
            )
        if lib.bms_robot_group_state(self._open(), found[0], pointer(q, 'double *')) < 0:
            raise RobotError('state %s: its SRDF says something wrong of it; see the robot\'s notes' % name)
        return q

    def set_rest(self, joint: str, value: float) -> None:
        """Sets where a joint that the group does not list stands."""
        index = self._robot._joint_index(joint)
        if index >= lib.bms_robot_free_joint_count(self._robot._open()):
            raise ValueError('joint %s mimics another one' % joint)
        if not np.isfinite(value):
            raise ValueError('value: expected a finite number')
        with self._robot._lock.edit():
            lib.bms_robot_group_set_rest(self._open(), index, value)

    def is_within_limits(self, q: Any) -> bool:
        """Whether a configuration is within the limits of its joints, and of those that mimic them."""
        at = self._one(q, 'q')
        return lib.bms_robot_group_beyond(self._open(), pointer(at, 'double *')) < 0

    def random(self, generator: np.random.Generator, count: Optional[int] = None) -> np.ndarray:
        """Returns random configurations within the limits, (width,) or (count, width); continuous ones: half a turn."""
        low, high = np.maximum(self.lower, -np.pi), np.minimum(self.upper, np.pi)
        low, high = np.where(np.isfinite(self.lower), self.lower, low), np.where(
            np.isfinite(self.upper), self.upper, high
        )
        return generator.uniform(low, high, (self.width,) if count is None else (count, self.width))

    def nearest_turns(self, q0: Any, q1: Any) -> np.ndarray:
        """Returns q1 but for full turns of continuous joints, each at most half a turn from q0."""
        start, end, out = self._one(q0, 'q0'), self._one(q1, 'q1'), np.empty(self.width)
        lib.bms_robot_group_nearest_turns(self._open(), *(pointer(one, 'double *') for one in (start, end, out)))
        return out

    def link_poses(self, q: Any) -> np.ndarray:
        """Returns the poses of all links as matrices in the world: (links, 4, 4); (n, links, 4, 4) for (n, width)."""
        several = np.ndim(q) == 2
        at = self._many(q, 'q') if several else self._one(q, 'q')[None]
        links = len(self._robot.links)
        found = np.zeros((len(at), links), POSE)
        with self._asker() as asker:
            lib.loop_poses(asker, len(at), self.width, links, pointer(at, 'double *'), pointer(found, 'bms_pose *'))
        w, x, y, z = np.moveaxis(
            found['quaternion'] / np.linalg.norm(found['quaternion'], axis=-1, keepdims=True), -1, 0
        )
        pose = np.zeros(found.shape + (4, 4))
        pose[..., 0, :3] = np.stack([1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)], -1)
        pose[..., 1, :3] = np.stack([2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)], -1)
        pose[..., 2, :3] = np.stack([2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)], -1)
        pose[..., :3, 3] = found['position']
        pose[..., 3, 3] = 1
        return pose if several else pose[0]

    # -------------------------------------------------------------- edges

    def is_free(self, q: Any, tolerance: float = TOLERANCE) -> bool:
        """Whether nothing touches at a configuration; free is a proof."""
        return self.edge_is_free(q, q, tolerance)

    def edge_is_free(self, q0: Any, q1: Any, tolerance: float = TOLERANCE) -> bool:
        """Whether nothing touches anywhere on the edge, all joints at constant rates; free is a proof.

        Things that stay farther apart than the tolerance, in metres, are never called in contact.
        """
        start, end = self._one(q0, 'q0'), self._one(q1, 'q1')
        tolerance = self._tolerance(tolerance)
        with self._asker() as asker:
            answer = lib.bms_robot_edge_is_free(asker, pointer(start, 'double *'), pointer(end, 'double *'), tolerance)
        if answer == lib.BMS_EDGE_INVALID:
            raise InvalidQuery('the edge is out of the range of numbers')
        return answer == lib.BMS_EDGE_FREE

    def _edges(self, call: Any, q0: Any, q1: Any, tolerance: float, threads: int, dtype: Any, ctype: str) -> np.ndarray:
        start, end = self._many(q0, 'q0'), self._many(q1, 'q1')
        if start.shape != end.shape:
            raise ValueError('q0, q1: expected arrays of one shape, not %s and %s' % (start.shape, end.shape))
        found = np.zeros(len(start), dtype)
        group, tolerance = self._open(), self._tolerance(tolerance)
        with self._robot._lock.query():
            short = call(
                group,
                pointer(start, 'double *'),
                pointer(end, 'double *'),
                len(start),
                tolerance,
                thread_count(threads),
                ffi.cast(ctype, found.ctypes.data),
            )
        if short != 0:
            raise MemoryError('no memory for all threads')
        return found

    def edges_are_free(self, q0: Any, q1: Any, tolerance: float = TOLERANCE, threads: int = 1) -> np.ndarray:
        """Answers edge_is_free() for each row of q0 and q1, shape (n, width): an array of bool, shape (n,).

        threads: how many share the work; 0 for one per processor.
        """
        found = self._edges(lib.bms_robot_edges_are_free, q0, q1, tolerance, threads, np.int32, 'bms_edge_answer *')
        if (found == lib.BMS_EDGE_INVALID).any():
            raise InvalidQuery('edge %d is out of the range of numbers' % np.argmin(found))
        return found == lib.BMS_EDGE_FREE

    def edges_contacts(self, q0: Any, q1: Any, tolerance: float = TOLERANCE, threads: int = 1) -> np.ndarray:
        """Returns the first contacts of edges as records: status, t, object (n, 2), point ... (bms_robot_contact).

        Objects are numbers of robot.objects, -1 for none.
        """
        return self._edges(
            lib.bms_robot_edges_contacts, q0, q1, tolerance, threads, CONTACT, 'bms_robot_contact *'
        ).view(np.recarray)

    def edges_clearances(self, q0: Any, q1: Any, tolerance: float = TOLERANCE, threads: int = 1) -> np.ndarray:
        """Returns the least distances on edges as records: lower, upper, t, object (n, 2) (bms_robot_clearance)."""
        return self._edges(
            lib.bms_robot_edges_clearances, q0, q1, tolerance, threads, CLEARANCE, 'bms_robot_clearance *'
        ).view(np.recarray)

    def _contact(self, found: Any) -> Contact:
        if found.status == lib.BMS_INVALID:
            raise InvalidQuery('the move is out of the range of numbers')
        points = np.array([list(found.point[i]) for i in range(found.point_count)]).reshape(-1, 3)
        a, b = (self._robot._object_name(found.object[i]) for i in range(2))
        return Contact(
            Status(found.status), found.t, a, b, found.segment, found.slack, np.array(list(found.normal)), points
        )

    def _clearance(self, status: int, found: Any) -> Clearance:
        if status == lib.BMS_INVALID:
            raise InvalidQuery('the move is out of the range of numbers')
        a, b = (self._robot._object_name(found.object[i]) for i in range(2))
        return Clearance(found.lower, found.upper, found.t, a, b, found.segment)

    def edge_contact(self, q0: Any, q1: Any, tolerance: float = TOLERANCE) -> Contact:
        """Returns the first contact on the edge, at t from 0 to 1; false if there is none."""
        start, end, found = self._one(q0, 'q0'), self._one(q1, 'q1'), ffi.new('bms_robot_contact *')
        tolerance = self._tolerance(tolerance)
        with self._asker() as asker:
            lib.bms_robot_edge_contact(asker, pointer(start, 'double *'), pointer(end, 'double *'), tolerance, found)
        return self._contact(found)

    def clearance(self, q0: Any, q1: Any = None, tolerance: float = TOLERANCE) -> Clearance:
        """Returns the least distance on the edge from q0 to q1, or at q0."""
        start, found = self._one(q0, 'q0'), ffi.new('bms_robot_clearance *')
        end = start if q1 is None else self._one(q1, 'q1')
        tolerance = self._tolerance(tolerance)
        with self._asker() as asker:
            status = lib.bms_robot_edge_clearance(
                asker, pointer(start, 'double *'), pointer(end, 'double *'), tolerance, found
            )
        return self._clearance(status, found)

    # -------------------------------------------------------------- ways

    def _way(self, points: Any, times: Any, rates: Any, accelerations: Any, spline: bool) -> Tuple[Any, list]:
        value = self._many(points, 'points')
        if len(value) < 2:
            raise ValueError('points: expected two or more, not %d' % len(value))
        way = ffi.new(
            'bms_robot_way *', {'count': len(value), 'value': pointer(value, 'double *'), 'spline': bool(spline)}
        )
        keep = [value]
        if times is not None:
            at = contiguous(numbers_of(times, (len(value),), 'times'))
            if not np.isfinite(at).all() or not np.all(at[1:] > at[:-1]):
                raise ValueError('times: expected %d finite numbers that rise' % len(value))
            way.time = pointer(at, 'double *')
            keep.append(at)
        for name, given in (('rate', rates), ('acceleration', accelerations)):
            if given is None:
                continue
            array = contiguous(numbers_of(given, value.shape, name + 's'))
            if np.isinf(array).any():
                raise ValueError('%ss: expected finite numbers, or NaN for a point at which they are not known' % name)
            setattr(way, name, pointer(array, 'double *'))
            keep.append(array)
        return way, keep

    def way_contact(
        self,
        points: Any,
        times: Any = None,
        rates: Any = None,
        accelerations: Any = None,
        spline: bool = False,
        tolerance: float = TOLERANCE,
    ) -> Contact:
        """Returns the first contact on a way through points (n, width): as a JointTrajectory is executed.

        Between points with rates (n, width) joints move along cubics, with accelerations along quintics, else at
        constant rates or, with spline=True, along a cubic spline.  Without times one point comes every second.
        """
        way, keep = self._way(points, times, rates, accelerations, spline)
        found, tolerance = ffi.new('bms_robot_contact *'), self._tolerance(tolerance)
        with self._asker() as asker:
            lib.bms_robot_way_contact(asker, way, tolerance, found)
        del keep
        return self._contact(found)

    def way_clearance(
        self,
        points: Any,
        times: Any = None,
        rates: Any = None,
        accelerations: Any = None,
        spline: bool = False,
        tolerance: float = TOLERANCE,
    ) -> Clearance:
        """Returns the least distance on a way, which is as that of way_contact()."""
        way, keep = self._way(points, times, rates, accelerations, spline)
        found, tolerance = ffi.new('bms_robot_clearance *'), self._tolerance(tolerance)
        with self._asker() as asker:
            status = lib.bms_robot_way_clearance(asker, way, tolerance, found)
        del keep
        return self._clearance(status, found)


class Trajectory:
    """Points in time for all free joints of a robot, and the polynomials between them.

    Made by ``Robot.trajectory()``; it does not change.
    """

    def __init__(self, robot: 'Robot', handle: Any):
        self._robot, self._way = robot, handle
        self.note: Optional[str] = (
            None if lib.bms_robot_trajectory_note(handle) == ffi.NULL else _text(lib.bms_robot_trajectory_note(handle))
        )
        count, width = lib.bms_robot_trajectory_count(handle), robot.all.width
        self.names: List[str] = robot.all.names
        self.times: np.ndarray = _fixed([lib.bms_robot_trajectory_time(handle, i) for i in range(count)])
        self.points: np.ndarray = _fixed(
            [ffi.unpack(lib.bms_robot_trajectory_value(handle, i), width) for i in range(count)], (count, width)
        )

    def __repr__(self) -> str:
        return '<bms.Trajectory of %d points, %g s>' % (len(self.times), self.times[-1] - self.times[0])

    @property
    def polynomials(self) -> np.ndarray:
        """The coefficients, (n - 1, width, 6), of the joints' polynomials in the time since each point."""
        joints = lib.bms_robot_joint_count(self._robot._open())
        out = np.empty((max(lib.bms_robot_trajectory_count(self._way) - 1, 0), joints, 6))
        for i, rows in enumerate(out):
            lib.bms_robot_trajectory_move(self._way, i, ffi.cast('double (*)[6]', rows.ctypes.data))
        return out[:, : self._robot.all.width]

    def at(self, times: Any) -> np.ndarray:
        """Returns the configurations, (..., width), at times of the trajectory."""
        t = np.asarray(times, dtype=float)
        if not (np.all(t >= self.times[0]) and np.all(t <= self.times[-1])):
            raise ValueError('times: expected times from %g to %g' % (self.times[0], self.times[-1]))
        segment = np.clip(np.searchsorted(self.times, t, side='right') - 1, 0, len(self.times) - 2)
        powers = (t - self.times[segment])[..., None] ** np.arange(6)
        return np.einsum('...jk,...k->...j', self.polynomials[segment], powers)

    def check_limits(self) -> None:
        """Raises RobotError if a joint leaves its limits anywhere, also between the points."""
        fault = _new_fault()
        if lib.bms_robot_trajectory_check_limits(self._way, fault) < 0:
            _raise(fault)

    def show(self) -> Page:
        """Returns a page of the trajectory, on the conditions of ``Robot.show()``; its times begin at 0."""
        return show_way(self._robot.files, self.names, self.times, self.polynomials, self._robot._shown_options())

    def contact(self, tolerance: float = TOLERANCE) -> Contact:
        """Returns the first contact; false if there is none."""
        group, found = self._robot.all, ffi.new('bms_robot_contact *')
        tolerance = group._tolerance(tolerance)
        with group._asker() as asker:
            lib.bms_robot_trajectory_contact(asker, self._way, tolerance, found)
        return group._contact(found)

    def clearance(self, tolerance: float = TOLERANCE) -> Clearance:
        """Returns the least distance."""
        group, found = self._robot.all, ffi.new('bms_robot_clearance *')
        tolerance = group._tolerance(tolerance)
        with group._asker() as asker:
            status = lib.bms_robot_trajectory_clearance(asker, self._way, tolerance, found)
        return group._clearance(status, found)


class Robot:
    """A robot and everything around it.

    Queries of the robot itself are those of the group of all its joints, ``robot.all``.  Any number of threads may
    query a robot; an edit waits until none does.
    """

    def __init__(self, handle: Any, files: Sequence[str], options: Optional[List[str]] = None):
        self._handle: Any = ffi.gc(handle, lib.bms_robot_destroy)
        self._lock = _Lock()
        self._keep: Dict[int, Any] = {}
        self.files: List[str] = list(files)
        self._options = (
            options  # of bms-arm-sweep, for the robot as it is; None if files and options do not have it all
        )
        self.all: Group = self.group()

    # -------------------------------------------------------------- life

    @staticmethod
    def from_urdf(
        urdf: Source,
        *others: Source,
        package_paths: Iterable[str] = (),
        environment: bool = True,
        base: Any = None,
        frames: Optional[Dict[str, str]] = None,
        allow: Iterable[Tuple[str, str]] = (),
        margin: float = 0.0,
        packages: Optional[Dict[str, str]] = None,
        pass_over: Iterable[str] = (),
        spare: int = 16
    ) -> 'Robot':
        """Loads a robot from a URDF, and SRDFs and scenes of MoveIt in any order.

        Each is a path, or a pair (name, text).  package_paths: folders of packages of meshes, before those of
        ROS_PACKAGE_PATH and AMENT_PREFIX_PATH, which environment=False leaves out.  base: x, y, z, roll, pitch, yaw of
        the root.  frames: other names of links or of 'world' in scenes.  allow: pairs of objects that may touch.
        margin: what comes as near counts as contact, in metres.  packages: folders of packages by their names.
        pass_over: names of elements of URDF and SRDF that hold nothing solid.  spare: how many shapes may be added
        before the first edit takes a new scene.
        """
        package_paths, allow, pass_over = list(package_paths), list(allow), list(pass_over)
        sources = [one if isinstance(one, tuple) else (os.fspath(one), None) for one in (urdf,) + others]
        files, keep = [os.fsdecode(name) for name, _ in sources], []
        given = ffi.new('bms_robot_file[]', len(sources))
        for one, (name, text) in zip(given, sources):
            keep.append(ffi.new('char[]', _bytes(name)))
            one.name = keep[-1]
            if text is not None:
                keep.append(ffi.new('char[]', _bytes(text)))
                one.text = keep[-1]
        options = ffi.new('bms_robot_options *', {'no_environment': not environment, 'margin': margin, 'spare': spare})
        options.package_path, options.package_path_count = paths = _list(map(os.fspath, package_paths), keep)
        options.frame, options.frame_count = named = _list(('%s=%s' % one for one in (frames or {}).items()), keep)
        options.allow, options.allow_count = pairs = _list(('%s:%s' % one for one in allow), keep)
        options.package, options.package_count = folders = _list(
            ('%s=%s' % one for one in (packages or {}).items()), keep
        )
        options.pass_over, options.pass_over_count = passed = _list(pass_over, keep)
        keep += [paths, named, pairs, folders, passed]
        if base is not None:
            keep.append(ffi.new('double[6]', list(numbers_of(base, (6,), 'base'))))
            options.base = keep[-1]
        fault = _new_fault()
        handle = lib.bms_robot_load(given, len(sources), options, fault)
        if handle == ffi.NULL:
            _raise(fault, files)
        words = None
        if all(text is None for _, text in sources) and environment:
            words = ['--ignore-limits', '--margin=%r' % float(margin), '--continuous=as-given']
            words += ['--package-path=%s' % os.fspath(one) for one in package_paths]
            words += ['--frame=%s=%s' % one for one in (frames or {}).items()]
            words += ['--allow=%s:%s' % one for one in allow]
            words += ['--package=%s=%s' % one for one in (packages or {}).items()]
            words += ['--pass-over=%s' % one for one in pass_over]
            words += [] if base is None else ['--base=' + ','.join(map(repr, numbers(base, (6,), 'base').tolist()))]
        return Robot(handle, files, words)

    def close(self) -> None:
        """Forgets the robot; queries raise from now on.  Its memory goes with its last group."""
        with self._lock.edit():
            self._handle = None

    def __enter__(self) -> 'Robot':
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def __reduce__(self) -> Any:
        raise TypeError('a robot cannot be pickled; load it in each process')

    def _open(self) -> Any:
        if self._handle is None:
            raise ValueError('the robot is closed')
        return self._handle

    # -------------------------------------------------------------- names

    def _joint_index(self, name: str) -> int:
        index = lib.bms_robot_find_joint(self._open(), _bytes(name))
        if index < 0:
            raise KeyError('there is no joint %r that moves' % name)
        return index

    def _joint(self, index: int) -> Joint:
        one = lib.bms_robot_joint_at(self._open(), index)
        source = None if one.source < 0 else _text(lib.bms_robot_joint_at(self._open(), one.source).name)
        return Joint(
            _text(one.name),
            KINDS[one.kind],
            self._object_name(one.link) or 'world',
            one.lower,
            one.upper,
            one.rest,
            source,
            one.multiplier,
            one.offset,
        )

    def _object_name(self, index: int) -> Optional[str]:
        if index < 0:
            return None
        with self._lock.query():
            return _text(lib.bms_robot_object_name(self._open(), index))

    def _object_index(self, name: str) -> int:
        with self._lock.query():
            index = lib.bms_robot_find_object(self._open(), _bytes(name))
        if index < 0:
            raise KeyError('there is no link or object %r' % name)
        return index

    @property
    def joints(self) -> List[Joint]:
        """The joints that move: those that are free, then those that mimic one of them."""
        return [self._joint(i) for i in range(lib.bms_robot_joint_count(self._open()))]

    @property
    def links(self) -> List[str]:
        """The names of the links."""
        return self.objects[: lib.bms_robot_link_count(self._open())]

    @property
    def objects(self) -> List[str]:
        """The names of the links and of all other things, in the order of their numbers."""
        with self._lock.query():
            return [
                _text(lib.bms_robot_object_name(self._open(), i))
                for i in range(lib.bms_robot_object_count(self._open()))
            ]

    @property
    def groups(self) -> List[str]:
        """The names of the SRDF's groups."""
        return [
            _text(lib.bms_robot_group_name(self._open(), i)) for i in range(lib.bms_robot_group_count(self._open()))
        ]

    @property
    def states(self) -> List[Tuple[str, str]]:
        """The SRDF's states as (group, name)."""
        return [
            (_text(lib.bms_robot_state_group(self._open(), i)), _text(lib.bms_robot_state_name(self._open(), i)))
            for i in range(lib.bms_robot_state_count(self._open()))
        ]

    @property
    def notes(self) -> List[str]:
        """Remarks about what was read."""
        return [_text(lib.bms_robot_note(self._open(), i)) for i in range(lib.bms_robot_note_count(self._open()))]

    def object_link(self, name: str) -> Optional[str]:
        """Returns the link that an object's shapes are on, 'world' for an obstacle, None if it has no shapes."""
        index = self._object_index(name)
        with self._lock.query():
            link = lib.bms_robot_object_link(self._open(), index)
        return 'world' if link == WORLD else self._object_name(link)

    def pair(self, a: str, b: str) -> PairReason:
        """Returns whether two links or objects are checked against each other, or why not."""
        indices = self._object_index(a), self._object_index(b)
        with self._lock.query():
            return PairReason(lib.bms_robot_pair_of(self._open(), *indices))

    def pair_text(self, a: str, b: str) -> str:
        """Returns the reason of pair() in words: 'joined by joint j1'."""
        indices, text = (self._object_index(a), self._object_index(b)), ffi.new('char[]', 256)
        with self._lock.query():
            lib.bms_robot_pair_text(self._open(), *indices, text, 256)
        return _text(text)

    def group(self, name: Optional[str] = None, joints: Optional[Sequence[str]] = None) -> Group:
        """Returns a group of the SRDF, the group of these joints in their order, or of all free joints."""
        if name is not None and joints is not None:
            raise ValueError('expected a name or joints, not both')
        fault = _new_fault()
        keep: List[Any] = []
        if joints is not None:
            handle = lib.bms_robot_group_of_joints(self._open(), *_list(joints, keep), fault)
        else:
            handle = lib.bms_robot_group_create(self._open(), ffi.NULL if name is None else _bytes(name), fault)
        if handle == ffi.NULL:
            _raise(fault)
        return Group(self, handle)

    # -------------------------------------------------------------- queries of all joints

    def __getattr__(self, name: str) -> Any:
        if name in (
            'is_free',
            'edge_is_free',
            'edges_are_free',
            'edge_contact',
            'edges_contacts',
            'edges_clearances',
            'clearance',
            'way_contact',
            'way_clearance',
            'link_poses',
            'is_within_limits',
            'nearest_turns',
            'random',
            'state',
        ):
            return getattr(self.all, name)
        raise AttributeError("'Robot' object has no attribute %r" % name)

    # -------------------------------------------------------------- trajectories

    def trajectory(
        self,
        source: Optional[Source] = None,
        points: Any = None,
        times: Any = None,
        rates: Any = None,
        accelerations: Any = None,
        shortest: bool = False,
        spline: bool = False,
        blend: float = 0.0,
    ) -> Trajectory:
        """Returns a trajectory of a file, or through points (n, width of ``robot.all``).

        source: a path, or a pair (name, text), of YAML or JSON: JointTrajectory, RobotTrajectory, DisplayTrajectory,
        goals, or polynomials (doc/paths-and-arms.md); joints that it does not name stay where they are.  Otherwise
        points with their times, and perhaps rates and accelerations (n, width); without times one comes every second.
        shortest: continuous joints go by half a turn at most.  spline: a cubic spline through the points.  blend:
        seconds of parabolas between lines around inner points.
        """
        if (source is None) == (points is None):
            raise ValueError('expected a source or points')
        fault = _new_fault()
        if source is not None:
            name, text = source if isinstance(source, tuple) else (os.fspath(source), None)
            keep = [ffi.new('char[]', _bytes(name)), ffi.NULL if text is None else ffi.new('char[]', _bytes(text))]
            file = ffi.new('bms_robot_file *', {'name': keep[0], 'text': keep[1]})
            way = lib.bms_robot_trajectory_load(self._open(), file, fault)
            if way == ffi.NULL:
                _raise(fault, [os.fsdecode(name)])
        else:
            way = lib.bms_robot_trajectory_create(self._open())
            if way == ffi.NULL:
                raise MemoryError('no memory for a trajectory')
        way = ffi.gc(way, lib.bms_robot_trajectory_destroy)
        if points is not None:
            self._add_points(way, points, times, rates, accelerations)
        if not np.isfinite(blend) or blend < 0:
            raise ValueError('blend: expected seconds, at least 0, not %r' % (blend,))
        good = lib.bms_robot_trajectory_settle(way, bool(shortest), fault) == 0
        lib.bms_robot_trajectory_set_spline(way, bool(spline))
        if not good or (blend > 0 and lib.bms_robot_trajectory_blend(way, blend, fault) < 0):
            _raise(fault)
        return Trajectory(self, way)

    def _add_points(self, way: Any, points: Any, times: Any, rates: Any, accelerations: Any) -> None:
        value = self.all._many(points, 'points')
        if len(value) < 2:
            raise ValueError('points: expected two or more, not %d' % len(value))
        if rates is None and accelerations is not None:
            raise ValueError('accelerations: expected rates as well')
        at = np.arange(len(value), dtype=float) if times is None else numbers_of(times, (len(value),), 'times')
        lists = [value]
        for name, given in (('rates', rates), ('accelerations', accelerations)):
            lists.append(None if given is None else contiguous(numbers_of(given, value.shape, name)))
        fault = _new_fault()
        for i, time in enumerate(at.tolist()):
            rows = [ffi.NULL if one is None else pointer(one[i], 'double *') for one in lists]
            if lib.bms_robot_trajectory_add(way, time, *rows, fault) < 0:
                raise ValueError('point %d: %s' % (i, _text(fault.text)))

    def show(self, q0: Any, q1: Any) -> Page:
        """Returns a page of the edge between configurations of all joints, which moves in any browser.

        bms-arm-sweep writes it from the robot's files: so not for a robot of texts, nor after an edit.
        """
        start, end = self.all._one(q0, 'q0'), self.all._one(q1, 'q1')
        return show_edge(self.files, start, end, self._shown_options())

    def _shown_options(self) -> List[str]:
        """The options of bms-arm-sweep with which it has the same robot."""
        if self._options is None:
            raise RobotError('only a robot of files that has not been edited can be shown')
        return self._options

    # -------------------------------------------------------------- edits

    def _edit(self, call: Any, *arguments: Any) -> int:
        fault = _new_fault()
        with self._lock.edit():
            self._options = None
            done = call(self._open(), *arguments, fault)
        if done < 0:
            _raise(fault)
        return done

    def add(self, name: str, shapes: Sequence[Tuple[Union[Shape, Mesh], Pose]], pose: Pose = None) -> None:
        """Adds an object of shapes and meshes, each with its pose in the object's frame, which stands at a pose.

        A pose is None, a position, (position, quaternion), or a matrix (4, 4).
        """
        placed, keep = ffi.new('bms_placed_shape[]', max(len(shapes), 1)), []
        for one, (shape, own) in zip(placed, shapes):
            at = _pose(own)
            if isinstance(shape, Mesh):
                made = lib_placed_mesh(shape._mesh, at)
            elif isinstance(shape, Shape):
                made = lib_placed_convex(shape._convex, at)
            else:
                raise TypeError('shapes: expected pairs of a Shape or Mesh and a pose, not %r' % (shape,))
            ffi.memmove(ffi.addressof(one), made, ffi.sizeof('bms_placed_shape'))
            keep.append(shape)
        index = self._edit(lib.bms_robot_add_object, _bytes(name), placed, len(shapes), _pose(pose))
        self._keep.setdefault(index, []).append(keep)

    def add_box(self, name: str, sides: Any, pose: Pose = None) -> None:
        """Adds a box with sides of these lengths, its middle at the pose."""
        self.add(name, [(Shape.box(sides), None)], pose)

    def add_sphere(self, name: str, radius: float, pose: Pose = None) -> None:
        """Adds a ball."""
        self.add(name, [(Shape.sphere(radius), None)], pose)

    def add_cylinder(self, name: str, radius: float, length: float, pose: Pose = None) -> None:
        """Adds a cylinder along z, its middle at the pose."""
        self.add(name, [(Shape.cylinder(radius, length), None)], pose)

    def add_mesh(self, name: str, vertices: Any, triangles: Any, solid: bool = True, pose: Pose = None) -> None:
        """Adds a mesh of arrays as bms.Mesh takes them."""
        self.add(name, [(Mesh(vertices, triangles, solid), None)], pose)

    def add_boxes(self, name: str, centres: Any, sides: Any, pose: Pose = None) -> None:
        """Adds an object of boxes at centres (n, 3), with sides (3,) or (n, 3): an octomap, or a cloud of points."""
        at = contiguous(numbers(centres, (3,), 'centres'))
        if at.ndim != 2 or len(at) == 0:
            raise ValueError('centres: expected shape (n, 3) with n > 0, not %s' % (at.shape,))
        size = np.broadcast_to(numbers(sides, (3,), 'sides'), at.shape)
        boxes = contiguous(np.concatenate([-0.5 * size, 0.5 * size], axis=1))
        placed = ffi.new('bms_placed_shape[]', len(at))
        lib.loop_boxes(len(at), pointer(at, 'double *'), pointer(boxes, 'double *'), placed)
        self._edit(lib.bms_robot_add_object, _bytes(name), placed, len(at), _pose(pose))

    def remove(self, name: str) -> None:
        """Removes an object that is no link."""
        self._edit(lib.bms_robot_remove_object, self._object_index(name))

    def move(self, name: str, pose: Pose) -> None:
        """Moves an object: its frame stands at the pose in the world, or in the link that it is attached to.

        The frame of an object of a file is the frame of what carried it when it was loaded: moved to
        None it is where it was.
        """
        self._edit(lib.bms_robot_move_object, self._object_index(name), _pose(pose))

    def attach(self, name: str, link: str, pose: Pose = None, touch: Sequence[str] = ()) -> None:
        """Attaches an object to a link, its frame at the pose in the link's; it may touch that link and these."""
        touched = ffi.new('int[]', [self._object_index(one) for one in touch] or [0])
        self._edit(
            lib.bms_robot_attach_object,
            self._object_index(name),
            self._object_index(link),
            _pose(pose),
            touched,
            len(touch),
        )

    def detach(self, name: str, pose: Pose = None) -> None:
        """Puts an attached object back into the world, its frame at the pose."""
        self._edit(lib.bms_robot_detach_object, self._object_index(name), _pose(pose))


def lib_placed_convex(convex: Any, pose: Any) -> Any:
    """Returns a placed convex shape."""
    made = ffi.new('bms_placed_shape *')
    own = ffi.new('bms_convex *', convex)
    lib.place_convex(own, pose, made)
    return made


def lib_placed_mesh(mesh: Any, pose: Any) -> Any:
    """Returns a placed mesh."""
    made = ffi.new('bms_placed_shape *')
    lib.place_mesh(mesh, pose, made)
    return made
