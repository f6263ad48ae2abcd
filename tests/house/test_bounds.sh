#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Checks that every constant of the error analysis is in tests/bounds/constants.txt, and so has a test that fails
# without it (make check-bounds), and that every line there is about a constant and a test that exist.

set -eu

srcdir=${srcdir:-.}
list=$srcdir/tests/bounds/constants.txt

# What is counted in roundings but bounds no error: how narrow an enclosure has to be.
others='NARROW_ROUNDINGS FAST_NARROW_ROUNDINGS BMS_ROUNDING GREATEST_ERROR RELATIVE_ERROR'

found=0
complain() {
  echo "# $*"
  found=1
}

for file in $(cd "$srcdir/lib" && find . -name '*.[ch]' | sed 's|^\./||' | sort); do
  for constant in $(sed -n 's/^ *static const double \(.*\)/\1/p; s/^#define \([A-Z_]*\(ROUNDINGS\|ERROR\)\) .*/\1 =/p' \
    "$srcdir/lib/$file" | grep -oE '[A-Z_]*(ROUNDINGS|_ERROR) =' | sed 's/ =//'); do
    case " $others " in *" $constant "*) continue ;; esac
    grep -q "^$file $constant " "$list" || complain "$constant of lib/$file is not in tests/bounds/constants.txt"
  done
done

while read -r file constant test; do
  case $file in '' | '#'*) continue ;; esac
  grep -q "\<$constant\>" "$srcdir/lib/$file" || complain "lib/$file has no $constant"
  [ -e "$srcdir/$test.c" ] || complain "there is no $test.c"
done <"$list"

echo 1..1
[ "$found" -eq 0 ] || printf 'not '
echo "ok 1 - every constant of the error analysis has a test in tests/bounds/constants.txt"
exit $found
