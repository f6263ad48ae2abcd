#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# test_poses.sh: worlds of every kind come out as recorded, to the bit (tests/worlds/poses.txt): poses, reports, events
# and casts with qmboxWorldSimulate(), and poses with the preload library.
#
#     test_poses.sh           TAP
#     test_poses.sh --record  writes poses.txt (make record-poses)
#
# The record is what the library did, not what it should do: a change of behaviour on purpose records it again.  The
# frames of a world are also ODE's, the processor's and libm's.  So the record has the hash of the same world in plain
# ODE too, and a world of which that differs is skipped; and hashes of what libm and ODE's collider of hulls and meshes
# return: if one of them differs, a world that differs is skipped, too.  ODE's random numbers, which order the
# constraints of dWorldQuickStep(), start from 1 in each world.

root=${srcdir:-.}
record=$root/tests/worlds/poses.txt
work=tests/worlds/work
poses=tests/worlds/poses
preload=$PWD/preload/.libs/libode-qmbox-preload.so
said=$work/said
. "$root/tests/support/tap.sh"

can_preload() {
  case ${CFLAGS-} in
    *-fsanitize*) return 1 ;; # sanitizers have to be loaded first
  esac
  [ -f "$preload" ]
}

# hashes MODE [LIBRARY]: the hashes alone, with a library preloaded; ODE prints warnings between them.
hashes() {
  LD_PRELOAD=${2-} "./$poses" "$1" >"$work/out" 2>>"$said" && grep -xE '[a-z_]+ [0-9a-f]{16}' "$work/out"
}

# The lines "NAME PLAIN QMBOX PRELOAD" of this build.
hash_all() {
  hashes plain >"$work/plain" && hashes qmbox >"$work/qmbox" &&
    if can_preload; then
      hashes plain "$preload" >"$work/preload"
    else
      sed 's/ .*/ -/' "$work/plain" >"$work/preload"
    fi &&
    paste -d ' ' "$work/plain" "$work/qmbox" "$work/preload" | cut -d ' ' -f 1,2,4,6
}

# find_cause PROBE REASON: sets $cause to REASON if the record has another hash of PROBE.
find_cause() {
  here=$(sed -n "s/^$1 \([^ ]*\).*/\1/p" "$work/all")
  recorded=$(sed -n "s/^$1 \([^ ]*\).*/\1/p" "$record")
  [ "$here" = "$recorded" ] || cause=$2
}

# compare NAME PLAIN QMBOX PRELOAD: two lines of TAP.
compare() {
  recorded=$(sed -n "s/^$1 //p" "$record")
  plain=${recorded%% *}
  preloaded=${recorded##* }
  qmbox=${recorded#* }
  qmbox=${qmbox% *}
  if [ -n "$recorded" ] && [ "$plain" != "$2" ]; then
    skip "$1" 'plain ODE has other poses here than in the record'
    skip "$1, preloaded" 'plain ODE has other poses here than in the record'
    return
  fi
  if [ -n "$cause" ] && [ "$qmbox $preloaded" != "$3 $4" ]; then
    skip "$1" "$cause"
    skip "$1, preloaded" "$cause"
    return
  fi
  [ "$qmbox" = "$3" ]
  report $? "$1"
  if [ "$4" = - ] || [ "$preloaded" = - ]; then
    skip "$1, preloaded" 'the preload library is not built, or cannot be loaded first'
  else
    [ "$preloaded" = "$4" ]
    report $? "$1, preloaded"
  fi
}

rm -rf "$work"
mkdir -p "$work"
: >"$said"
if [ "${1-}" = --record ]; then
  {
    echo '# Hashes of worlds (poses.c), written by make record-poses: name, plain ODE, qmboxWorldSimulate(), preloaded.'
    hash_all
  } >"$work/record" && cp "$work/record" "$record"
else
  echo "1..$((2 * $("./$poses" | wc -l) + 1))"
  hash_all >"$work/all"
  report $? 'all worlds are stepped'
  cause=
  find_cause libm 'functions of the C library round otherwise than in the record'
  find_cause colliders 'this ODE finds other contacts of hulls with meshes than that of the record'
  grep -v -e '^libm ' -e '^colliders ' "$work/all" >"$work/worlds"
  while read -r name plain qmbox preloaded; do
    compare "$name" "$plain" "$qmbox" "$preloaded"
  done <"$work/worlds"
fi
rm -rf "$work"
