# SPDX-License-Identifier: BSD-3-Clause
"""Two moving boxes: motions, queries, answers."""

from enum import IntEnum
from typing import Any, List, Tuple

import numpy as np

from ._arrays import (
    answers,
    contiguous,
    dtype_of,
    explain,
    flat,
    numbers,
    pointer,
    pointers,
    raise_invalid,
    records,
    share,
    spread,
    thread_count,
)
from ._arrays import InvalidQuery
from ._solver import ffi, lib

box_dtype = dtype_of('bms_box')
motion_dtype = dtype_of('bms_motion')
body_dtype = dtype_of('bms_body')
query_dtype = dtype_of('bms_query')
contact_dtype = dtype_of('bms_contact')
SEPARATION = dtype_of('bms_separation')
DERIVATIVE = dtype_of('bms_derivative')
WITHIN = dtype_of('bms_contact_within')
HALF_SPACE = dtype_of('bms_half_space')
UPRIGHT = (1.0, 0.0, 0.0, 0.0)
ZERO = (0.0, 0.0, 0.0)


class Status(IntEnum):
    """The status of an answer (bms_status)."""

    SEPARATED = lib.BMS_SEPARATED
    CONTACT = lib.BMS_CONTACT
    TOUCHING = lib.BMS_TOUCHING
    OVERLAPPING = lib.BMS_OVERLAPPING
    UNRESOLVED = lib.BMS_UNRESOLVED
    INVALID = lib.BMS_INVALID


class PairKind(IntEnum):
    """The kind of a pair of features: a face and a vertex, a vertex and a face, two edges."""

    NONE = lib.BMS_PAIR_NONE
    VO = lib.BMS_PAIR_VO
    OV = lib.BMS_PAIR_OV
    EE = lib.BMS_PAIR_EE


def version() -> str:
    """Returns the version of libbms that this program runs with."""
    return ffi.string(lib.bms_version()).decode()


# ------------------------------------------------------------------ boxes and motions


def box(minimum: Any, maximum: Any) -> np.ndarray:
    """Returns boxes from their least and greatest coordinates, shape (..., 3) each."""
    shape, (low, high) = spread([numbers(minimum, (3,), 'minimum'), numbers(maximum, (3,), 'maximum')], (1, 1))
    made = np.zeros(shape, box_dtype)
    made['min'] = low
    made['max'] = high
    return made


def box_centred(sides: Any) -> np.ndarray:
    """Returns boxes about the origin with sides of these lengths, shape (..., 3)."""
    half = 0.5 * numbers(sides, (3,), 'sides')
    return box(-half, half)


def _motions(call: Any, arguments: List[Tuple[Any, int, str]]) -> np.ndarray:
    """Returns motions from a loop of loops.c: arguments with their number of coordinates (0: one number) and names."""
    arrays = [numbers(value, (width,) if width else (), name) for value, width, name in arguments]
    tails = [1 if width else 0 for _, width, _ in arguments]
    shape, arrays = spread(arrays, tails)
    made = np.zeros(shape, motion_dtype)
    call(made.size, *pointers(arrays, ['double *'] * len(arrays)), pointer(made, 'bms_motion *'))
    return made


def motion_fixed(position: Any, quaternion: Any = UPRIGHT) -> np.ndarray:
    """Returns motions that stand still: position (..., 3), quaternion (..., 4) as w, x, y, z, of any length but 0."""
    return _motions(lib.loop_fixed, [(position, 3, 'position'), (quaternion, 4, 'quaternion')])


def motion_between(t0: Any, position0: Any, quaternion0: Any, t1: Any, position1: Any, quaternion1: Any) -> np.ndarray:
    """Returns motions from one pose at t0 to another at t1 > t0: position linear, rotation by the shorter way."""
    if not np.all(np.asarray(t0) < np.asarray(t1)):
        raise ValueError('t0, t1: expected t0 < t1')
    return _motions(
        lib.loop_between,
        [
            (t0, 0, 't0'),
            (position0, 3, 'position0'),
            (quaternion0, 4, 'quaternion0'),
            (t1, 0, 't1'),
            (position1, 3, 'position1'),
            (quaternion1, 4, 'quaternion1'),
        ],
    )


def motion_step(
    position: Any,
    quaternion: Any = UPRIGHT,
    velocity: Any = ZERO,
    angular_velocity: Any = ZERO,
    acceleration: Any = ZERO,
) -> np.ndarray:
    """Returns motions as ODE steps a free body, as a function of the step's length t, from t = 0.

    The position is position + t velocity + t^2 acceleration, and the rotation that of quaternion + t/2 (0,
    angular_velocity) quaternion; vectors in world coordinates, shape (..., 3).
    """
    return _motions(
        lib.loop_step,
        [
            (position, 3, 'position'),
            (quaternion, 4, 'quaternion'),
            (velocity, 3, 'velocity'),
            (angular_velocity, 3, 'angular_velocity'),
            (acceleration, 3, 'acceleration'),
        ],
    )


def motion_revolute(
    position: Any, quaternion: Any, point: Any, direction: Any, t0: Any, angle0: Any, t1: Any, angle1: Any
) -> np.ndarray:
    """Returns motions of a pose that turns about an axis, from angle0 at t0 to angle1 at t1: exact circles."""
    if not np.all(np.asarray(t0) < np.asarray(t1)):
        raise ValueError('t0, t1: expected t0 < t1')
    return _motions(
        lib.loop_revolute,
        [
            (position, 3, 'position'),
            (quaternion, 4, 'quaternion'),
            (point, 3, 'point'),
            (direction, 3, 'direction'),
            (t0, 0, 't0'),
            (angle0, 0, 'angle0'),
            (t1, 0, 't1'),
            (angle1, 0, 'angle1'),
        ],
    )


def motion_matrix(matrix: Any) -> np.ndarray:
    """Returns homogeneous motions of matrices of quadratics, shape (..., 4, 4, 3): row, column, power of t.

    A constant matrix of shape (..., 4, 4) is taken as one that stands still.  The last row is (0, 0, 0, w(t)).
    """
    array = np.asarray(matrix)
    if array.shape[-2:] == (4, 4) and array.shape[-3:] != (4, 4, 3):
        array = np.stack([array, np.zeros_like(array), np.zeros_like(array)], axis=-1)
    array = contiguous(numbers(array, (4, 4, 3), 'matrix'))
    made = np.zeros(array.shape[:-3], motion_dtype)
    bad = lib.loop_matrix(made.size, pointer(array, 'double *'), pointer(made, 'bms_motion *'))
    if bad < made.size:
        raise ValueError('matrix: expected 0, 0, 0 and w(t) in the last row, which element %d has not' % bad)
    return made


def motion_at(motion: Any, t: Any) -> np.ndarray:
    """Returns the poses of motions at t as matrices, shape (..., 3, 4): the linear part, then the translation."""
    shape, (motions, times) = spread([records(motion, motion_dtype, 'motion'), numbers(t, (), 't')], (0, 0))
    pose = np.zeros(shape + (3, 4))
    lib.loop_at(times.size, pointer(motions, 'bms_motion *'), pointer(times, 'double *'), pointer(pose, 'double *'))
    return pose


def body(box: Any, motion: Any) -> np.ndarray:
    """Returns bodies, boxes that move; box and motion are broadcast."""
    shape, (boxes, motions) = spread([records(box, box_dtype, 'box'), records(motion, motion_dtype, 'motion')], (0, 0))
    made = np.zeros(shape, body_dtype)
    made['box'] = boxes
    made['motion'] = motions
    return made


def query(a: Any, b: Any, t0: Any, t1: Any) -> np.ndarray:
    """Returns queries for first_contact() and others: bodies a and b over [t0, t1]; all are broadcast."""
    shape, (of_a, of_b, start, end) = spread(
        [records(a, body_dtype, 'a'), records(b, body_dtype, 'b'), numbers(t0, (), 't0'), numbers(t1, (), 't1')],
        (0, 0, 0, 0),
    )
    made = np.zeros(shape, query_dtype)
    made['t0'] = start
    made['t1'] = end
    made['a'] = of_a
    made['b'] = of_b
    return made


# ------------------------------------------------------------------ answers


def _queries(query: Any) -> np.ndarray:
    return contiguous(records(query, query_dtype, 'query'))


def _finish(contacts: np.ndarray, queries: Any, shape: Tuple[int, ...], invalid: str) -> Any:
    if invalid not in ('raise', 'keep'):
        raise ValueError("invalid: expected 'raise' or 'keep', not %r" % (invalid,))
    if invalid == 'raise':
        raise_invalid(contacts, shape, queries)
    return answers(contacts, shape)


def first_contact(query: Any, threads: int = 1, invalid: str = 'raise') -> Any:
    """Returns the first contacts of queries: record(s) with status, t, t_lower, t_upper, normal, point ...

    threads: how many share the work, 0 for one per processor.  An invalid query raises InvalidQuery, or with
    invalid='keep' has the status INVALID.  The members are those of bms_contact; status compares with bms.Status.
    """
    queries = _queries(query)
    contacts = np.zeros(queries.size, contact_dtype)
    lib.bms_batch_first_contact(
        pointer(queries, 'bms_query *'), queries.size, thread_count(threads), pointer(contacts, 'bms_contact *')
    )
    return _finish(contacts, queries.reshape(-1), queries.shape, invalid)


def first_contact_against(a: Any, b: Any, t0: float, t1: float, threads: int = 1, invalid: str = 'raise') -> Any:
    """Returns the first contacts of one body a with many, b: what concerns a alone is computed once."""
    one = contiguous(records(a, body_dtype, 'a'))
    many = contiguous(records(b, body_dtype, 'b'))
    if one.shape != ():
        raise ValueError('a: expected one body, not %s' % (one.shape,))
    contacts = np.zeros(many.size, contact_dtype)
    lib.bms_batch_against(
        pointer(one, 'bms_body *'),
        pointer(many, 'bms_body *'),
        many.size,
        t0,
        t1,
        thread_count(threads),
        pointer(contacts, 'bms_contact *'),
    )
    return _finish(contacts, None, many.shape, invalid)


def first_approach(query: Any, threads: int = 1, invalid: str = 'raise') -> Any:
    """Returns the first times from which on the boxes overlap, however little; as first_contact()."""
    queries = _queries(query)
    contacts = np.zeros(queries.size, contact_dtype)
    share(
        queries.size,
        threads,
        lambda begin, end: lib.loop_approach(
            end - begin, pointer(queries.reshape(-1), 'bms_query *', begin), pointer(contacts, 'bms_contact *', begin)
        ),
    )
    return _finish(contacts, queries.reshape(-1), queries.shape, invalid)


def first_contact_near(query: Any, nearness: Any, threads: int = 1, invalid: str = 'raise') -> Tuple[Any, np.ndarray]:
    """Returns first contacts in bounded work, and the greatest distance at t_lower (bms_first_contact_near)."""
    shape, (queries, near) = spread([records(query, query_dtype, 'query'), numbers(nearness, (), 'nearness')], (0, 0))
    queries, near = flat(queries, 0, shape), flat(near, 0, shape)
    contacts, apart = np.zeros(queries.size, contact_dtype), np.zeros(queries.size)
    share(
        queries.size,
        threads,
        lambda begin, end: lib.loop_near(
            end - begin,
            pointer(queries, 'bms_query *', begin),
            pointer(near, 'double *', begin),
            pointer(contacts, 'bms_contact *', begin),
            pointer(apart, 'double *', begin),
        ),
    )
    return _finish(contacts, queries, shape, invalid), apart.reshape(shape)[()]


def first_contact_half_space(
    normal: Any, offset: Any, body: Any, t0: Any, t1: Any, approach: bool = False, invalid: str = 'raise'
) -> Any:
    """Returns the first contacts of bodies with half-spaces normal . x <= offset that stand still.

    With approach=True only contacts after which a corner is inside count.
    """
    shape, (of_normal, of_offset, bodies, start, end) = spread(
        [
            numbers(normal, (3,), 'normal'),
            numbers(offset, (), 'offset'),
            records(body, body_dtype, 'body'),
            numbers(t0, (), 't0'),
            numbers(t1, (), 't1'),
        ],
        (1, 0, 0, 0, 0),
    )
    planes = np.zeros(shape, HALF_SPACE)
    planes['normal'] = of_normal
    planes['offset'] = of_offset
    contacts = np.zeros(planes.size, contact_dtype)
    lib.loop_half_space(
        planes.size,
        pointer(planes, 'bms_half_space *'),
        pointer(bodies, 'bms_body *'),
        pointer(start, 'double *'),
        pointer(end, 'double *'),
        int(approach),
        pointer(contacts, 'bms_contact *'),
    )
    return _finish(contacts, None, shape, invalid)


def contact_intervals(query: Any) -> np.ndarray:
    """Returns the times of one query at which the boxes share a point, shape (n, 2, 2).

    Row i is [[enter_lower, enter_upper], [exit_lower, exit_upper]] of interval i.
    """
    queries = _queries(query)
    if queries.shape != ():
        raise ValueError('query: expected one, not %s' % (queries.shape,))
    count, capacity = ffi.new('int *'), 16
    while True:
        found = np.zeros((capacity, 2, 2))
        status = lib.bms_contact_intervals(
            pointer(queries, 'bms_query *'), capacity, pointer(found, 'bms_contact_interval *'), count
        )
        if count[0] <= capacity:
            break
        capacity = count[0]
    if status == lib.BMS_INVALID:
        first_contact(queries)
    if status == lib.BMS_UNRESOLVED:
        raise InvalidQuery('intervals after the last of %d are not known' % count[0])
    return found[: count[0]]


def separation(a: Any, b: Any, t: Any) -> Any:
    """Returns the gap of two bodies at t, in length, negative if they overlap; with the pair and the normal."""
    shape, (of_a, of_b, times) = spread(
        [records(a, body_dtype, 'a'), records(b, body_dtype, 'b'), numbers(t, (), 't')], (0, 0, 0)
    )
    found = np.zeros(times.size, SEPARATION)
    lib.loop_separation(
        times.size,
        pointer(of_a, 'bms_body *'),
        pointer(of_b, 'bms_body *'),
        pointer(times, 'double *'),
        pointer(found, 'bms_separation *'),
    )
    return answers(found, shape)


def swept_bounds(body: Any, t0: Any, t1: Any) -> Tuple[np.ndarray, np.ndarray]:
    """Returns the least and greatest coordinates of bodies over [t0, t1], shape (..., 3) each."""
    shape, (bodies, start, end) = spread(
        [records(body, body_dtype, 'body'), numbers(t0, (), 't0'), numbers(t1, (), 't1')], (0, 0, 0)
    )
    low, high = np.zeros(shape + (3,)), np.zeros(shape + (3,))
    lib.loop_swept(
        start.size,
        pointer(bodies, 'bms_body *'),
        pointer(start, 'double *'),
        pointer(end, 'double *'),
        pointer(low, 'double *'),
        pointer(high, 'double *'),
    )
    return low, high


# ------------------------------------------------------------------ derivatives, tolerances, certificates


def derivative(query: Any, threads: int = 1, invalid: str = 'raise') -> Tuple[Any, Any]:
    """Returns first contacts, and how they move with each number of the query.

    A record of the second has status, sensitivity, and below and above: queries whose numbers are the derivatives of t
    by those numbers, from below and from above (bms_derivative).
    """
    queries = _queries(query)
    contacts, found = np.zeros(queries.size, contact_dtype), np.zeros(queries.size, DERIVATIVE)
    share(
        queries.size,
        threads,
        lambda begin, end: lib.loop_derivative(
            end - begin,
            pointer(queries.reshape(-1), 'bms_query *', begin),
            pointer(contacts, 'bms_contact *', begin),
            pointer(found, 'bms_derivative *', begin),
        ),
    )
    return _finish(contacts, queries.reshape(-1), queries.shape, invalid), answers(found, queries.shape)


def tolerance_like(query: Any) -> np.ndarray:
    """Returns tolerances of 0 for first_contact_within(): queries of the same forms whose other numbers are 0."""
    queries = _queries(query)
    made = np.zeros(queries.shape, query_dtype)
    for side in ('a', 'b'):
        made[side]['motion']['form'] = queries[side]['motion']['form']
    return made


def first_contact_within(query: Any, tolerance: Any, threads: int = 1) -> Tuple[np.ndarray, Any]:
    """Returns statuses, and the earliest and latest first contact if each number of the query is known to a tolerance.

    tolerance: queries whose numbers are the tolerances of those numbers (tolerance_like()), broadcast against `query`.
    """
    shape, (queries, within) = spread(
        [records(query, query_dtype, 'query'), records(tolerance, query_dtype, 'tolerance')], (0, 0)
    )
    queries, within = flat(queries, 0, shape), flat(within, 0, shape)
    status, found = np.zeros(queries.size, np.int32), np.zeros(queries.size, WITHIN)
    share(
        queries.size,
        threads,
        lambda begin, end: lib.loop_within(
            end - begin,
            pointer(queries, 'bms_query *', begin),
            pointer(within, 'bms_query *', begin),
            pointer(status, 'int *', begin),
            pointer(found, 'bms_contact_within *', begin),
        ),
    )
    if np.any(status == lib.BMS_INVALID):
        first = int(np.flatnonzero(status == lib.BMS_INVALID)[0])
        own = ffi.new('bms_contact *')
        own.status = lib.BMS_INVALID
        own.reason = ffi.cast('bms_reason', int(found['reason'][first]))
        own.where = ffi.cast('bms_part', int(found['where'][first]))
        raise InvalidQuery(explain(own), tuple(int(i) for i in np.unravel_index(first, shape)) if shape else ())
    return status.reshape(shape)[()], answers(found, shape)


def certificate(query: Any) -> str:
    """Returns a proof of the first contact of one query, JSON that bms-check-certificate checks without the library."""
    queries = _queries(query)
    if queries.shape != ():
        raise ValueError('query: expected one, not %s' % (queries.shape,))
    first_contact(queries)
    contact = ffi.new('bms_contact *')
    text = lib.certificate_text(pointer(queries, 'bms_query *'), contact)
    if text == ffi.NULL:
        raise MemoryError('no memory for a certificate')
    try:
        return ffi.string(text).decode()
    finally:
        lib.free_text(text)
