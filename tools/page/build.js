// SPDX-License-Identifier: BSD-3-Clause

// Builds page.html, the template that the programs put their data into: style, modules and three.js in one file.
//
// three/ has the modules of three.js that the page uses, as npm has them (three@0.187.0).
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
const license = readFileSync(join(here, 'three/LICENSE'), 'utf8').trim();
const banner = `/*! This page contains three.js, https://threejs.org\n\n${license}\n*/`;

/** Finds three in three/, by the names that its own package gives to its modules. */
const three = {
  name: 'three',
  setup(bundler) {
    const found = (path) => ({ path: join(here, 'three', path), sideEffects: false });
    bundler.onResolve({ filter: /^three$/ }, () => found('build/three.module.js'));
    bundler.onResolve({ filter: /^three\/addons\// }, ({ path }) => found(path.replace('three/addons', 'examples/jsm')));
  },
};

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
  plugins: [three],
});

/* In a script nothing may look like its end. */
const script = bundle.outputFiles[0].text.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--');
const page = source('page.html')
  .replace('/*STYLE*/', () => source('style.css').trim())
  .replace('/*SCRIPT*/', () => script.trim());

writeFileSync(process.argv[2] ?? join(here, 'page.html'), page);
