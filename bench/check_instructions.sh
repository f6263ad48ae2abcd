#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# check_instructions.sh: instructions per query of this solver, family by family, or per frame, world by world, against
# recorded numbers.
#
#     check_instructions.sh PROGRAM NUMBERS           TAP on standard output; fails where a family takes more
#     check_instructions.sh PROGRAM NUMBERS --record  counts and writes NUMBERS
#
# A clock cannot tell a loss of five percent from a busy machine; a count can, as it is the same on every run.  It is
# no measure of time, and another compiler gives other counts: NUMBERS says which one it is about, and elsewhere the
# check is skipped.
#
# Environment: CC, CFLAGS (what PROGRAM was built with), VALGRIND; UNIT (query); COUNT (test cases in a family, or frames
# that are counted after as many others, 100); LIBRARIES (the versions of those that PROGRAM uses).

set -eu

program=$1
numbers=$2
mode=${3:-}
valgrind=${VALGRIND:-valgrind}

# More than this over the recorded number fails, in percent: room for a change that pays elsewhere, not for one that
# nobody saw.
slack=5
# Callgrind is some fifty times slower than the machine.
count=${COUNT:-100}
unit=${UNIT:-query}

skip() {
  echo "1..0 # SKIP $*"
  exit 0
}

command -v "$valgrind" >/dev/null 2>&1 || skip "valgrind not found"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# instructions FAMILY PASSES: of one whole run
instructions() {
  if ! "$valgrind" --tool=callgrind --callgrind-out-file=/dev/null "$program" "$1" "$count" "$2" \
    >"$work/out" 2>&1 </dev/null; then
    cat "$work/out" >&2
    exit 2
  fi
  sed -n 's/^==[0-9]*== Collected : \([0-9]*\).*/\1/p' "$work/out"
}

# per_unit FAMILY
per_unit() {
  once=$(instructions "$1" 1)
  twice=$(instructions "$1" 2)
  echo $(((twice - once) / count))
}

built="$(${CC:-cc} --version | head -n 1), ${CFLAGS:-}, $(uname -m)"
# The library has code of its own for processors with AVX2 and FMA.
grep -qw avx2 /proc/cpuinfo 2>/dev/null && grep -qw fma /proc/cpuinfo && built="$built, AVX2"
[ -z "${LIBRARIES-}" ] || built="$built, $LIBRARIES"

if [ "$mode" = --record ]; then
  {
    echo "# Instructions per $unit under callgrind: means over $count."
    echo "# Written by make record-instructions; make check-instructions allows $slack percent more."
    echo "# built: $built"
    for family in $("$program"); do
      echo "$family $(per_unit "$family")"
    done
  } >"$work/numbers"
  cat "$work/numbers"
  cp "$work/numbers" "$numbers"
  exit 0
fi

recorded_with=$(sed -n 's/^# built: //p' "$numbers")
[ "$built" = "$recorded_with" ] || skip "recorded for '$recorded_with', this is '$built'"

echo "1..$("$program" | wc -l)"
number=0
failed=0
for family in $("$program"); do
  number=$((number + 1))
  recorded=$(sed -n "s/^$family //p" "$numbers")
  counted=$(per_unit "$family")
  if [ -z "$recorded" ]; then
    verdict="not ok" failed=1 says="none recorded"
  elif [ $((counted * 100)) -gt $((recorded * (100 + slack))) ]; then
    verdict="not ok" failed=1 says="recorded $recorded and $slack percent"
  elif [ $((counted * (100 + slack))) -lt $((recorded * 100)) ]; then
    verdict="ok" says="recorded $recorded: time for make record-instructions"
  else
    verdict="ok" says="recorded $recorded"
  fi
  echo "$verdict $number - a $unit of $family takes $counted instructions ($says)"
done
exit $failed
