// SPDX-License-Identifier: BSD-3-Clause

// A level grid of round lengths below what moves.

import { lines } from './drawing.js';
import { roundDown } from './ticks.js';

const REACH = 2.4; // how far it goes, in the scene's units
const CELLS = 12; // at least this many across
const MOST = 64;

/** Adds a grid at a height; mapping {map, size, centre} leads to the scene.  Returns {object, spacing}. */
export function addGrid(scene, mapping, height) {
  const spacing = roundDown((2 * REACH * mapping.size) / CELLS);
  const ends = [0, 1].map((i) => {
    const middle = Math.round(mapping.centre[i] / spacing);
    const count = Math.min(MOST / 2, Math.ceil((REACH * mapping.size) / spacing));
    return [middle - count, middle + count];
  });
  const segments = [0, 1].flatMap((i) => {
    const [low, high] = ends[i];
    const across = ends[1 - i].map((k) => k * spacing);
    return Array.from({ length: high - low + 1 }, (_, k) =>
      across.map((c) => mapping.map(i === 0 ? [(low + k) * spacing, c, height] : [c, (low + k) * spacing, height])),
    );
  });
  const object = scene.add(lines('grid', segments.length, 1, '--rule', { transparent: true, opacity: 0.8 }));
  object.set(segments);
  return { object, spacing };
}
