// SPDX-License-Identifier: BSD-3-Clause

// Holds the page's arithmetic (tools/page/src) against that of libbms, as page_values prints it: poses at several
// times, gaps, and the compatible pairs of every section.
//
//   page_values | node check_values.mjs

import { readFileSync } from 'node:fs';

import { boxAt } from '../../tools/page/src/box.js';
import { pairKey } from '../../tools/page/src/features.js';
import { polynomial, poseAt } from '../../tools/page/src/motion.js';
import { compatiblePairs, widestPair } from '../../tools/page/src/topology.js';

const RELATIVE = 1e-13; // of the sum of the absolute terms that a number is made of

const absolute = (c, t) => polynomial(c.map(Math.abs), Math.abs(t));

/** A bound of the intermediate results that entry (row, column) of a pose comes from. */
function magnitude(body, t, row, column) {
  if (body.matrix) return absolute(body.matrix[row][column], t) / polynomial(body.matrix[3][3], t);
  if (column === 3) return absolute(body.position[row], t);
  const norm = (value) => Math.hypot(...body.quaternion.map((c) => value(c, t)));
  return norm(absolute) / norm(polynomial);
}

/** The greatest error of a pose, in magnitudes. */
function poseError(body, t, expected) {
  const { column, origin } = poseAt(body, t);
  let worst = 0;
  for (let row = 0; row < 3; row++)
    for (let k = 0; k < 4; k++) {
      const found = k < 3 ? column[k][row] : origin[row];
      const error = Math.abs(found - expected[4 * row + k]);
      if (error > 0) worst = Math.max(worst, error / magnitude(body, t, row, k));
    }
  return worst;
}

/** How large the numbers are that a gap is made of: the corners, and what their poses come from. */
function extent(query, t) {
  const bodies = [query.a, query.b];
  const corners = bodies.flatMap((body) => boxAt(body, t).corner.map((x) => Math.hypot(...x)));
  const sizes = bodies.flatMap((body) => [...body.min, ...body.max].map(Math.abs));
  const terms = bodies.flatMap((body) =>
    [0, 1, 2].flatMap((row) => [
      magnitude(body, t, row, 3),
      ...[0, 1, 2].map((k) => magnitude(body, t, row, k) * Math.max(...sizes)),
    ]),
  );
  return Math.max(...corners, ...terms);
}

const counts = { poses: 0, gaps: 0, sections: 0, pairs: 0 };
const worst = { pose: 0, gap: 0 };
let wrong = 0;

function complain(query, text) {
  wrong++;
  if (wrong < 10) console.log(`# ${query.id}: ${text}`);
}

function checkSample(query, sample) {
  for (const name of ['a', 'b']) {
    const error = poseError(query[name], sample.t, sample[name]);
    worst.pose = Math.max(worst.pose, error);
    counts.poses++;
    if (!(error <= RELATIVE)) complain(query, `pose of ${name} at ${sample.t} is off by ${error}`);
  }
  const [a, b] = [boxAt(query.a, sample.t), boxAt(query.b, sample.t)];
  const error = Math.abs(widestPair(compatiblePairs(a, b)).gap - sample.gap) / extent(query, sample.t);
  worst.gap = Math.max(worst.gap, error);
  counts.gaps++;
  if (!(error <= RELATIVE)) complain(query, `gap at ${sample.t} is off by ${error} of the extent`);
}

function checkSection(query, { middle, pairs }) {
  const found = new Set(compatiblePairs(boxAt(query.a, middle), boxAt(query.b, middle)).map(pairKey));
  counts.sections++;
  for (const pair of pairs) {
    counts.pairs++;
    if (!found.has(pair)) complain(query, `at ${middle} the page does not find ${pair}`);
  }
}

for (const record of readFileSync(0, 'utf8')
  .split('\f')
  .filter((text) => text.trim())) {
  const { query, samples, sections } = JSON.parse(record);
  for (const sample of samples) checkSample(query, sample);
  for (const section of sections) checkSection(query, section);
}
console.log(`# ${JSON.stringify(counts)}, worst errors ${JSON.stringify(worst)}, ${wrong} wrong`);
process.exit(wrong === 0 && counts.poses > 1000 && counts.pairs > 1000 ? 0 : 1);
