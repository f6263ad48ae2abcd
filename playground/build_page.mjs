// SPDX-License-Identifier: BSD-3-Clause

// build_page.mjs PACKAGE PAGE.html [TOOLS]: writes the playground with the package of npm in it.  TOOLS is tools/page
// with its modules, that of this tree if it is left out.

import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const [folder, output, tools = join(here, '../tools/page')] = process.argv.slice(2);
const { bundle, pageOf } = await import(pathToFileURL(join(resolve(tools), 'bundle.js')));

const examples = readFileSync(join(here, '../examples/gallery.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));
const data = JSON.stringify({ title: 'libbms playground', examples }).replaceAll('<', '\\u003c');
const script = await bundle(join(here, 'src/main.js'), { libbms: join(resolve(folder), 'index.js') });
const styles = [join(here, '../tools/page/src/style.css'), join(here, 'src/style.css')];
writeFileSync(
  output,
  pageOf(styles, script).replace('/*DATA*/', () => data),
);
