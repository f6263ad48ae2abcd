// SPDX-License-Identifier: BSD-3-Clause

// Where a moving box stands at time t: the two motions of bms.h, evaluated as bms_motion_at() does.
//
//   matrix                (A(t) x + T(t)) / w(t), every entry quadratic; w may change with t, A may shear
//   position, quaternion  R(q(t) / |q(t)|) x + p(t), p quadratic, q linear and of any length
//
// A pose is {column: [three vectors], origin}: a point x stands at sum_i column[i] x[i] + origin.

import { add, scale } from './vector.js';

/** The value of a polynomial; coefficients, lowest degree first, may be missing. */
export const polynomial = (c, t) => (c[0] ?? 0) + t * ((c[1] ?? 0) + t * (c[2] ?? 0));

function matrixPose(entry, t) {
  const weight = polynomial(entry[3][3], t);
  const value = (row, column) => polynomial(entry[row][column], t) / weight;
  const column = [0, 1, 2].map((j) => [value(0, j), value(1, j), value(2, j)]);
  return { column, origin: [value(0, 3), value(1, 3), value(2, 3)] };
}

/** The columns of the rotation of a quaternion (w, x, y, z) of any length but zero. */
export function rotationColumns(quaternion) {
  const greatest = Math.max(...quaternion.map(Math.abs));
  const [w, x, y, z] = quaternion.map((c) => c / greatest);
  const s = 2 / (w * w + x * x + y * y + z * z);
  return [
    [1 - s * (y * y + z * z), s * (x * y + w * z), s * (x * z - w * y)],
    [s * (x * y - w * z), 1 - s * (x * x + z * z), s * (y * z + w * x)],
    [s * (x * z + w * y), s * (y * z - w * x), 1 - s * (x * x + y * y)],
  ];
}

/** The pose of a body {min, max, matrix} or {min, max, position, quaternion} at t. */
export function poseAt(body, t) {
  if (body.matrix) return matrixPose(body.matrix, t);
  return {
    column: rotationColumns(body.quaternion.map((c) => polynomial(c, t))),
    origin: body.position.map((c) => polynomial(c, t)),
  };
}

/** Where the pose puts a point of the body's own frame. */
export function place(pose, x) {
  return pose.column.reduce((sum, column, i) => add(sum, scale(column, x[i])), pose.origin);
}
