# SPDX-License-Identifier: BSD-3-Clause
"""Paths: motions of pieces, which follow each other in time."""

from typing import Any, Tuple

import numpy as np

from ._arrays import (
    Error,
    InvalidQuery,
    answers,
    contiguous,
    dtype_of,
    numbers,
    numbers_of,
    pointer,
    raise_invalid,
    records,
)
from ._solver import ffi, lib
from .solver import box_dtype, motion_dtype

PIECE = dtype_of('bms_piece')
CONTACT = dtype_of('bms_path_contact')
FIT_CAPACITY = 1 << 16  # pieces


class Path:
    """A box that moves along a path of pieces.  ``pieces`` are records of bms_piece; ``t0`` and ``t1`` its ends."""

    def __init__(self, box: Any, pieces: np.ndarray):
        self._box = contiguous(records(box, box_dtype, 'box'))
        if self._box.shape != ():
            raise ValueError('box: expected one, not %s' % (self._box.shape,))
        self.pieces = records(pieces, PIECE, 'pieces').copy()
        self.pieces.flags.writeable = False
        if self.pieces.ndim != 1 or self.pieces.size == 0:
            raise ValueError('pieces: expected shape (n,) with n > 0, not %s' % (self.pieces.shape,))
        self._pieces = self.pieces
        self.t0, self.t1 = float(self.pieces['t0'][0]), float(self.pieces['t1'][-1])

    @staticmethod
    def from_motions(box: Any, times: Any, motions: Any) -> 'Path':
        """A path of motions, shape (n,): motion i from times[i] to times[i + 1], which rise.  Nothing is fitted."""
        made = contiguous(records(motions, motion_dtype, 'motions'))
        at = contiguous(numbers(times, (), 'times'))
        if made.ndim != 1 or made.size == 0 or at.shape != (made.size + 1,):
            raise ValueError('expected n motions and n + 1 times, not %s and %s' % (made.shape, at.shape))
        if not np.all(at[1:] > at[:-1]):
            raise ValueError('times: expected numbers that rise')
        pieces = np.zeros(made.size, PIECE)
        pieces['t0'], pieces['t1'], pieces['motion'], pieces['stretch'] = at[:-1], at[1:], made, 1
        return Path(box, pieces)

    @staticmethod
    def spin(
        box: Any,
        t0: float,
        position0: Any,
        quaternion0: Any,
        t1: float,
        position1: Any,
        quaternion1: Any,
        tolerance: float,
    ) -> 'Path':
        """A path from one pose to another at a constant angular velocity (slerp), fitted to within the tolerance."""
        box = records(box, box_dtype, 'box')
        reach = float(np.linalg.norm(np.maximum(np.abs(box['min']), np.abs(box['max']))))
        spin = ffi.new('bms_spin *')
        spin[0] = lib.bms_spin_between(
            t0,
            list(numbers_of(position0, (3,), 'position0')),
            list(numbers_of(quaternion0, (4,), 'quaternion0')),
            t1,
            list(numbers_of(position1, (3,), 'position1')),
            list(numbers_of(quaternion1, (4,), 'quaternion1')),
        )
        smooth = ffi.new('bms_smooth *', lib.bms_spin_motion(spin))
        pieces, count = np.zeros(FIT_CAPACITY, PIECE), ffi.new('int *')
        if lib.bms_path_fit(smooth, reach, t0, t1, tolerance, FIT_CAPACITY, pointer(pieces, 'bms_piece *'), count) != 0:
            raise Error('the path cannot be fitted to within %g' % tolerance)
        return Path(box, pieces[: count[0]])

    def _moving(self) -> Any:
        return {
            'box': ffi.cast('bms_box *', self._box.__array_interface__['data'][0])[0],
            'path': {'piece': pointer(self._pieces, 'bms_piece *'), 'count': self._pieces.size},
        }


def _query(a: Path, b: Path, t0: Any, t1: Any) -> Any:
    start = max(a.t0, b.t0) if t0 is None else t0
    return ffi.new(
        'bms_path_query *',
        {'t0': start, 't1': min(a.t1, b.t1) if t1 is None else t1, 'a': a._moving(), 'b': b._moving()},
    )


def path_first_contact(a: Path, b: Path, t0: Any = None, t1: Any = None) -> Any:
    """Returns the first contact of two paths: status, t, slack, piece_a, piece_b (bms_path_contact)."""
    found = np.zeros(1, CONTACT)
    lib.bms_path_first_contact(_query(a, b, t0, t1), pointer(found, 'bms_path_contact *'))
    raise_invalid(found, ())
    return answers(found, ())


def path_clearance(a: Path, b: Path, tolerance: float, t0: Any = None, t1: Any = None) -> Tuple[float, float, float]:
    """Returns (lower, upper, t): the least distance is between the first two, and at t it is at most upper."""
    found = ffi.new('bms_clearance *')
    if lib.bms_path_clearance(_query(a, b, t0, t1), tolerance, found) == lib.BMS_INVALID:
        path_first_contact(a, b, t0, t1)
        raise InvalidQuery('tolerance: expected a length above 0, not %r' % (tolerance,))
    return found.lower, found.upper, found.t
