// SPDX-License-Identifier: BSD-3-Clause

// Takes the README's pictures of a page: pictures.mjs PAGE.html LIGHT.png DARK.png
//
// browser.mjs says which environment variables it needs; `make pictures` sets them.

import { launch, open } from './browser.mjs';

const [file, ...pictures] = process.argv.slice(2);
const browser = await launch();
for (const [k, scheme] of ['light', 'dark'].entries()) {
  const { page } = await open(browser, file, { width: 1120, height: 700, scheme });
  await page.waitForTimeout(500);
  await page.screenshot({ path: pictures[k] });
  await page.close();
}
await browser.close();
