#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# ode_demos.sh ODE_SOURCE: the demos that come with ODE's source (apt-get source ode), built without a window and
# without a change, with and without the preload library.  A demo passes if it ends as it does in plain ODE, says
# nothing that it does not say there, and has no pose that is not a number.  It is called slow, which is no failure, as
# times differ from run to run, if it costs more than 3 times as much (median of its frames) or 10 times in the slowest
# frame.  Nothing is taken off for contacts that it has only with the library, as things are kept apart that sink into
# each other in plain ODE; their ratio is shown beside.  Times are the processor's, of five runs of each, made in turn
# (demo_figures.awk).  The table at the end has the median of all seeds, the least and the greatest of each.  What ODE
# says of the buckets in which it sorts the contacts of two meshes depends on how they lie, and comes in plain ODE as
# often.
#
# space_stress is not among them: it makes 10000 objects before its first frame, for more than 40 s in plain ODE.
#
# DEMO_SEEDS are the seeds of the random numbers, 1 and 2 if it is not set.
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
: >"$work/ratios"
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
    $($PKG_CONFIG --libs ode) -lm -lpthread -ldl -o "$work/$1"
}

# run NAME VARIANT [SETTING]...: one run of the demo; adds its measures to $work/NAME.VARIANT, and its messages.  Returns
# its status.
run() {
  output=$work/$1.$2
  program=$work/$1
  shift 2
  env "$@" timeout $most_seconds "$program" >>"$output" 2>>"$output.said" && status=0 || status=$?
  return $status
}

# measure NAME: five runs of either kind, in turn, unless one fails; the statuses are in plain_status and with_status.
measure() {
  for variant in plain with; do
    : >"$work/$1.$variant"
    : >"$work/$1.$variant.said"
  done
  for round in 1 2 3 4 5; do
    run "$1" plain LD_PRELOAD= && plain_status=0 || plain_status=$?
    run "$1" with LD_PRELOAD="$library" QMBOX_PRELOAD_REPORT=1 && with_status=0 || with_status=$?
    [ $plain_status -eq 0 ] && [ $with_status -eq 0 ] || break
  done
}

# What ODE says, in all runs.
messages() {
  grep '^ODE' "$work/$1.said" | grep -c -v 'hash table bucket' || true
}

# judge NAME: prints the figures of both kinds and the judgement.
judge() {
  if [ $plain_status -ne 0 ]; then
    printf '%-16s ends so in plain ODE, too: status %d\n' "$1" $plain_status
    [ $with_status -eq $plain_status ]
    return
  fi
  {
    awk -f "$srcdir/tests/hosts/demo_figures.awk" "$work/$1.plain"
    awk -f "$srcdir/tests/hosts/demo_figures.awk" "$work/$1.with"
    echo "$with_status $(messages "$1.plain") $(messages "$1.with")"
  } | awk -v name="$1" -v ratios="$work/ratios" '
    NR < 3 { median[NR] = $1; slowest[NR] = $2; deepest[NR] = $3; deep[NR] = $4; lost[NR] = $5; contacts[NR] = $6 }
    NR == 3 { bad = $1 != 0 || $3 > $2 || lost[2] > lost[1] }
    END {
      more = contacts[1] > 0 ? contacts[2] / contacts[1] : 1
      frame = median[2] / (median[1] + 1e-9)
      worst = slowest[2] / (slowest[1] + 1e-9)
      slow = frame > 3 || worst > 10
      verdict = bad ? "NOT AS IN PLAIN ODE" : (slow ? "good, slow" : "good")
      printf("%-16s %5.1f %5.1f %8.2f %8.4f %8.4f %5d %5d  %s\n", name, frame, worst, more, deepest[1], deepest[2],
        deep[1], deep[2], verdict)
      printf("%s frame %.2f\n%s worst %.2f\n%s contacts %.2f\n", name, frame, name, worst, name, more) >> ratios
      exit bad
    }'
}

# Prints the median, the least and the greatest ratio of each demo over the seeds.
summarize() {
  echo 'all seeds, times plain ODE: median (least to greatest)'
  LC_ALL=C sort -k1,1 -k2,2 -k3,3n "$work/ratios" | awk '
    function finish() {
      middle = (value[int((count + 1) / 2)] + value[int(count / 2) + 1]) / 2
      if (count) printf("%-16s %-8s %5.2f (%.2f to %.2f)\n", name, kind, middle, value[1], value[count])
    }
    $1 != name || $2 != kind { finish(); count = 0; name = $1; kind = $2 }
    { value[++count] = $3 }
    END { finish() }'
}

# demo NAME KEYS FRAMES
demo() {
  build "$1"
  export DEMO_KEYS="$2" DEMO_FRAMES="$3"
  measure "$1"
  judge "$1" || failed=$((failed + 1))
}

throw=bscybscybscybscybscy
echo '                  times plain ODE      deepest overlap     frames with'
echo '                 frame worst contacts    plain  library  one above 5 mm'
for seed in ${DEMO_SEEDS:-1 2}; do
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
summarize
echo "$failed failed"
[ "$failed" -eq 0 ]
