#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# box3d.sh: instructions of a query, this solver's and Box3D's, family by family, from one run each under callgrind.
#
#     sh bench/extra/box3d.sh PROGRAM [COUNT]       PROGRAM is bench/bench, configured --with-box3d; COUNT queries (100)
#
# Each function is counted with all that it calls, over its number of calls.  Needs valgrind.

set -eu

program=$1
count=${2:-100}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# per_call FUNCTION: over the calls of the last run
per_call() {
  awk -v name="$1" '
    /^fn=/ { inside = $0 ~ ("\\) " name "$") }
    /^c?fn=\([0-9]+\) / { split($0, part, /[()]/); id[part[2]] = substr($0, index($0, ") ") + 2) }
    /^cfn=/ { split($0, part, /[()]/); called = id[part[2]] }
    /^calls=/ { split(substr($0, 7), number, " "); getline line; split(line, cost, " ")
                if (called == name) { calls += number[1]; total += cost[2] } }
    END { if (calls > 0) print int(total / calls); else print "-" }' "$work/out"
}

echo "family whole time box3d whole/box3d time/box3d"
for family in tumble gentle far near_miss thin_wall translation; do
  valgrind --tool=callgrind --callgrind-out-file="$work/out" --collect-atstart=no --toggle-collect='run_queries' \
    --toggle-collect='run_times' --toggle-collect='run' "$program" --count "$count" --rounds 1 --family "$family" \
    --no-pin >"$work/text" 2>&1 || { cat "$work/text"; exit 2; }
  whole=$(per_call bms_first_contact) time=$(per_call bms_first_contact_time) box3d=$(per_call b3TimeOfImpact)
  echo "$family $whole $time $box3d" | awk '{ printf "%s %d %d %d %.1f %.1f\n", $1, $2, $3, $4, $4 / $2, $4 / $3 }'
done
