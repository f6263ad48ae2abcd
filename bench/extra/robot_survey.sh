#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# robot_survey.sh PROGRAM FOLDER...: which URDF files of collections bms-arm-sweep refuses, and why: a line for each
# refused file, then the counts.  It takes at most 110 files of a folder, spread evenly over their sorted names.

set -eu

program=$1
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for folder in "$@"; do
  find "$folder" -name '*.urdf' | sort >"$work/files"
  step=$((($(wc -l <"$work/files") + 109) / 110))
  awk -v step="$step" 'NR % step == 1 || step == 1' "$work/files" | while read -r file; do
    status=0
    "$program" "$file" --package-path "$folder" --joints >/dev/null 2>"$work/err" || status=$?
    echo "$status" >>"$work/statuses"
    [ "$status" -eq 0 ] || echo "$status $(grep -v ' note: ' "$work/err" | tail -n 1)"
  done
done
[ -f "$work/statuses" ] || exit 0
awk '$1 != 0 { refused++ } END { printf "%d of %d files are refused\n", refused, NR }' "$work/statuses"
