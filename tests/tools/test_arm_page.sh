#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# The commands of doc/paths-and-arms.md run as printed, in the order of the page, and print what it shows; doc/first-trajectory.md
# likewise. The files of the desk arm are those that its script draws, and make demo-arm shows it.
#
# Run by `make check` in the build directory, which sets srcdir and MAKE.

work=$PWD/tests/tools/page_work
. "${srcdir:-.}/tests/tools/arm_program.sh"
build=$PWD
source=$(cd "${srcdir:-.}" && pwd)
. "$source/tests/support/page.sh"
stand_ins

echo 1..5
mkdir -p "$work/arm"
cp -R "$source/examples/arm/." "$work/arm"
chmod -R u+w "$work/arm"

# complete: this build reads meshes and octomaps.
complete() {
  ! "$program" "$work/arm/desk_arm.urdf" "$work/arm/desk.yaml" --joints 2>&1 | grep -q 'built without'
}

if complete; then
  page_refuses='examples/arm/arm_plan'
  run_page doc/paths-and-arms.md "$work/arm" 'the commands of doc/paths-and-arms.md print what it shows'
  page_refuses=
  run_page doc/first-trajectory.md "$work/trajectory" 'so do those of doc/first-trajectory.md'
  (${MAKE:-make} -s demo-arm) >"$work/out" 2>"$work/err" && grep -q '^free$' "$work/out" && grep -q 'WHICH IS WRONG' "$work/out" &&
    [ -s demo-arm/desk.html ] && [ -s demo-arm/edges.html ]
  report $? 'make demo-arm shows a contact that samples miss, a free trajectory, and pages'
else
  for description in 'paths and arms' 'a first trajectory' 'make demo-arm'; do
    skip "$description" 'built without assimp or liboctomap'
  done
fi

if command -v python3 >/dev/null 2>&1; then
  python3 "$source/examples/arm/draw_desk_arm.py" "$work/drawn" &&
    diff -r "$work/drawn" "$source/examples/arm/desk_meshes" >"$work/out" 2>&1
  report $? 'draw_desk_arm.py draws the meshes of the tree'
  python3 "$source/examples/arm/draw_desk_arm.py" --octomap | tr -d ' \n' >"$work/drawn.octomap"
  sed -n '/data: \[/,/\]/p' "$source/examples/arm/desk.yaml" | tr -d ' \n' | sed 's/data:\[//; s/\]//' >"$work/own.octomap"
  cmp "$work/drawn.octomap" "$work/own.octomap" >"$work/out" 2>&1
  report $? 'and the octomap of desk.yaml'
else
  skip 'the meshes' 'there is no python3'
  skip 'the octomap' 'there is no python3'
fi
rm -rf "$work" demo-arm
