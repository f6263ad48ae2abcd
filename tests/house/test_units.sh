#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Checks that each unit of lib/ and plugin/ has its test at tests/ROOM/test_UNIT.c or is named in tests/units.txt with a
# test that is there, and that units.txt names no other unit, and none twice.

set -eu

source=${srcdir:-.}
work=${TMPDIR:-/tmp}/test_units.$$
mkdir "$work"
trap 'rm -rf "$work"' EXIT

failed=0
# report NUMBER WHAT FILE: passes if the file is empty.
report() {
  sed 's/^/# /' "$3"
  [ -s "$3" ] && printf 'not ' && failed=1
  echo "ok $1 - $2"
}

(cd "$source" && find lib plugin -path '*/*/*.[ch]') | sed 's/\.[ch]$//; s/_avx2$//; s/_inline$//; s/_avx2$//' |
  sort -u >"$work/units"
(cd "$source/tests" && find lib plugin -name 'test_*.c') | sed 's|/test_\([^/]*\)\.c$|/\1|' | sort >"$work/tested"
comm -23 "$work/units" "$work/tested" >"$work/untested"
grep -v '^#' "$source/tests/units.txt" | awk '{ for (i = 3; i <= NF; i++) print $1 "/" $i }' | sort >"$work/listed"

echo 1..3
comm -23 "$work/untested" "$work/listed" >"$work/missing"
report 1 'each unit has a test by path or in tests/units.txt' "$work/missing"
comm -13 "$work/untested" "$work/listed" >"$work/needless"
report 2 'tests/units.txt names only units that have no test by path, and each once' "$work/needless"
grep -v '^#' "$source/tests/units.txt" | awk 'NF { print $2 }' | sort -u | while read -r test; do
  [ -e "$source/tests/$test" ] || echo "there is no tests/$test"
done >"$work/absent"
report 3 'tests that tests/units.txt names are there' "$work/absent"
exit $failed
