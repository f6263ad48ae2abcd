#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# bms-arm-sweep drops nothing that is solid: a beam that turns about z meets a post, whatever the way in which a file
# describes the post, or is refused with file, line and what to do.

work=tests/tools/solids_work
. "${srcdir:-.}/tests/tools/arm_program.sh"

echo 1..93

# A beam along x, of 1 m, which turns about z; a tip, which turns on, and a finger that mimics it.
cat >"$work/beam.urdf" <<'END'
<robot name="beam">
  <link name="base"/>
  <joint name="turn" type="revolute">
    <parent link="base"/><child link="beam"/><axis xyz="0 0 1"/>
    <limit lower="-1" upper="2" effort="1" velocity="1"/>
  </joint>
  <link name="beam"><collision><origin xyz="0.5 0 0"/><geometry><box size="1 0.02 0.02"/></geometry></collision></link>
  <joint name="wrist" type="continuous">
    <parent link="beam"/><child link="tip"/><origin xyz="1.02 0 0"/><axis xyz="0 0 1"/>
  </joint>
  <link name="tip"/>
  <joint name="finger_joint" type="revolute">
    <parent link="tip"/><child link="finger"/><axis xyz="0 0 1"/><mimic joint="wrist" multiplier="-2" offset="0.5"/>
    <limit lower="-100" upper="100" effort="1" velocity="1"/>
  </joint>
  <link name="finger"><collision><origin xyz="0.1 0 0"/><geometry><box size="0.2 0.02 0.02"/></geometry></collision></link>
</robot>
END
sed 's/<mimic.*offset="0.5"\/>//' "$work/beam.urdf" >"$work/free.urdf"
cat >"$work/beam.srdf" <<'END'
<robot name="beam">
  <virtual_joint name="floor" type="floating" parent_frame="map" child_link="base"/>
  <group name="arm"><chain base_link="base" tip_link="beam"/></group>
  <group name="all"><group name="arm"/><joint name="wrist"/></group>
  <group_state name="home" group="arm"><joint name="turn" value="0"/></group_state>
  <group_state name="away" group="all"><joint name="turn" value="1"/><joint name="wrist" value="0.25"/></group_state>
  <disable_collisions link1="beam" link2="finger" reason="Adjacent"/>
</robot>
END

identity='{position: {x: 0, y: 0, z: 0}, orientation: {x: 0, y: 0, z: 0, w: 1}}'
post='{id: post, primitives: [{type: cylinder, dimensions: [1, 0.02]}], primitive_poses: [{position: [0.5, 0.5, 0], orientation: [0, 0, 0, 1]}]}'
far='{id: far, primitives: [{type: box, dimensions: [1, 1, 1]}], primitive_poses: [{position: [9, 9, 0], orientation: [0, 0, 0, 1]}]}'
echo "world: {collision_objects: [$far]}" >"$work/empty.yaml"

# ask STATUS SCENE [ARGUMENT]...: the beam turns by 1 rad, or as the arguments say.
ask() {
  status=$1
  scene=$2
  shift 2
  [ $# -gt 0 ] || set -- --from 0,0.25 --to 1,0.25
  run "$status" "$work/beam.urdf" "$work/$scene" "$@" </dev/null
}

# meets DESCRIPTION SCENE OBJECT [ARGUMENT]...: a contact with the object.
meets() {
  description=$1
  scene=$2
  object=$3
  shift 3
  ask 1 "$scene" "$@" && grep -q "^  [a-z]* *$object\$" "$work/out"
  report $? "$description"
}

# free DESCRIPTION SCENE [ARGUMENT]...
free() {
  description=$1
  shift
  ask 0 "$@" && grep -qx free "$work/out"
  report $? "$description"
}

# refuses DESCRIPTION TEXT SCENE [ARGUMENT]...: exit status 2, nothing answered, one line with the text.
refuses() {
  description=$1
  text=$2
  shift 2
  ask 2 "$@" && [ ! -s "$work/out" ] && [ "$(wc -l <"$work/err")" -eq 1 ] && grep -qF -- "$text" "$work/err"
  report $? "$description"
}

# scene NAME TEXT...: a file of these lines.
scene() {
  name=$1
  shift
  printf '%s\n' "$@" >"$work/$name"
}

# ---------------------------------------------------------------- what stands in the way

free 'without an obstacle the way is free' empty.yaml
scene post.yaml "world: {collision_objects: [$post]}"
meets 'a post is met' post.yaml post
scene two.yaml '---' "world: {collision_objects: [$far]}" '---' "world: {collision_objects: [$post]}"
meets 'a post in a second document is met' two.yaml post
scene twice.yaml "world: {collision_objects: [$post]}" "world: {collision_objects: [$far]}"
refuses 'a key that stands twice is refused' "twice.yaml:2: key 'world' stands twice" twice.yaml
scene key.yaml "world: {collision_objects: [$far], collision_object: [$post]}"
refuses 'an unknown key of the world is refused' "key.yaml:1: world: unknown key 'collision_object'" key.yaml
scene key.yaml "world: {collision_objects: [$far]}" "wolrd: {collision_objects: [$post]}"
refuses 'an unknown key of the scene is refused' "key.yaml:2: scene: unknown key 'wolrd'" key.yaml
scene merge.yaml "all: &all {collision_objects: [$post]}" "world: {<<: *all}"
refuses 'a merge key is refused' "unknown key" merge.yaml
run 1 "$work/beam.urdf" "$work/empty.yaml" "$work/post.yaml" --from 0,0.25 --to 1,0.25
report $? 'of several scenes none is left out'
scene ros.yaml 'world:' '  collision_objects:' '    - header: {seq: 0, stamp: {secs: 0, nsecs: 0}, frame_id: base}' \
  '      id: post' "      pose: $identity" '      primitives: [{type: 3, dimensions: [1, 0.02]}]' \
  '      primitive_poses: [{position: {x: 0.5, y: 0.5, z: 0}, orientation: {x: 0, y: 0, z: 0, w: 1}}]' \
  '      meshes: []' '      planes: []' '      operation: 0' '  octomap: {octomap: {data: []}}'
meets 'a post as a ROS message is met' ros.yaml post
scene plane.yaml "world: {collision_objects: [{id: wall, planes: [{coef: [1, 0, 0, 0]}], plane_poses: [$identity]}]}"
meets 'a plane is solid behind its normal' plane.yaml wall
grep -qF 'plane.yaml:1: wall: a plane is solid on the side from which its normal points away' "$work/err"
report $? 'which is noted'
sed 's/\[1, 0, 0, 0\]/[0, -2, 0, 1]/' "$work/plane.yaml" >"$work/turned.yaml"
ask 1 turned.yaml --allow wall:finger --from 0,0.25 --to 1,0.25 && grep -q '^contact at t = 0.5135' "$work/out"
report $? 'its normal may have any length and direction'
sed "s/plane_poses: \[.*\]}\]/plane_poses: [{position: [0, 0.5, 0], orientation: [0.7071067811865476, 0, 0, 0.7071067811865476]}]}]/; s/\[1, 0, 0, 0\]/[0, 0, 1, 0]/" "$work/plane.yaml" >"$work/posed.yaml"
ask 1 posed.yaml --allow wall:finger --from 0,0.25 --to 1,0.25 && grep -q '^contact at t = 0.5135' "$work/out"
report $? 'and a pose'
sed 's/\[1, 0, 0, 0\]/[0, 0, 1, 0.02]/' "$work/plane.yaml" >"$work/floor.yaml"
ask 0 floor.yaml && grep -q '^  clearance 0.00[9]' "$work/out"
report $? 'the clearance above a plane is known'
sed 's/\[1, 0, 0, 0\]/[0, 0, 0, 1]/' "$work/plane.yaml" >"$work/bad.yaml"
refuses 'a plane without a normal is refused' 'bad.yaml:1: coef: expected a normal, not zero' bad.yaml
scene remove.yaml "world: {collision_objects: [{id: post, operation: 1}]}"
refuses 'an object to remove is refused' 'operation: only ADD (0) and APPEND (2)' remove.yaml
scene nothing.yaml 'world: {collision_objects: [{id: ghost}]}'
refuses 'an object without a shape is refused' 'ghost: has no primitives and no meshes' nothing.yaml
scene mesh.yaml 'world:' '  collision_objects:' '    - id: sail' '      pose: {position: [0.5, 0.5, 0], orientation: [0, 0, 0, 1]}' \
  '      meshes: [{triangles: [{vertex_indices: [0, 1, 2]}], vertices: [{x: 0, y: 0, z: -1}, {x: 0.1, y: 0, z: -1}, {x: 0, y: 0, z: 1}]}]'
meets 'a mesh of one triangle is met' mesh.yaml sail
sed 's/0, 1, 2/0, 1, 3/' "$work/mesh.yaml" >"$work/bad.yaml"
refuses 'a triangle of a vertex that is not there is refused' 'bad.yaml:5: vertex_indices: expected a whole number from 0 to 2' bad.yaml
sed 's/triangles: \[[^]]*\]}\]/triangles: []/' "$work/mesh.yaml" >"$work/bad.yaml"
refuses 'an empty mesh is refused' 'triangles: expected a list, not an empty one' bad.yaml
scene sphere.yaml "world: {collision_objects: [{id: ball, pose: $identity, primitives: [{type: sphere, dimensions: [0.1]}], primitive_poses: [{position: [0.9, 0.5, 0.112], orientation: [0, 0, 0, 1]}]}]}"
free 'a ball passes at 2 mm' sphere.yaml
sed 's/0.112/0.109/' "$work/sphere.yaml" >"$work/low.yaml"
meets 'a ball that hangs 3 mm lower is met' low.yaml ball
scene cone.yaml "world: {collision_objects: [{id: cone, pose: $identity, primitives: [{type: cone, dimensions: [0.2, 0.1]}], primitive_poses: [{position: [0.5, 0.5, -0.111], orientation: [0, 0, 0, 1]}]}]}"
free 'the tip of a cone is passed at 1 mm' cone.yaml
sed 's/-0.111/-0.109/' "$work/cone.yaml" >"$work/high.yaml"
meets 'the tip of a cone is met' high.yaml cone

# ---------------------------------------------------------------- text scenes

{ echo '(noname)+'; echo '* post'; echo '0.5 0.5 0'; echo '0 0 0 1'; echo 1; echo cylinder; echo '0.02 1'; echo '0 0 0'
  echo '0 0 0 1'; echo '0 0 0 0'; echo 0; echo .; } >"$work/new.scene"
meets 'a post in a .scene is met' new.scene post
{ echo old; echo '* my post'; echo 1; echo box; echo '0.02 0.02 1'; echo '0.5 0.5 0'; echo '0 0 0 1'; echo '0 0 0 0'; echo .; } >"$work/old.scene"
meets 'a post in an old .scene is met' old.scene 'my post'
{ echo mesh; echo '* sail'; echo 1; echo mesh; echo '3 1'; echo '0.5 0.5 -1 0.6 0.5 -1 0.5 0.5 1'; echo '0 1 2'; echo '0 0 0'
  echo '0 0 0 1'; echo '0 0 0 0'; echo .; } >"$work/mesh.scene"
meets 'a mesh in a .scene is met' mesh.scene sail
sed '$d' "$work/new.scene" >"$work/short.scene"
refuses 'a .scene that ends early is refused' 'short.scene:12: expected' short.scene
sed 's/^cylinder/torus/' "$work/new.scene" >"$work/torus.scene"
refuses 'another shape in a .scene is refused with its line' "torus.scene:6: 'torus' is not box" torus.scene

# ---------------------------------------------------------------- what is attached

attached() {
  echo "robot_state: {attached_collision_objects: [{link_name: $1, touch_links: [$2], object: {header: {frame_id: $1}, id: rod, primitives: [{type: box, dimensions: [$3]}], primitive_poses: [{position: [$4], orientation: [0, 0, 0, 1]}]}}]}"
}
scene rod.yaml "$(attached finger 'tip, finger' '1, 0.02, 0.02' '0.7, 0, 0')" \
  'world: {collision_objects: [{id: wall, primitives: [{type: box, dimensions: [0.02, 1, 1]}], primitive_poses: [{position: [2, 0.6, 0], orientation: [0, 0, 0, 1]}]}]}'
meets 'what is attached rides along and meets a wall' rod.yaml rod --from 0.3,0.25 --to 0,0.25
grep -q '^  attached  rod$' "$work/out"
report $? 'and is named as attached'
scene back.yaml "$(attached finger '' '1, 0.02, 0.02' '-0.3, 0, 0')" "world: {collision_objects: [$far]}"
meets 'what is attached meets the link before it' back.yaml rod --from 0,1.5 --to 0,0.25
scene back.yaml "$(attached finger 'beam' '1, 0.02, 0.02' '-0.3, 0, 0')" "world: {collision_objects: [$far]}"
free 'unless that is one of its touch_links' back.yaml --from 0,1.5 --to 0,0.25
sed 's/touch_links: \[beam\]/touch_links: [baem]/' "$work/back.yaml" >"$work/bad.yaml"
refuses 'a touch_link is a link' "bad.yaml:1: touch_links: the robot has no link 'baem'" bad.yaml
sed 's/link_name: finger/link_name: nowhere/' "$work/back.yaml" >"$work/bad.yaml"
refuses 'what is attached has a link' 'link_name: expected a link of the robot' bad.yaml
sed 's/frame_id: finger/frame_id: base/' "$work/back.yaml" >"$work/bad.yaml"
refuses 'its frame is fixed to the link' "bad.yaml:1: frame_id: 'base' moves against link finger" bad.yaml
scene state.yaml 'robot_state:' '  joint_state: {name: [turn, wrist], position: [0, 0.25]}' \
  '  attached_collision_objects:' '    - link_name: finger' '      object:' '        header: {frame_id: base}' '        id: rod' \
  '        primitives: [{type: box, dimensions: [1, 0.02, 0.02]}]' \
  '        primitive_poses: [{position: [1.72, 0, 0], orientation: [0, 0, 0, 1]}]' \
  'world: {collision_objects: [{id: wall, primitives: [{type: box, dimensions: [0.02, 1, 1]}], primitive_poses: [{position: [2, 0.6, 0], orientation: [0, 0, 0, 1]}]}]}'
meets 'or is where the robot_state has it' state.yaml rod --from 0.3,0.25 --to 0,0.25
scene same.yaml "$(attached finger '' '1, 0.02, 0.02' '0.7, 0, 0')" "world: {collision_objects: [{id: rod, primitives: [{type: sphere, dimensions: [1]}], primitive_poses: [$identity]}]}"
refuses 'one name for two things is refused' 'rod: is the name of an object elsewhere' same.yaml

scene empty_diff.yaml 'is_diff: true' 'world: {collision_objects: []}'
run 0 "$work/beam.urdf" "$work/empty_diff.yaml" --from 0,0.25 --to 1,0.25 && grep -qF 'empty_diff.yaml:1: is_diff: the scene is a change of another one' "$work/err"
report $? 'a scene that is a change of another one is noted'

# ---------------------------------------------------------------- octomaps

# An octree of depth 16 with one leaf: the first child all the way, in probabilities, of 0.1 m: a cube at the origin's side.
octomap() {
  printf 'world: {octomap: {header: {frame_id: base}, origin: {position: [0.55, 0.55, 0], orientation: [0, 0, 0, 1]}, octomap: {binary: false, id: %s, resolution: 0.1, data: [' "$1"
  level=0
  while [ $level -lt 16 ]; do
    if [ $level -eq 0 ]; then printf '0, 0, 96, 64, %s-128, ' "$2"; else printf '0, 0, 96, 64, %s1, ' "$2"; fi
    level=$((level + 1))
  done
  printf '0, 0, 96, 64, %s0]}}}\n' "$2"
}
octomap OcTree >"$work/octomap.yaml"
if "$program" "$work/beam.urdf" "$work/octomap.yaml" --from 0,0.25 --to 1,0.25 2>&1 | grep -q 'built without liboctomap'; then
  refuses 'an octomap is refused without liboctomap' 'octomap.yaml:1: octomap: this program was built without' octomap.yaml
  skip 'an octomap that ends early is refused' 'built without liboctomap'
  skip 'and a cell that is neither free nor occupied' 'built without liboctomap'
else
  meets 'a cube of an octomap is met' octomap.yaml '<octomap>'
  sed 's/96, 64, 0\]/96]/' "$work/octomap.yaml" >"$work/bad.yaml"
  refuses 'an octomap that ends early is refused' 'octomap: its data ends too early' bad.yaml
  sed 's/96, 64, 0\]/192, 127, 0]/' "$work/octomap.yaml" >"$work/bad.yaml"
  refuses 'and a cell that is neither free nor occupied' "octomap: a cell's probability is not a number" bad.yaml
fi
if grep -q 'built without liboctomap' "$work/err"; then
  skip 'a cube of an octomap with colours is met' 'built without liboctomap'
else
  octomap ColorOcTree '1, 2, 3, ' >"$work/octomap.yaml"
  meets 'a cube of an octomap with colours is met' octomap.yaml '<octomap>'
fi
octomap OcTreeStamped >"$work/octomap.yaml"
refuses 'an octomap of another kind is refused' "octomap: id: 'OcTreeStamped' is not OcTree or ColorOcTree" octomap.yaml

# ---------------------------------------------------------------- joints, frames and what may touch

refuses 'a way beyond a limit is refused' 'joint turn leaves its limits [-1, 2] at t = 0.6666' empty.yaml --from 0,0 --to 3,0
refuses 'a start beyond a limit is refused' 'joint turn leaves its limits [-1, 2] at t = 0, where it is at -1.5 (radians or metres); --ignore-limits' empty.yaml --from -1.5,0 --to 0,0
refuses 'with digits that show it' 'leaves its limits [-1, 2] at t = 0, where it is at -1.00000001 (' empty.yaml --from -1.00000001,0 --to 0,0
free 'unless limits are to be ignored' empty.yaml --ignore-limits --from 0,0.25 --to 3,0.25
free 'a limit itself can be reached' empty.yaml --from -1,0.25 --to 2,0.25
free 'a continuous joint has no limits' empty.yaml --allow beam:finger --from 0,0.25 --to 0,50
refuses 'but one that mimics it has' 'joint finger_joint leaves its limits [-100, 100] at t = 0.985' empty.yaml --from 0,0 --to 0,51 --continuous as-given
free 'which the short way keeps' empty.yaml --allow beam:finger --from 0,0.25 --to 0,51
grep -qF 'joint wrist goes the short way, from 0.25 to 0.734518;' "$work/out"
report $? 'and the answer names the joint that takes it'
free 'the long way is taken if it is wanted' empty.yaml --allow beam:finger --from 0,0.25 --to 0,50 --continuous as-given
grep -qF 'joint wrist goes as given, from 0.25 to 50, not the short way' "$work/out"
report $? 'which the answer names as well'
refuses 'no other way is known' "--continuous: expected shortest or as-given, not 'long'" empty.yaml --continuous long --joints
printf 'turn,wrist\n0,0.25\n1.8,0.25\n1.9,0.25\n1,0.25\n' >"$work/way.csv"
free 'way-points within them are joined by lines' empty.yaml --way "$work/way.csv"
refuses 'but a spline through them may leave them' 'joint turn leaves its limits [-1, 2] at t = 1.' empty.yaml --way "$work/way.csv" --cubic
meets 'a finger that mimics a joint moves with it' rod.yaml rod --from 0,0.25 --to 0,0.1
run 1 "$work/free.urdf" "$work/post.yaml" --from 0,0,0 --to 1,0,0
report $? 'and is one more joint if it does not'
srdf="$work/beam.srdf"
run 1 "$work/beam.urdf" "$srdf" "$work/post.yaml" --from home --to away && grep -q 'obstacle  post' "$work/out"
report $? 'states of the SRDF are configurations'
run 1 "$work/beam.urdf" "$srdf" "$work/post.yaml" --group arm --from 0 --to all/away && grep -q 'turn 0.7' "$work/out"
report $? 'a group lists its joints only'
run 0 "$work/beam.urdf" "$srdf" --group arm --joints && [ "$(cat "$work/out")" = turn ]
report $? 'and --joints shows them'
refuses 'a state that is not there is refused' 'names need an SRDF that has such states' empty.yaml --from nowhere --to 0,0
run 2 "$work/beam.urdf" "$srdf" --from nowhere --to 0,0 && grep -q -- '--from: nowhere: expected 2 numbers .* state of the SRDF: home, away' "$work/err"
report $? 'and the states that there are are named'
sed 's/frame_id: base/frame_id: map/' "$work/ros.yaml" >"$work/map.yaml"
refuses 'a frame that is not there is refused' "map.yaml:3: frame_id: the robot has no link 'map'; name its link by --frame map=LINK" map.yaml
run 1 "$work/beam.urdf" "$work/beam.srdf" "$work/map.yaml" --from 0,0.25 --to 1,0.25
report $? 'unless the SRDF has it'
meets 'or --frame' map.yaml post --frame map=base --from 0,0.25 --to 1,0.25
free 'a base elsewhere passes the post' post.yaml --base 0,0,2,0,0,0 --from 0,0.25 --to 1,0.25
meets 'a base that is turned meets it from the other side' post.yaml post --base=0,0,0,0,0,1.5 --from=0,0.25 --to=-1,0.25
scene acm.yaml "allowed_collision_matrix: {entry_names: [beam, post], entry_values: [{enabled: [false, true]}, {enabled: [true, false]}]}" \
  "world: {collision_objects: [$post]}"
free 'what the matrix of a scene allows may touch' acm.yaml
sed 's/true/false/g' "$work/acm.yaml" >"$work/strict.yaml"
meets 'and what it does not may not' strict.yaml post
scene usual.yaml 'allowed_collision_matrix: {default_entry_names: [beam], default_entry_values: [true]}' "world: {collision_objects: [$post]}"
free 'what usually may touch everything touches the post' usual.yaml
scene usual.yaml 'allowed_collision_matrix: {default_entry_names: [beam, post], default_entry_values: [true, false]}' "world: {collision_objects: [$post]}"
meets 'unless the post usually may touch nothing' usual.yaml post
scene usual.yaml 'allowed_collision_matrix: {entry_names: [beam, post], entry_values: [[false, false], [false, false]], default_entry_names: [beam], default_entry_values: [true]}' \
  "world: {collision_objects: [$post]}"
meets 'or the matrix says that the two may not' usual.yaml post

# srdf DESCRIPTION STATUS TEXT WRIST LINE...: the beam, with an SRDF of these lines, past the post, and its wrist up to there.
srdf() {
  description=$1
  status=$2
  text=$3
  wrist=$4
  shift 4
  { echo '<robot name="beam">'; printf '%s\n' "$@"; echo '</robot>'; } >"$work/own.srdf"
  run "$status" "$work/beam.urdf" "$work/own.srdf" "$work/post.yaml" --from 0,0.25 --to 1,"$wrist" &&
    cat "$work/out" "$work/err" | grep -qF -- "$text"
  report $? "$description"
}
usually='<disable_default_collisions link="beam"/>'
enabled='<enable_collisions link1="finger" link2="beam"/>'
srdf 'a link without default collisions touches the post' 0 free 3.5 "$usually"
srdf 'and another link only where that is enabled' 1 'link      beam' 3.5 "$usually" "$enabled"
srdf 'and not disabled as well' 0 free 3.5 "$usually" "$enabled" '<disable_collisions link1="finger" link2="beam"/>'
srdf 'collisions of a link that is not there cannot be enabled' 2 "own.srdf:2: enable_collisions: link2: the robot has no link 'beem'" 1 \
  '<enable_collisions link1="finger" link2="beem"/>'
srdf 'what other programs add to an SRDF is passed over' 1 'obstacle  post' 1 '<gripper name="g" clearance="0.1"><link name="beam"/></gripper>' \
  '<rotor_params><joint name="turn" mass="1" gear_ratio="1"/></rotor_params>' '<specificities/>'
srdf 'but no misspelt element' 2 'own.srdf:2: enable_colisions: is unknown in SRDF' 1 '<enable_colisions link1="beam" link2="post"/>'
srdf 'a misspelt joint of a group is noted' 1 'note: '"$work"'/own.srdf:2: joint trun: the robot has no joint of this name; spell it' 1 \
  '<group name="arm"><joint name="trun"/></group>'
run 2 "$work/beam.urdf" "$work/own.srdf" --group arm --joints && grep -q -- '--group arm: .*own.srdf:2: joint trun: the robot has no joint .*, in group arm$' "$work/err"
report $? 'and the group is refused if it is used'
srdf 'a misspelt joint of a state is noted as well' 1 'own.srdf:3: joint trun: the robot has no joint of this name' 1 \
  '<group name="arm"><joint name="turn"/></group>' '<group_state name="home" group="arm"><joint name="trun" value="1"/></group_state>'
run 2 "$work/beam.urdf" "$work/own.srdf" --from home --to 1,1 && grep -q -- '--from: home: .*own.srdf:3: joint trun: .*, in state home$' "$work/err"
report $? 'and the state is refused if it is used'
scene padding.yaml 'link_padding: [{link_name: beam, padding: 0.1}]' "world: {collision_objects: [$far]}"
meets 'a padding counts between links' padding.yaml finger
# A ball above the beam, whose upper side is at 0.01, at 0.11 with the padding, at 0.02 with twice the size.
above() {
  printf '%s\n' "$1" "world: {collision_objects: [{id: ball, primitives: [{type: sphere, dimensions: [0.1]}], primitive_poses: [{position: [0.3, 0, $2], orientation: [0, 0, 0, 1]}]}]}" >"$work/above.yaml"
}
padding='link_padding: [{link_name: beam, padding: 0.1}]'
above "$padding" 0.2099
meets 'and against obstacles' above.yaml ball --allow beam:finger --from 0,0.25 --to 0.1,0.25
above "$padding" 0.2101
ask 0 above.yaml --allow beam:finger --from 0,0.25 --to 0.1,0.25 --tolerance 1e-5
report $? 'as far as it says'
above 'link_scale: [{link_name: beam, scale: 2}]' 0.1199
meets 'a scale counts as well' above.yaml ball --allow beam:finger --from 0,0.25 --to 0.1,0.25
above 'link_scale: [{link_name: beam, scale: 2}]' 0.1201
ask 0 above.yaml --allow beam:finger --from 0,0.25 --to 0.1,0.25 --tolerance 1e-5
report $? 'as far as it says, too'
above 'link_scale: [{link_name: beam, scale: 0}]' 0.1201
refuses 'a scale of 0 is refused' 'above.yaml:1: link_scale: expected a number above 0' above.yaml
above 'link_padding: [{link_name: bean, padding: 0.1}]' 0.1201
refuses 'a link that is padded has to be there' "above.yaml:1: link_padding: the robot has no link 'bean'" above.yaml
sed 's/</<xacro:if value="1"\/></2' "$work/beam.urdf" >"$work/x.urdf"
run 2 "$work/x.urdf" --joints && grep -q 'xacro:if: is xacro, which has to be expanded first: xacro ' "$work/err"
report $? 'xacro is refused with the command to expand it'

rm -rf "$work"
