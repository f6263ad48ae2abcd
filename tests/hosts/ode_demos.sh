#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# ode_demos.sh ODE_SOURCE: some of the demos that come with ODE's source (apt-get source ode), built without a window
# and without a change, with and without the preload library.  For each the deepest overlap of two boxes in all frames, and
# what the library has to report.
#
# Run by `make check-demos ODE_SOURCE=...` in the build directory, which sets CXX, CC, PKG_CONFIG and srcdir.

set -eu
source=$1
demos=$source/ode/demo
library=$PWD/preload/.libs/libode-qmbox-preload.so
work=$PWD/maintainer/demos

# The source's own ode/ode.h may be of another precision than the ODE that is installed.
mkdir -p "$work/include"
ln -sfn "$(cd "$source" && pwd)/include/drawstuff" "$work/include/drawstuff"
$CC -std=c11 -O2 $($PKG_CONFIG --cflags ode) -c "$srcdir/tests/preload/headless.c" -o "$work/headless.o"

# demo NAME KEYS FRAMES
demo() {
  $CXX -w -O2 $($PKG_CONFIG --cflags ode) -I"$work/include" "$demos/demo_$1.cpp" "$work/headless.o" \
    $($PKG_CONFIG --libs ode) -lm -lpthread -o "$work/$1"
  echo "demo_$1, $3 frames, keys '$2'"
  DEMO_KEYS=$2 DEMO_FRAMES=$3 "$work/$1" 2>/dev/null | sed -n 's/^deepest/  plain ODE: deepest/p'
  DEMO_KEYS=$2 DEMO_FRAMES=$3 QMBOX_PRELOAD_REPORT=1 LD_PRELOAD=$library "$work/$1" 2>&1 |
    sed -n 's/^deepest/  with the library: deepest/p; s/^libode-qmbox-preload/  library/p'
}

demo boxstack bbbbbbbbbbbbbbbbbbbb 400
demo crash x 200
demo cards '' 400
demo buggy '' 200
demo step '' 200
demo plane2d '' 300
