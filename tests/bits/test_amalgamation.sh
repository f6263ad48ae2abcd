#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# `make amalgamation` writes libbms as one file: any C11 compiler builds it without a flag and without a warning, with
# its public headers alone, and its answers have the same bits as those of this build. Its paths for AVX2 are in it.

root=${srcdir:-.}
work=$PWD/tests/bits/amalgamation_work
said=$work/said
. "$root/tests/bits/build.sh"

if ! command -v python3 >/dev/null 2>&1; then
  echo '1..0 # SKIP there is no python3'
  exit 0
fi

strict='-std=c11 -pedantic -Wall -Wextra -Wconversion -Werror'
[ "${BMS_REDUCE:-1}" = 1 ] && whole=true || whole=false
$whole && echo 1..10 || echo 1..6
prepare 4
report $? 'this build answers'
$MAKE amalgamation amalgamation="$work/one" >"$said" 2>&1
report $? 'make amalgamation writes it'
library=$work/one/bms.c
include="-I$work/one -I$root/lib -I$root/tests/support -I$root/tests/bits"

# is_complete: it compiles without lib/, and other files see the functions of the public headers and nothing else.
is_complete() {
  gcc -O0 -c "$library" -o "$work/bms.o" >"$said" 2>&1 || return 1
  ${NM:-nm} -g --defined-only "$work/bms.o" | sed 's/.* //' | sort >"$work/defined"
  sed -n 's/^BMS_API [^(]*[ *]\([A-Za-z_]*\)(.*/\1/p' "$work"/one/bms*.h | sort >"$work/declared"
  [ -s "$work/declared" ] && diff "$work/declared" "$work/defined" >"$said"
}
is_complete
report $? 'it has the functions of the public headers, and other files see nothing else of it'

# A path of its own for AVX2: instructions on registers of 256 bits in a build whose flags allow none.
has_avx2() {
  case $(gcc -dumpmachine) in x86_64*) ;; *) return 0 ;; esac
  objdump -d "$work/bms.o" | grep -q '%ymm'
}
has_avx2
report $? 'it has the paths for AVX2'

# compiles_for_windows: mingw-w64's own macros of <math.h> convert doubles to floats.
compiles_for_windows() {
  description='mingw-w64 in strict C11 builds it without a warning'
  if command -v x86_64-w64-mingw32-gcc >/dev/null 2>&1; then
    x86_64-w64-mingw32-gcc $strict -Wno-float-conversion -fsyntax-only "$library" >"$said" 2>&1
    report $? "$description"
  else
    skip "$description" 'there is no x86_64-w64-mingw32-gcc'
  fi
}

build gcc '' gcc $strict -O0
same gcc 'gcc in strict C11 builds it without a warning, and it computes the same bits'
build threads '' gcc -O0 -DBMS_THREADS -pthread -DBMS_NO_VECTORS
same threads 'with threads and without vectors it computes the same bits'
if $whole; then
  build clang '' clang $strict -O0
  same clang 'clang in strict C11 builds it without a warning, and it computes the same bits'
  compiles_for_windows
  WINEDEBUG=-all WINEPREFIX="$work/wine" build windows wine x86_64-w64-mingw32-gcc -O0 -static
  same windows 'on Windows it computes the same bits'
  g++ -xc++ -std=c++11 -I"$work/one" "$root/tests/install/bms_alone.c" -xnone "$work/bms.o" -lm -o "$work/alone" >"$said" 2>&1 &&
    "$work/alone" >"$said" && grep -q 'contact at 0.5' "$said"
  report $? 'a program in C++ links with it'
fi
rm -rf "$work"
