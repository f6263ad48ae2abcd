// SPDX-License-Identifier: BSD-3-Clause
//
// node validate_gltf.js FILE...: what the Khronos glTF validator has to say of the files.  Exits with 1 if that is
// anything, be it a hint.
const { readFileSync } = require('fs');
const validator = require('gltf-validator');

async function main(files) {
  for (const file of files) {
    const { issues } = await validator.validateBytes(new Uint8Array(readFileSync(file)));
    for (const { code, message, pointer } of issues.messages) {
      console.log(`${file}: ${code} at ${pointer}: ${message}`);
      process.exitCode = 1;
    }
  }
}

main(process.argv.slice(2)).catch((error) => {
  console.log(String(error));
  process.exitCode = 1;
});
