// SPDX-License-Identifier: BSD-3-Clause

// The pages in a real browser: what is shown is held against the numbers of the answers, and what is drawn against what
// has to be so of boxes that touch.  Prints TAP lines.
//
//   node check_browser.mjs DIRECTORY    holds queries.html and answers.jsonl, gallery.html and gallery.jsonl, and perhaps
//                                       replay.html; sweep.html with sweep.json, way.html with way.json and edges.html
//                                       with edge_answers.jsonl; forms.html

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { launch, open, settle } from '../../tools/page/browser.mjs';
import { expect, test } from './tap.mjs';

const directory = process.argv[2];
const fileOf = (name) => join(directory, name);

const near = (x, y, tolerance) => Math.abs(x - y) <= tolerance;

/* ------------------------------------------------------------------ what the page shows */

const number = (text) => Number(text.replace('−', '-').match(/-?[\d.]+(e-?\d+)?/)[0]);
const shownTime = async (page) => number((await page.textContent('#time')).replace('t =', ''));
const litPair = (page) => page.locator('.chips .lit .names').allTextContents();

/** Moves the slider as a hand does. */
async function moveSlider(page, fraction) {
  await page.locator('input[type=range]').evaluate((slider, value) => {
    slider.value = value;
    slider.dispatchEvent(new Event('input', { bubbles: true }));
  }, fraction);
  await settle(page);
}

/** The corners that the drawing has of a mesh of polygons, in the coordinates of the query. */
const drawnCorners = (page, name) =>
  page.evaluate((which) => {
    const { mapping, scene } = window.page.current.views[0];
    const { array } = scene.world.getObjectByName(which).geometry.attributes.position;
    const corners = [];
    for (let k = 0; k < array.length; k += 3)
      corners.push([0, 1, 2].map((i) => array[k + i] * mapping.size + mapping.centre[i]));
    return corners;
  }, name);

/** How far b is beyond a along a direction. */
function gapAlong(normal, a, b) {
  const along = (x) => x[0] * normal[0] + x[1] * normal[1] + x[2] * normal[2];
  return Math.min(...b.map(along)) - Math.max(...a.map(along));
}

const sizeOf = (corners) => Math.max(...corners.map((x) => Math.hypot(...x.map((c, i) => c - corners[0][i]))));

/** How many different colours a picture has. */
async function colours(page, selector) {
  const picture = await page.locator(selector).first().screenshot();
  return page.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0);
    const { data: pixels } = context.getImageData(0, 0, image.width, image.height);
    return new Set(new Uint32Array(pixels.buffer)).size;
  }, picture.toString('base64'));
}

/* ------------------------------------------------------------------ queries */

const answers = readFileSync(fileOf('answers.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));

async function choose(page, k) {
  await page.locator('nav.choice .picked').click();
  await page.locator('.picker .list button').nth(k).click();
  await settle(page);
}

async function checkQueries(browser) {
  const { page, seen } = await open(browser, fileOf('queries.html'));
  await test('a page of queries lists all of them, and opens at the first contact of one', async () => {
    await page.locator('nav.choice .picked').click();
    expect((await page.locator('.picker .list li').count()) === answers.length, 'the list has another length');
    await page.keyboard.press('Escape');
    expect(
      near(await shownTime(page), answers[0].t, 1e-5 * Math.abs(answers[0].t)),
      `shows t = ${await shownTime(page)}`,
    );
    expect(
      (await litPair(page)).join() === `${answers[0].pair.a} · ${answers[0].pair.b}`,
      `lit: ${await litPair(page)}`,
    );
  });
  await test("at the first contact the boxes of the scene touch, and the features are the answer's", async () => {
    for (const [k, answer] of answers.entries()) {
      if (answer.status !== 'contact') continue;
      await choose(page, k);
      const [a, b] = [await drawnCorners(page, 'a'), await drawnCorners(page, 'b')];
      const gap = gapAlong(answer.normal, a, b);
      expect(near(gap, 0, 1e-5 * sizeOf([...a, ...b])), `${answer.id}: gap ${gap}`);
      const lit = await litPair(page);
      expect(lit.includes(`${answer.pair.a} · ${answer.pair.b}`), `${answer.id}: lit ${lit}`);
      const status = await page.textContent('.status');
      expect(status === `first contact: ${answer.pair.a} of a, ${answer.pair.b} of b`, `${answer.id}: "${status}"`);
    }
  });
  await test('before the first contact a plane keeps the boxes of the scene apart', async () => {
    const k = answers.findIndex((answer) => answer.status === 'contact');
    await choose(page, k);
    const { t, range } = await page.evaluate(() => window.page.current.timeline);
    await moveSlider(page, (0.7 * (t - range[0])) / (range[1] - range[0]));
    expect(near(await shownTime(page), range[0] + 0.7 * (t - range[0]), 1e-5), `shows t = ${await shownTime(page)}`);
    const normal = await page.evaluate(() => window.page.current.state.pair.normal);
    const gap = gapAlong(normal, await drawnCorners(page, 'a'), await drawnCorners(page, 'b'));
    const said = number((await page.textContent('.status')).replace(/^apart by at least /, ''));
    expect(gap > 0 && near(gap, said, 1e-4 * Math.abs(said) + 1e-5), `gap ${gap}, said ${said}`);
  });
  await test('the mark of the first contact stands where the slider stops', async () => {
    const { t, range } = await page.evaluate(() => window.page.current.timeline);
    await page.getByRole('button', { name: 'first contact' }).click();
    const slider = Number(await page.locator('input[type=range]').inputValue());
    const mark = await page.locator('.plot path.first').getAttribute('d');
    expect(near(Number(mark.match(/M([\d.]+)/)[1]) / 1000, slider, 1e-6), `mark ${mark}, slider ${slider}`);
    expect(t < range[1], 'the slider was not moved away');
  });
  await test('a section of the route begins at each mark of a boundary', async () => {
    const item = await page.evaluate(() => window.page.current.item);
    const marks = await page.locator('.plot path.boundary').count();
    expect(marks === item.sections.length - 1, `${marks} marks, ${item.sections.length} sections`);
    expect((await page.locator('.chips button').count()) === 30, 'there are not 30 pairs');
  });
  await test('where edges are parallel, the sum is drawn whole, and fits its view', async () => {
    const k = answers.findIndex(({ points }) => points?.length > 2);
    expect(k >= 0, 'no answer has a face on a face');
    await choose(page, k);
    const { drawn, half, reach } = await page.evaluate(() => {
      const { views, scenes, state } = window.page.current;
      const { geometry } = scenes.sum.world.getObjectByName('sum');
      const { array } = geometry.attributes.position;
      const at = (i) => [...array.slice(3 * i, 3 * i + 3)];
      const minus = (p, q) => p.map((c, i) => c - q[i]);
      const cross = (p, q) => [p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]];
      const dot = (p, q) => p.reduce((sum, c, i) => sum + c * q[i], 0);
      let drawn = 0;
      for (let i = 0; i < geometry.drawRange.count; i += 3)
        drawn += dot(at(i), cross(minus(at(i + 1), at(i)), minus(at(i + 2), at(i)))) / 6;
      /* The volume of a sum of segments, over all three of the six. */
      const all = [...state.boxes.a.half, ...state.boxes.b.half].map((v) => v.map((c) => 2 * c));
      let half = 0;
      for (let i = 0; i < 6; i++)
        for (let j = 0; j < i; j++) for (let l = 0; l < j; l++) half += Math.abs(dot(all[i], cross(all[j], all[l])));
      const unit = Math.hypot(...minus(views[1].map([1, 0, 0]), views[1].map([0, 0, 0])));
      const reach = Math.max(...Array.from({ length: geometry.drawRange.count }, (_, i) => Math.hypot(...at(i))));
      return { drawn: Math.abs(drawn), half: half * unit ** 3, reach };
    });
    expect(near(drawn, half, 1e-4 * half), `volume ${drawn}, not ${half}`);
    expect(reach > 0.9 && reach < 1 + 1e-5, `it reaches ${reach} of the view`);
    await choose(page, 0);
  });
  await test('the axes have numbers, and the plot says its value under the cursor', async () => {
    const { range, curves } = await page.evaluate(() => window.page.current.timeline);
    const ticks = (await page.locator('.ticks span').allTextContents()).map(number);
    expect(near(ticks[0], range[0], 1e-5) && near(ticks.at(-1), range[1], 1e-5), `the axis goes from ${ticks}`);
    const levels = await page
      .locator('.levels span')
      .evaluateAll((all) => all.map((span) => parseFloat(span.style.top)));
    const zero = (await page.locator('.levels span').allTextContents()).indexOf('0');
    const drawn = number((await page.locator('.plot path.zero').getAttribute('d')).replace('M0 ', ''));
    expect(zero >= 0 && near(levels[zero], drawn, 0.01), `0 is at ${levels[zero]}, its line at ${drawn}`);
    const box = await page.locator('.plot').boundingBox();
    await page.mouse.move(box.x + box.width / 4, box.y + 20);
    const [t, gap] = (await page.locator('.probe').textContent())
      .replaceAll('−', '-')
      .match(/-?[\d.]+/g)
      .map(Number);
    const [{ times, values }] = curves;
    const k = times.findIndex((time) => time >= t);
    const tolerance = 1e-3 + Math.abs(values[k + 1] - values[k - 1]);
    expect(near(t, range[0] + (range[1] - range[0]) / 4, 0.01 * (range[1] - range[0])), `t = ${t}`);
    expect(near(gap, values[k], tolerance), `${gap}, not ${values[k]}`);
  });
  await test('a bar of a round length is as long as it says, and the lines of the grid are as round', async () => {
    const { said, seen: along } = await page.evaluate(() => {
      const { scenes, mapping } = window.page.current;
      const { camera, controls, host } = scenes.boxes;
      const right = camera.matrixWorld.elements.slice(0, 3);
      const at = (s) =>
        controls.target
          .clone()
          .add({ x: s * right[0], y: s * right[1], z: s * right[2] })
          .project(camera).x;
      const bar = host.querySelector('.bar-line');
      const length = Number(host.querySelector('.scale').textContent);
      return { said: bar.offsetWidth, seen: ((at(length / mapping.size) - at(0)) / 2) * host.clientWidth };
    });
    expect(near(said, along, 1.5), `${said} pixels, not ${along}`);
    const spacing = await page.evaluate(() => {
      const { scenes, mapping } = window.page.current;
      const { array } = scenes.boxes.world.getObjectByName('grid').geometry.attributes.instanceStart.data;
      return Math.hypot(...[0, 1, 2].map((i) => array[6 + i] - array[i])) * mapping.size;
    });
    const digit = spacing / 10 ** Math.floor(Math.log10(spacing) + 1e-4);
    expect(
      [1, 2, 5].some((round) => near(digit, round, 1e-3)),
      `lines of the grid are ${spacing} apart`,
    );
  });
  await test('the list finds by text and status, and orders', async () => {
    await page.locator('nav.choice .picked').click();
    await page.getByRole('combobox', { name: 'order' }).selectOption('first contact first');
    const listed = () => page.evaluate(() => window.page.picker.listed);
    const times = (await listed()).map((k) => answers[k].t ?? Infinity);
    expect(
      times.every((t, k) => k === 0 || times[k - 1] <= t),
      `in the order of ${times}`,
    );
    await page.getByRole('combobox', { name: 'status' }).selectOption('not answered');
    const refused = (await listed()).map((k) => Boolean(answers[k].error));
    expect(refused.length > 0 && refused.every(Boolean), `${refused}`);
    await page.getByRole('combobox', { name: 'status' }).selectOption('all');
    await page.getByRole('searchbox').fill('no such query');
    expect((await listed()).length === 0, 'it finds what is not there');
    await page.getByRole('searchbox').fill('');
    await page.getByRole('combobox', { name: 'order' }).selectOption('as given');
    await page.waitForFunction(() => document.querySelector('.thumbnail'));
    await page.waitForTimeout(300);
    const drawn = await page.evaluate(() => {
      const frame = document.querySelector('.thumbnail');
      const { data } = frame.getContext('2d').getImageData(0, 0, frame.width, frame.height);
      return new Set(new Uint32Array(data.buffer)).size;
    });
    expect(drawn > 10, `the small picture has ${drawn} colours`);
    await page.keyboard.press('Escape');
    expect(await page.locator('.picker').isHidden(), 'it stays open');
  });
  await test('a view is saved as a picture', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'save the view: Boxes' }).click(),
    ]);
    const picture = readFileSync(await download.path());
    expect(download.suggestedFilename() === 'boxes.png', download.suggestedFilename());
    expect(picture.length > 5000 && picture.subarray(1, 4).toString() === 'PNG', `${picture.length} bytes`);
  });
  await test('the keyboard steps, plays and stops', async () => {
    await page.evaluate(() => document.activeElement.blur());
    await page.locator('body').press('Home');
    const [t0, t1] = await page.evaluate(() => window.page.current.timeline.range);
    expect((await shownTime(page)) === t0, 'Home does not go to the start');
    await page.keyboard.press('ArrowRight');
    expect(near(await shownTime(page), t0 + (t1 - t0) / 200, 1e-5), `an arrow leads to ${await shownTime(page)}`);
    await page.keyboard.press(' ');
    await page.waitForFunction((t) => window.page.current.timeline.t > t, t0 + (t1 - t0) / 100);
    await page.keyboard.press(' ');
    const stopped = await page.evaluate(() => window.page.current.timeline.t);
    await page.waitForTimeout(100);
    expect((await page.evaluate(() => window.page.current.timeline.t)) === stopped, 'space does not stop it');
  });
  await test('PageUp and PageDown go from mark to mark, the button plays, and the plot is pressed', async () => {
    const { range, marks } = await page.evaluate(() => window.page.current.timeline);
    await page.locator('body').press('Home');
    await page.keyboard.press('PageDown');
    expect(near(await shownTime(page), marks[0], 1e-5), `PageDown leads to ${await shownTime(page)}`);
    await page.keyboard.press('PageUp');
    expect((await shownTime(page)) === range[0], `PageUp leads to ${await shownTime(page)}`);
    await page.getByRole('button', { name: 'play' }).click();
    await page.waitForFunction((t) => window.page.current.timeline.t > t, range[0]);
    await page.getByRole('button', { name: 'pause' }).click();
    expect(!(await page.evaluate(() => window.page.current.timeline.playing)), 'it goes on playing');
    const box = await page.locator('.plot').boundingBox();
    await page.mouse.click(box.x + 0.9 * box.width, box.y + 20);
    const there = range[0] + 0.9 * (range[1] - range[0]);
    expect(near(await shownTime(page), there, 0.01 * (range[1] - range[0])), `it leads to ${await shownTime(page)}`);
  });
  await test('a view turns as it is dragged, the wheel zooms, and keys do both', async () => {
    const camera = () =>
      page.evaluate(() => {
        const { camera: eye, controls } = window.page.current.scenes.boxes;
        return { at: eye.position.toArray(), far: eye.position.distanceTo(controls.target) };
      });
    const box = await page.locator('.stage').first().boundingBox();
    const before = await camera();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2 + 60, box.y + box.height / 2 + 20, { steps: 4 });
    await page.mouse.up();
    await settle(page);
    const turned = await camera();
    expect(Math.hypot(...turned.at.map((x, i) => x - before.at[i])) > 0.05, 'it has not turned');
    await page.mouse.wheel(0, -400);
    await page.waitForFunction((most) => {
      const { camera, controls } = window.page.current.scenes.boxes;
      return camera.position.distanceTo(controls.target) < most;
    }, 0.98 * turned.far);
    await page.keyboard.press('Escape');
    await page.locator('.stage').first().focus();
    await page.keyboard.press('Home');
    const home = await camera();
    for (const key of ['ArrowLeft', '+']) await page.keyboard.press(key);
    const steered = await camera();
    expect(Math.hypot(...steered.at.map((x, i) => x - home.at[i])) > 0.05, 'the keys do not turn it');
    expect(steered.far < 0.95 * home.far, 'the keys do not zoom');
    await page.keyboard.press('Home');
    const back = await camera();
    expect(
      back.at.every((x, i) => near(x, home.at[i], 1e-6)),
      'Home does not lead back',
    );
    await page.evaluate(() => document.activeElement.blur());
  });
  await test('arrows beside the list lead to the next query and back', async () => {
    const chosen = () => page.evaluate(() => window.page.number);
    const first = await chosen();
    await page.getByRole('button', { name: 'the next query' }).click();
    expect((await chosen()) === first + 1, `the next is ${await chosen()}`);
    await page.getByRole('button', { name: 'the query before' }).click();
    expect((await chosen()) === first, `the one before is ${await chosen()}`);
  });
  await test('a pair that is pressed is shown in all views', async () => {
    const chip = page.locator('.chips button').nth(4);
    await chip.click();
    expect((await chip.getAttribute('aria-pressed')) === 'true', 'it is not pressed');
    const name = await chip.locator('.names').textContent();
    expect((await page.evaluate(() => window.page.current.state.pairLabel)) === name, `not ${name}`);
    await chip.click();
  });
  await test('a query that was refused says why', async () => {
    await choose(
      page,
      answers.findIndex((answer) => answer.error),
    );
    expect((await page.textContent('[role=alert]')).includes('min'), 'the reason is not there');
  });
  await test('views, controls and the slider have names for those who do not see them', async () => {
    await choose(page, 0);
    for (const stage of await page.locator('.stage').all())
      expect((await stage.getAttribute('aria-label')).length > 20, 'a view has no name');
    for (const button of await page.locator('button').all()) {
      const name = (await button.getAttribute('aria-label')) ?? (await button.textContent());
      expect(name.trim() !== '', 'a button has no name');
    }
    const value = await page.locator('input[type=range]').getAttribute('aria-valuetext');
    expect(value.includes('first contact'), `the slider says "${value}"`);
  });
  await test('the views are not blank', async () => {
    for (const [k, name] of ['boxes', 'sum', 'sphere'].entries()) {
      const count = await colours(page, `.view >> nth=${k}`);
      expect(count > 50, `${name}: ${count} colours`);
    }
  });
  await test('nothing failed, and nothing was fetched', () => expect(seen.length === 0, seen.join('; ')));
  await page.close();
}

async function checkSizes(browser) {
  for (const width of [390, 1280])
    await test(`in the dark, ${width} wide, nothing stands out to the side, and the views are not blank`, async () => {
      const { page, seen } = await open(browser, fileOf('queries.html'), { width, height: 844, scheme: 'dark' });
      const whole = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(whole <= width, `the page is ${whole} wide`);
      expect((await colours(page, '.view')) > 50, 'the view is blank');
      const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      expect(Math.max(...paper.match(/\d+/g).map(Number)) < 60, `the paper is ${paper}`);
      await page.getByRole('button', { name: 'dark or light' }).click();
      const light = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      expect(Math.min(...light.match(/\d+/g).map(Number)) > 200, `the light paper is ${light}`);
      expect(seen.length === 0, seen.join('; '));
      await page.close();
    });
  await test('a page of the first lines only says so, and how its keys are used', async () => {
    const { page, seen } = await open(browser, fileOf('cut.html'));
    const cut = await page.textContent('.cut');
    expect(cut === `the first ${answers.length} of 105,600 lines`, `"${cut}"`);
    const keys = await page.textContent('.keys');
    expect(/space plays.*PageDown.*drag a view.*wheel zooms/.test(keys), `"${keys}"`);
    expect(seen.length === 0, seen.join('; '));
    await page.close();
  });
}

async function checkGallery(browser) {
  await test('a page of queries with notes opens with its list: each has its note, and a picture of both boxes', async () => {
    const items = linesOf('gallery.jsonl');
    for (const [width, scheme] of [
      [1280, 'light'],
      [390, 'dark'],
    ]) {
      const { page, seen } = await open(browser, fileOf('gallery.html'), { width, scheme });
      const rows = page.locator('.picker .list button');
      const texts = await rows.allTextContents();
      expect(
        texts.length === items.length && items.every(({ id }, k) => texts[k].startsWith(id.name) && texts[k].endsWith(id.note)),
        texts.join('; '),
      );
      for (const frame of await page.locator('.thumbnail').all()) {
        await frame.scrollIntoViewIfNeeded();
        await page.waitForTimeout(100);
        const [a, b] = await frame.evaluate((canvas) => {
          const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
          const counts = [0, 0];
          for (let i = 0; i < data.length; i += 4)
            if (data[i + 3] > 200 && Math.abs(data[i] - data[i + 2]) > 20) counts[data[i] > data[i + 2] ? 1 : 0]++;
          return counts; /* bluish pixels are a, reddish ones b */
        });
        expect(a > 20 && b > 0, `a has ${a} pixels, b ${b}`);
      }
      const whole = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(whole <= width, `the page is ${whole} wide`);
      await rows.nth(1).click();
      expect(await page.locator('.picker').isHidden(), 'it stays open');
      expect((await page.textContent('.lead')) === items[1].id.note, 'another query is shown');
      expect(seen.length === 0, seen.join('; '));
      await page.close();
    }
    const { page } = await open(browser, fileOf('gallery.html'), { hash: '#3' });
    expect(await page.locator('.picker').isHidden(), 'it opens with the list though the address has a query');
    expect((await page.textContent('.lead')) === items[2].id.note, 'the address leads to another query');
    await page.close();
  });
}

async function checkFlat() {
  const browser = await launch({ flat: true });
  await test('without WebGL the page says so, and shows numbers and plot', async () => {
    const { page, seen } = await open(browser, fileOf('queries.html'));
    expect((await page.textContent('.no-webgl')).includes('WebGL'), 'it does not say so');
    expect((await page.locator('.plot .curve').getAttribute('d')).length > 1000, 'there is no plot');
    expect((await page.textContent('.answer')).includes(String(answers[0].t)), 'there is no answer');
    await moveSlider(page, 0.25);
    expect((await page.textContent('.status')).length > 10, 'the status is empty');
    expect((await page.locator('.labels span:visible').count()) === 0, 'labels of what is not drawn are there');
    const errors = seen.filter((text) => !/WebGL|WebGPU|GPU/i.test(text)); /* three tells of it, too */
    expect(errors.length === 0, errors.join('; '));
  });
  await browser.close();
}

/* ------------------------------------------------------------------ a robot, and a world */

async function checkSweep(browser) {
  const answer = JSON.parse(readFileSync(fileOf('sweep.json'), 'utf8'));
  const { page, seen } = await open(browser, fileOf('sweep.html'));
  const names = [answer.b.link ?? answer.b.obstacle, answer.a.link ?? answer.a.obstacle];
  await test('a sweep opens at the contact, and names what meets', async () => {
    expect(near(await shownTime(page), answer.t, 1e-5), `shows t = ${await shownTime(page)}`);
    const status = await page.textContent('.status');
    expect(
      names.every((name) => status.includes(name)),
      `"${status}" without ${names}`,
    );
    const list = await page.locator('.parts .list button').allTextContents();
    expect(
      names.every((name) => list.includes(name)),
      `the list has ${list}`,
    );
  });
  await test('at the contact the two are as near in the scene as the answer says', async () => {
    const [a, b] = await page.evaluate(
      (boxes) =>
        boxes.map((k) => {
          const { view, map } = window.page;
          return view.corners(k).map((x) => x.map((c) => c * map.size));
        }),
      [answer.a.shape, answer.b.shape],
    );
    const gap = gapAlong(answer.normal, a, b);
    expect(Math.abs(gap) <= 2 * answer.slack + 1e-6, `gap ${gap}, slack ${answer.slack}`);
  });
  await test('what moves and the obstacles are in the view', async () => {
    const outside = await page.evaluate(() => {
      const { view, scene } = window.page;
      return view.lane.boxes
        .filter((_, k) => {
          const corners = view.corners(k).map(([x, y, z]) => scene.controls.target.clone().set(x, y, z).project(scene.camera));
          return corners.some(({ x, y }) => Math.abs(x) > 1 || Math.abs(y) > 1);
        })
        .map((box) => box.name);
    });
    expect(outside.length === 0, `${outside}`);
  });
  await test('the plot of a sweep comes down to nothing at the contact, and is not blank', async () => {
    const { distances, lane, plot } = await page.evaluate(() => window.page.sweep);
    const k = lane.times.indexOf(Math.min(...lane.times.filter((t) => near(t, answer.t, 1e-9))));
    expect(k >= 0 && distances[k] <= 3 * answer.slack, `${distances[k]} apart at sample ${k}`);
    const shared = lane.times.map((t) => plot.times.indexOf(t));
    expect(
      shared.every((place, i) => plot.values[place] === distances[i]),
      'the plot leaves samples out',
    );
    expect(plot.times.length === 8 * (lane.times.length - 1) + 1, `${plot.times.length} times in the plot`);
    expect(
      plot.times.every((t, i) => i === 0 || plot.times[i - 1] < t),
      'they are in disorder',
    );
    expect(
      plot.values.every((most, i) => plot.lowers[i] >= 0 && plot.lowers[i] <= most),
      'a distance is below its lower bound',
    );
    const dots = await page.locator('.plot .samples').getAttribute('d');
    expect(dots.split('M').length - 1 === plot.times.length, 'a sample is not marked');
    expect((await colours(page, '.view')) > 50, 'the view is blank');
  });
  await test('a link is found by its name, and the sweep is shown', async () => {
    await page.getByRole('button', { name: 'forearm_link' }).click();
    expect((await page.locator('.labels span:not([hidden])').allTextContents()).includes('forearm_link'), 'no label');
    await page.getByRole('button', { name: 'show the sweep' }).click();
    expect(await page.evaluate(() => window.page.shadows.visible), 'the sweep is not shown');
    expect(seen.length === 0, seen.join('; '));
  });
  await page.close();
}

const linesOf = (name) =>
  readFileSync(fileOf(name), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

async function checkWay(browser) {
  await test('a way of several segments opens at the contact in a later one', async () => {
    const answer = JSON.parse(readFileSync(fileOf('way.json'), 'utf8'));
    const { page, seen } = await open(browser, fileOf('way.html'));
    expect(answer.segment === 1 && near(await shownTime(page), answer.t, 1e-5), `shows t = ${await shownTime(page)}`);
    const { range, times } = await page.evaluate(() => ({
      range: window.page.timeline.range,
      times: window.page.sweep.lane.times,
    }));
    expect(range.join() === '0,2' && times.includes(1), `of ${range}, the way-point is not among the samples`);
    expect(seen.length === 0, seen.join('; '));
    await page.close();
  });
}

async function checkEdges(browser) {
  const lines = linesOf('edge_answers.jsonl');
  const { page, seen } = await open(browser, fileOf('edges.html'));
  await test('a page of edges lists all of them with their answers, the bad one with its error', async () => {
    await page.locator('nav.choice .picked').click();
    const rows = await page.locator('.picker .list li').allTextContents();
    expect(rows.length === 3 && rows[0].startsWith('edge 7contact at t = 0.38'), rows.join('; '));
    expect(number(rows[1].replace('short', '')) === Number(lines[1].clearance.toPrecision(6)), rows[1]);
    expect(rows[2] === 'edge 3not answered', rows[2]);
    await page.keyboard.press('Escape');
    await choose(page, 2);
    expect((await page.textContent('.note')) === lines[2].error, 'the error is another');
  });
  await test('each edge has the obstacles, and opens at its contact or its least clearance', async () => {
    for (const [k, answer] of lines.entries()) {
      if (answer.error) continue;
      await choose(page, k);
      expect(near(await shownTime(page), answer.status === 'free' ? 0 : answer.t, 1e-5), `${k}: opens elsewhere`);
      const names = await page.locator('.parts .list button').allTextContents();
      expect(names.includes('sheet') && names.includes('forearm_link'), `${k}: ${names}`);
      await page.locator('.jumps button').click();
      expect(near(await shownTime(page), answer.t, 1e-5), `${k}: shows t = ${await shownTime(page)}, not ${answer.t}`);
      const drawn = await page.evaluate(() => window.page.current.view.meshes.length);
      expect(drawn === (await page.evaluate(() => window.page.items[0].sweep.lane.boxes.length)), `${drawn} boxes`);
    }
    expect(seen.length === 0, seen.join('; '));
  });
  await test('edges are ordered by clearance', async () => {
    await page.locator('nav.choice .picked').click();
    await page.locator('.picker select[aria-label=order]').selectOption('narrowest clearance first');
    const rows = await page.locator('.picker .list strong').allTextContents();
    expect(rows.join() === 'edge 7,short,edge 3', rows.join());
    await page.keyboard.press('Escape');
  });
  await page.close();
  await test('the edges fit a phone, in the dark', async () => {
    const phone = await open(browser, fileOf('edges.html'), { width: 390, height: 844, scheme: 'dark' });
    const width = await phone.page.evaluate(() => document.documentElement.scrollWidth);
    for (const k of [0, 1]) {
      await choose(phone.page, k);
      const hidden = await phone.page.locator('.jumps').evaluate((box) => box.scrollWidth - box.clientWidth);
      expect(width <= 390 && hidden <= 0, `the page is ${width} wide, ${hidden} of its marks are hidden`);
    }
    expect(phone.seen.length === 0, phone.seen.join('; '));
    await phone.page.close();
  });
}

/* The box around a shape as drawn is the one that libbms says. */
async function checkForms(browser) {
  await test('spheres, cylinders and meshes of an arm are drawn as they are', async () => {
    const { page, seen } = await open(browser, fileOf('forms.html'));
    const drawn = await page.evaluate(() => {
      const { lane, meshes } = window.page.view;
      return lane.boxes.map((box, k) => {
        const { geometry } = meshes[k];
        geometry.computeBoundingBox();
        const { min, max } = geometry.boundingBox;
        return { form: box.form, side: box.side, size: [max.x - min.x, max.y - min.y, max.z - min.z] };
      });
    });
    for (const { form, side, size } of drawn)
      expect(
        side.every((s, i) => near(s, size[i], 0.02 * s)),
        `${JSON.stringify(form)}: ${size}, not ${side}`,
      );
    expect(drawn.filter(({ form }) => form).length === 4, `${drawn.length} shapes`);
    expect(new Set(drawn.map(({ form }) => Object.keys(form)[0])).size === 3, 'of other forms');
    expect(seen.length === 0, seen.join('; '));
    await page.close();
  });
}

async function checkReplay(browser) {
  const { page, seen } = await open(browser, fileOf('replay.html'));
  await test('a replay opens at its first stop', async () => {
    const first = await page.evaluate(() =>
      Math.min(...window.page.replay.lanes.flatMap(({ stops }) => stops).map(({ t }) => t)),
    );
    expect((await page.evaluate(() => window.page.timeline.t)) === first, 'it opens elsewhere');
  });
  await test('a replay has both worlds side by side and in step', async () => {
    const titles = await page.locator('figcaption').allTextContents();
    expect(titles[0].startsWith('Plain ODE') && titles[1].startsWith('Guarded'), titles.join('; '));
    await moveSlider(page, 0.5);
    const off = await page.evaluate(() => {
      const { views, timeline } = window.page;
      return views.map(({ lane, meshes, map }) => {
        const k = lane.times.findLastIndex((t) => t <= timeline.t);
        const part = (timeline.t - lane.times[k]) / (lane.times[k + 1] - lane.times[k]) || 0;
        return Math.max(
          ...lane.boxes.map((box, i) => {
            const row = box.moves ? k : 0;
            const next = box.moves ? Math.min(k + 1, lane.times.length - 1) : 0;
            const x = [0, 1, 2].map(
              (c) => box.poses[7 * row + c] + part * (box.poses[7 * next + c] - box.poses[7 * row + c]),
            );
            const drawn = meshes[i].matrix.elements.slice(12, 15);
            return Math.hypot(...map.point(x).map((c, j) => c - drawn[j]));
          }),
        );
      });
    });
    expect(Math.max(...off) < 1e-9, `boxes are off by ${off}`);
  });
  await test('the cores of a replay are a quarter of the thickness inside of what moves', async () => {
    await page.getByRole('button', { name: 'cores' }).click();
    await settle(page);
    const ratios = await page.evaluate(() => {
      const [{ lane, cores, map, place }] = window.page.views;
      const moving = lane.boxes.filter((box) => box.moves);
      const { array } = cores.geometry.attributes.instanceStart.data;
      return moving.map(({ side }, k) => {
        const all = Array.from({ length: 12 }, (_, e) => {
          const at = 6 * (12 * k + e);
          return Math.hypot(...[0, 1, 2].map((i) => array[at + i] - array[at + 3 + i])) * map.size;
        });
        const thin = Math.min(...side);
        const inside = side.flatMap((s) => Array(4).fill(s - thin / 2));
        return place ? Math.max(...all.map((length, e) => Math.abs(length - inside[e]) / thin)) : 1;
      });
    });
    expect(ratios.length > 0 && Math.max(...ratios) < 1e-4, `edges are off by ${Math.max(...ratios)} of the thickness`);
    await page.getByRole('button', { name: 'cores' }).click();
  });
  await test('the islands of a replay are the boxes that touch others that move', async () => {
    await page.getByRole('button', { name: 'islands' }).click();
    const shown = await page.evaluate(() => {
      const { views, timeline } = window.page;
      return views.map((view) => {
        const index = view.lane.links.findLastIndex((list) => list.length > 0);
        if (index < 0) return { lines: 0, apart: 0 };
        timeline.set(view.lane.times[index]);
        const { links, map, lane } = view;
        const { array } = links.geometry.attributes.instanceStart.data;
        const centre = (k) => map.point(lane.boxes[k].poses.slice(7 * index, 7 * index + 3));
        const apart = lane.links[index].map((k, i) =>
          Math.hypot(...centre(k).map((x, c) => x - array[3 * i + c])),
        );
        return { lines: links.geometry.instanceCount, expected: apart.length / 2, apart: Math.max(...apart) };
      });
    });
    expect(
      shown.some(({ lines }) => lines > 0),
      'there is none',
    );
    for (const { lines, expected = 0, apart } of shown)
      expect(lines === expected && apart < 1e-5, `${lines} lines of ${expected}, off by ${apart}`);
    await page.getByRole('button', { name: 'islands' }).click();
  });
  await test('a film of both worlds is saved', async () => {
    await page.getByRole('combobox', { name: 'speed' }).selectOption('1×');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'save a film' }).click(),
    ]);
    const film = readFileSync(await download.path());
    expect(film.length > 10000 && film.readUInt32BE(0) === 0x1a45dfa3, `${film.length} bytes, not of WebM`);
    expect(
      (await page.evaluate(() => window.page.timeline.t)) ===
        (await page.evaluate(() => window.page.timeline.range[1])),
      'it does not play to the end',
    );
  });
  await test('the stops of a replay are marked, and lead there', async () => {
    const stops = await page.evaluate(() => window.page.replay.lanes.flatMap((lane) => lane.stops));
    expect(stops.length > 0, 'there is no stop');
    expect((await page.locator('.plot path.stop').count()) === stops.length, 'there are other marks');
    await page.locator('[aria-label=stops] .list button').last().click();
    const last = Math.max(...stops.map((stop) => stop.t));
    expect(near(await shownTime(page), last, 1e-5 * last), `the last in the list leads to ${await shownTime(page)}`);
    await page.getByRole('button', { name: 'first stop' }).click();
    const first = Math.min(...stops.map((stop) => stop.t));
    expect(near(await shownTime(page), first, 1e-5 * first), `leads to ${await shownTime(page)}, not ${first}`);
    expect((await colours(page, '.view >> nth=1')) > 50, 'the view is blank');
    expect(seen.length === 0, seen.join('; '));
  });
  await page.close();
}

const browser = await launch();
await checkQueries(browser);
await checkSizes(browser);
await checkGallery(browser);
if (existsSync(fileOf('replay.html'))) await checkReplay(browser);
if (existsSync(fileOf('sweep.html'))) await checkSweep(browser);
if (existsSync(fileOf('way.html'))) await checkWay(browser);
if (existsSync(fileOf('edges.html'))) await checkEdges(browser);
if (existsSync(fileOf('forms.html'))) await checkForms(browser);
await browser.close();
await checkFlat();
