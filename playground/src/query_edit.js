// SPDX-License-Identifier: BSD-3-Clause

// A query that is edited: its poses at both ends of the interval, and motions that have other ones.  A query is what a
// line of bms-first-contact holds; nothing here changes the one that it is given.

import { polynomial, rotationColumns } from '../../tools/page/src/motion.js';
import { add, cross, dot, scale, subtract } from '../../tools/page/src/vector.js';

const coefficients = (list, count) => Array.from({ length: count }, (_, k) => list[k] ?? 0);

/* ------------------------------------------------------------------ origins */

/** The polynomial of t - origin as one of t. */
function shifted(list, origin) {
  const [c0, c1, c2] = coefficients(list, 3);
  const slope = c1 - c2 * origin;
  return [c0 - slope * origin, slope - c2 * origin, c2];
}

function countedBody({ origin = 0, ...body }, from) {
  const shift = origin - from;
  if (shift === 0) return body;
  if (body.matrix) return { ...body, matrix: body.matrix.map((row) => row.map((entry) => shifted(entry, shift))) };
  return {
    ...body,
    position: body.position.map((entry) => shifted(entry, shift)),
    quaternion: body.quaternion.map((entry) => shifted(entry, shift).slice(0, 2)),
  };
}

/** The query without origins: its polynomials count time as its answers do.  In doubles: for drawing, and for edits. */
export function counted({ origin = 0, ...query }) {
  return { ...query, a: countedBody(query.a, origin), b: countedBody(query.b, origin) };
}

/** The query with another body, whose polynomials count time as the query's answers do. */
function withBody(query, name, body) {
  return { ...query, [name]: query.origin ? { ...body, origin: query.origin } : body };
}

/* ------------------------------------------------------------------ poses at the ends */

/** The time of an end, 0 or 1. */
const timeOf = (query, end) => query.t[end];

/** The pose {position, quaternion} of a rigid body at both ends, as its polynomials have it; null for a matrix. */
export function endPoses(query, name) {
  const body = counted(query)[name];
  if (body.matrix) return null;
  return [0, 1].map((end) => ({
    position: body.position.map((entry) => polynomial(entry, timeOf(query, end))),
    quaternion: body.quaternion.map((entry) => polynomial(entry, timeOf(query, end))),
  }));
}

/** The second coefficients of a position: how much the way is bent. */
export const bendOf = (query, name) => counted(query)[name].position?.map((entry) => entry[2] ?? 0);

/** c0 + c1 t + c2 t^2 through x0 at t0 and x1 at t1. */
function through([t0, t1], x0, x1, bend) {
  const slope = (t1 > t0 ? (x1 - x0) / (t1 - t0) : 0) - bend * (t0 + t1);
  return [x0 - t0 * (slope + t0 * bend), slope, bend];
}

/** The same numbers one by one. */
const same = (list, other) => list.every((x, i) => x === other[i]);

/** The query in which a rigid body has these poses at the ends, and its way this bend.  What does not change keeps its
    coefficients to the last digit. */
export function withPoses(query, name, poses, bend = bendOf(query, name)) {
  const body = counted(query)[name];
  const before = endPoses(query, name);
  const kept = (member) => [0, 1].every((end) => same(poses[end][member], before[end][member]));
  const [p0, p1] = poses;
  const side = p0.quaternion.reduce((sum, x, i) => sum + x * p1.quaternion[i], 0) < 0 ? -1 : 1;
  return withBody(query, name, {
    ...body,
    position:
      kept('position') && same(bend, bendOf(query, name))
        ? body.position
        : p0.position.map((x, i) => through(query.t, x, p1.position[i], bend[i])),
    quaternion: kept('quaternion')
      ? body.quaternion
      : p0.quaternion.map((x, i) => through(query.t, x, side * p1.quaternion[i], 0).slice(0, 2)),
  });
}

/** The query in which a body is moved; `ends` says which of its ends (a matrix moves as a whole). */
export function moved(query, name, ends, way) {
  const poses = endPoses(query, name);
  if (poses)
    return withPoses(
      query,
      name,
      poses.map((pose, end) => (ends.includes(end) ? { ...pose, position: add(pose.position, way) } : pose)),
    );
  const body = counted(query)[name];
  const weight = coefficients(body.matrix[3][3], 3);
  const matrix = body.matrix.map((row, i) =>
    i === 3 ? row : [...row.slice(0, 3), coefficients(row[3], 3).map((c, k) => c + way[i] * weight[k])],
  );
  return withBody(query, name, { ...body, matrix });
}

/** The product of two quaternions. */
export const product = ([w, ...v], [s, ...u]) => [
  w * s - dot(v, u),
  ...add(add(scale(u, w), scale(v, s)), cross(v, u)),
];

/** Where a pose puts a point. */
const placed = ({ position, quaternion }, x) =>
  rotationColumns(quaternion).reduce((sum, column, i) => add(sum, scale(column, x[i])), position);

/** A pose turned by a unit quaternion about where it puts the point. */
function turnedPose(pose, turn, point) {
  const next = { position: pose.position, quaternion: product(turn, pose.quaternion) };
  return { ...next, position: add(next.position, subtract(placed(pose, point), placed(next, point))) };
}

/** The query in which a rigid body is turned by a unit quaternion about its own centre, at these ends. */
export function turned(query, name, ends, turn) {
  const poses = endPoses(query, name);
  if (!poses) return query;
  const { min, max } = query[name];
  const middle = min.map((x, i) => 0.5 * x + 0.5 * max[i]);
  return withPoses(
    query,
    name,
    poses.map((pose, end) => (ends.includes(end) ? turnedPose(pose, turn, middle) : pose)),
  );
}

/** The query with another box for a body: corner is 'min' or 'max'. */
export const withCorner = (query, name, corner, x) => ({ ...query, [name]: { ...query[name], [corner]: x } });

/** The line of a query, in full digits. */
export const lineOf = (query) =>
  JSON.stringify(query, (_, value) => (Object.is(value, -0) ? 0 : value)).replace(/([,:])(?=\S)/g, '$1 ');
