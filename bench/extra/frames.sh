#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# frames.sh: instructions of guarded frames beside plain ODE's (make bench-frames).
#
#     frames.sh PROGRAM                                                   the scenes of bench/worlds/README.md
#     frames.sh PROGRAM SCENE [FRAMES [SEED [AMOUNT [exact|waiting]]]]    one scene; AMOUNT 0: its own;
#                                                                         waiting: options.slices = 1
#
# Prints a line for each scene:
#   same            instructions of all guarded frames, divided by those of plain ODE from the same states
#   own             the same, divided by those of a world that plain ODE alone steps
#   guarded, plain  instructions of a guarded and of a plain frame (thousands, means)
#   dearest x       the dearest guarded frame, divided by the median one
#   dearest         its instructions (thousands)

set -eu

program=$1
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# price SCENE ...: one row
price() {
  LD_BIND_NOW=1 "${VALGRIND:-valgrind}" --tool=callgrind --toggle-collect=guarded_frame --toggle-collect=plain_frame \
    --toggle-collect=own_frame --dump-after=guarded_frame --dump-after=plain_frame --dump-after=own_frame \
    --combine-dumps=yes --dump-line=no \
    --callgrind-out-file="$work/counts" "$program" "$@" >"$work/out" 2>&1 || {
    cat "$work/out" >&2
    exit 2
  }
  awk '/^totals:/ && $2 > 0 { print $2 }' "$work/counts" | paste -d ' ' - - - | sort -n |
    awk -v name="$1" '{ g[NR] = $1; guarded += $1; plain += $2; own += $3 } END {
      if (NR == 0) exit 2
      median = g[int((NR + 1) / 2)]
      printf "%-42s %6d %8.3f %8.3f %9.0f %9.0f %9.1f %10.0f\n", name, NR, guarded / plain, guarded / own, guarded / NR / 1000,
        plain / NR / 1000, g[NR] / median, g[NR] / 1000
    }'
}

printf '%-42s %6s %8s %8s %9s %9s %9s %10s\n' scene frames same own guarded plain 'dearest x' dearest
if [ $# -gt 0 ]; then
  price "$@"
  exit
fi
price '1000 far apart' 5
price 'heap of 100' 61
price '1000 tumbling at 2 m/s' 5
price 'cube at 60 m/s into 100 bricks' 120
price 'crowd of 50 at 10 m/s' 40
price '10 stacks of 10'
price 'stack of 60 cards of 1 mm, hit at 20 m/s' 5
