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

echo 1..75
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
refuses 'a joint has to be there' "bad.yaml:1: joint_names: the robot has no moving joint 'slied'; --joints" bad.yaml
sed 's/1.5\]/1.5, 1]/' "$work/line.yaml" >"$work/bad.yaml"
refuses 'a point has a number for each joint' 'bad.yaml:4: positions: expected a list of 1 numbers' bad.yaml
sed 's/start: 2/start: 0/' "$work/line.yaml" >"$work/bad.yaml"
refuses 'times go forward' 'bad.yaml:4: time_from_start: is not after' bad.yaml
sed 's/start: 0/start: -1/' "$work/line.yaml" >"$work/bad.yaml"
refuses 'and begin at the start' 'bad.yaml:3: time_from_start: is before the start' bad.yaml
sed 's/, time_from_start: 2//' "$work/line.yaml" >"$work/bad.yaml"
refuses 'a point has a time' 'bad.yaml:4: time_from_start: missing' bad.yaml
sed 's/1.5\]/.nan]/' "$work/line.yaml" >"$work/bad.yaml"
refuses 'a position is a number' 'bad.yaml:4: positions: expected a number' bad.yaml
{ sed -n 1p "$work/line.yaml"; echo 'points: []'; } >"$work/bad.yaml"
refuses 'no point is no way' 'points: expected a list of at least 1' bad.yaml
sed 's/, points: \[\]/, points: [{}]/' "$work/robot.yaml" >"$work/bad.yaml"
refuses 'other joints than with one value are refused' 'multi_dof_joint_trajectory: cannot be checked' bad.yaml
points 'positions: [0], velocities: [9], time_from_start: 0' 'positions: [0], velocities: [-9], time_from_start: 1' >"$work/high.yaml"
refuses 'a swing beyond a limit is refused' 'joint slide leaves its limits [-1, 2] at t = 0.33' high.yaml
ask 1 high.yaml --ignore-limits
report $? 'unless limits are to be ignored'

# ---------------------------------------------------------------- one point, and more than one trajectory

points 'positions: [1.5], time_from_start: 2' >"$work/one.yaml"
sed 's/1.5/0.6/' "$work/one.yaml" >"$work/in.yaml"
ask 1 in.yaml && grep -q '^in contact from the start at t = 2 ' "$work/out" && grep -qF 'in.yaml:3: the trajectory has one point, and where it begins is not known' "$work/err"
report $? 'of one point alone only that is checked, with a note'
sed 's/1.5/0.4/' "$work/one.yaml" >"$work/short.yaml"
ask 0 short.yaml
report $? 'where the arm may stand'
echo 'robot_state: {joint_state: {name: [slide], position: [0]}}' >"$work/state.yaml"
cat "$work/post.yaml" >>"$work/state.yaml"
run 1 "$work/rail.urdf" "$work/state.yaml" --trajectory "$work/one.yaml" && grep -q '^contact at t = 0.666[56]' "$work/out"
report $? 'from where a scene has the joints it is a way'
display() {
  echo "model_id: rail"
  echo "trajectory_start: {joint_state: {name: [slide, copy], position: [$1, 0]}, attached_collision_objects: [$2]}"
  echo 'trajectory:'
  shift 2
  for file in "$@"; do sed 's/^/    /; 1s/^ */  - joint_trajectory:\n      /; 2,$s/^/  /' "$work/$file"; done
}
display 0 '' one.yaml >"$work/display.yaml"
meets_when 'the start of a DisplayTrajectory counts as well' display.yaml '0.75 * t' 2
points 'positions: [0], time_from_start: 0' 'positions: [0.4], time_from_start: 1' >"$work/first.yaml"
points 'positions: [0.4], time_from_start: 0' 'positions: [1.4], time_from_start: 2' >"$work/second.yaml"
for name in trajectory planned_trajectory; do
  { echo 'motion_plan_response:'; display 0 '' one.yaml | sed "1d; s/^/  /; s/ trajectory:/ $name:/; s/- joint_tra/  joint_tra/"
    echo '  group_name: rail'; echo '  planning_time: 0.1'; echo '  error_code: {val: 1}'; } >"$work/plan.yaml"
  meets_when "the start of a planner's answer counts, $name" plan.yaml '0.75 * t' 2
done
sed 's/group_name/speed/' "$work/plan.yaml" >"$work/bad.yaml"
refuses 'which has nothing else in it' "plan: unknown key 'speed'" bad.yaml
points 'positions: [1.9], time_from_start: 0' 'positions: [1.95], time_from_start: 1' >"$work/late_start.yaml"
sed 's/val: 1/val: -2/' "$work/plan.yaml" >"$work/failed.yaml"
ask 1 failed.yaml && grep -qF 'the planner has failed (error_code -2)' "$work/err"
report $? 'with a note if it has failed'
{ cat "$work/failed.yaml"; echo '---'; cat "$work/late_start.yaml"; } >"$work/documents.yaml"
ask 1 documents.yaml && grep -qF 'the planner has failed (error_code -2)' "$work/err" && grep -qF 'trajectory 2 begins elsewhere than the one before ends' "$work/err"
report $? 'which hides no other note'
display 0 '' first.yaml second.yaml >"$work/display.yaml"
meets_when 'trajectories of it follow each other' display.yaml 't < 1.001 ? 0.4 * t : 0.4 + 0.5 * (t - 1.001)' 3
! grep -q 'begins elsewhere' "$work/err"
report $? 'without a note where the next begins at the end of the one before'
{ cat "$work/first.yaml"; echo '---'; sed 's/0.4/0.3/' "$work/second.yaml"; } >"$work/documents.yaml"
ask 1 documents.yaml && grep -qF 'trajectory 2 begins elsewhere than the one before ends' "$work/err"
report $? 'documents as rosbag writes them do, too, with a note if they do not join'
points 'positions: [0], time_from_start: 0' 'positions: [0.4], time_from_start: 1' >"$work/away.yaml"
{ cat "$work/away.yaml"; echo '---'; cat "$work/late_start.yaml"; } >"$work/documents.yaml"
ask 0 documents.yaml
report $? 'what would lead from one to the other is not checked'
display 0 '{link_name: cart, object: {id: gripped}}' first.yaml >"$work/bad.yaml"
refuses 'what is attached at the start has to be in a scene' "attached_collision_objects: 'gripped' is not in the scene" bad.yaml
display 0 '{link_name: cart, object: {id: post}}' first.yaml >"$work/bad.yaml"
refuses 'attached to the same link' "attached_collision_objects: 'post' is attached to link 'cart', and not in the scene" bad.yaml
{ cat "$work/post.yaml"; echo 'robot_state: {attached_collision_objects: [{link_name: cart, object: {id: rod, header: {frame_id: cart}, primitives: [{type: 2, dimensions: [0.01]}], primitive_poses: [{position: [0, 0, 0], orientation: [0, 0, 0, 1]}]}}]}'; } >"$work/held.yaml"
display 0 '{link_name: cart, object: {id: rod}}' first.yaml >"$work/display.yaml"
run 0 "$work/rail.urdf" "$work/held.yaml" --trajectory "$work/display.yaml"
report $? 'as it is where a scene has it there'
display 0 '' first.yaml | sed 's/copy/slid/' >"$work/display.yaml"
ask 0 display.yaml && grep -qF "display.yaml:2: trajectory_start: the robot has no joint 'slid' that moves; its value is not used" "$work/err"
report $? 'a joint of the start that is not there is noted'
display 0.25 '' first.yaml >"$work/display.yaml"
ask 0 display.yaml && grep -q 'display.yaml:[0-9]*: joint slide stands at 0.25, and the first point has it at 0 at 0 s; what leads there is not checked' "$work/err"
report $? 'a start from which the first point jumps at 0 s is noted'
sed 's/2$/0/; s/time_from_start: 2/time_from_start: 0/' "$work/one.yaml" >"$work/now.yaml"
display 1.5 '' now.yaml >"$work/display.yaml"
run 0 "$work/rail.urdf" --trajectory "$work/display.yaml" && [ ! -s "$work/err" ]
report $? 'one that is at a single point is not'
display 0 '' first.yaml | sed 's/model_id: rail/model_id: other/' >"$work/display.yaml"
ask 0 display.yaml && grep -qF 'display.yaml:1: model_id: the trajectory is of a robot other, and the URDF of rail' "$work/err"
report $? 'a trajectory of another robot is noted'
display 1e300 '' first.yaml >"$work/bad.yaml"
refuses 'where joints stand is checked as other positions are' 'bad.yaml:2: position: is beyond 1e9' bad.yaml
display 0 '' first.yaml | sed 's/position: \[0, 0\]/positions: [0, 0]/' >"$work/bad.yaml"
refuses 'and so are its keys' "joint_state: unknown key 'positions'" bad.yaml
{ echo 'goal:'; echo '  trajectory:'; sed 's/^/    /' "$work/line.yaml"; echo '  goal_time_tolerance: {secs: 0, nsecs: 0}'; } >"$work/goal.yaml"
meets_when 'the goal of an action is read' goal.yaml '0.75 * t' 2
{ cat "$work/goal.yaml"; echo '  multi_dof_trajectory: {joint_names: [v], points: [{transforms: []}]}'; } >"$work/bad.yaml"
refuses 'but not one that moves the base as well' 'multi_dof_trajectory: cannot be checked' bad.yaml
{ echo '- topic: /goal'; echo '  msg:'; sed 's/^/    /' "$work/goal.yaml"; } >"$work/list.yaml"
meets_when 'in a list of messages as well' list.yaml '0.75 * t' 2
echo '&a [*a]' >"$work/bad.yaml"
refuses 'a message that contains itself is refused' 'messages are nested more than 8 deep' bad.yaml

# ---------------------------------------------------------------- the first point is not at 0, or values are empty

points 'positions: [0.64], time_from_start: 2' 'positions: [0.7], time_from_start: 3' >"$work/late.yaml"
display 0 '' late.yaml >"$work/display.yaml"
meets_when 'the move to a first point with a time is checked' display.yaml '0.32 * t' 2
sed 's/0\.64/0.3/; s/0\.7/0.4/' "$work/late.yaml" >"$work/later.yaml"
ask 0 later.yaml && grep -qF 'later.yaml:3: the first point is at 2 s, and where the arm is before is not known' "$work/err"
report $? 'or a note says that it is not, as the start is not known'
sed 's/accelerations: \[0\]/accelerations: []/' "$work/quintic.yaml" >"$work/empty.yaml"
meets_when 'empty accelerations count as none' empty.yaml '1.5 * (3 * (t / 1.5) ^ 2 - 2 * (t / 1.5) ^ 3)' 1.5

# ---------------------------------------------------------------- time-optimal parameterization

# Joints of x and y follow two lines from (0, 0) by (0.5, 0.5) to (0, 1), joined by an arc of a circle, as MoveIt's
# TimeOptimalTrajectoryGeneration does, with a path speed that rises, stays at 1 through the arc and falls; sampled each
# 0.1 s with velocities and accelerations. x is highest in the middle of the arc, between two samples.
cat >"$work/gantry.urdf" <<'END'
<robot name="gantry"><link name="base"/><link name="beam"/>
<joint name="x" type="prismatic"><parent link="base"/><child link="beam"/><axis xyz="1 0 0"/><limit lower="-1" upper="2" effort="1" velocity="1"/></joint>
<joint name="y" type="prismatic"><parent link="beam"/><child link="cart"/><axis xyz="0 1 0"/><limit lower="-1" upper="2" effort="1" velocity="1"/></joint>
<link name="cart"><collision><origin xyz="-0.1 0 0"/><geometry><box size="0.2 0.2 0.2"/></geometry></collision></link>
</robot>
END
awk 'function emit(t, s, v, a,  u, x, y, tx, ty, nx) {
    if (s < line || s > line + arc) { # a line: its direction is (+-c, c)
      u = s < line ? s : s - line - arc; tx = s < line ? c : -c; ty = c; nx = 0; ny = 0
      x = s < line ? c * u : c * line - c * u; y = s < line ? c * u : c * line + radius * 2 * c + c * u
    } else { # the arc, from 45 to 135 degrees
      u = (s - line) / radius - atan2(1, 1); tx = -sin(u); ty = cos(u); nx = -cos(u) / radius; ny = -sin(u) / radius
      x = c * line - radius * c + radius * cos(u); y = c * line + radius * c + radius * sin(u)
    }
    printf "  - {positions: [%.12f, %.12f], velocities: [%.12f, %.12f], accelerations: [%.12f, %.12f], time_from_start: %.12f}\n",
      x, y, tx * v, ty * v, tx * a + nx * v * v, ty * a + ny * v * v, t
  }
  BEGIN { c = sqrt(0.5); radius = 0.1; line = sqrt(0.5) - radius; arc = radius * 2 * atan2(1, 1); rise = 0.3
    all = 2 * line + arc + rise # seconds: the speed rises and falls for `rise` each
    print "joint_names: [x, y]\npoints:"
    for (t = 0; t < all; t += 0.1)
      if (t < rise) emit(t, t * t / rise / 2, t / rise, 1 / rise)
      else if (t < all - rise) emit(t, t - rise / 2, 1, 0)
      else { left = all - t; emit(t, 2 * line + arc - left * left / rise / 2, left / rise, -1 / rise) }
    emit(all, 2 * line + arc, 0, 0) }' >"$work/optimal.yaml"
# The highest sample, then for a wall in the middle between it and the highest x of the quintics the time at which these
# first reach the wall, in steps of 10 us.
tr -d ',[]{}' <"$work/optimal.yaml" | awk '$2 == "positions:" { n++; p[n] = $3; v[n] = $6; a[n] = $9; t[n] = $12; if (p[n] > top) top = p[n] }
  function at(i, u,  h, d0, d1, w, q) { # the quintic by Hermite: a cubic of Taylor at the start, corrected at the end
    h = t[i + 1] - t[i]; w = u / h
    q = p[i] + v[i] * u + a[i] * u * u / 2
    d0 = p[i + 1] - p[i] - v[i] * h - a[i] * h * h / 2; d1 = (v[i + 1] - v[i] - a[i] * h) * h; d2 = (a[i + 1] - a[i]) * h * h
    return q + w ^ 3 * ((10 * d0 - 4 * d1 + d2 / 2) + w * ((-15 * d0 + 7 * d1 - d2) + w * (6 * d0 - 3 * d1 + d2 / 2)))
  }
  END { for (i = 1; i < n; i++) for (u = 0; t[i] + u < t[i + 1]; u += 0.00001) if (at(i, u) > peak) peak = at(i, u)
    wall = (top + peak) / 2
    for (i = 1; i < n; i++) for (u = 0; t[i] + u < t[i + 1]; u += 0.00001) {
      if (at(i, u) >= wall - 0.00011 && early == 0) early = t[i] + u
      if (at(i, u) >= wall) { printf "%.9f %.9f %.9f %.9f %.9f\n", top, peak, wall, early, t[i] + u; exit } } }' >"$work/judged"
read -r top peak wall early late <"$work/judged"
awk -v top="$top" -v peak="$peak" 'BEGIN { exit !(peak - top > 0.0006) }'
report $? 'between the samples of a time-optimal trajectory the joints go beyond them'
echo "world: {collision_objects: [{id: wall, primitives: [{type: box, dimensions: [0.2, 4, 0.2]}],
  primitive_poses: [{position: [$(awk -v wall="$wall" 'BEGIN { printf "%.9f", wall + 0.1 }'), 0, 0], orientation: [0, 0, 0, 1]}]}]}" >"$work/wall.yaml"
run 1 "$work/gantry.urdf" "$work/wall.yaml" --trajectory "$work/optimal.yaml" &&
  sed -n 's/^contact at t = \([0-9.e-]*\) .*/\1/p' "$work/out" |
  awk -v early="$early" -v late="$late" '{ found = 1; good = $1 >= early - 0.00002 && $1 <= late } END { exit !(found && good) }'
report $? 'which is a contact when quintics between the samples reach the wall'
sed 's/velocities: [^]]*\], accelerations: [^]]*\], //' "$work/optimal.yaml" >"$work/sampled.yaml"
run 0 "$work/gantry.urdf" "$work/wall.yaml" --trajectory "$work/sampled.yaml"
report $? 'and not seen by lines between them'
{ echo 'joint_trajectory:'; sed 's/^/  /' "$work/optimal.yaml"; } >"$work/message.yaml"
run 1 "$work/gantry.urdf" "$work/wall.yaml" --trajectory "$work/message.yaml" && grep -q "^contact at t = ${late%?????}" "$work/out"
report $? 'also in a RobotTrajectory'

# ---------------------------------------------------------------- parabolic blends

# blended DESCRIPTION POLYNOMIAL UNTIL SECONDS: way-points 0, 1 and 0 at 0, 1 and 2 s.
printf 't,slide\n0,0\n1,1\n2,0\n' >"$work/way.csv"
blended() {
  run "$2" "$work/rail.urdf" "$work/post.yaml" --way "$work/way.csv" --blend "$3" && grep -q "$4" "$work/out"
  report $? "$1"
}
# With a blend of 0.4 s the joint is at t up to 0.8 s, and the contact is on the line.
blended 'the line before a blend is met as it is' 1 0.4 '^contact at t = 0.5 '
# The highest value of a blend of S seconds is 1 - S / 4.
sed 's/\[0.6, 0, 0\]/[1.001, 0, 0]/' "$work/post.yaml" >"$work/top.yaml"
run 0 "$work/rail.urdf" "$work/top.yaml" --way "$work/way.csv" --blend 0.4 && grep -q '^  clearance 0.00[01]' "$work/out"
report $? 'a parabola turns back before the point, at 1 - S / 4'
sed 's/\[0.6, 0, 0\]/[0.999, 0, 0]/' "$work/post.yaml" >"$work/top.yaml"
run 1 "$work/rail.urdf" "$work/top.yaml" --way "$work/way.csv" --blend 0.4 && grep -q '^contact at t = 0.9' "$work/out"
report $? 'and not earlier'
run 0 "$work/rail.urdf" "$work/top.yaml" --way "$work/way.csv" --blend 2 && grep -q '^  clearance 0.14' "$work/out"
report $? 'lasts no longer than the lines beside it'
run 2 "$work/rail.urdf" --trajectory "$work/line.yaml" --blend 1 && grep -qF -- '--blend goes with --way' "$work/err"
report $? 'and is one of way-points'

# ---------------------------------------------------------------- segments of polynomials

# A parabola up to 0.1, a line up to 0.3, and a cubic 0.3 + 0.2 s + s^3.
{ echo 'joint_names: [slide]'; echo 'segments:'; echo '  - {duration: 1, coefficients: [[0, 0, 0.1]]}'
  echo '  - {duration: 1, coefficients: [[0.1, 0.2]]}'; echo '  - {duration: 1, coefficients: [[0.3, 0.2, 0, 1]]}'; } >"$work/pieces.yaml"
meets_when 'polynomials are followed as they are' pieces.yaml '0.3 + 0.2 * (t - 2) + (t - 2) ^ 3' 3
grep -q 'segment 3 of 3' "$work/out"
report $? 'segment by segment'
sed 's/0.3, 0.2, 0, 1/0.31, 0.2, 0, 1/' "$work/pieces.yaml" >"$work/bad.yaml"
refuses 'they have to join' 'bad.yaml:5: coefficients: joint slide begins at 0.31, and is at 0.3 before' bad.yaml
sed 's/0.2, 0, 1/0.2, 0, 1, 0, 0, 0/' "$work/pieces.yaml" >"$work/bad.yaml"
refuses 'their degree is at most 5' 'coefficients: expected a list of 1 to 6 numbers' bad.yaml
{ cat "$work/pieces.yaml"; echo '---'; cat "$work/line.yaml"; } >"$work/bad.yaml"
refuses 'they stand alone in a file' 'segments: expected no other trajectory in this file' bad.yaml
{ cat "$work/line.yaml"; echo '---'; cat "$work/pieces.yaml"; } >"$work/bad.yaml"
refuses 'also after others' 'segments: expected no other trajectory in this file' bad.yaml

# ---------------------------------------------------------------- prints that are no YAML, or cut

sed "s/0.2, 0, 1/'...'/" "$work/pieces.yaml" >"$work/bad.yaml"
refuses 'a list that ros2 topic echo cuts is refused with its option' 'elements are left out; ros2 topic echo prints all with --full-length' bad.yaml
sed "0,/- {positions/s/\( *\)- {positions/\1- '...'\n&/" "$work/line.yaml" >"$work/bad.yaml"
refuses 'and a list of points, too' 'points: elements are left out; ros2 topic echo prints all with --full-length' bad.yaml
printf "moveit_msgs.msg.RobotTrajectory(joint_trajectory=JointTrajectory(joint_names=['slide']))\n" >"$work/bad.yaml"
refuses 'what Python prints is refused with what prints YAML' 'trajectory: is text; ros2 topic echo --full-length' bad.yaml
printf 'joint_trajectory: \n  joint_names[]\n    joint_names[0]: slide\n  points[]\n' >"$work/bad.yaml"
refuses 'so is what C++ prints' '; ros2 topic echo --full-length and rostopic echo print messages as YAML' bad.yaml
cp "$work/bad.yaml" "$work/is: not YAML: ?"
refuses 'by whatever name' '; ros2 topic echo --full-length' 'is: not YAML: ?'
echo 'points: []' >"$work/is: not YAML: ?"
refuses 'a name of a file is no such fault' 'joint_names: expected a list of names' 'is: not YAML: ?'
! grep -q 'ros2 topic' "$work/err"
report $? 'and gets no advice for one'

# ---------------------------------------------------------------- a report

points 'positions: [0], time_from_start: 0' 'positions: [0.2], time_from_start: 1' 'positions: [0.4], time_from_start: 2' 'positions: [1], time_from_start: 3' >"$work/along.yaml"
ask 1 along.yaml --json && grep -q '"along": \[{"segment": 0, "from": 0, "to": 1, "clearance": 0.29[0-9]*, "clearance_upper": 0.3[0-9]*, "t": [0-9.]*, "b": {"link": "cart", "shape": 0}, "a": {"obstacle": "post", "shape": 1}}, {"segment": 1, "from": 1, "to": 2, "clearance": 0.09' "$work/out" &&
  grep -q '"status": "contact", "t": 2.1666' "$work/out" && ! grep -q '"segment": 3' "$work/out"
report $? 'JSON has the first contact, and the clearance of each segment before'
ask 0 first.yaml --json && grep -q '"along": \[{"segment": 0, ' "$work/out"
report $? 'of all segments if there is no contact'

rm -rf "$work"
