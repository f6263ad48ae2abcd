#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Draws the meshes of desk_arm.urdf and the octomap of desk.yaml.

  draw_desk_arm.py FOLDER     writes base.stl, turret.obj, upper_arm.stl, forearm.obj, hand.stl
  draw_desk_arm.py --octomap  prints the bytes of the octomap, a pile of 2 cm cells beside the arm

Each mesh is a stack of rings, one above the other, that triangles join; it is closed and wound outwards. Lengths are in
metres, z is up, coordinates have four decimals.
"""
import math
import os
import sys


def ring(half_x, half_y, z, y=0.0, corners=12):
    """An ellipse at the height z."""
    turns = [2 * math.pi * (i + 0.5) / corners for i in range(corners)]
    return [(half_x * math.cos(t), y + half_y * math.sin(t), z) for t in turns]


def slab(half_x, half_y, z, cut=0.3):
    """A rectangle with cut corners at the height z."""
    x, y = half_x * (1 - cut), half_y * (1 - cut)
    corners = [(half_x, -y), (half_x, y), (x, half_y), (-x, half_y), (-half_x, y), (-half_x, -y), (-x, -half_y),
               (x, -half_y)]
    return [(px, py, z) for px, py in corners]


def stack(rings):
    """Points and triangles of the solid between the first ring and the last."""
    count, points, triangles = len(rings[0]), [p for r in rings for p in r], []
    for level in range(len(rings) - 1):
        for i in range(count):
            a, b = level * count + i, level * count + (i + 1) % count
            triangles += [(a, b, b + count), (a, b + count, a + count)]
    top = (len(rings) - 1) * count
    for i in range(1, count - 1):
        triangles += [(0, i + 1, i), (top, top + i, top + i + 1)]
    return points, triangles


MESHES = {
    'base.stl': stack([ring(0.10, 0.10, 0.0), ring(0.10, 0.10, 0.02), ring(0.07, 0.07, 0.05), ring(0.07, 0.07, 0.10)]),
    'turret.obj': stack([ring(0.07, 0.07, 0.0), ring(0.06, 0.06, 0.06), ring(0.035, 0.05, 0.12)]),
    'upper_arm.stl': stack([slab(0.025, 0.02, -0.03), slab(0.03, 0.03, 0.0), slab(0.022, 0.022, 0.26),
                            slab(0.028, 0.025, 0.30), slab(0.02, 0.015, 0.325)]),
    'forearm.obj': stack([slab(0.02, 0.015, -0.025), slab(0.025, 0.022, 0.0), slab(0.016, 0.016, 0.22),
                          slab(0.02, 0.018, 0.25), slab(0.012, 0.012, 0.265)]),
    'hand.stl': stack([slab(0.012, 0.012, -0.012), slab(0.016, 0.02, 0.01), slab(0.016, 0.028, 0.03),
                       slab(0.016, 0.028, 0.05)]),
}


def number(value):
    return '%.4f' % (round(value, 4) + 0.0)


def stl(name, points, triangles):
    lines = ['solid %s' % name]
    for triangle in triangles:
        lines += [' facet normal 0 0 0', '  outer loop']
        lines += ['   vertex ' + ' '.join(map(number, points[i])) for i in triangle]
        lines += ['  endloop', ' endfacet']
    return lines + ['endsolid %s' % name]


def obj(name, points, triangles):
    lines = ['o %s' % name] + ['v ' + ' '.join(map(number, p)) for p in points]
    return lines + ['f ' + ' '.join(str(i + 1) for i in t) for t in triangles]


def pile():
    """The cells of the pile: columns that are lower the farther out they stand."""
    return [(x, y, z) for x in range(-5, 5) for y in range(-5, 5) for z in range(4 - max(abs(2 * x + 1), abs(2 * y + 1)) // 3)]


def octomap(cells):
    """The message of a binary octree of 16 levels: two bits for each child, 2 is occupied, 3 has children."""
    def node(level, inside):
        children = [[] for _ in range(8)]
        for x, y, z in inside:
            children[(x >> level & 1) + 2 * (y >> level & 1) + 4 * (z >> level & 1)].append((x, y, z))
        kinds = [0 if not child else 2 if level == 0 else 3 for child in children]
        data = [sum(kinds[i + j] << 2 * j for j in range(4)) for i in (0, 4)]
        for child in children:
            if child and level > 0:
                data += node(level - 1, child)
        return data
    return [byte - 256 if byte > 127 else byte for byte in node(15, [tuple(v + 32768 for v in cell) for cell in cells])]


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    if sys.argv[1] == '--octomap':
        print(', '.join(map(str, octomap(pile()))))
        return
    os.makedirs(sys.argv[1], exist_ok=True)
    for file, (points, triangles) in MESHES.items():
        name, kind = file.split('.')
        lines = (stl if kind == 'stl' else obj)(name, points, triangles)
        with open(os.path.join(sys.argv[1], file), 'w', encoding='ascii') as out:
            out.write('\n'.join(lines) + '\n')


if __name__ == '__main__':
    main()
