#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# ode_demos.sh ODE_SOURCE: the demos that come with ODE's source (apt-get source ode), built without a window and
# without a change, with and without the preload library.  A demo passes if it ends as it does in plain ODE, says
# nothing that it does not say there, has no pose that is not a number, and costs at most 3 times as much (median of its
# frames, or 50 us more) and 10 times in the slowest frame, where 2 ms are never too many; times are the least of three
# runs.  What ODE says of the buckets in which it sorts the contacts of two meshes depends on how they lie, and comes in
# plain ODE as often.
#
# Run by `make check-hosts ODE_SOURCE=...` in the build directory, which sets CXX, CC, PKG_CONFIG and srcdir.

set -eu
source=$1
demos=$source/ode/demo
library=$PWD/preload/.libs/libode-qmbox-preload.so
work=$PWD/maintainer/demos
most_seconds=120
failed=0

# The source's own ode/ode.h may be of another precision than the ODE that is installed.
mkdir -p "$work/include"
ln -sfn "$(cd "$source" && pwd)/include/drawstuff" "$work/include/drawstuff"
$CC -std=c11 -O2 $($PKG_CONFIG --cflags ode) -c "$srcdir/tests/hosts/headless.c" -o "$work/headless.o"

build() {
  file=$demos/demo_$1.cpp
  language=c++
  if [ ! -f "$file" ]; then
    file=$demos/demo_$1.c
    language=c
  fi
  $CXX -w -O2 $($PKG_CONFIG --cflags ode) -I"$work/include" -x $language "$file" -x none "$work/headless.o" \
    $($PKG_CONFIG --libs ode) -lm -lpthread -o "$work/$1"
}

# measure NAME VARIANT [SETTING]...: three runs of the demo into $work/NAME.VARIANT, the messages of the last into
# $work/NAME.VARIANT.said.
measure() {
  name=$1
  variant=$2
  shift 2
  status=0
  : >"$work/$name.$variant"
  for run in 1 2 3; do
    env "$@" timeout $most_seconds "$work/$name" >>"$work/$name.$variant" 2>"$work/$name.$variant.said" || status=$?
    [ $status -eq 0 ] || break
  done
  echo "status $status" >>"$work/$name.$variant"
  echo "messages $(grep '^ODE' "$work/$name.$variant.said" | grep -c -v 'hash table bucket')" >>"$work/$name.$variant"
}

# The judgement, from the lines "frames F deepest D deep N lost L median M slowest S", "status S" and "messages M".
judge() {
  cat "$work/$1.plain" "$work/$1.with" | awk -v name="$1" '
    /^frames / { deepest[at + 0] = $4; deep[at + 0] = $6; lost[at + 0] = $8 }
    /^frames / && (!(at + 0 in median) || $10 < median[at + 0]) { median[at + 0] = $10 }
    /^frames / && (!(at + 0 in slowest) || $12 < slowest[at + 0]) { slowest[at + 0] = $12 }
    /^status / { status[at + 0] = $2 }
    /^messages / { messages[at++ + 0] = $2 }
    END {
      bad = status[1] != status[0] || messages[1] > messages[0] || lost[1] > lost[0]
      slow = median[1] > 3 * median[0] && median[1] > median[0] + 50 || slowest[1] > 10 * slowest[0] && slowest[1] > 2000
      if (status[0] != 0) { printf "%-16s ends so in plain ODE, too: status %d\n", name, status[0]; exit bad }
      verdict = bad ? "NOT AS IN PLAIN ODE" : (slow ? "TOO SLOW" : "good")
      printf("%-16s %5.1f %5.1f %8.4f %8.4f %5d %5d  %s\n", name, median[1] / (median[0] + 1e-9),
        slowest[1] / (slowest[0] + 1e-9), deepest[0], deepest[1], deep[0], deep[1], verdict)
      exit bad || slow
    }'
}

# demo NAME KEYS FRAMES
demo() {
  build "$1"
  export DEMO_KEYS="$2" DEMO_FRAMES="$3"
  measure "$1" plain LD_PRELOAD=
  measure "$1" with LD_PRELOAD="$library" QMBOX_PRELOAD_REPORT=1
  judge "$1" || failed=$((failed + 1))
}

throw=bscybscybscybscybscy
echo '                 times plain ODE   deepest overlap     frames with'
echo '                 frame  worst      plain  library  one above 5 mm'
for seed in 1 2; do
  export DEMO_SEED=$seed
  echo "seed $seed"
  demo boxstack bbbbbbbbbbbbbbbbbbbbssssccccyyyyvvvvxxxx 400
  demo crash x 200
  demo cards '' 400
  demo heightfield $throw 300
  demo trimesh $throw 300
  demo moving_trimesh bscymbscymbscymbscym 300
  demo moving_convex bscyvbscyvbscyvbscyv 300
  demo motion $throw 300
  for name in basket buggy chain1 chain2 cyl cylvssphere dball dhinge feedback friction gyro2 gyroscopic hinge jointPR \
    jointPU I kinematic motor piston plane2d rfriction slider step tracks transmission; do
    demo $name '' 300
  done
done
echo "$failed failed"
[ "$failed" -eq 0 ]
