#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# arm_cost.sh PROGRAM OPTIONS...: instructions of each edge that arm_cost answers: the mean, the median and the worst,
# of all and of those that are free and not.  ANSWERS=FILE keeps the answers, COSTS=FILE a line for each edge.

set -eu

program=$1
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
valgrind -q --tool=callgrind --instr-atstart=no --callgrind-out-file="$work/edge" "$program" "$@" >"$work/answers"
i=0
while read -r answer; do
  i=$((i + 1))
  sed -n "s/^totals: \([0-9]*\).*/\1 $answer/p" "$work/edge.$i"
done <"$work/answers" >"$work/costs"
[ -z "${ANSWERS:-}" ] || cp "$work/answers" "$ANSWERS"
[ -z "${COSTS:-}" ] || cp "$work/costs" "$COSTS"
# The first number of an answer is 0 for an edge that is free.
describe() {
  sort -n | awk -v kind="$1" '{ n++; cost[n] = $1; sum += $1 }
    END { if (n == 0) exit
      printf "%-8s %6d edges: mean %.0f, median %d, worst %d\n", kind, n, sum / n, cost[int((n + 1) / 2)], cost[n] }'
}
describe all <"$work/costs"
awk '$2 == 0' "$work/costs" | describe free
awk '$2 != 0' "$work/costs" | describe contact
