// SPDX-License-Identifier: BSD-3-Clause

// Builds page.html, the template that the programs put their data into.
//
//   npm ci && npm run build          writes page.html
//   node build.js OTHER.html         writes it elsewhere, to compare

import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { bundle, pageOf } from './bundle.js';

const here = dirname(fileURLToPath(import.meta.url));
const script = await bundle(join(here, 'src/main.js'));
writeFileSync(process.argv[2] ?? join(here, 'page.html'), pageOf([join(here, 'src/style.css')], script));
