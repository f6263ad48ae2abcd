// SPDX-License-Identifier: BSD-3-Clause

// A recording of boxes: poses at sample times, and between them what is usual in this house: the position along a
// straight line, the quaternion linear between the two (not normalised, so that the turn is that of a rigid motion).

import { placedBox } from './box.js';
import { rotationColumns } from './motion.js';

const STRIDE = 7; // x, y, z, w, x, y, z

/** The number of the last sample that is not later than t, and how far t is from it to the next, from 0 to 1. */
export function sampleAt(times, t) {
  let low = 0;
  let high = times.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (times[middle] <= t) low = middle;
    else high = middle;
  }
  if (t >= times[high]) return { index: high, part: 0 };
  const span = times[high] - times[low];
  return { index: low, part: span > 0 ? Math.max(0, (t - times[low]) / span) : 0 };
}

/** The numbers of sample `index` of rows of `width` in a flat list, mixed with those of the next. */
export function mixed(list, width, { index, part }) {
  const here = list.slice(index * width, (index + 1) * width);
  if (part === 0) return here;
  return here.map((x, k) => x + part * (list[(index + 1) * width + k] - x));
}

/* The same turn on the same side: quaternions of opposite sign are the same. */
function mixedQuaternion(poses, { index, part }) {
  const q = poses.slice(STRIDE * index + 3, STRIDE * (index + 1));
  if (part === 0) return q;
  const next = poses.slice(STRIDE * (index + 1) + 3, STRIDE * (index + 2));
  const side = q.reduce((sum, x, k) => sum + x * next[k], 0) < 0 ? -1 : 1;
  return q.map((x, k) => x + part * (side * next[k] - x));
}

/** The pose of a box {side, poses} at a sample place; a box that stands still has one pose. */
export function poseOf(box, place) {
  const at = box.poses.length === STRIDE ? { index: 0, part: 0 } : place;
  const position = mixed(box.poses, STRIDE, at).slice(0, 3);
  return { column: rotationColumns(mixedQuaternion(box.poses, at)), origin: position };
}

/** The box as it stands there, with corners in the world. */
export const boxOf = (box, place) =>
  placedBox({ min: box.side.map((s) => -s / 2), max: box.side.map((s) => s / 2) }, poseOf(box, place));

/** The greatest speed of a box of the lane between samples, as a curve with a step for each. */
export function speedCurve({ boxes, times }) {
  const moving = boxes.filter((box) => box.poses.length > STRIDE);
  const travel = (box, k) =>
    Math.hypot(...[0, 1, 2].map((i) => box.poses[STRIDE * (k + 1) + i] - box.poses[STRIDE * k + i]));
  const speeds = times.slice(1).map((t, k) => Math.max(0, ...moving.map((box) => travel(box, k))) / (t - times[k]));
  return { times: speeds.flatMap((_, k) => [times[k], times[k + 1]]), values: speeds.flatMap((v) => [v, v]) };
}
