#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Each public header compiles by itself, without a warning, in every standard of C from C99 and of C++ from C++11 that
# the compilers here know.
#
# Run by `make check` in the build directory, which sets CC, PKG_CONFIG and srcdir.

root=${srcdir:-.}
work=$PWD/tests/install/headers_work
said="$work/said"
. "$root/tests/support/tap.sh"
headers="$(cd "$root" && ls lib/*.h robot/bms_robot.h plugin/qmbox.h) plugin/qmbox_ode.h"
flags="-pedantic -Wall -Wextra -Wconversion -Werror -fsyntax-only -I$root/lib -I$root/robot -I$root/plugin -Iplugin
$($PKG_CONFIG --cflags-only-I ode | sed 's/-I/-isystem /g')"
rm -rf "$work"
mkdir -p "$work"

# knows COMPILER LANGUAGE STANDARD
knows() {
  echo 'int unused;' | "$1" -x "$2" -std="$3" -fsyntax-only - >/dev/null 2>&1
}

# compiles COMPILER LANGUAGE STANDARD: every header, each alone and twice.
compiles() {
  for header in $headers; do
    printf '#include <%s>\n#include <%s>\n' "${header##*/}" "${header##*/}" >"$work/alone"
    # shellcheck disable=SC2086
    "$1" -x "$2" -std="$3" $flags "$work/alone" >>"$work/said" 2>&1 || return 1
  done
}

# clean COMPILER LANGUAGE STANDARD...: in each standard that the compiler knows, of which there has to be one.
clean() {
  compiler=$1 language=$2
  shift 2
  description="$compiler: the public headers are clean in ISO $language from $1 to its newest"
  if ! command -v "$compiler" >/dev/null 2>&1; then
    skip "$description" "there is no $compiler"
    return
  fi
  known=0 status=0
  : >"$work/said"
  for standard in "$@"; do
    knows "$compiler" "$language" "$standard" || continue
    known=$((known + 1))
    compiles "$compiler" "$language" "$standard" || { status=1; break; }
  done
  [ $status -eq 0 ] && [ $known -gt 0 ]
  report $? "$description"
}

echo 1..4
for compiler in gcc clang; do clean $compiler c c99 c11 c17 c2x; done
for compiler in g++ clang++; do clean $compiler c++ c++11 c++14 c++17 c++20 c++2b; done
rm -rf "$work"
