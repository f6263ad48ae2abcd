# SPDX-License-Identifier: BSD-3-Clause
"""Worlds of the Open Dynamics Engine in which nothing passes through anything: the plugin ode-qmbox.

    >>> from bms import ode
    >>> world = ode.World()
    >>> wall = world.add_box([0.01, 10, 10])
    >>> bullet = world.add_box([0.1, 0.1, 0.1], [-2, 0, 0], density=1000, velocity=[200, 0, 0])
    >>> reports = [world.simulate(1 / 60) for _ in range(60)]
    >>> bool(bullet.position[0] < 0), max(report.unguarded for report in reports)
    (True, 0)

A world of another program, by ctypes for instance, is simulated by :func:`simulate`, which takes addresses.

Lengths, times and masses are in any units; lengths and times are from 1e-6 to 1e6.  Poses are a position, (x, y, z),
a position and a quaternion (w, x, y, z), or an array of the seven.  Calls release the GIL; a world belongs to one
thread at a time.
"""

import operator
import threading
import weakref
from contextlib import contextmanager
from enum import IntEnum, IntFlag
from typing import Any, Callable, Iterator, List, NamedTuple, Optional, Sequence, Tuple

import numpy as np

from ._arrays import Error, contiguous, numbers, numbers_of, pointer, records
from ._ode import ffi, lib
from .solver import Status, motion_dtype

__all__ = ['Body', 'Contact', 'Continuity', 'Overlap', 'Report', 'Unguarded', 'World', 'simulate']

lib.dInitODE2(0)
REAL = np.dtype('f%d' % ffi.sizeof('dReal'))

# ODE aborts the program if a coordinate has no exact whole part as a float, or if a mass or its inverse overflows.
LEAST, MOST = 1e-6, 1e6  # sizes, coordinates and steps of time
THINNEST, DENSEST = 1e-12, 1e12  # densities


class Continuity(IntEnum):
    """Measures against bodies passing through each other."""

    OFF = lib.QMBOX_CONTINUITY_OFF
    GUARDED = lib.QMBOX_CONTINUITY_GUARDED
    EXACT = lib.QMBOX_CONTINUITY_EXACT


class Unguarded(IntFlag):
    """Why a frame is no proof."""

    DEEP = lib.QMBOX_UNGUARDED_DEEP
    SHAPE = lib.QMBOX_UNGUARDED_SHAPE
    MEMORY = lib.QMBOX_UNGUARDED_MEMORY
    CALLBACK = lib.QMBOX_UNGUARDED_CALLBACK
    JAM = lib.QMBOX_UNGUARDED_JAM


class Report(NamedTuple):
    """A report on a frame (qmboxSimulateReport); nothing has passed through anything if ``unguarded`` is 0."""

    advanced: float
    unguarded: Unguarded
    sub_steps: int
    stops: int
    held_bodies: int
    lost_time: float
    longest_lost: float
    advised_parts: int
    deep_pairs: int
    unguarded_pairs: int
    refused_pairs: int
    jams: int


class Contact(NamedTuple):
    """The first contact of two bodies: false if they are separated."""

    status: Status
    t: float
    t_lower: float
    t_upper: float
    a: Optional['Body']
    b: Optional['Body']
    normal: np.ndarray
    points: np.ndarray
    approach_speed: float
    triangles: Tuple[int, int]

    def __bool__(self) -> bool:
        return self.status in (Status.CONTACT, Status.TOUCHING, Status.OVERLAPPING)


class Overlap(NamedTuple):
    """Two bodies that overlap at their poses: moved by ``depth`` along ``normal``, a is out of b."""

    a: 'Body'
    b: 'Body'
    depth: float
    least: float
    normal: np.ndarray
    points: np.ndarray


# ------------------------------------------------------------------ arguments


def _numbers(value: Any, count: int, name: str) -> np.ndarray:
    array = numbers_of(value, (count,), name)
    if not np.isfinite(array).all():
        raise ValueError('%s: expected %d finite numbers' % (name, count))
    return array


def _size(value: Any, name: str) -> float:
    size = float(value)
    if not LEAST <= size <= MOST:
        raise ValueError('%s: expected a number from %g to %g, not %r' % (name, LEAST, MOST, value))
    return size


def _count(value: Any, least: int, most: int, name: str) -> int:
    count = operator.index(value)
    if not least <= count <= most:
        raise ValueError('%s: expected a number from %d to %d, not %d' % (name, least, most, count))
    return count


def _place(value: Any, name: str) -> np.ndarray:
    place = _numbers(value, 3, name)
    if not (np.abs(place) <= MOST).all():
        raise ValueError('%s: expected numbers within %g' % (name, MOST))
    return place


def _quaternion(value: Any, name: str = 'quaternion') -> np.ndarray:
    q = _numbers(value, 4, name)
    length = np.linalg.norm(q)
    if not length > 0:
        raise ValueError('%s: is zero' % name)
    return q / length


def _pose(pose: Any) -> Tuple[np.ndarray, np.ndarray]:
    still = np.array([1.0, 0, 0, 0])
    if pose is None:
        return np.zeros(3), still
    if isinstance(pose, tuple) and len(pose) == 2:
        return _place(pose[0], 'position'), _quaternion(pose[1])
    array = numbers(pose, (), 'pose')
    if array.shape == (7,):
        return _place(array[:3], 'position'), _quaternion(array[3:])
    return _place(array, 'position'), still


def _address(value: Any, kind: str, name: str) -> Any:
    """A pointer of ODE: one of cffi, an address, or what ctypes has."""
    if isinstance(value, ffi.CData):
        return ffi.cast(kind, value)
    address = getattr(value, 'value', value)
    if address is None or address == 0:
        return ffi.NULL
    if not isinstance(address, int) or isinstance(address, bool):
        raise TypeError('%s: expected a pointer or an address, not %r' % (name, value))
    return ffi.cast(kind, address)


# ------------------------------------------------------------------ simulation


def _options(parts: int, continuity: Continuity, slices: int, checks: int) -> Any:
    options = ffi.new('qmboxSimulateOptions *')
    options.size = ffi.sizeof('qmboxSimulateOptions')
    options.parts = _count(parts, 0, 2**31 - 1, 'parts')
    options.slices = _count(slices, 0, 2**31 - 1, 'slices')
    options.checks = _count(checks, 0, 2**31 - 1, 'checks')
    options.continuity = int(Continuity(continuity))
    return options


def _simulate(world: Any, space: Any, h: float, options: Any) -> Report:
    h = _size(h, 'h')
    report = ffi.new('qmboxSimulateReport *')
    if not lib.qmboxWorldSimulate(world, space, h, options, report) > 0:
        raise Error('qmboxWorldSimulate() has done nothing; ODE has printed the reason')
    return Report(
        report.advanced,
        Unguarded(report.unguarded),
        report.subSteps,
        report.stops,
        report.heldBodies,
        report.lostTime,
        report.longestLost,
        report.advisedParts,
        report.deepPairs,
        report.unguardedPairs,
        report.refusedPairs,
        report.jams,
    )


def simulate(
    world: Any,
    space: Any,
    h: float,
    near: Any,
    contacts: Any = None,
    data: Any = None,
    parts: int = 1,
    continuity: Continuity = Continuity.GUARDED,
    slices: int = 0,
    checks: int = 0,
) -> Report:
    """Simulates a frame of h seconds of a world that this package has not made (qmboxWorldSimulate()).

    world, space: dWorldID and dSpaceID; near: the near callback, a dNearCallback, and data for it; contacts: the
    dJointGroupID in which it makes joints, emptied after each part.  Each is an address, a pointer of ctypes or cffi.
    """
    options = _options(parts, continuity, slices, checks)
    options.nearCallback = _address(near, 'dNearCallback *', 'near')
    options.nearData = _address(data, 'void *', 'data')
    options.contacts = _address(contacts, 'dJointGroupID', 'contacts')
    if options.nearCallback == ffi.NULL:
        raise TypeError('near: expected a near callback')
    return _simulate(_address(world, 'dWorldID', 'world'), _address(space, 'dSpaceID', 'space'), h, options)


@ffi.def_extern(onerror=lambda *_: 1)
def bms_ode_collides(handle: Any, a: Any, b: Any) -> int:
    return ffi.from_handle(handle)._ask(a, b)


# ------------------------------------------------------------------ bodies


class Body:
    """A shape of a world, which moves if it has a mass."""

    def __init__(self, world: 'World', name: str, geom: Any, body: Any, keep: Any = None, is_plane: bool = False):
        self._world, self.name, self._geom, self._body, self._keep = world, name, geom, body, keep
        self._is_plane = is_plane

    def __repr__(self) -> str:
        return '<bms.ode.Body %s>' % self.name

    def _open(self) -> Any:
        if self._geom is None:
            raise ValueError('body %s: was removed' % self.name)
        return self._geom

    def _resting(self) -> Any:
        geom = self._open()
        self._world._resting()
        return geom

    def _moving(self) -> Any:
        self._open()
        if self._body is None:
            raise ValueError('body %s: has no mass, and does not move' % self.name)
        return self._body

    @property
    def geom(self) -> Any:
        """The dGeomID, a pointer of cffi."""
        return self._open()

    @property
    def body(self) -> Any:
        """The dBodyID, or None if it does not move."""
        self._open()
        return self._body

    def _placed(self) -> Any:
        geom = self._open()
        if self._is_plane:
            raise ValueError('body %s: is a plane, and has no pose' % self.name)
        return geom

    @property
    def position(self) -> np.ndarray:
        """x, y, z."""
        return np.array(ffi.unpack(lib.dGeomGetPosition(self._placed()), 3))

    @position.setter
    def position(self, value: Any) -> None:
        self._resting()
        lib.dGeomSetPosition(self._placed(), *_place(value, 'position'))

    @property
    def quaternion(self) -> np.ndarray:
        """w, x, y, z."""
        q = ffi.new('dReal[4]')
        lib.dGeomGetQuaternion(self._placed(), q)
        return np.array(list(q))

    @quaternion.setter
    def quaternion(self, value: Any) -> None:
        self._resting()
        lib.dGeomSetQuaternion(self._placed(), _quaternion(value).tolist())

    @property
    def velocity(self) -> np.ndarray:
        """x, y, z."""
        return np.array(ffi.unpack(lib.dBodyGetLinearVel(self._moving()), 3))

    @velocity.setter
    def velocity(self, value: Any) -> None:
        lib.dBodySetLinearVel(self._moving(), *_numbers(value, 3, 'velocity'))

    @property
    def angular_velocity(self) -> np.ndarray:
        """About x, y, z, in radians."""
        return np.array(ffi.unpack(lib.dBodyGetAngularVel(self._moving()), 3))

    @angular_velocity.setter
    def angular_velocity(self, value: Any) -> None:
        lib.dBodySetAngularVel(self._moving(), *_numbers(value, 3, 'angular_velocity'))

    @property
    def mass(self) -> float:
        """The mass; 0 if it does not move."""
        if self.body is None:
            return 0.0
        mass = ffi.new('dMass *')
        lib.dBodyGetMass(self._body, mass)
        return mass.mass

    def push(self, force: Any, torque: Any = (0, 0, 0)) -> None:
        """Adds a force and a torque, which act in the next frame."""
        body = self._moving()
        lib.dBodyAddForce(body, *_numbers(force, 3, 'force'))
        lib.dBodyAddTorque(body, *_numbers(torque, 3, 'torque'))

    def set_kinematic(self) -> None:
        """Has the body move by its velocities, whatever it pushes."""
        self._resting()
        lib.dBodySetKinematic(self._moving())

    def remove(self) -> None:
        """Takes the body out of its world."""
        self._world._forget(self)


# ------------------------------------------------------------------ worlds


class World:
    """A world with a space and the usual loop: contacts have Coulomb's friction, and bounce as wanted.

    collides: called with two bodies that are near each other; false: they may pass through each other.  It must not
    change the world.  erp, cfm: of contacts; ODE's own if None.
    """

    def __init__(
        self,
        gravity: Any = (0, 0, -9.81),
        friction: float = 0.5,
        bounce: float = 0.0,
        bounce_speed: float = 0.1,
        erp: Optional[float] = None,
        cfm: Optional[float] = None,
        most_contacts: int = 8,
        collides: Optional[Callable[[Body, Body], bool]] = None,
    ):
        most_contacts = _count(most_contacts, 1, 64, 'most_contacts')
        if collides is not None and not callable(collides):
            raise TypeError('collides: expected a function of two bodies, not %r' % (collides,))
        for name, value in (('erp', erp), ('cfm', cfm)):
            if value is not None and not 0 <= value <= 1:
                raise ValueError('%s: expected a number from 0 to 1, not %r' % (name, value))
        if not friction >= 0 or not 0 <= bounce <= 1:
            raise ValueError('expected friction from 0 on, and bounce from 0 to 1')
        gravity = _place(gravity, 'gravity')
        self.world: Any = lib.dWorldCreate()
        self.space: Any = lib.dHashSpaceCreate(ffi.NULL)
        self.contacts: Any = lib.dJointGroupCreate(0)
        self.bodies: List[Body] = []
        self._by_geom = weakref.WeakValueDictionary()
        self._collides, self._error = collides, None
        self._in_frame = threading.Lock()
        lib.dWorldSetGravity(self.world, *gravity)
        self._handle = ffi.new_handle(self)
        self._how = ffi.new(
            'bms_ode_contacts *',
            {
                'world': self.world,
                'joints': self.contacts,
                'most': most_contacts,
                'asks': collides is not None,
                'friction': friction,
                'bounce': bounce,
                'bounce_speed': bounce_speed,
                'erp': -1 if erp is None else erp,
                'cfm': -1 if cfm is None else cfm,
                'handle': self._handle,
            },
        )

    # -------------------------------------------------------------- life

    def close(self) -> None:
        """Destroys the world with all bodies."""
        if self.world is None:
            return
        self._resting()
        for body in list(self.bodies):
            body.remove()
        lib.dJointGroupDestroy(self.contacts)
        lib.dSpaceDestroy(self.space)
        lib.dWorldDestroy(self.world)
        self.world = self.space = self.contacts = None

    def __enter__(self) -> 'World':
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, 'world', None) is not None and not self._in_frame.locked():
            self.close()

    def _open(self) -> Any:
        if self.world is None:
            raise ValueError('the world is closed')
        return self.world

    def _resting(self) -> Any:
        world = self._open()
        if self._in_frame.locked():
            raise ValueError('the world is in a frame or a query, and cannot be changed before that ends')
        return world

    @contextmanager
    def _frame(self, h: float = 0) -> Iterator[None]:
        """Nothing else is done with the world meanwhile, neither by `collides` nor by another thread."""
        self._open()
        if not self._in_frame.acquire(blocking=False):
            raise ValueError('the world is in a frame or a query; another one has to wait until that ends')
        try:
            wild = self._body(lib.bms_ode_wild(self.world, self.space, h, MOST)) if h > 0 else None
            if wild is not None:
                raise ValueError('body %s: is too far away or too fast for ODE; remove it' % wild.name)
            yield
        finally:
            self._in_frame.release()

    def _ask(self, a: Any, b: Any) -> int:
        bodies = [self._by_geom.get(int(ffi.cast('uintptr_t', one))) for one in (a, b)]
        if self._error is not None or None in bodies or self._collides is None:
            return 1
        try:
            return bool(self._collides(*bodies))
        except BaseException as error:  # raised when the frame is over
            self._error = error
            return 1

    def _body(self, geom: Any) -> Optional[Body]:
        return None if geom == ffi.NULL else self._by_geom.get(int(ffi.cast('uintptr_t', geom)))

    # -------------------------------------------------------------- bodies

    def _add(
        self,
        geom: Any,
        name: Optional[str],
        pose: Any = None,
        density: float = 0,
        mass: Any = (),
        velocity: Any = (0, 0, 0),
        spin: Any = (0, 0, 0),
        keep: Any = None,
        is_plane: bool = False,
    ) -> Body:
        """Adds a geom; `mass` is a function of ODE and its arguments after the mass and the density."""
        body = None
        if density > 0:
            body = lib.dBodyCreate(self.world)
            made = ffi.new('dMass *')
            mass[0](made, density, *mass[1:])
            lib.dBodySetMass(body, made)
            lib.dGeomSetBody(geom, body)
            lib.dBodySetLinearVel(body, *_numbers(velocity, 3, 'velocity'))
            lib.dBodySetAngularVel(body, *_numbers(spin, 3, 'angular_velocity'))
        one = Body(self, name or 'body %d' % len(self.bodies), geom, body, keep, is_plane)
        self.bodies.append(one)
        self._by_geom[int(ffi.cast('uintptr_t', geom))] = one
        if pose is not None:
            one.position, one.quaternion = _pose(pose)
        return one

    def _forget(self, body: Body) -> None:
        geom = body._resting()
        self.bodies.remove(body)
        del self._by_geom[int(ffi.cast('uintptr_t', geom))]
        lib.dGeomDestroy(geom)
        if body._body is not None:
            lib.dBodyDestroy(body._body)
        if body._keep is not None:
            lib.dGeomTriMeshDataDestroy(body._keep[0])
        body._geom = body._body = body._keep = None

    def _check(self, pose: Any, density: float, velocity: Any, spin: Any) -> None:
        """Raises before anything is made."""
        self._resting()
        _pose(pose), _numbers(velocity, 3, 'velocity'), _numbers(spin, 3, 'angular_velocity')
        if isinstance(density, str) or not (density == 0 or THINNEST <= density <= DENSEST):
            raise ValueError('density: expected 0, or from %g to %g, not %r' % (THINNEST, DENSEST, density))

    def add_box(
        self,
        sides: Any,
        pose: Any = None,
        density: float = 0.0,
        velocity: Any = (0, 0, 0),
        angular_velocity: Any = (0, 0, 0),
        name: Optional[str] = None,
    ) -> Body:
        """Adds a box; without a density it does not move."""
        self._check(pose, density, velocity, angular_velocity)
        sides = [_size(one, 'sides') for one in _numbers(sides, 3, 'sides')]
        geom = lib.dCreateBox(self.space, *sides)
        mass = lib.dMassSetBox, *sides
        return self._add(geom, name, pose, density, mass, velocity, angular_velocity)

    def add_sphere(
        self,
        radius: float,
        pose: Any = None,
        density: float = 0.0,
        velocity: Any = (0, 0, 0),
        angular_velocity: Any = (0, 0, 0),
        name: Optional[str] = None,
    ) -> Body:
        """Adds a sphere."""
        self._check(pose, density, velocity, angular_velocity)
        radius = _size(radius, 'radius')
        geom = lib.dCreateSphere(self.space, radius)
        mass = lib.dMassSetSphere, radius
        return self._add(geom, name, pose, density, mass, velocity, angular_velocity)

    def add_capsule(
        self,
        radius: float,
        length: float,
        pose: Any = None,
        density: float = 0.0,
        velocity: Any = (0, 0, 0),
        angular_velocity: Any = (0, 0, 0),
        name: Optional[str] = None,
    ) -> Body:
        """Adds a capsule about z; the length is that of the part between its caps."""
        self._check(pose, density, velocity, angular_velocity)
        size = _size(radius, 'radius'), _size(length, 'length')
        geom = lib.dCreateCapsule(self.space, *size)
        mass = lib.dMassSetCapsule, 3, *size
        return self._add(geom, name, pose, density, mass, velocity, angular_velocity)

    def add_cylinder(
        self,
        radius: float,
        length: float,
        pose: Any = None,
        density: float = 0.0,
        velocity: Any = (0, 0, 0),
        angular_velocity: Any = (0, 0, 0),
        name: Optional[str] = None,
    ) -> Body:
        """Adds a cylinder about z."""
        self._check(pose, density, velocity, angular_velocity)
        size = _size(radius, 'radius'), _size(length, 'length')
        geom = lib.dCreateCylinder(self.space, *size)
        mass = lib.dMassSetCylinder, 3, *size
        return self._add(geom, name, pose, density, mass, velocity, angular_velocity)

    def add_mesh(self, vertices: Any, triangles: Any, pose: Any = None, name: Optional[str] = None) -> Body:
        """Adds a mesh, which does not move: vertices (n, 3), and three of their numbers a triangle, (m, 3)."""
        self._check(pose, 0, (0, 0, 0), (0, 0, 0))
        vertex = contiguous(numbers(vertices, (3,), 'vertices'))
        index = np.asarray(triangles)
        if index.dtype.kind not in 'iu':
            raise TypeError('triangles: expected whole numbers, not %s' % index.dtype)
        if vertex.ndim != 2 or not (np.abs(vertex) <= MOST).all():
            raise ValueError('vertices: expected numbers within %g of shape (n, 3)' % MOST)
        if (
            index.ndim != 2
            or index.shape[1:] != (3,)
            or len(index) == 0
            or index.min() < 0
            or index.max() >= len(vertex)
        ):
            raise ValueError('triangles: expected numbers of vertices, of shape (m, 3)')
        index = np.ascontiguousarray(index, dtype=np.uint32)
        data = lib.dGeomTriMeshDataCreate()
        lib.dGeomTriMeshDataBuildDouble(
            data, pointer(vertex, 'double *'), 24, len(vertex), ffi.cast('void *', index.ctypes.data), index.size, 12
        )
        geom = lib.dCreateTriMesh(self.space, data, ffi.NULL, ffi.NULL, ffi.NULL)
        return self._add(geom, name, pose, keep=(data, vertex, index))

    def add_plane(self, normal: Any = (0, 0, 1), offset: float = 0.0, name: Optional[str] = None) -> Body:
        """Adds the half-space normal . x <= offset."""
        self._resting()
        n = _numbers(normal, 3, 'normal')
        length = np.linalg.norm(n)
        if not length > 0 or not abs(offset / length) <= MOST:
            raise ValueError('expected a normal that is not zero, and a plane within %g of the origin' % MOST)
        geom = lib.dCreatePlane(self.space, *(n / length), offset / length)
        return self._add(geom, name, is_plane=True)

    # -------------------------------------------------------------- frames

    def _raise_error(self) -> None:
        error, self._error = self._error, None
        if error is not None:
            raise error

    def simulate(
        self, h: float, parts: int = 1, continuity: Continuity = Continuity.GUARDED, slices: int = 0, checks: int = 0
    ) -> Report:
        """Simulates a frame of h seconds, in parts; nothing passes through anything (qmboxWorldSimulate())."""
        options = _options(parts, continuity, slices, checks)
        options.nearCallback = lib.bms_ode_near_callback()
        options.nearData = self._how
        h = _size(h, 'h')
        with self._frame(h):
            options.contacts = self.contacts
            report = _simulate(self.world, self.space, h, options)
        self._raise_error()
        return report

    def step(self, h: float, parts: int = 1) -> None:
        """Steps the world as plain ODE does, for comparison."""
        parts, h = _count(parts, 1, 2**31 - 1, 'parts'), _size(h, 'h')
        with self._frame(h):
            lib.bms_ode_step(self.world, self.space, h, parts, self._how)
        self._raise_error()

    # -------------------------------------------------------------- queries

    def _contact(self, found: Any) -> Contact:
        if found.status == lib.BMS_INVALID:
            raise Error('the query was refused; ODE has printed the reason')
        return Contact(
            Status(found.status),
            found.time,
            found.timeLower,
            found.timeUpper,
            self._body(found.g1),
            self._body(found.g2),
            np.array(list(found.normal)),
            np.array([list(found.point[i]) for i in range(found.pointCount)]).reshape(-1, 3),
            found.approachSpeed,
            (found.side[0], found.side[1]),
        )

    def first_contact(self, h: float, apart: bool = False) -> Contact:
        """Returns the first contact of the next step of h seconds.  apart: of pairs that do not touch before."""
        found = ffi.new('qmboxContact *')
        h = _size(h, 'h')
        with self._frame(h):
            lib.qmboxSpaceFirstContact(self.space, h, lib.QMBOX_APART if apart else 0, found)
        return self._contact(found)

    def _own(self, body: Body) -> Any:
        if not isinstance(body, Body):
            raise TypeError('body: expected a body of the world, not %r' % (body,))
        geom = body._open()
        if body._world is not self:
            raise ValueError('body %s: is of another world' % body.name)
        return geom

    def cast(
        self,
        body: Body,
        motion: Any = None,
        t0: float = 0.0,
        t1: float = 1.0,
        approaching: bool = False,
        distance: float = 0.0,
        moving: bool = False,
        most: int = 16,
    ) -> List[Contact]:
        """Returns what a body would hit, the first hits in their order (qmboxSpaceCast()).

        motion: a record of ``bms.motion_step()`` and the like, of the shape's frame; else the body's next step.
        approaching: hits only if the motion goes deeper.  distance: that makes a hit.  moving: the others move, too.
        """
        geom = self._own(body)
        cast = ffi.new('qmboxCast *', {'t0': t0, 't1': t1, 'approaching': approaching, 'distance': distance})
        cast.moving = moving
        keep = None
        if motion is not None:
            keep = contiguous(records(motion, motion_dtype, 'motion'))
            if keep.size != 1:
                raise ValueError('motion: expected one motion, not %d' % keep.size)
            cast.motion = pointer(keep, 'bms_motion *')
        most = _count(most, 1, 100000, 'most')
        hits = ffi.new('qmboxContact[]', most)
        with self._frame():
            count = lib.qmboxSpaceCast(self.space, geom, cast, hits, most)
        if count < 0:
            raise Error('the cast was refused; ODE has printed the reason')
        return [self._contact(hits[i]) for i in range(min(count, most))]

    def overlaps(self, body: Body, most: int = 16) -> List[Overlap]:
        """Returns what a body overlaps, the deepest first (qmboxSpaceOverlaps())."""
        geom = self._own(body)
        most = _count(most, 1, 100000, 'most')
        found = ffi.new('qmboxOverlap[]', most)
        with self._frame():
            count = lib.qmboxSpaceOverlaps(self.space, geom, ffi.NULL, ffi.NULL, found, most)
        if count < 0:
            raise Error('the query was refused; ODE has printed the reason')
        out = []
        for one in found[0 : min(count, most)]:
            points = np.array([list(one.point[i]) for i in range(2)])
            out.append(
                Overlap(
                    self._body(one.g1), self._body(one.g2), one.depth, one.least, np.array(list(one.normal)), points
                )
            )
        return out
