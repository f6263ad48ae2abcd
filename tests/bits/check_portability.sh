#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# check_portability.sh: builds the library with every compiler and for every machine that can be had here, and compares
# the bits of its answers with those of this build (make check-portability).  Prints TAP; what is not installed is
# skipped with the reason, and doc/portability.md names the package that it is in.
#
# Environment: SEEDS (queries of each family besides the public ones, 4); ONLY (names of the table below, all of it);
# JANSSON_SOURCE (the sources of jansson, for bms-first-contact on Windows: Debian has no such package).

root=${srcdir:-.}
work=tests/bits/portability_work
said=/dev/null
. "$root/tests/bits/build.sh"

table=$(mktemp)
trap 'wineserver -k 2>/dev/null; rm -f "$table" "$table.only" "$table.tap"; rm -rf "$work"' EXIT

# name | what runs it | compiler and flags | description.  Nothing but -O2, where nothing else is needed: the library takes
# care of its arithmetic by itself.
cat >"$table" <<END
gcc-9||gcc-9 -O2|gcc 9
gcc-10||gcc-10 -O2|gcc 10
gcc-11||gcc-11 -O2|gcc 11
gcc-12||gcc-12 -O2|gcc 12
gcc-13||gcc-13 -O2|gcc 13
gcc-14||gcc-14 -O2|gcc 14
clang-13||clang-13 -O2|clang 13
clang-14||clang-14 -O2|clang 14
clang-15||clang-15 -O2|clang 15
clang-16||clang-16 -O2|clang 16
clang-19||clang-19 -O2|clang 19
gcc-O0||gcc -O0|gcc -O0
gcc-native||gcc -O3 -march=native -flto|gcc -O3 -march=native -flto
gcc-11-native||gcc-11 -O3 -march=native|gcc 11, -O3 -march=native
clang-native||clang -O3 -march=native|clang -O3 -march=native
no-vectors||gcc -O2 -DBMS_NO_VECTORS|gcc without vectors
c11||gcc -std=c11 -O2 -fno-math-errno|gcc in strict C11
musl||musl-gcc -O2 -static|musl
aarch64|qemu-aarch64|aarch64-linux-gnu-gcc -O2 -static|aarch64 (NEON)
armhf|qemu-arm|arm-linux-gnueabihf-gcc -O2 -static|armhf, 32 bits
riscv64|qemu-riscv64|riscv64-linux-gnu-gcc -O2 -static|riscv64
ppc64le|qemu-ppc64le|powerpc64le-linux-gnu-gcc -O2 -static|ppc64le
s390x|qemu-s390x|s390x-linux-gnu-gcc -O2 -static|s390x, big-endian
i686||i686-linux-gnu-gcc -O2 -msse2 -mfpmath=sse -static|i686 with SSE2
windows|wine|x86_64-w64-mingw32-gcc -O2 -static|Windows, x86-64 (mingw-w64, wine)
wasm|node --no-warnings $root/tests/bits/run_wasi.mjs|clang --target=wasm32-wasi -O2 -Wl,-z,stack-size=4194304|WebAssembly (clang, wasi-libc, node)
END
for name in ${ONLY-}; do
  grep "^$name|" "$table"
done >"$table.only"
[ -z "${ONLY-}" ] || mv "$table.only" "$table"
export WINEDEBUG=-all WINEPREFIX="${WINEPREFIX:-$PWD/$work/wine}"

# Builds bms-first-contact for Windows with a jansson from its sources; the reason why not goes to windows-program.skip.
build_windows_program() {
  if [ -z "${JANSSON_SOURCE-}" ]; then
    echo 'JANSSON_SOURCE does not name the sources of jansson' >"$work/windows-program.skip"
  elif [ ! -e "$work/windows.out" ]; then
    echo 'the library was not built for Windows' >"$work/windows-program.skip"
  else
    cmake -S "$JANSSON_SOURCE" -B "$work/jansson" -DCMAKE_SYSTEM_NAME=Windows -DJANSSON_BUILD_DOCS=OFF \
      -DCMAKE_C_COMPILER=x86_64-w64-mingw32-gcc -DJANSSON_WITHOUT_TESTS=ON -DJANSSON_EXAMPLES=OFF \
      -DCMAKE_INSTALL_PREFIX="$work/jansson/prefix" &&
      make -C "$work/jansson" install &&
      # shellcheck disable=SC2086
      x86_64-w64-mingw32-gcc -O2 -static -I"$root/lib" -I"$root/tools" -I"$work/jansson/prefix/include" \
        -o "$work/bms-first-contact.exe" "$root"/tools/first_contact/*.c "$root"/tools/json/*.c "$root"/tools/*.c \
        "$root/tools/page/page.c" tools/page/page_template.c $library \
        -L"$work/jansson/prefix/lib" -ljansson -lm
  fi >"$work/windows-program.log" 2>&1
}

# The program gives the same text, byte by byte, with each of its forms of output.
windows_program_answers_alike() {
  for option in --intervals --approach --trace --trace=text; do
    tools/bms-first-contact "$option" <"$root/tests/data/public.jsonl" >"$work/here.out" &&
      wine "$work/bms-first-contact.exe" "$option" <"$root/tests/data/public.jsonl" >"$work/there.out" &&
      cmp "$work/here.out" "$work/there.out" || return 1
  done >>"$work/windows-program.log" 2>&1
}

check_windows_program() {
  build_windows_program
  built=$?
  what='bms-first-contact prints the same on Windows'
  if [ -e "$work/windows-program.skip" ]; then
    skip "$what" "$(cat "$work/windows-program.skip")"
  else
    [ "$built" -eq 0 ] && windows_program_answers_alike
    report $? "$what"
  fi
}

check_all() {
  echo "1..$(($(grep -c . "$table") + 3))"
  prepare "${SEEDS:-4}"
  report $? 'this build answers'
  while IFS='|' read -r name runner compiler description; do
    # shellcheck disable=SC2086
    build "$name" "$runner" $compiler </dev/null
    same "$name" "$description computes the same bits"
  done <"$table"

  check_windows_program

  # The x87 has other bits, and says so.
  if ! command -v i686-linux-gnu-gcc >/dev/null 2>&1; then
    skip 'i686 without SSE2 is refused' 'there is no i686-linux-gnu-gcc'
  else
    i686-linux-gnu-gcc -mfpmath=387 -I"$root/lib" -c -o "$work/x87.o" "$root/lib/numeric/self_test.c" 2>"$work/x87.log"
    [ $? -ne 0 ] && grep -q 'libbms needs doubles without excess precision' "$work/x87.log"
    report $? 'i686 without SSE2 is refused'
  fi
}

check_all | tee "$table.tap"
! grep -q '^not ok' "$table.tap"
