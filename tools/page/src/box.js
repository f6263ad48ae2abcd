// SPDX-License-Identifier: BSD-3-Clause

// A box at one time: a parallelepiped in the world, with what the topology is read from.

import { place, poseAt } from './motion.js';
import { add, cross, dot, mean, scale, unit } from './vector.js';

/** The box of a body at t: its eight corners by vertex code, its centre, the directions of its edges (unit vectors
    along the columns), and the outward normals of the faces at the maxima. */
export function boxAt(body, t) {
  return placedBox(body, poseAt(body, t));
}

/** The box of {min, max} at a pose. */
export function placedBox({ min, max }, pose) {
  const corner = Array.from({ length: 8 }, (_, code) =>
    place(
      pose,
      [0, 1, 2].map((i) => ((code >> i) & 1 ? max[i] : min[i])),
    ),
  );
  const edge = pose.column.map(unit);
  return { pose, corner, centre: mean(corner), edge, normal: outwardNormals(edge), half: halfSides(min, max, pose) };
}

/* A mirroring motion turns cross products of the columns inwards. */
function outwardNormals(edge) {
  return [0, 1, 2].map((i) => {
    const n = unit(cross(edge[(i + 1) % 3], edge[(i + 2) % 3]));
    return dot(n, edge[i]) < 0 ? scale(n, -1) : n;
  });
}

const halfSides = (min, max, pose) => pose.column.map((column, i) => scale(column, 0.5 * max[i] - 0.5 * min[i]));

/** The outward normal of a face. */
export const faceNormal = (box, face) => scale(box.normal[face >> 1], face & 1 ? 1 : -1);

/** The greatest distance of a corner from the centre. */
export const radiusOf = (box) => Math.max(...box.corner.map((x) => Math.hypot(...add(x, scale(box.centre, -1)))));
