#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# build_module.sh SOURCE OUTPUT: compiles lib/ and bms_module.c of the source tree to a WebAssembly module.
#
# Environment: WASM_CC, a clang that compiles for WASI (clang --target=wasm32-wasi; Debian: clang, lld, wasi-libc,
# libclang-rt-14-dev-wasm32 or that of the clang's version).  The exit status is 77 with the reason if there is none.
# The paths for AVX2 are empty on other processors than x86-64.

source=$1
output=$2
compiler=${WASM_CC:-clang --target=wasm32-wasi}

# A query takes at most a mebibyte of stack (bms_certificate.h); WebAssembly does not notice when it has run out.
stack=$((4 * 1024 * 1024))

# $compiler has a name and flags.
# shellcheck disable=SC2086
{
  command -v ${compiler%% *} >/dev/null 2>&1 || { echo "there is no ${compiler%% *}"; exit 77; }
  printf '#include <stdio.h>\nint main(int n, char **v) { return printf("%%d%%s", n, *v); }\n' |
    $compiler -xc - -o "$output" >/dev/null 2>&1 || { echo "$compiler builds no program here"; exit 77; }
  rm -f "$output"
  # Names of files in lib/ have no spaces.
  exec $compiler -std=c11 -O2 -DNDEBUG -mexec-model=reactor -I"$source/lib" \
    -Wl,-z,stack-size=$stack -Wl,--export=__heap_base -Wl,--gc-sections -Wl,--strip-all \
    -o "$output" "$source/playground/bms_module.c" $(find "$source/lib" -name '*.c' | LC_ALL=C sort)
}
