#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# As in doc/many-machines.md: edges spread over processes are answered as by one, byte by byte: by GNU parallel, by the
# tasks of examples/arm/edges_array.sh one after the other, and by Slurm itself, which is started with a configuration of
# its own: munged, slurmctld and slurmd as root, on this machine, until the test ends.

work=tests/examples/many_machines_work
. "${srcdir:-.}/tests/tools/arm_program.sh"

arm=${srcdir:-.}/examples/arm/ur5_boxes.urdf
cell=${srcdir:-.}/examples/arm/cell.yaml
array=${srcdir:-.}/examples/arm/edges_array.sh
BMS_ARM_SWEEP=$program
export BMS_ARM_SWEEP
awk 'BEGIN { srand(1)
  for (i = 1; i <= 500; i++) {
    printf "{\"id\": %d, \"from\": [0.47, -0.9, 0.4, -1.1, -1.66, -0.8], \"to\": [%.3f, %.3f, 0.4, -1, -1.66, -0.8]}\n", i, 0.5 + 2.4 * rand(), -1.1 + 0.2 * rand() } }' >"$work/edges"
"$program" "$arm" "$cell" --edges <"$work/edges" >"$work/one"

echo 1..7
[ "$(wc -l <"$work/one")" -eq 500 ] && grep -q '"free"' "$work/one" && grep -q '"contact"' "$work/one"
report $? 'some of 500 edges are free and some are not'
run 1 "$arm" "$cell" --edges --threads 3 <"$work/edges" && cmp -s "$work/one" "$work/out"
report $? 'threads answer as one process does'
description='GNU parallel as well'
if parallel --version 2>/dev/null | grep -q '^GNU parallel'; then
  parallel --will-cite --pipe --keep-order -N 90 -j 3 "$program" "$arm" "$cell" --edges <"$work/edges" >"$work/spread" 2>"$work/err"
  cmp -s "$work/one" "$work/spread"
  report $? "$description"
else
  skip "$description" 'GNU parallel is not installed'
fi

# task NUMBER COUNT: a task of an array of Slurm, without Slurm.
task() {
  SLURM_ARRAY_TASK_ID=$1 SLURM_ARRAY_TASK_COUNT=$2 "$array" "$work/edges" "$work/part" "$arm" "$cell" >"$work/out" 2>"$work/err"
}
status=0
for number in 6 0 1 5 2 3 4; do task $number 7 || status=1; done
cat "$work"/part.[0-9]* | cmp -s "$work/one" - && [ $status -eq 0 ]
report $? 'the tasks of a job array answer as one process does, here without Slurm'
! task 7 7 && grep -q 'part 7 of 7' "$work/err"
report $? 'there is no task beyond the last'
sed 's/"from"/"form"/' "$work/edges" >"$work/bad" && mv "$work/edges" "$work/good" && mv "$work/bad" "$work/edges"
! task 0 7 && [ ! -e "$work/part.000000" ] && [ -e "$work/part.000000.unfinished" ] && grep -q 'exit status 2' "$work/err"
report $? 'a task with a line that is no edge fails, and its part is unfinished'
mv "$work/good" "$work/edges"
rm -f "$work"/part.*

# ---------------------------------------------------------------- Slurm

description='Slurm runs them, and its answers are those of one process'
for tool in munged slurmctld slurmd sbatch squeue; do
  command -v $tool >/dev/null 2>&1 || missing="$tool is not installed (slurm-wlm, munge)"
done
[ "$(id -u)" -eq 0 ] || missing=${missing:-'only root can start Slurm'}
if [ -n "$missing" ]; then
  skip "$description" "$missing"
  rm -rf "$work"
  exit 0
fi
own=$(mktemp -d)
SLURM_CONF=$own/slurm.conf
export SLURM_CONF
stop() {
  for name in slurmd slurmctld munged; do
    [ -s "$own/$name.pid" ] && kill "$(cat "$own/$name.pid")" 2>/dev/null
  done
  sleep 1
  rm -rf "$own"
}
trap stop EXIT
trap 'exit 2' INT TERM
mkdir "$own/state" "$own/spool"
(umask 077 && head -c 1024 /dev/urandom >"$own/key")
node=$(hostname -s)
port=$((20000 + $$ % 10000))
cat >"$SLURM_CONF" <<END
ClusterName=test
SlurmctldHost=$node(127.0.0.1)
SlurmctldPort=$port
SlurmdPort=$((port + 1))
AuthType=auth/munge
AuthInfo=socket=$own/munge.socket
SlurmUser=root
SlurmdUser=root
StateSaveLocation=$own/state
SlurmdSpoolDir=$own/spool
SlurmctldPidFile=$own/slurmctld.pid
SlurmdPidFile=$own/slurmd.pid
SlurmctldLogFile=$own/slurmctld.log
SlurmdLogFile=$own/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SwitchType=switch/none
MpiDefault=none
JobAcctGatherType=jobacct_gather/none
ReturnToService=2
NodeName=$node NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
END

# wait_for COMMAND: tries a command twice a second, for half a minute.
wait_for() {
  tries=0
  until eval "$1" >/dev/null 2>&1; do
    tries=$((tries + 1))
    [ $tries -lt 60 ] || return 1
    sleep 0.5
  done
}
munged --force --socket="$own/munge.socket" --key-file="$own/key" --pid-file="$own/munged.pid" --log-file="$own/munged.log" \
  --seed-file="$own/seed" >"$own/say" 2>&1 && slurmctld >>"$own/say" 2>&1 && slurmd >>"$own/say" 2>&1 &&
  wait_for 'sinfo -h -t idle | grep -q idle'
if [ $? -ne 0 ]; then
  skip "$description" "Slurm does not start here: $(cat "$own"/say "$own"/slurm*.log 2>/dev/null | tail -1 | tr '#' ' ')"
else
  sbatch --parsable --chdir="$PWD" --output=/dev/null --error="$PWD/$work/err.%a" --array=0-7 "$array" "$work/edges" "$work/part" "$arm" \
    "$cell" >"$work/out" 2>"$work/err" && wait_for '[ -z "$(squeue -h)" ]' && wait_for '[ -e "$work/part.000007" ]'
  cat "$work"/part.[0-9]* 2>/dev/null | cmp -s "$work/one" - && [ "$(ls "$work"/part.* | wc -l)" -eq 8 ]
  report $? "$description"
fi
rm -rf "$work"
