#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# The library computes the same bits whoever compiles it: the answers of builds with other compilers, without
# optimisation and with all of it for this machine are those of this build, for all public queries and some of each
# family.
#
# What makes it so: each operation rounds to a double (configure refuses anything else), -ffp-contract=off keeps
# multiplications and additions apart where the machine could fuse them, and libm is asked for nothing but what IEEE
# 754 rounds correctly.

work=tests/bits/work
root=${srcdir:-.}
pkg_config=${PKG_CONFIG:-pkg-config}
seeds=12
rm -rf "$work"
mkdir -p "$work"

sources="$(find $root/lib -name "*.c") $root/tests/support/famil*.c $root/tests/support/random.c $root/tests/support/long_pose.c
$root/tests/support/query_text.c $root/tests/support/answer_text.c $root/tests/bits/answers.c"
flags="-std=c11 -ffp-contract=off -I$root/lib -I$root/tests/support $($pkg_config --cflags jansson)"
said=/dev/null
. "${srcdir:-.}/tests/support/tap.sh"

# build NAME COMPILER FLAG...: the answers of such a build in work/NAME.out; fails where it cannot be built.  A
# compiler that is missing, or whose machine flags are not known, leaves the reason in work/NAME.skip.
build() {
  name=$1
  shift
  echo 'int main(void) { return 0; }' >"$work/$name.c"
  if ! command -v "$1" >/dev/null 2>&1; then
    echo "there is no $1" >"$work/$name.skip"
    return 0
  elif ! "$@" -o "$work/$name.probe" "$work/$name.c" 2>/dev/null; then
    echo "$* cannot compile an empty program" >"$work/$name.skip"
    return 0
  fi
  # shellcheck disable=SC2086
  "$@" $flags -o "$work/$name" $sources $($pkg_config --libs jansson) -lm >"$work/$name.log" 2>&1 &&
    "$work/$name" "$root/tests/data/public.jsonl" "$seeds" >"$work/$name.out"
}

# same NAME DESCRIPTION: what build NAME printed is what this build prints.
same() {
  if [ -e "$work/$1.skip" ]; then
    skip "$2" "$(cat "$work/$1.skip")"
  elif cmp -s "$work/reference.out" "$work/$1.out"; then
    report 0 "$2"
  else
    { cat "$work/$1.log"; diff "$work/reference.out" "$work/$1.out" | head -n 6; } 2>&1 | cut -c 1-300 | sed 's/^/# /'
    report 1 "$2"
  fi
}

echo 1..6
./tests/bits/answers "$root/tests/data/public.jsonl" "$seeds" >"$work/reference.out"
report $? 'this build answers'
[ "$(grep -c '^contact' "$work/reference.out")" -gt 300 ]
report $? 'hundreds of the answers are contacts'

build gcc-O0 gcc -O0 &
build clang-O2 clang -O2
build gcc-O3 gcc -O3 -march=native &
build clang-O3 clang -O3 -march=native
wait
same gcc-O0 'gcc without optimisation computes the same bits'
same gcc-O3 'gcc -O3 -march=native computes the same bits'
same clang-O2 'clang -O2 computes the same bits'
same clang-O3 'clang -O3 -march=native computes the same bits'
rm -rf "$work"
