// SPDX-License-Identifier: BSD-3-Clause

// build_package.mjs MODULE FOLDER VERSION: writes the package of npm, with the module as text in it.

import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const here = dirname(fileURLToPath(import.meta.url));
const [module, folder, version] = process.argv.slice(2);
const LINE = 116;

mkdirSync(folder, { recursive: true });
for (const name of ['index.js', 'index.d.ts', 'README.md'])
  copyFileSync(join(here, 'package', name), join(folder, name));
copyFileSync(join(here, '../LICENSE'), join(folder, 'LICENSE'));

const manifest = JSON.parse(readFileSync(join(here, 'package/package.json'), 'utf8'));
writeFileSync(join(folder, 'package.json'), `${JSON.stringify({ ...manifest, version }, null, 2)}\n`);

const text = gzipSync(readFileSync(module), { level: 9 }).toString('base64');
const lines = text.match(new RegExp(`.{1,${LINE}}`, 'g'));
writeFileSync(
  join(folder, 'bms_wasm.js'),
  `// SPDX-License-Identifier: BSD-3-Clause

// bms.wasm, compressed by gzip, in base64.
const TEXT = \`
${lines.join('\n')}\`;

/** The bytes of the module. */
export async function bytes() {
  const packed = Uint8Array.from(atob(TEXT), (letter) => letter.charCodeAt(0));
  const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(unpacked).arrayBuffer();
}
`,
);
