// SPDX-License-Identifier: BSD-3-Clause

// The package of npm beside bms-first-contact.
//
//   node check_module.mjs lines QUERIES               writes queries of tests/bits (query_bits.h) as JSON Lines
//   node check_module.mjs compare PACKAGE QUERIES ANSWERS TRACES APPROACHES
//                                                     compares answers to all lines, bit by bit, and counts them
//
// ANSWERS is what --intervals --certificate writes, TRACES --trace, APPROACHES --approach.

import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { differences, itemOf } from './module_answers.mjs';

const linesOf = (file) => readFileSync(file, 'utf8').trim().split('\n');

/* ------------------------------------------------------------------ queries of tests/bits */

function doubleOf(bits) {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, BigInt(`0x${bits}`));
  return view.getFloat64(0);
}

const rows = (list, width) =>
  Array.from({ length: list.length / width }, (_, k) => list.slice(width * k, width * k + width));

/** Takes a body off the front of the words. */
function takeBody(words) {
  const rigid = words.shift() === '1';
  const take = (count) => words.splice(0, count).map(doubleOf);
  const box = { min: take(3), max: take(3) };
  if (rigid) return { ...box, position: rows(take(9), 3), quaternion: rows(take(8), 2) };
  const entries = rows(take(36), 3);
  return { ...box, matrix: [...rows(entries, 4), [[0], [0], [0], take(3)]] };
}

/* JSON has a -0 of its own, which JSON.stringify() does not write, and nothing that is not finite. */
const text = (value) =>
  Array.isArray(value)
    ? `[${value.map(text).join(', ')}]`
    : typeof value === 'object'
      ? `{${Object.entries(value)
          .map(([key, member]) => `"${key}": ${text(member)}`)
          .join(', ')}}`
      : Object.is(value, -0)
        ? '-0.0'
        : String(value);

function writeLines(file) {
  const lines = linesOf(file);
  for (let k = 0; k < lines.length; k += 2) {
    const words = lines[k + 1].trim().split(' ');
    const t = words.splice(0, 2).map(doubleOf);
    const line = text({ t, a: takeBody(words), b: takeBody(words) });
    if (!/NaN|Infinity/.test(line)) console.log(line);
  }
}

/* ------------------------------------------------------------------ comparing */

async function compare(folder, queries, ...answers) {
  const { load } = await import(pathToFileURL(join(resolve(folder), 'index.js')));
  const bms = await load();
  const said = answers.map((file) => linesOf(file).map((line) => JSON.parse(line)));
  let wrong = 0;
  for (const [k, line] of linesOf(queries).entries()) {
    const found = differences(
      itemOf(bms, JSON.parse(line)),
      said.map((all) => all[k]),
    );
    if (found.length > 0) console.log(`line ${k + 1}: ${found.slice(0, 3).join('; ')}`);
    wrong += found.length > 0;
  }
  console.log(`${said[0].length} queries, ${said[0].filter((x) => x.contact).length} contacts, ${wrong} differ`);
  process.exitCode = wrong === 0 ? 0 : 1;
}

const [task, ...files] = process.argv.slice(2);
if (task === 'lines') writeLines(files[0]);
else await compare(...files);
