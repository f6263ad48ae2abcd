#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# A part of many edges, as a task of a Slurm job array:
#
#   sbatch --array=0-15 examples/arm/edges_array.sh EDGES.jsonl ANSWERS ROBOT.urdf [FILE]... [OPTION]...
#
# Task n of N answers the n-th part of the lines and writes ANSWERS.00000n, which is there when all of the part is
# answered; `cat ANSWERS.[0-9]*` is then what one process would have written, if all edges have ids.  To do some tasks
# again, say how many there were: PARTS=16 sbatch --array=3,7 ...
#
# A contact is no failure of a job: the exit status is 0 if all edges are answered, free or not; 2 if bms-arm-sweep says so.
#
#SBATCH --job-name=bms-arm-sweep

if [ $# -lt 3 ] || [ -z "$SLURM_ARRAY_TASK_ID" ]; then
  echo "edges_array.sh: expected EDGES ANSWERS ROBOT [FILE|OPTION]... in a task of a job array (sbatch --array=0-15 ...)" >&2
  exit 2
fi
edges=$1
answers=$2
shift 2
part=$SLURM_ARRAY_TASK_ID
parts=${PARTS:-$SLURM_ARRAY_TASK_COUNT}
if [ ! -r "$edges" ] || [ "$part" -ge "$parts" ]; then
  echo "edges_array.sh: part $part of $parts of $edges: no such part, or no such file; tasks are numbered from 0" >&2
  exit 2
fi
lines=$(awk 'END { print NR }' "$edges")
first=$((lines * part / parts + 1))
last=$((lines * (part + 1) / parts))
out=$(printf '%s.%06d' "$answers" "$part")
rm -f "$out"
awk -v first=$first -v last=$last 'NR > last { exit } NR >= first' "$edges" |
  "${BMS_ARM_SWEEP:-bms-arm-sweep}" "$@" --edges >"$out.unfinished"
status=$?
[ $status -le 1 ] && mv "$out.unfinished" "$out" && exit 0
echo "edges_array.sh: part $part of $parts: exit status $status; what is answered is in $out.unfinished" >&2
exit 2
