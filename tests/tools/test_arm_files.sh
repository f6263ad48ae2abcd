#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Files of robots as people have them: elements of other programs are passed over with a note that names them, unless they
# hold a shape that would be lost; packages are found by name; faults in what nobody uses are notes.

work=tests/tools/files_work
. "${srcdir:-.}/tests/tools/arm_program.sh"

beam_and_post

# robot STATUS DESCRIPTION TEXT SED ARGUMENT...: the robot as sed changes it turns by 1 rad.
robot() {
  expected=$1
  description=$2
  text=$3
  sed "$4" "$work/beam.urdf" >"$work/own.urdf"
  shift 4
  run "$expected" "$work/own.urdf" "$work/post.yaml" "$@" --from 0 --to 1 && cat "$work/out" "$work/err" | grep -qF -- "$text"
  report $? "$description"
}

# scene STATUS DESCRIPTION TEXT LINE...: the beam in a scene of these lines.
scene() {
  expected=$1
  description=$2
  text=$3
  shift 3
  printf '%s\n' "$@" >"$work/own.yaml"
  run "$expected" "$work/beam.urdf" "$work/own.yaml" --from 0 --to 1 && cat "$work/out" "$work/err" | grep -qF -- "$text"
  report $? "$description"
}

in_beam() { echo "s|\"beam\"><coll|\"beam\">$1<coll|"; }
in_joint() { echo "s|<axis|$1<axis|"; }

echo 1..81

# ---------------------------------------------------------------- elements of other programs

shape='<geometry><capsule length="1" radius="0.01"/></geometry>'
robot 1 'gains of a controller are passed over with a note' 'own.urdf:2: controller_gains is passed over, of turn: gains of a controller' "$(in_joint '<controller_gains kp="1"/>')"
robot 1 'so are traits of a simulator' 'traits is passed over, of turn: springs' "$(in_joint '<traits spring_k="1"/>')"
robot 1 'and how hard contacts are' 'drake:proximity_properties is passed over' 's|</collision>|<drake:proximity_properties><drake:rigid_hydroelastic/></drake:proximity_properties></collision>|'
robot 1 'and how fine a field of distances is' 'sdf is passed over' 's|</collision>|<sdf resolution="256"/></collision>|'
robot 2 'unless it holds a shape' 'own.urdf:3: sdf: is unknown here, and may be solid' "s|</collision>|<sdf>$shape</sdf></collision>|"
robot 1 'friction in a link and what a simulator collides with it are passed over' 'dynamics is passed over, of beam: damping and friction' \
  's|"beam"><collision|"beam"><dynamics damping="0"/><collision group="1" mask="2" concave="yes"|'
robot 1 'so are its sounds' 'audio_source is passed over, of beam' "$(in_beam '<audio_source><wav filename="a.wav"/></audio_source>')"
robot 1 'settings of Gazebo may stand in a link' 'contact at' "$(in_beam '<gazebo reference="beam"><selfCollide>false</selfCollide></gazebo>')"
robot 2 'but not its shapes' 'own.urdf:3: geometry: is solid in Gazebo' "$(in_beam "<gazebo><collision>$shape</collision></gazebo>")"
robot 1 'words between elements are ignored with a note' "own.urdf:3: collision has text between its elements, 'robot', which is ignored" 's|<collision>|<collision>robot|'
robot 1 'also in the robot' "own.urdf:1: robot has text between its elements, '-', which is ignored" '1s|$|-|'
robot 2 'but not numbers' "own.urdf:3: collision: has text between its elements, '0 0 1'" 's|<collision>|<collision>0 0 1|'
robot 1 'a second shape of a link with a collision is passed over' 'self_collision_checking is passed over, of beam: a coarser shape' "$(in_beam "<self_collision_checking>$shape</self_collision_checking>")"
robot 1 'what filters sensor data as well' 'self_filter is passed over, of beam' "$(in_beam "<self_filter>$shape</self_filter>")"
robot 2 'the only shape of a link is refused' "own.urdf:1: self_filter: holds a shape of link base, which has no <collision>; add one, or give --pass-over self_filter" \
  "1s|<link name=\"base\"/>|<link name=\"base\"><self_filter>$shape</self_filter></link>|"
robot 1 'and passed over if it is named' 'self_filter is passed over, of base: --pass-over names it' "1s|<link name=\"base\"/>|<link name=\"base\"><self_filter>$shape</self_filter></link>|" \
  --pass-over self_filter
robot 2 'an unknown element is refused with the option that passes over it' 'or give --pass-over hull' "$(in_beam "<hull>$shape</hull>")"
robot 1 'and passed over with it' 'own.urdf:3: hull is passed over in 2 places, of beam' "$(in_beam "<hull>$shape</hull><hull>$shape</hull>")" --pass-over other --pass-over hull
robot 2 'an unknown element of a joint as well' 'own.urdf:2: orign: is unknown in a joint' "$(in_joint '<orign xyz="1 0 0"/>')"
robot 1 'and is passed over' 'orign is passed over, of turn' "$(in_joint '<orign xyz="1 0 0"/>')" --pass-over orign
robot 1 'a loop that is closed is noted' 'loop_joint is passed over: joins two links into a loop' '1s|$|<loop_joint name="l"><link1 link="base"/></loop_joint>|'
robot 2 'an unknown link is refused' 'u:link: is unknown here, and holds what may be solid' '1s|$|<u:link/>|'
robot 1 'what is wrong with visuals and inertias changes nothing' 'contact at' \
  "$(in_beam '<visual><geometry><box size="x"/></geometry><material/></visual><inertial><mass value="heavy"/></inertial>')"
robot 1 'a joint without limits is noted' 'joint turn has no <limit>; it is taken as unlimited' 's|<limit[^>]*>||'
robot 1 'a link world may be implied, as in Drake' 'there is no link world' '1s|$|<joint name="j" type="fixed"><parent link="world"/><child link="base"/></joint>|'

robot 1 'tabs and new lines in an attribute are blanks, as in XML' 'contact at t = 0.7512' 's|size="1 0.02 0.02"|size="\n1\t0.02\n0.02"|'

# ---------------------------------------------------------------- capsules

# The beam as a capsule: its caps reach 1 m, and its side is 10 mm from its axis, as the box was.
capsule='s|<box size="1 0.02 0.02"/>|<capsule length="0.98" radius="0.01"/>|; s|xyz="0.5 0 0"|xyz="0.5 0 0" rpy="0 1.57079632679489662 0"|'
robot 1 'a capsule is met' 'contact at t = 0.7' "$capsule"
sed "$capsule" "$work/beam.urdf" >"$work/capsule.urdf"
near='{id: near, primitives: [{type: sphere, dimensions: [0.1]}], primitive_poses: [{position: [1.099, 0, 0], orientation: [0, 0, 0, 1]}]}'
echo "world: {collision_objects: [$near]}" >"$work/near.yaml"
run 1 "$work/capsule.urdf" "$work/near.yaml" --from 0.1 --to 0
report $? 'so is its cap'
sed 's/1.099/1.101/' "$work/near.yaml" >"$work/far.yaml"
run 0 "$work/capsule.urdf" "$work/far.yaml" --from 0.1 --to 0
report $? 'which ends where its length and radius say'

# ---------------------------------------------------------------- xacro

# A program of this name stands in for it: it puts a length where the file has a property.
mkdir -p "$work/bin"
cat >"$work/bin/xacro" <<'END'
#!/bin/sh
grep -q FAIL "$1" && printf 'warning: no rosgraph\nerror: no such property: length\nwhen processing file: %s\n' "$1" >&2 && exit 2
sed 's/<xacro:property[^>]*>//; s/${length}/1/' "$1"
END
chmod +x "$work/bin/xacro"
sed 's|size="1 |size="${length} |; 1s|$|<xacro:property name="length" value="1"/>|' "$work/beam.urdf" >"$work/beam.xacro"
own_path=$PATH
PATH=$work/bin:$PATH
export PATH
run 1 "$work/beam.xacro" "$work/post.yaml" --from 0 --to 1 && grep -q '^contact at t = 0.7' "$work/out" && grep -qF 'beam.xacro: expanded by the program xacro' "$work/err"
report $? 'xacro is expanded by the program of that name'
sed '2s/^/<!-- FAIL -->/' "$work/beam.xacro" >"$work/bad.xacro"
run 2 "$work/bad.xacro" --joints && grep -q 'bad.xacro:1: xacro:property length: is xacro, and the program xacro cannot expand it: error: no such property: length$' "$work/err"
report $? 'what it says is told if it fails'
mkdir "$work/none"
PATH=$work/none
/bin/true 2>/dev/null && "$program" "$work/beam.xacro" --joints >"$work/out" 2>"$work/err"
status=$?
PATH=$own_path
[ $status -ne 0 ]
report $? 'without it xacro is refused'
sed '1s|$|<xacro:property name="length" value="1"/><xacro:arg name="side" default="left"/>|' "$work/beam.urdf" >"$work/unused.urdf"
run 1 "$work/unused.urdf" "$work/post.yaml" --from 0 --to 1 && grep -q '^contact at t = 0.7' "$work/out" &&
  grep -qF 'xacro:property is passed over: nothing in the file uses a property of xacro' "$work/err"
report $? 'a property of xacro that nothing uses is noted'
sed '1s|$|<xacro:insert_block name="length"/>|' "$work/unused.urdf" >"$work/block.urdf"
if "$program" "$work/block.urdf" --joints >"$work/out" 2>"$work/err"; then status=1; else status=0; fi
grep -qF 'block.urdf:1: xacro:insert_block length: ' "$work/err" || status=1
report $status 'a block of xacro is not passed over'

# ---------------------------------------------------------------- packages

if "$program" "$work/beam.urdf" --joints --package "x=$work/nowhere" >"$work/out" 2>"$work/err"; then status=1; else status=0; fi
grep -qF -- "--package: x=$work/nowhere: there is no folder $work/nowhere" "$work/err" || status=1
report $status 'the folder of a package has to be there'
run 2 "$work/beam.urdf" --joints --package "$work" && grep -qF 'expected NAME=FOLDER, the folder of one package; --package-path names a folder' "$work/err"
report $? '--package is no abbreviation of --package-path'
mkdir -p "$work/one/arm" "$work/two/arm" "$work/other"
wall() {
  printf 'v %s -1 -1\nv %s 1 -1\nv %s 1 1\nf 1 2 3\n' "$1" "$1" "$1"
}
wall 0.1 >"$work/one/arm/wall.obj"
wall 0.2 >"$work/two/arm/wall.obj"
mesh='s|<box size="1 0.02 0.02"/>|<mesh filename="package://arm/wall.obj"/>|'
sed "$mesh" "$work/beam.urdf" >"$work/other/mesh.urdf"
sed "$mesh" "$work/beam.urdf" >"$work/two/arm/mesh.urdf"
if "$program" "$work/two/arm/mesh.urdf" --joints 2>&1 | grep -q 'built without assimp'; then
  for i in 1 2 3 4; do skip "packages $i" 'built without assimp'; done
else
  run 2 "$work/other/mesh.urdf" --joints --package-path "$work" && grep -qF 'name the right one by --package arm=FOLDER' "$work/err"
  report $? 'two packages of one name with different files are refused'
  run 0 "$work/other/mesh.urdf" --joints --package-path "$work" --package arm="$work/one/arm"
  report $? 'unless one is named'
  run 0 "$work/two/arm/mesh.urdf" --joints --package-path "$work"
  report $? 'or the file is in one of them'
  sed "$mesh; s|package://|package:///|" "$work/beam.urdf" >"$work/two/arm/third.urdf"
  run 0 "$work/two/arm/third.urdf" --joints
  report $? 'a third slash after package: changes nothing'
fi

# ---------------------------------------------------------------- continuous joints

# From 2.9 the beam turns on to 2 pi - 2.9 past the post behind it, and back through 0 past none.
sed 's/revolute/continuous/' "$work/beam.urdf" >"$work/turns.urdf"
echo "world: {collision_objects: [$(echo "$post" | sed 's/\[0.5, 0.5, 0\]/[-0.7, 0, 0]/')]}" >"$work/behind.yaml"
turns() {
  expected=$1
  description=$2
  shift 2
  run "$expected" "$work/turns.urdf" "$work/behind.yaml" "$@"
  report $? "$description"
}
turns 1 'two configurations are joined by the short way' --from 2.9 --to=-2.9
grep -qF 'joint turn goes the short way, from 2.9 to 3.38319' "$work/out"
report $? 'which the answer says'
turns 0 'or as they stand' --from 2.9 --to=-2.9 --continuous as-given
echo '{"from": [2.9], "to": {"turn": -2.9}}' >"$work/edge"
run 1 "$work/turns.urdf" "$work/behind.yaml" --edges <"$work/edge" && grep -q '"shortest": \["turn"\]' "$work/out" && grep -q 'note: continuous joints go the short way' "$work/err"
report $? 'edges as well, with a note'
run 0 "$work/turns.urdf" "$work/behind.yaml" --edges --continuous as-given <"$work/edge" && grep -q '"as_given": \["turn"\]' "$work/out"
report $? 'and as given'
printf 'turn\n2.9\n-2.9\n' >"$work/way.csv"
turns 0 'way-points go as given' --way "$work/way.csv"
turns 1 'or the short way if it is wanted' --way "$work/way.csv" --continuous shortest

# ---------------------------------------------------------------- limits of joints that mimic

mimic='s|</robot>|<joint name="copy" type="revolute"><parent link="beam"/><child link="c"/><axis xyz="0 0 1"/><mimic joint="turn" multiplier="-1"/><limit LIMITS effort="1" velocity="1"/></joint><link name="c"/></robot>|'
limits() { echo "$mimic" | sed "s/LIMITS/$1/"; }
robot 2 'a joint that mimics keeps its limits' 'joint copy leaves its limits [-0.5, 0.5]' "$(limits 'lower="-0.5" upper="0.5"')"
robot 1 'limits that would let nothing move are not checked, with a note' 'joint copy mimics turn, which its limits [0.5, 0.9] would not let move' "$(limits 'lower="0.5" upper="0.9"'); s/lower=\"-1\" upper=\"2\"/lower=\"0\" upper=\"2\"/"
robot 1 'nor are those the wrong way round' 'joint copy mimics turn, which its limits [1, 0] would not let move' "$(limits 'lower="1" upper="0"')"
robot 1 'nor are those of 0 that nobody has written' 'which its limits [0, 0] would not let move' "$(limits '')"

# ---------------------------------------------------------------- planar and floating joints

# The beam, of 1 m by 20 mm, drives on a plane or floats; the post's near faces are at x = 0.49 and y = 0.49.
sed 's/revolute/planar/; s|<axis xyz="0 0 1"/>||' "$work/beam.urdf" >"$work/planar.urdf"
sed 's/revolute/floating/' "$work/beam.urdf" >"$work/floating.urdf"
drives() {
  expected=$1
  description=$2
  text=$3
  shift 3
  run "$expected" "$@" && cat "$work/out" "$work/err" | grep -qF -- "$text"
  report $? "$description"
}
planar="$work/planar.urdf $work/post.yaml"
floating="$work/floating.urdf $work/post.yaml"
drives 0 'a planar joint lists x, y and yaw' turn/theta $planar --joints
[ "$(tr '\n' ' ' <"$work/out")" = 'turn/x turn/y turn/theta ' ]
report $? 'in this order'
drives 1 'it moves along y' 'contact at t = 0.48 ' $planar --from 0,0,0 --to 0,1,0
# Its upper side passes the corner at (0.51, 0.49), or (0.71, 0.49) from where it stands, at
# atan2(0.49, x) - asin(0.01 / hypot(0.49, x)).
drives 1 'and turns' 'contact at t = 0.7512' $planar --from 0,0,0 --to 0,0,1
drives 1 'and turns where it has moved to' 'contact at t = 0.592' $planar --from=-0.2,0,0 --to=-0.2,0,1
drives 0 'a floating joint lists x, y, z and a quaternion' turn/rot_w $floating --joints
[ "$(tr '\n' ' ' <"$work/out")" = 'turn/trans_x turn/trans_y turn/trans_z turn/rot_x turn/rot_y turn/rot_z turn/rot_w ' ]
report $? 'in this order, too'
drives 1 'it moves along y, too' 'contact at t = 0.48 ' $floating --from 0,0,0,0,0,0,1 --to 0,1,0,0,0,0,1
drives 1 'its quaternion turns it: along y the beam meets the post by its tip' 'contact at t = 0.49' \
  $floating --from=0.5,-1,0,0,0,1,1 --to 0.5,0,0,0,0,1,1
drives 1 'a quarter turn about z is one at a constant rate' 'contact at t = 0.4782' $floating --from 0,0,0,0,0,0,1 --to 0,0,0,0,0,1,1
drives 0 'a beam that is turned up about y passes' free $floating --from=0,-1,0,0,-1,0,1 --to=0,1,0,0,-1,0,1
drives 2 'a turn about another axis is refused' 'turns about an axis other than z' $floating --from 0,0,0,0,0,0,1 --to 0,0,0,1,0,1,1
drives 2 'a quaternion of zero as well' '--from: 0,0,0,0,0,0,0: a quaternion is zero' $floating --from 0,0,0,0,0,0,0 --to 0,0,0,0,0,0,1
echo '{"from": [0,0,0, 0,0,0,1], "to": [0,1,0, 0,0,0,1]}' >"$work/edge"
run 1 $floating --edges <"$work/edge" && grep -q '"t": 0.4[78]' "$work/out"
report $? 'edges list the same numbers'
echo '<robot name="beam"><disable_collisions link1="base" link2="beam"/><group name="drive"><joint name="turn"/></group></robot>' >"$work/drive.srdf"
run 0 "$work/planar.urdf" "$work/drive.srdf" --group drive --joints && [ "$(wc -l <"$work/out")" -eq 3 ]
report $? 'a group names the joint as a whole'

# ---------------------------------------------------------------- SRDF

run 2 "$work/drive.srdf" "$work/planar.urdf" --joints && grep -q "drive.srdf:1: disable_collisions: belongs to an SRDF; the robot's URDF has to be the first" "$work/err"
report $? 'an SRDF in the place of the robot is named'
failed=0
for name in end_effector passive_joint joint_property enable_collisions link_sphere_approximation; do
  echo "<robot name=\"beam\"><$name name=\"turn\"/></robot>" >"$work/$name.srdf"
  run 2 "$work/$name.srdf" --joints && grep -q "$name.srdf:1: $name turn: belongs to an SRDF" "$work/err" || failed=1
done
report $failed 'by any of its elements'
cat >"$work/own.srdf" <<'END'
<robot name="beam"><disable_collisions link1="base" link2="beam" reason="Adjacent"/>
<virtual_joint name="floor" type="fixed" parent_frame="map" child_link="torso"/>
<group name="bad"><chain base_link="base_of_another" tip_link="beam"/></group>
<group name="worse"><group name="bad"/></group>
<group name="arm"><joint name="turn"/></group>
<group_state name="home" group="arm"><joint name="gone" value="0"/></group_state>
<group_state name="lost" group="none"/>
</robot>
END
run 1 "$work/beam.urdf" "$work/own.srdf" "$work/post.yaml" --group arm --from 0 --to 1 && [ "$(grep -c 'it cannot be used$' "$work/err")" -eq 4 ]
report $? 'faults in groups and states that nobody uses are notes'
run 2 "$work/beam.urdf" "$work/own.srdf" --group bad --joints && grep -qF -- "--group bad: $work/own.srdf:3: chain: base_link: the robot has no link 'base_of_another', in group bad" "$work/err"
report $? 'a group with a fault is refused'
run 2 "$work/beam.urdf" "$work/own.srdf" --group worse --joints && grep -q 'in group worse$' "$work/err"
report $? 'and one that contains it'
run 2 "$work/beam.urdf" "$work/own.srdf" --from home --to 1 && grep -q -- '--from: home: .*own.srdf:6: joint gone: .*in state home$' "$work/err"
report $? 'a state with a fault as well'

echo '<robot name="other"><disable_collisions link1="base" link2="beam"/></robot>' >"$work/own.srdf"
run 1 "$work/beam.urdf" "$work/own.srdf" "$work/post.yaml" --from 0 --to 1 &&
  grep -qF 'own.srdf:1: robot: the SRDF is of a robot other, and the URDF of beam' "$work/err"
report $? 'an SRDF of another robot is noted'
# virtual DESCRIPTION TYPE NOTES: how many notes name the virtual joint, which is of this type, in a group and a state.
virtual() {
  cat >"$work/own.srdf" <<END
<robot name="beam"><disable_collisions link1="base" link2="beam"/>
<virtual_joint name="floor" type="$2" parent_frame="map" child_link="base"/>
<group name="all"><joint name="floor"/><joint name="turn"/></group>
<group_state name="home" group="all"><joint name="floor" value="3 0 0"/><joint name="turn" value="0"/></group_state>
</robot>
END
  run 1 "$work/beam.urdf" "$work/own.srdf" "$work/post.yaml" --group all --from home --to 1 &&
    [ "$(grep -c 'own.srdf:[34]: joint: floor is the virtual joint, .*; --base places the robot$' "$work/err")" -eq "$3" ]
  report $? "$1"
}
virtual 'a virtual joint that moves is noted in groups and states' planar 2
virtual 'and one that is fixed is not' fixed 0

# ---------------------------------------------------------------- scenes

scene 1 'a scene of another robot is noted' 'own.yaml:1: robot_model_name: the scene is of a robot other, and the URDF of beam' 'robot_model_name: other' "world: {collision_objects: [$post]}"
scene 2 'bytes that ros2 topic echo has cut off are refused with what to do' 'own.yaml:1: octomap: data: elements are left out; ros2 topic echo prints all with --full-length' \
  "world: {octomap: {octomap: {binary: true, id: OcTree, resolution: 0.1, data: [2, 0, '...']}}}"
scene 2 'a list that --no-arr hides as well' 'own.yaml:1: <sequence type: moveit_msgs/msg/CollisionObject, length: 1> is left out' \
  "world: {collision_objects: '<sequence type: moveit_msgs/msg/CollisionObject, length: 1>'}"

scene 1 'the byte 0 as ROS 2 prints it is read' 'contact at' "world: {collision_objects: [$(echo "$post" | sed 's/{id/{operation: "\\0", id/')]}"
scene 2 'a byte for another operation is refused' 'only ADD (0) and APPEND (2)' "world: {collision_objects: [$(echo "$post" | sed 's/{id/{operation: "\\x01", id/')]}"
scene 2 'a zero byte in a name is refused' 'a text has a zero byte' "world: {collision_objects: [$(echo "$post" | sed 's/id: post/id: "po\\0st"/')]}"

rm -rf "$work"
