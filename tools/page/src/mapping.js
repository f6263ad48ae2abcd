// SPDX-License-Identifier: BSD-3-Clause

// From the query's coordinates to the drawing's: shifted and scaled in doubles, so that boxes of 1e-20 or far from the
// origin are drawn as well as others.

import { boxAt, radiusOf } from './box.js';
import { length, mean, scale, subtract } from './vector.js';

const SAMPLES = 32;

/** n + 1 times from t0 to t1. */
export const timesOf = ([t0, t1], n) =>
  Array.from({ length: n + 1 }, (_, k) => (k === n ? t1 : t0 + ((t1 - t0) * k) / n));

/** The greatest radius and the paths of the centres of both boxes, sampled. */
function tour(query) {
  const at = timesOf(query.t, SAMPLES).map((t) => [boxAt(query.a, t), boxAt(query.b, t)]);
  return { at, radius: Math.max(...at.flat().map(radiusOf)) };
}

/** A map x -> (x - centre) / size that puts the boxes at time `focus` into the unit sphere, with as much of the way
    before and after as leaves the boxes of a good size, or all of it. */
export function mappingFor(query, focus, { whole = false } = {}) {
  const { at, radius } = tour(query);
  const ends = whole ? [at[0], at.at(-1)].flat() : [boxAt(query.a, focus), boxAt(query.b, focus)];
  const centre = mean(ends.map((box) => box.centre));
  const farthest = Math.max(...at.flat().map((box) => length(subtract(box.centre, centre)) + radiusOf(box)));
  const near = Math.max(
    ...['a', 'b'].flatMap((name) => boxAt(query[name], focus).corner).map((x) => length(subtract(x, centre))),
  );
  const size = (whole ? farthest : Math.min(farthest, 1.25 * near)) || 1;
  const lowest = Math.min(...at.flat().flatMap((box) => box.corner.map((x) => x[2])));
  const map = (x) => scale(subtract(x, centre), 1 / size);
  return { map, size, centre, reach: radius / size, lowest };
}

/** The paths of the centres, to be drawn. */
export const centrePaths = (query) =>
  ['a', 'b'].map((name) => timesOf(query.t, 4 * SAMPLES).map((t) => boxAt(query[name], t).centre));
