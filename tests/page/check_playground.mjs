// SPDX-License-Identifier: BSD-3-Clause

// The playground in a real browser: its answers are those of bms-first-contact, and follow what the user does.  Prints
// TAP lines.
//
//   node check_playground.mjs DIRECTORY    holds playground.html, queries.jsonl, answers.jsonl, traces.jsonl and
//                                          approaches.jsonl

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { launch, open, settle } from '../../tools/page/browser.mjs';
import { differences, itemOf } from './module_answers.mjs';
import { expect, test } from './tap.mjs';

const directory = process.argv[2];
const file = join(directory, 'playground.html');
const linesOf = (name) => readFileSync(join(directory, name), 'utf8').trim().split('\n');
const MOST = 400; // queries of the program that the page is asked

const browser = await launch();
const { page, seen } = await open(browser, file);

/** What the page knows: its line, its answer, what the fields say. */
const state = () =>
  page.evaluate(() => {
    const { line, item, certificate } = window.page;
    return { line, query: JSON.parse(line), item, certificate, t: window.page.current.timeline.t };
  });

/** The answer of libbms in the page to a query, which is what it should show. */
const answerTo = (query) => page.evaluate((q) => window.page.bms.firstContact(q), query);

const proofIsThere = () => page.waitForFunction(() => document.querySelector('.proof').textContent.includes('proves'));

await test('in the browser, answers have the bits of the program', async () => {
  const queries = linesOf('queries.jsonl')
    .slice(0, MOST)
    .map((line) => JSON.parse(line));
  const said = ['answers', 'traces', 'approaches'].map((name) =>
    linesOf(`${name}.jsonl`).map((line) => JSON.parse(line)),
  );
  const items = await page.evaluate(
    ([source, all]) => {
      const answered = new Function('bms', 'query', `return (${source})(bms, query)`);
      return all.map((query) => answered(window.page.bms, query));
    },
    [itemOf.toString(), queries],
  );
  items.forEach((item, k) =>
    differences(
      item,
      said.map((lines) => lines[k]),
    ).forEach((text) => expect(false, `line ${k + 1}: ${text}`)),
  );
  expect(items.length >= 264, `${items.length} queries`);
});

await test('it opens at the first contact of the first example, with a certificate', async () => {
  await proofIsThere();
  const { item, t, certificate } = await state();
  expect(item.contact && t === item.t, `t = ${t}, first contact ${item.t}`);
  expect((await page.textContent('.answer')).includes(String(item.t)), 'the time is not there');
  expect(certificate.status === item.status && certificate.text.includes('bms-certificate-1'), 'no certificate');
  expect((await page.textContent('.proof')).includes("the intervals' proves “contact”"), 'no proof of the intervals');
});

await test('a drag of a ghost moves that end of that box, and the answer follows', async () => {
  const before = await state();
  const { x, y } = await page.evaluate(() => window.page.handlePlace('b', 0));
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 60, y + 20, { steps: 6 });
  await settle(page);
  const during = await state();
  await page.mouse.up();
  await proofIsThere();
  const after = await state();
  const ends = ({ query }) => [0, 1].map((t) => query.b.position.map((c) => c.reduceRight((sum, x) => sum * t + x, 0)));
  const way = (k) => Math.hypot(...ends(after)[k].map((c, i) => c - ends(before)[k][i]));
  expect(way(0) > 0.1 && way(1) < 1e-12, `the ends go ${way(0)} and ${way(1)}`);
  expect(JSON.stringify(after.query.a) === JSON.stringify(before.query.a), 'a is another');
  expect(JSON.stringify(after.query.b.quaternion) === JSON.stringify(before.query.b.quaternion), 'b is turned');
  expect(during.item.t !== before.item.t, 'the answer waits for the end of the drag');
  expect(after.item.t === (await answerTo(after.query)).t, 'the answer is that of another query');
  expect(after.t === after.item.t, 'the views do not stay at the first contact');
});

await test('with shift a drag turns a box about its middle', async () => {
  const before = await state();
  const { x, y } = await page.evaluate(() => window.page.handlePlace('b', 0));
  await page.mouse.move(x, y);
  await page.keyboard.down('Shift');
  await page.mouse.down();
  await page.mouse.move(x + 40, y + 25, { steps: 4 });
  await page.mouse.up();
  await page.keyboard.up('Shift');
  await settle(page);
  const after = await state();
  expect(JSON.stringify(after.query.b.quaternion) !== JSON.stringify(before.query.b.quaternion), 'it is not turned');
  const [was, is] = [before, after].map(({ query }) => query.b.position.map((c) => c[0]));
  expect(
    was.every((c, i) => Math.abs(c - is[i]) < 1e-12),
    `its middle goes from ${was} to ${is}`,
  );
});

await test('a number that is typed is in the query to the last digit', async () => {
  const field = page.getByRole('textbox', { name: 'position of box a at t1, x' });
  await field.fill('0.123456789012');
  await settle(page);
  const { query, item } = await state();
  expect(query.a.position[0].reduce((sum, c) => sum + c) === 0.123456789012, `${query.a.position[0]}`);
  expect(item.t === (await answerTo(query)).t, 'the answer is that of another query');
  await field.fill('nonsense');
  expect((await field.getAttribute('aria-invalid')) === 'true', 'what is no number is not marked');
});

await test('a line that is pasted is answered as it stands, and goes into the address', async () => {
  const [line] = linesOf('queries.jsonl').slice(40);
  const { id: _, ...query } = JSON.parse(line);
  await page.locator('textarea').fill(line);
  await proofIsThere();
  const { item } = await state();
  const said = JSON.parse(linesOf('answers.jsonl')[40]);
  expect(item.status === said.status && item.t === said.t, `${item.t}, not ${said.t}`);
  const saved = JSON.parse(await page.evaluate(() => window.page.answerLine()));
  for (const name of ['certificate', 'intervals_certificate'])
    expect(JSON.stringify(saved[name]) === JSON.stringify(said[name]), `the saved answer has another ${name}`);
  const address = await page.evaluate(() => window.location.hash);
  const second = await open(browser, file, { hash: address });
  const there = await second.page.evaluate(() => window.page.query);
  expect(JSON.stringify(there) === JSON.stringify(query), `the address leads to ${JSON.stringify(there)}`);
  await second.page.close();
});

await test('what is no query is said, and the last one stays', async () => {
  const before = await state();
  const { a, ...rest } = before.query;
  for (const [text, reason] of [
    ['{"t": [0', 'not a line of JSON'],
    [JSON.stringify({ ...rest, a: { ...a, min: [9, 9] } }), 'a.min: expected a list of 3 numbers'],
    [JSON.stringify({ ...rest, a: { ...a, min: [9, 9, 9] } }), 'min'],
  ]) {
    await page.locator('textarea').fill(text);
    const said = await page.textContent('.complaint');
    expect(said.includes(reason), `"${said}" without "${reason}"`);
  }
  const after = await state();
  expect(after.item.t === before.item.t, 'the answer is another');
  expect(seen.length === 0, seen.join('; '));
});

await test('at the width of a phone, in the dark, nothing stands out to the side', async () => {
  const phone = await open(browser, file, { width: 390, height: 844, scheme: 'dark' });
  const width = await phone.page.evaluate(() => document.documentElement.scrollWidth);
  expect(width <= 390, `the page is ${width} wide`);
  expect(phone.seen.length === 0, phone.seen.join('; '));
  await phone.page.close();
});
await browser.close();
