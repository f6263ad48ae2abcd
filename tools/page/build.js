// SPDX-License-Identifier: BSD-3-Clause

// Builds page.html, the template that the programs put their data into: style, modules and three.js in one file.
//
//   npm ci && npm run build          writes page.html
//   node build.js OTHER.html         writes it elsewhere, to compare

import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
const source = (name) => readFileSync(join(here, 'src', name), 'utf8');

/** three's license goes with its code. */
const license = readFileSync(join(here, 'node_modules/three/LICENSE'), 'utf8').trim();
const banner = `/*! This page contains three.js, https://threejs.org\n\n${license}\n*/`;

const bundle = await build({
  entryPoints: [join(here, 'src/main.js')],
  bundle: true,
  minify: true,
  write: false,
  format: 'iife',
  target: 'es2022',
  legalComments: 'inline',
  charset: 'ascii',
  banner: { js: banner },
});

/* In a script nothing may look like its end. */
const script = bundle.outputFiles[0].text.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--');
const page = source('page.html')
  .replace('/*STYLE*/', () => source('style.css').trim())
  .replace('/*SCRIPT*/', () => script.trim());

writeFileSync(process.argv[2] ?? join(here, 'page.html'), page);
