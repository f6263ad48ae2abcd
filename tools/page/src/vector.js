// SPDX-License-Identifier: BSD-3-Clause

// Vectors of three numbers, as arrays.

export const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const add = (a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const subtract = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scale = (a, s) => [a[0] * s, a[1] * s, a[2] * s];
export const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
export const length = (a) => Math.hypot(a[0], a[1], a[2]);

/** The vector of length 1 in this direction; zero stays zero.  The greatest component is divided out first, so that
    squares neither overflow nor vanish. */
export function unit(a) {
  const greatest = Math.max(Math.abs(a[0]), Math.abs(a[1]), Math.abs(a[2]));
  if (!(greatest > 0)) return [0, 0, 0];
  const small = scale(a, 1 / greatest);
  return scale(small, 1 / length(small));
}

export const mean = (points) => scale(points.reduce(add, [0, 0, 0]), 1 / points.length);
