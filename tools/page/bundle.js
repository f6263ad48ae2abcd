// SPDX-License-Identifier: BSD-3-Clause

// One file of scripts, style and three.js: what build.js and the playground's build_page.mjs make pages of.
//
// three/ has the modules of three.js that the pages use, as npm has them (three@0.187.0).

import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));

/** three's license goes with its code. */
const license = readFileSync(join(here, 'three/LICENSE'), 'utf8').trim();
const banner = `/*! This page contains three.js, https://threejs.org\n\n${license}\n*/`;

/** Finds three in three/, by the names that its own package gives to its modules, and other modules in `found`. */
const resolver = (others) => ({
  name: 'three',
  setup(bundler) {
    const found = (path) => ({ path: join(here, 'three', path), sideEffects: false });
    bundler.onResolve({ filter: /^three$/ }, () => found('build/three.module.js'));
    bundler.onResolve({ filter: /^three\/addons\// }, ({ path }) =>
      found(path.replace('three/addons', 'examples/jsm')),
    );
    for (const [name, path] of Object.entries(others))
      bundler.onResolve({ filter: new RegExp(`^${name}$`) }, () => ({ path, sideEffects: false }));
  },
});

/** The text of a script with all that `entry` imports; `modules` has the files of other modules by name. */
export async function bundle(entry, modules = {}) {
  const result = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    legalComments: 'inline',
    charset: 'ascii',
    banner: { js: banner },
    plugins: [resolver(modules)],
  });
  /* In a script nothing may look like its end. */
  return result.outputFiles[0].text.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--').trim();
}

/** The page: src/page.html with these styles and this script. */
export function pageOf(styles, script) {
  const text = (file) => readFileSync(file, 'utf8').trim();
  return readFileSync(join(here, 'src/page.html'), 'utf8')
    .replace('/*STYLE*/', () => styles.map(text).join('\n'))
    .replace('/*SCRIPT*/', () => script);
}
