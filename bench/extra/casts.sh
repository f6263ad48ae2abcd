#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# casts.sh: instructions of casts from contact, beside ordinary ones of the same motion 1 cm above (make bench-casts).
#
#     casts.sh PROGRAM [LIST]    LIST: a file for one line of each pair: ratio, instructions of both, what PROGRAM prints
#
# Callgrind counts each call of qmboxSpaceCast().  Prints for each motion and depth the number of casts, the median of
# the ratios, the ratio that nine of ten do not exceed, the most, how many are above 2, and the ratio of the sums.

set -eu

program=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
list=${2:-$work/list}

# With LD_BIND_NOW no count has the binding of symbols in it.
LD_BIND_NOW=1 "${VALGRIND:-valgrind}" --tool=callgrind --toggle-collect=qmboxSpaceCast --dump-after=qmboxSpaceCast \
  --combine-dumps=yes --dump-line=no --callgrind-out-file="$work/counts" "$program" >"$work/casts" 2>"$work/log" || {
  cat "$work/log" >&2
  exit 2
}
awk '/^totals:/ && $2 > 0 { print $2 }' "$work/counts" | paste -d ' ' - - | paste -d ' ' - "$work/casts" |
  awk 'NF != 10 { print "no count for: " $0 > "/dev/stderr"; exit 1 } { printf "%.4f %s\n", $2 / $1, $0 }' >"$list"

# table WHAT PATTERN: one row
table() {
  grep -E "$2" "$list" | sort -n | awk -v what="$1" '{ r[NR] = $1; above += $1 > 2; a += $2; b += $3 } END {
    if (NR) printf "%-14s %6d %8.2f %8.2f %8.2f %8d %8.2f\n", what, NR, r[int((NR + 1) / 2)], r[int(0.9 * NR + 0.5)],
      r[NR], above, b / a
  }'
}

printf '%-14s %6s %8s %8s %8s %8s %8s\n' motion casts median 90% most 'above 2' together
for depth in 0.1 0.0; do
  for motion in slides stops spins turns rolls jumps leaps; do
    table "$motion $depth" " $motion $depth "
  done
done
table all .
