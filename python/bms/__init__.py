# SPDX-License-Identifier: BSD-3-Clause
"""When do two moving, turning boxes first touch?  And a robot arm, on its way?

The solver answers exactly: motions are rational, the first contact is a root of a polynomial, and bounds enclose it.
Functions take arrays as NumPy's do: numbers, or arrays that are broadcast against each other.  An answer of shape ()
is one record, ``contact.t``; others are record arrays, ``contacts.t[7]``.

    >>> import bms
    >>> still = bms.motion_fixed([0, 0, 0])
    >>> moving = bms.motion_step([3, 0, 0], velocity=[-4, 0, 0])
    >>> cube = bms.box_centred([1, 1, 1])
    >>> float(bms.first_contact(bms.query(bms.body(cube, still), bms.body(cube, moving), 0, 1)).t)
    0.5

Robots are in :class:`bms.Robot`, if the library libbms-robot is installed.

Lengths are in any one unit (robots: metres), angles in radians, quaternions (w, x, y, z), arrays float64.  Calls
release the GIL.
"""

from ._arrays import Error, InvalidQuery
from .pages import Page, show
from .paths import Path, path_clearance, path_first_contact
from .shapes import Mesh, Shape, mesh_first_contact, shape_first_contact
from .solver import (
    PairKind,
    Status,
    body,
    body_dtype,
    box,
    box_centred,
    box_dtype,
    certificate,
    contact_dtype,
    contact_intervals,
    derivative,
    first_approach,
    first_contact,
    first_contact_against,
    first_contact_half_space,
    first_contact_near,
    first_contact_within,
    motion_at,
    motion_between,
    motion_dtype,
    motion_fixed,
    motion_matrix,
    motion_revolute,
    motion_step,
    query,
    query_dtype,
    separation,
    swept_bounds,
    tolerance_like,
    version,
)

__version__ = version()
__all__ = [
    'Error',
    'InvalidQuery',
    'Mesh',
    'Page',
    'PairKind',
    'Path',
    'Shape',
    'Status',
    'body',
    'body_dtype',
    'box',
    'box_centred',
    'box_dtype',
    'certificate',
    'contact_dtype',
    'contact_intervals',
    'derivative',
    'first_approach',
    'first_contact',
    'first_contact_against',
    'first_contact_half_space',
    'first_contact_near',
    'first_contact_within',
    'mesh_first_contact',
    'motion_at',
    'motion_between',
    'motion_dtype',
    'motion_fixed',
    'motion_matrix',
    'motion_revolute',
    'motion_step',
    'path_clearance',
    'path_first_contact',
    'query',
    'query_dtype',
    'separation',
    'shape_first_contact',
    'show',
    'swept_bounds',
    'tolerance_like',
    'version',
]

try:
    from .robots import Contact, Clearance, Group, Joint, PairReason, Robot, RobotError, Trajectory

    __all__ += ['Clearance', 'Contact', 'Group', 'Joint', 'PairReason', 'Robot', 'RobotError', 'Trajectory']
except ModuleNotFoundError as _missing:
    if _missing.name != 'bms._robots':
        raise
    _REASON = 'bms.%s needs libbms-robot, which was not installed when this package was built'

    def __getattr__(name: str):
        if name in ('Clearance', 'Contact', 'Group', 'Joint', 'PairReason', 'Robot', 'RobotError', 'Trajectory'):
            raise AttributeError(_REASON % name)
        raise AttributeError("module 'bms' has no attribute %r" % name)
