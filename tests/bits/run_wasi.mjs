// SPDX-License-Identifier: BSD-3-Clause

// run_wasi.mjs PROGRAM: runs a program of WebAssembly with the standard input and output of this process.

import { readFileSync } from 'node:fs';
import process from 'node:process';
import { WASI } from 'node:wasi';

const wasi = new WASI({ version: 'preview1', returnOnExit: true });
const module = await WebAssembly.compile(readFileSync(process.argv[2]));
process.exitCode = wasi.start(await WebAssembly.instantiate(module, wasi.getImportObject()));
