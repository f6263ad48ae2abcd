#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# bms-arm-sweep on trajectories: a box slides along a rail towards a post, by the polynomials that controllers use; awk
# bisects the same polynomial, written down here from its definition, for the time at which they meet.

work=tests/tools/trajectory_work
. "${srcdir:-.}/tests/tools/arm_program.sh"

# The box's face is at the joint's value; the post's face is at 0.5.
cat >"$work/rail.urdf" <<'END'
<robot name="rail"><link name="base"/>
<joint name="slide" type="prismatic"><parent link="base"/><child link="cart"/><axis xyz="1 0 0"/><limit lower="-1" upper="2" effort="1" velocity="1"/></joint>
<link name="cart"><collision><origin xyz="-0.1 0 0"/><geometry><box size="0.2 0.2 0.2"/></geometry></collision></link>
<joint name="copy" type="prismatic"><parent link="base"/><child link="low"/><axis xyz="0 0 1"/><mimic joint="slide" multiplier="0.5"/><limit lower="-9" upper="9" effort="1" velocity="1"/></joint>
<link name="low"/>
</robot>
END
cat >"$work/post.yaml" <<'END'
world: {collision_objects: [{id: post, primitives: [{type: box, dimensions: [0.2, 0.2, 0.2]}],
  primitive_poses: [{position: [0.6, 0, 0], orientation: [0, 0, 0, 1]}]}]}
END

ask() {
  status=$1
  file=$2
  shift 2
  run "$status" "$work/rail.urdf" "$work/post.yaml" --trajectory "$work/$file" "$@"
}

# meets_when DESCRIPTION FILE POLYNOMIAL UNTIL: a contact where the polynomial in t first has the value 0.5, to 0.0001 / the
# speed there and no later.
meets_when() {
  ask 1 "$2" && found=$(sed -n 's/^contact at t = \([0-9.e-]*\) .*/\1/p' "$work/out") &&
    awk -v found="$found" -v until="$4" "
      function p(t) { return $3 }
      BEGIN { low = 0; high = until
        for (i = 0; i < 60; i++) { middle = (low + high) / 2; if (p(middle) < 0.5) low = middle; else high = middle }
        exit !(found <= high + 1e-9 && p(found) > 0.5 - 0.00011) }"
  report $? "$1"
}

refuses() {
  ask 2 "$3" && [ ! -s "$work/out" ] && grep -qF -- "$2" "$work/err"
  report $? "$1"
}

points() {
  printf 'joint_names: [slide]\npoints:\n'
  for point in "$@"; do echo "  - {$point}"; done
}

echo 1..21
points 'positions: [0], time_from_start: 0' 'positions: [1.5], time_from_start: 2' >"$work/line.yaml"
meets_when 'positions alone are joined by lines' line.yaml '0.75 * t' 2
cat "$work/line.yaml" | run 1 "$work/rail.urdf" "$work/post.yaml" --trajectory /dev/stdin && grep -q '^contact at t = ' "$work/out"
report $? 'a trajectory may come through a pipe'
points 'positions: [0], velocities: [0], time_from_start: {sec: 0, nanosec: 0}' \
  'positions: [1.5], velocities: [0], time_from_start: {sec: 2, nanosec: 0}' >"$work/cubic.yaml"
meets_when 'with velocities by cubics' cubic.yaml '1.5 * (3 * (t / 2) ^ 2 - 2 * (t / 2) ^ 3)' 2
points 'positions: [0], velocities: [0], accelerations: [0], time_from_start: {secs: 0, nsecs: 0}' \
  'positions: [1.5], velocities: [0], accelerations: [0], time_from_start: {secs: 1, nsecs: 500000000}' >"$work/quintic.yaml"
meets_when 'with accelerations by quintics' quintic.yaml \
  '1.5 * (10 * (t / 1.5) ^ 3 - 15 * (t / 1.5) ^ 4 + 6 * (t / 1.5) ^ 5)' 1.5
points 'positions: [0], velocities: [4], accelerations: [2], time_from_start: 0' \
  'positions: [0.2], velocities: [-1], accelerations: [3], time_from_start: 1' >"$work/bent.yaml"
# p(0) = 0, p'(0) = 4, p''(0) = 2, p(1) = 0.2, p'(1) = -1, p''(1) = 3, which are these
meets_when 'with any velocities and accelerations' bent.yaml '4 * t + t ^ 2 - 19.5 * t ^ 3 + 22 * t ^ 4 - 7.3 * t ^ 5' 0.2
points 'positions: [0.2], velocities: [2.5], time_from_start: 0' 'positions: [0.2], velocities: [0], time_from_start: 1' >"$work/over.yaml"
meets_when 'a cubic that swings beyond its ends is seen' over.yaml '0.2 + 2.5 * t * (1 - t) ^ 2' 0.3333333
sed 's/velocities: \[[0-9.]*\], //' "$work/over.yaml" >"$work/still.yaml"
ask 0 still.yaml
report $? 'which samples at the points, and lines, do not see'
points 'positions: [0], velocities: [0], accelerations: [0], time_from_start: 0' \
  'positions: [1.5], velocities: [0], time_from_start: 2' >"$work/mixed.yaml"
meets_when 'what only one of the points has is not used' mixed.yaml '1.5 * (3 * (t / 2) ^ 2 - 2 * (t / 2) ^ 3)' 2
{ echo 'joint_trajectory:'; sed 's/^/  /' "$work/quintic.yaml"; echo 'multi_dof_joint_trajectory: {joint_names: [], points: []}'; } >"$work/robot.yaml"
meets_when 'a RobotTrajectory is read' robot.yaml '1.5 * (10 * (t / 1.5) ^ 3 - 15 * (t / 1.5) ^ 4 + 6 * (t / 1.5) ^ 5)' 1.5
echo '{"joint_names": ["slide"], "points": [{"positions": [0], "time_from_start": 0}, {"positions": [1.5], "time_from_start": 2}]}' >"$work/line.json"
meets_when 'JSON is read' line.json '0.75 * t' 2
sed 's/\[slide\]/[copy, slide]/; s/positions: \[0\]/positions: [0, 0]/; s/positions: \[1.5\]/positions: [0.75, 1.5]/' "$work/line.yaml" >"$work/mimic.yaml"
meets_when 'a joint that mimics may be named' mimic.yaml '0.75 * t' 2
sed 's/0.75, 1.5/0.7, 1.5/' "$work/mimic.yaml" >"$work/bad.yaml"
refuses 'but not elsewhere than it is' 'bad.yaml:4: positions: joint copy mimics slide, and is at 0.75 then' bad.yaml
sed 's/slide/slied/' "$work/line.yaml" >"$work/bad.yaml"
refuses 'a joint has to be there' "bad.yaml:1: joint_names: 'slied' is no joint that moves" bad.yaml
sed 's/1.5\]/1.5, 1]/' "$work/line.yaml" >"$work/bad.yaml"
refuses 'a point has a number for each joint' 'bad.yaml:4: positions: expected a list of 1 numbers' bad.yaml
sed 's/start: 2/start: 0/' "$work/line.yaml" >"$work/bad.yaml"
refuses 'times go forward' 'bad.yaml:4: time_from_start: is not after' bad.yaml
sed 's/, time_from_start: 2//' "$work/line.yaml" >"$work/bad.yaml"
refuses 'a point has a time' 'bad.yaml:4: time_from_start: missing' bad.yaml
sed 's/1.5\]/.nan]/' "$work/line.yaml" >"$work/bad.yaml"
refuses 'a position is a number' 'bad.yaml:4: positions: expected a number' bad.yaml
sed '4d' "$work/line.yaml" >"$work/bad.yaml"
refuses 'one point is no way' 'points: expected a list of at least 2' bad.yaml
sed 's/, points: \[\]/, points: [{}]/' "$work/robot.yaml" >"$work/bad.yaml"
refuses 'other joints than with one value are refused' 'multi_dof_joint_trajectory: cannot be checked' bad.yaml
points 'positions: [0], velocities: [9], time_from_start: 0' 'positions: [0], velocities: [-9], time_from_start: 1' >"$work/high.yaml"
refuses 'a swing beyond a limit is refused' 'joint slide leaves its limits [-1, 2] at t = 0.33' high.yaml
ask 1 high.yaml --ignore-limits
report $? 'unless limits are to be ignored'

rm -rf "$work"
