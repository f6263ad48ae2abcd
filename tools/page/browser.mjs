// SPDX-License-Identifier: BSD-3-Clause

// A real browser, without a window, for tests and pictures: Debian's Chromium, driven by playwright-core, with WebGL
// drawn by the processor.
//
// PAGE_MODULES is the directory that holds node_modules, PAGE_BROWSER the browser.

import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const { chromium } = createRequire(join(process.env.PAGE_MODULES, 'package.json'))('playwright-core');

const WITH_WEBGL = ['--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'];
const WITHOUT_WEBGL = ['--disable-3d-apis', '--disable-gpu'];

/** A browser; `flat` is one that has no WebGL. */
export function launch({ flat = false } = {}) {
  const args = ['--no-sandbox', ...(flat ? WITHOUT_WEBGL : WITH_WEBGL)];
  return chromium.launch({ executablePath: process.env.PAGE_BROWSER, args, timeout: 120000 });
}

/** Opens a file and waits for the page to stand.  `seen` collects errors, warnings of the console, and requests for
    anything but the file. */
export async function open(browser, file, { width = 1280, height = 860, scheme = 'light', scale = 1, hash = '' } = {}) {
  const page = await browser.newPage({ viewport: { width, height }, colorScheme: scheme, deviceScaleFactor: scale });
  const address = pathToFileURL(file).href;
  const seen = [];
  page.setDefaultTimeout(60000);
  page.on('pageerror', (error) => seen.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') seen.push(`console: ${message.text()}`);
  });
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(address))
      seen.push(`request: ${request.url()}`);
  });
  await page.goto(address + hash);
  await page.waitForFunction(() => Boolean(window.page));
  await settle(page);
  return { page, seen };
}

/** Waits until what has changed is drawn. */
export const settle = (page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
