#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# The programs of doc/c-and-cpp.md compile against the headers and libraries of this build, without a warning, and print
# what the page says; with BMS_INSTALLED against those that pkg-config finds (debian/tests/planner).
#
# Run by `make check` in the build directory, which sets CC, CXX, PKG_CONFIG and srcdir.

root=$(cd "${srcdir:-.}" && pwd)
here=$PWD
work=$here/tests/robot/page_work
said="$work/said"
. "$root/tests/support/tap.sh"

[ -n "${BMS_INSTALLED:-}" ] || [ -e robot/.libs/libbms-robot.so ] || { echo '1..0 # SKIP libbms-robot is not built'; exit 0; }
rm -rf "$work"
mkdir -p "$work"
cp "$root"/examples/arm/*.urdf "$root"/examples/arm/*.srdf "$root"/examples/arm/*.yaml \
  "$root"/tests/data/motion_bench_maker/*.yaml "$work"
cp -r "$root/examples/arm/desk_meshes" "$work"

# Block N of the page is N.c or N.cpp, and what it prints N.text.
awk -v work="$work" '
  /^```c$/ || /^```c\+\+$/ { n++; file = work "/" n ($0 == "```c" ? ".c" : ".cpp"); next }
  /^```text$/ { file = work "/" n ".text"; next }
  /^```/ { file = ""; next }
  file != "" { print >file }' "$root/doc/c-and-cpp.md"

if [ -n "${BMS_INSTALLED:-}" ]; then
  libraries=$($PKG_CONFIG --cflags --libs bms-robot)
else
  LD_LIBRARY_PATH=$here/robot/.libs:$here/lib/.libs${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
  export LD_LIBRARY_PATH
  libraries="-I$root/lib -I$root/robot -L$here/robot/.libs -lbms-robot -L$here/lib/.libs -lbms"
fi

# prints N COMPILER FLAG...: the program compiles and prints what the page says.
prints() {
  number=$1 compiler=$2
  shift 2
  (cd "$work" && $compiler "$@" $libraries -o "$number" >said 2>&1 && [ ! -s said ] &&
    "./$number" >out 2>said && diff "$number.text" out >said)
}

echo 1..4
prints 1 "$CC ${CFLAGS:-} -std=c11 -Wall -Wextra" 1.c
report $? 'the arm built by hand'
prints 2 "$CC ${CFLAGS:-} -std=c11 -Wall -Wextra" 2.c
report $? 'the robot from a URDF'
prints 3 "$CC ${CFLAGS:-} -std=c11 -Wall -Wextra" 3.c
status=$?
if grep -q 'built without' "$said"; then
  skip 'the trajectory of ROS' 'built without assimp or liboctomap'
else
  report "$status" 'the trajectory of ROS'
fi
if [ -n "${CXX:-}" ] && $PKG_CONFIG --exists 'ompl >= 1.5'; then
  prints 4 "$CXX ${CFLAGS:-} -std=c++17 $($PKG_CONFIG --cflags ompl | sed 's/-std=[^ ]*//; s/-I/-isystem /g')" 4.cpp -lompl
  report $? 'the planner of OMPL'
else
  skip 'the planner of OMPL' 'there is no OMPL, or no C++ compiler'
fi
rm -rf "$work"
