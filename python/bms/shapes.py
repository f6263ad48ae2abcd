# SPDX-License-Identifier: BSD-3-Clause
"""Convex shapes and meshes that move."""

from typing import Any, Tuple, Union

import numpy as np

from ._arrays import Error, answers, dtype_of, flat, numbers, numbers_of, pointer, raise_invalid, records, share, spread
from ._solver import ffi, lib
from .solver import motion_dtype

CONVEX_CONTACT = dtype_of('bms_convex_contact')
MESH_CONTACT = dtype_of('bms_mesh_contact')


class Shape:
    """A convex shape: the convex hull of points, a box, a cylinder ..., grown by a radius; or a half-space."""

    def __init__(self, convex: Any, keep: Any, text: str):
        self._convex = convex  # bms_convex
        self._keep = keep  # what the struct points to
        self._text = text

    def __repr__(self) -> str:
        return self._text

    @staticmethod
    def box(sides: Any, radius: float = 0.0) -> 'Shape':
        """A box about the origin with sides of these lengths, shape (3,), grown by a radius."""
        half = 0.5 * numbers_of(sides, (3,), 'sides')
        if not (half >= 0).all():
            raise ValueError('sides: expected three lengths, not %s' % list(2 * half))
        box = ffi.new('bms_box *', {'min': list(-half), 'max': list(half)})
        return Shape(lib.bms_convex_box(box, radius), None, 'Shape.box(%r, %r)' % (list(2 * half), radius))

    @staticmethod
    def sphere(radius: float) -> 'Shape':
        """A ball about the origin."""
        return Shape(lib.bms_convex_sphere(radius), None, 'Shape.sphere(%r)' % (radius,))

    @staticmethod
    def capsule(radius: float, length: float) -> 'Shape':
        """A capsule along z whose axis has this length."""
        return Shape(lib.bms_convex_capsule(radius, 0.5 * length), None, 'Shape.capsule(%r, %r)' % (radius, length))

    @staticmethod
    def cylinder(radius: float, length: float) -> 'Shape':
        """A cylinder along z of this length."""
        return Shape(lib.bms_convex_cylinder(radius, 0.5 * length), None, 'Shape.cylinder(%r, %r)' % (radius, length))

    @staticmethod
    def hull(points: Any, radius: float = 0.0) -> 'Shape':
        """The convex hull of points, shape (n, 3), grown by a radius."""
        kept = np.array(numbers(points, (3,), 'points'), order='C')
        if kept.ndim != 2 or kept.shape[0] == 0:
            raise ValueError('points: expected shape (n, 3) with n > 0, not %s' % (kept.shape,))
        convex = lib.bms_convex_points(pointer(kept, 'double *'), kept.shape[0], radius)
        return Shape(convex, kept, 'Shape.hull(<%d points>, %r)' % (kept.shape[0], radius))

    @staticmethod
    def half_space(normal: Any, offset: float) -> 'Shape':
        """The half-space normal . x <= offset, which can only stand still."""
        direction = numbers_of(normal, (3,), 'normal')
        return Shape(
            lib.bms_convex_half_space(list(direction), offset),
            None,
            'Shape.half_space(%r, %r)' % (list(direction), offset),
        )


class Mesh:
    """Triangles: vertices of shape (n, 3), and triangles of shape (m, 3), the numbers of three vertices each.

    A solid mesh is met by what is wholly inside of it; any other is a surface.
    """

    _FAULTS = {
        lib.BMS_MESH_EMPTY: 'it has no vertex or no triangle',
        lib.BMS_MESH_MEMORY: 'memory is short',
        lib.BMS_MESH_INDEX: 'triangle %d names a vertex that is not there',
        lib.BMS_MESH_VERTEX: 'vertex %d is not finite, or out of range',
    }

    def __init__(self, vertices: Any, triangles: Any, solid: bool = False):
        corner = np.asarray(numbers(vertices, (3,), 'vertices'), order='C')
        index = np.asarray(triangles)
        if corner.ndim != 2 or index.ndim != 2 or index.shape[1] != 3:
            raise ValueError(
                'expected vertices of shape (n, 3) and triangles of shape (m, 3), not %s and %s'
                % (corner.shape, index.shape)
            )
        if index.dtype.kind not in 'iu':
            raise TypeError('triangles: expected whole numbers, not %s' % index.dtype)
        if index.size and (index.min() < 0 or index.max() >= corner.shape[0]):
            raise Error('a triangle names a vertex that is not there')
        index = np.asarray(index, dtype=np.intc, order='C')
        source = ffi.new(
            'bms_mesh_source *',
            {
                'vertex': pointer(corner, 'void *'),
                'vertex_count': corner.shape[0],
                'index': pointer(index, 'int *'),
                'triangle_count': index.shape[0],
                'solid': bool(solid),
            },
        )
        fault, which = ffi.new('bms_mesh_fault *'), ffi.new('int *')
        made = lib.bms_mesh_create(source, fault, which)
        if made == ffi.NULL:
            text = self._FAULTS[fault[0]]
            raise Error(text % which[0] if '%' in text else text)
        self._mesh = ffi.gc(made, lib.bms_mesh_destroy)

    def __repr__(self) -> str:
        return '<bms.Mesh of %d triangles>' % len(self)

    def __len__(self) -> int:
        return lib.bms_mesh_triangle_count(self._mesh)

    @property
    def bounds(self) -> Tuple[np.ndarray, np.ndarray]:
        """The least and greatest coordinates, shape (3,) each."""
        box = lib.bms_mesh_bounds(self._mesh)
        return np.array(list(box.min)), np.array(list(box.max))

    @property
    def open_edges(self) -> int:
        """The number of edges that only one triangle has: 0 if the mesh is closed."""
        return lib.bms_mesh_open_edges(self._mesh)

    def encloses(self, point: Any) -> bool:
        """Whether a point, shape (3,), is inside of a mesh that is closed there."""
        return bool(lib.bms_mesh_encloses(self._mesh, list(numbers_of(point, (3,), 'point'))))


def _is(value: Any, kinds: Any, name: str) -> None:
    if not isinstance(value, kinds):
        wanted = ' or '.join(one.__name__ for one in (kinds if isinstance(kinds, tuple) else (kinds,)))
        raise TypeError('%s: expected a %s, not %r' % (name, wanted, value))


def _moving(motion_a: Any, motion_b: Any, t0: Any, t1: Any) -> tuple:
    shape, arrays = spread(
        [
            records(motion_a, motion_dtype, 'motion_a'),
            records(motion_b, motion_dtype, 'motion_b'),
            numbers(t0, (), 't0'),
            numbers(t1, (), 't1'),
        ],
        (0, 0, 0, 0),
    )
    return shape, [flat(one, 0, shape) for one in arrays]


def _ask(loop: Any, pair: Any, dtype: np.dtype, ctype: str, shape: tuple, moving: list, threads: int) -> np.ndarray:
    found = np.zeros(moving[0].size, dtype)
    share(
        found.size,
        threads,
        lambda begin, end: loop(
            end - begin,
            pair,
            pointer(moving[0], 'bms_motion *', begin),
            pointer(moving[1], 'bms_motion *', begin),
            pointer(moving[2], 'double *', begin),
            pointer(moving[3], 'double *', begin),
            pointer(found, ctype, begin),
        ),
    )
    return found


def shape_first_contact(
    a: Shape, motion_a: Any, b: Shape, motion_b: Any, t0: Any, t1: Any, nearness: float = 0.0, threads: int = 1
) -> Any:
    """Returns the first contacts of two convex shapes; motions and times are broadcast.

    Records have status, t, t_lower, t_upper, normal, point, approach_speed (bms_convex_contact).  Shapes that are no
    farther apart than nearness may be called in contact.
    """
    _is(a, Shape, 'a'), _is(b, Shape, 'b')
    shape, moving = _moving(motion_a, motion_b, t0, t1)
    pair = ffi.new('bms_convex_query *')
    pair.a, pair.b, pair.nearness = a._convex, b._convex, nearness
    found = _ask(lib.loop_convex, pair, CONVEX_CONTACT, 'bms_convex_contact *', shape, moving, threads)
    raise_invalid(found, shape)
    return answers(found, shape)


def mesh_first_contact(
    mesh: Mesh,
    motion_a: Any,
    other: Union[Shape, Mesh],
    motion_b: Any,
    t0: Any,
    t1: Any,
    nearness: float = 0.0,
    threads: int = 1,
) -> Any:
    """Returns the first contacts of a mesh with a convex shape or another mesh; motions and times are broadcast.

    Records have contact (bms_convex_contact), triangle_a, triangle_b (bms_mesh_contact).
    """
    _is(mesh, Mesh, 'mesh'), _is(other, (Shape, Mesh), 'other')
    shape, moving = _moving(motion_a, motion_b, t0, t1)
    if isinstance(other, Mesh):
        pair, loop = ffi.new('bms_meshes_query *'), lib.loop_meshes
        pair.a, pair.b, pair.nearness = mesh._mesh, other._mesh, nearness
    else:
        pair, loop = ffi.new('bms_mesh_query *'), lib.loop_mesh
        pair.mesh, pair.shape, pair.nearness = mesh._mesh, other._convex, nearness
    found = _ask(loop, pair, MESH_CONTACT, 'bms_mesh_contact *', shape, moving, threads)
    raise_invalid(found['contact'], shape)
    return answers(found, shape)
