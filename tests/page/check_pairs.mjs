// SPDX-License-Identifier: BSD-3-Clause

// Compares the compatible pairs that a page shows in the middle of each section with the pairs of the trace of the same
// queries; aligned boxes, whose edges are parallel, are among them.
//
//   node check_pairs.mjs TRACE DATA

import { readFileSync } from 'node:fs';

import { pairKey } from '../../tools/page/src/features.js';
import { stateAt } from '../../tools/page/src/query_state.js';
import { compatiblePairs } from '../../tools/page/src/topology.js';

const [traceFile, dataFile] = process.argv.slice(2);
const traces = readFileSync(traceFile, 'utf8').trim().split('\n').map(JSON.parse);
const items = JSON.parse(readFileSync(dataFile, 'utf8')).queries.filter((item) => item.query);
let sections = 0;
let parallel = 0;

function expect(right, text) {
  if (right) return;
  console.log(`# ${text}`);
  process.exit(1);
}

expect(items.length === traces.length, `${items.length} queries, ${traces.length} traces`);
for (const [k, item] of items.entries())
  for (const { middle, planes } of traces[k].trace.sections) {
    const state = stateAt(item, middle, null);
    const shown = state.pairs.map(pairKey);
    const found = planes.map(({ kind, a, b }) => `${kind} ${a} ${b}`);
    expect(shown.join() === found.join(), `${item.id} at ${middle}: ${shown} is not ${found}`);
    const { a, b } = state.boxes;
    for (const list of [shown, compatiblePairs(a, b).map(pairKey)])
      expect(new Set(list).size === 30, `${item.id} at ${middle} has a pair twice: ${list}`);
    for (const { gap, normal } of compatiblePairs(a, b)) {
      const same = state.pairs.filter((pair) => pair.normal.every((x, r) => Math.abs(x - normal[r]) < 1e-9));
      const size = Math.max(...[...a.corner, ...b.corner].flat().map(Math.abs));
      const wrong = same.length > 0 && same.every((pair) => Math.abs(pair.gap - gap) > 1e-9 * size);
      expect(!wrong, `${item.id} at ${middle}: a gap of ${gap} is ${same.map((pair) => pair.gap)}`);
    }
    parallel += state.pairs.filter((pair) => pair.parallel).length;
    sections++;
  }
expect(sections >= 8 && parallel > 0, `only ${sections} sections, ${parallel} pairs of parallel edges`);
console.log(`# ${sections} sections, ${parallel} pairs of parallel edges`);
