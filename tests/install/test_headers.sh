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
headers=$(cd "$root" && ls lib/*.h plugin/qmbox*.h)
flags="-pedantic -Wall -Wextra -Wconversion -Werror -fsyntax-only -I$root/lib -I$root/plugin
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

# in_standard LANGUAGE STANDARD COMPILER...
in_standard() {
  language=$1 standard=$2
  shift 2
  for compiler in "$@"; do
    description="the public headers are clean with $compiler -std=$standard -pedantic"
    : >"$work/said"
    if ! command -v "$compiler" >/dev/null 2>&1; then
      skip "$description" "there is no $compiler"
    elif ! knows "$compiler" "$language" "$standard"; then
      skip "$description" "$compiler does not know -std=$standard"
    else
      compiles "$compiler" "$language" "$standard"
      report $? "$description"
    fi
  done
}

echo 1..18
for standard in c99 c11 c17 c2x; do in_standard c $standard gcc clang; done
for standard in c++11 c++14 c++17 c++20 c++2b; do in_standard c++ $standard g++ clang++; done
rm -rf "$work"
