#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# The plugin for programs that bring an ODE of their own, which is older than the ODE here or was changed: built by
# configure and make against trees of headers that are made of this machine's own, and loaded into a program without
# the functions that such an ODE has not.
#
#   webots   as the ODE 0.13.1 in Webots: no threading.h, and none of its functions
#   gazebo   as the ODE in Gazebo: headers in gazebo/ode, bare bool in them, other numbers for the types of joints, no
#            threading functions, no transmissions
#
# The program is webots_host.c with libode.a in it.  It gives plugins every function of ODE but those.  For gazebo, of
# whose ODE there is no stand-in, the plugin is only built, and what it asks of ODE is looked through.
#
# Run by `make check-old-ode` in the build directory, which sets CC, MAKE, NM, PKG_CONFIG and srcdir.  TAP.

case $srcdir in /*) source=$srcdir ;; *) source=$PWD/$srcdir ;; esac
source=$(cd "$source" && pwd)
build=$PWD
work=$PWD/maintainer/old-ode
said="$work/said"
. "$source/tests/support/tap.sh"
. "$source/tests/support/static_ode.sh"
headers=$($PKG_CONFIG --variable=includedir ode)/ode
threading='dThreading[A-Za-z]*|dWorldSetStepThreadingImplementation'

# without_threading DIRECTORY: the headers there, as before ODE had threading functions.
without_threading() {
  rm -f "$1/threading.h" "$1/threading_impl.h" "$1/cooperative.h" "$1/matrix_coop.h"
  sed -i -E -e '/#include <ode\/(threading|threading_impl|cooperative|matrix_coop)\.h>/d' \
    -e '/^ODE_API .*dWorldSetStepThreadingImplementation/d' "$1"/*.h
}

# like_gazebo DIRECTORY: the headers there; Screw stands where Slider was.
like_gazebo() {
  sed -i -E -e 's/#include <ode\//#include <gazebo\/ode\//' \
    -e 's/^( *)dJointTypeSlider,/\1dJointTypeScrew,\n\1dJointTypeSlider,/' -e 's/^( *)dJointTypeTransmission,/\1dJointTypeGearbox/' \
    -e '/^ODE_API .*dJoint[GS]etTransmissionParam/d' \
    -e 's/^ODE_API int dGeomIsSpace/ODE_API bool dGeomIsSpace/' "$1"/*.h
  grep -q 'ODE_API bool' "$1"/*.h
}

# configured NAME OPTION...: a build of the plugin's static library, with the headers of work/NAME.
configured() {
  name=$1
  shift
  mkdir -p "$work/$name/build"
  (cd "$work/$name/build" && "$build/maintainer/source/configure" --disable-shared --enable-static --with-pic \
    CC="$CC" CFLAGS='-O1 -Werror=implicit-function-declaration' ODE_CFLAGS="-I$work/$name -DdDOUBLE" "$@" &&
    $MAKE plugin/libode-qmbox.la) >"$work/said" 2>&1
}

# asks_for NAME: the functions of ODE that the plugin of this build wants from the program that loads it.
asks_for() {
  $NM -u "$work/$1/build/plugin/.libs/libode-qmbox.a" 2>/dev/null | awk '{ print $2 }' | grep '^d[A-Z]' | sort -u
}

# Prints a list of ODE's functions for -Wl,--dynamic-list: those of libode.a that no old ODE is without.
dynamic_list() {
  echo '{'
  $NM -g --defined-only "$archive" 2>/dev/null | awk '$2 == "T" { print $3 }' | grep '^d[A-Z]' | grep -vE "^($threading)$" |
    sed 's/$/;/'
  echo 'dWebots*; };'
}

need_static_ode

echo 1..7
rm -rf "$work"
mkdir -p "$work/webots" "$work/gazebo/gazebo"
cp -r "$headers" "$work/webots/ode"
without_threading "$work/webots/ode"
cp -r "$work/webots/ode" "$work/gazebo/gazebo/ode"
like_gazebo "$work/gazebo/gazebo/ode"
report $? 'headers like those of old ODEs can be made of the ones here'

configured webots ODE_LIBS=-lode
report $? 'webots: the plugin builds without threading.h'
asks_for webots | grep -E "$threading" >"$work/said"
[ -s "$work/webots/build/plugin/.libs/libode-qmbox.a" ] && [ ! -s "$work/said" ]
report $? 'webots: it asks ODE for no threading function'

dynamic_list >"$work/functions"
$CC -I"$headers/.." -c "$source/tests/examples/webots_host.c" -o "$work/host.o" >"$work/said" 2>&1 &&
  c++ "$work/host.o" -Wl,--dynamic-list="$work/functions" -Wl,--whole-archive "$archive" -Wl,--no-whole-archive \
    $archive_libs -o "$work/host" >>"$work/said" 2>&1 &&
  $CC -shared -fPIC -I"$work/webots" -DdDOUBLE -I"$source/lib" -I"$source/plugin" -I"$work/webots/build/plugin" \
    "$source/examples/webots_plugin.c" -Wl,--whole-archive "$work/webots/build/plugin/.libs/libode-qmbox.a" \
    "$build/lib/.libs/libbms-internal.a" -Wl,--no-whole-archive -lm -lpthread -o "$work/plugin.so" >>"$work/said" 2>&1 &&
  ! "$work/host" "$build/examples/.libs/webots_plugin.so" >>"$work/said" 2>&1 && grep -qE "$threading" "$work/said"
report $? 'webots: a program without these functions cannot load the plugin of the ODE here'
"$work/host" "$work/plugin.so" >"$work/said" 2>&1 && grep -q '^bullet at -0.* 0 libode.so' "$work/said"
report $? 'webots: it loads this one, all of its functions with it, and the bullet stays before the wall'

(cd "$work/webots/build" && for program in ode/test_scratch_step api/test_simulate; do
  $MAKE "tests/plugin/$program" && BMS_REDUCE=4 "tests/plugin/$program" || exit 1
done) >"$work/said" 2>&1
report $? 'webots: the world steps without threading functions'

configured gazebo --with-ode-headers=gazebo/ode ODE_LIBS=' ' && asks_for gazebo >"$work/asked" && [ -s "$work/asked" ] &&
  ! grep -E "$threading|Transmission" "$work/asked" >>"$work/said" &&
  grep -q '#include <gazebo/ode/ode.h>' "$work/gazebo/build/plugin/qmbox_ode.h"
report $? 'gazebo: the plugin builds, and asks ODE for no threading function and no transmission'
