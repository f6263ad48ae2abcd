// SPDX-License-Identifier: BSD-3-Clause

// The site in a real browser, from disk: on a phone and a screen, in the dark and in the light, nothing stands out to
// the side, and the search leads to a document.  Prints what is wrong.
//
//   node check_site.mjs SITE

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { launch } from '../../tools/page/browser.mjs';

const site = process.argv[2];
const browser = await launch();
for (const [width, colorScheme] of [
  [1280, 'light'],
  [1280, 'dark'],
  [390, 'dark'],
]) {
  const page = await browser.newPage({ viewport: { width, height: 844 }, colorScheme });
  page.on('pageerror', (error) => console.log(`${width}, ${colorScheme}: ${error.message}`));
  for (const name of ['index', 'doc/worlds', 'doc/python', 'doc/certificates', 'doc/engines', 'tests/index']) {
    await page.goto(pathToFileURL(join(site, `${name}.html`)).href);
    const whole = await page.evaluate(() => document.documentElement.scrollWidth);
    if (whole > width) console.log(`${name} is ${whole} wide on a screen of ${width}`);
    const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const bright = Math.max(...paper.match(/\d+/g).map(Number)) > 128;
    if (bright !== (colorScheme === 'light')) console.log(`${name}, ${colorScheme}: the paper is ${paper}`);
  }
  await page.goto(`${pathToFileURL(join(site, 'doc/faq.html')).href}?q=advisedParts`);
  const found = page.locator('#mkdocs-search-results a[href*="doc/worlds.html"]').first();
  await found.waitFor({ state: 'attached', timeout: 20000 }).catch(() => console.log(`${width}: the search finds nothing`));
  await page.close();
}
await browser.close();
