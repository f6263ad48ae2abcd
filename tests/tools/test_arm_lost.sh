#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# What other readers pass over in files of robots, meshes, scenes and ways, so that a solid is lost or stands elsewhere:
# bms-arm-sweep checks it, or refuses it with exit status 2, file, line and what is wrong.

work=tests/tools/lost_work
. "${srcdir:-.}/tests/tools/arm_program.sh"

beam_and_post
mark=$(printf '\357\273\277')

# asks STATUS DESCRIPTION TEXT ARGUMENT...: the status, and the text in what is said.
asks() {
  expected=$1
  description=$2
  text=$3
  shift 3
  run "$expected" "$@" </dev/null && cat "$work/out" "$work/err" | grep -qF -- "$text" &&
    { [ "$expected" -ne 2 ] || [ ! -s "$work/out" ]; }
  report $? "$description"
}

# robot STATUS DESCRIPTION TEXT SED: the robot as sed changes it.
robot() {
  sed "$4" "$work/beam.urdf" >"$work/bad.urdf"
  asks "$1" "$2" "$3" "$work/bad.urdf" "$work/post.yaml" --from 0 --to 1
}

# scene STATUS DESCRIPTION TEXT LINE...: a scene of these lines.
scene() {
  expected=$1
  description=$2
  text=$3
  shift 3
  printf '%s\n' "$@" >"$work/bad.yaml"
  asks "$expected" "$description" "$text" "$work/beam.urdf" "$work/bad.yaml" --from 0 --to 1
}

# text_scene STATUS DESCRIPTION TEXT FORMAT: a .scene that printf writes.
text_scene() {
  printf "$4" >"$work/bad.scene"
  asks "$1" "$2" "$3" "$work/beam.urdf" "$work/bad.scene" --from 0 --to 1
}

echo 1..135

# ---------------------------------------------------------------- robots

robot 1 'the robot as it is meets the post' 'contact at' ''
robot 1 'with the mark of UTF-8 and lines of DOS too' 'contact at' "1s/^/$mark/; s/\$/$(printf '\r')/"
robot 1 'settings of simulators are passed over' 'contact at' 's|revolute"|revolute" dont_collapse="true"|; s|<axis|<joint_properties damping="0"/><axis rpy="0 0.0 0"|
  s|"beam">|"beam" concave="yes"><gravity>0</gravity>|; s|velocity|command_effort="40" damping="0" friction="0" velocity|'
robot 1 'an origin in a link that moves nothing is passed over' 'contact at' 's|"beam">|"beam"><origin xyz="0 0 0.0" rpy="0 -0 0"/>|'
robot 2 'one that would move the link is refused' 'bad.urdf:3: origin: moves nothing in a link' 's|"beam">|"beam"><origin xyz="0 0 1"/>|'
robot 2 'an axis that rpy would turn is refused' 'bad.urdf:2: axis: rpy turns no axis in URDF' 's|<axis|<axis rpy="0 1.5 0"|'
robot 2 'a setting that is more than text is refused' 'bad.urdf:3: hull: is unknown here, and may be solid' 's|"beam">|"beam"><hull>1<p/></hull>|'
robot 2 'another file that is included is refused' 'bad.urdf:1: include: is unknown here' '1s|$|<include filename="arm.urdf"/>|'
robot 2 'by XInclude as well' 'bad.urdf:1: xi:include: is unknown here' '1s|$|<xi:include href="arm.urdf"/>|'
robot 2 'and by any element that names a file' 'names a file, which would not be read' '1s|$|<part uri="arm.urdf"/>|'
robot 2 'a link with a prefix is refused' 'u:link x: is unknown here, and holds what may be solid' '1s|$|<u:link name="x"/>|'
robot 2 'a body of another format as well' 'body b: is unknown here' '1s|$|<body name="b"><geom/></body>|'
robot 2 'a shape that only Gazebo knows is refused' 'bad.urdf:1: geometry: is solid in Gazebo' '1s|$|<gazebo reference="beam"><collision><geometry><sphere/></geometry></collision></gazebo>|'
robot 1 'but not what it has to say about friction' 'contact at' '1s|$|<gazebo reference="beam"><collision><surface/></collision><visual><geometry/></visual></gazebo>|'
robot 2 'a document type is refused' 'bad.urdf: has a DOCTYPE with declarations' '1s|^|<!DOCTYPE robot [<!ENTITY arm SYSTEM "arm.xml">]>|'
robot 2 'text among elements is refused' "has text between its elements, 'arm;'" '1s|$|\&arm;|'
robot 2 'a part marked as text is refused' "has text between its elements, '<link" '1s|$|<![CDATA[<link name="x"/>]]>|'
robot 2 'a misspelt attribute of an origin is refused' "bad.urdf:3: origin: unknown attribute 'xzy'" 's/origin xyz/origin xzy/'
robot 2 'of a limit as well' "bad.urdf:2: limit: unknown attribute 'lowr'" 's/lower/lowr/'
robot 2 'a misspelt origin of a joint is refused' 'bad.urdf:2: orign: is unknown in a joint' 's|<axis|<orign xyz="1 0 0"/><axis|'
robot 2 'a shape in a shape is refused' 'bad.urdf:3: sphere: cannot stand in box' 's|<box size="1 0.02 0.02"/>|<box size="0.1 0.1 0.1"><sphere radius="1"/></box>|'
robot 2 'what is left of xacro is refused' "'\${l} 0 0' is left of xacro" 's/xyz="0.5 0 0"/xyz="${l} 0 0"/'
robot 2 'a length of 1e200 is refused with its line' 'bad.urdf:3: link beam: a size is not finite, or above 1e9 m' 's/size="1 /size="1e200 /'
robot 2 'a place at 1e200 as well' 'bad.urdf:2: joint turn: its origin is not finite, or beyond 1e9 m' 's|<axis|<origin xyz="1e200 0 0"/><axis|'
robot 2 'a robot without anything solid is refused' 'no link has a <collision>' 's/collision>/visual>/g'
robot 2 'text that is not UTF-8 is refused' 'bad.urdf:3: is not UTF-8' "3s/name=\"beam\"/name=\"b$(printf '\344')m\"/"
robot 2 'a joint of another kind is refused' 'bad.urdf:2: not a robot in URDF: Joint [turn] has no known type [ball]' 's/revolute/ball/'
sed 's|</robot>|<link name="cover"><visual><geometry><box size="1 1 1"/></geometry></visual></link><joint name="j" type="fixed"><parent link="base"/><child link="cover"/></joint></robot>|' "$work/beam.urdf" >"$work/bad.urdf"
asks 1 'a link that is seen only is noted' 'meet nothing: cover' "$work/bad.urdf" "$work/post.yaml" --from 0 --to 1
cat >"$work/bad.srdf" <<'END'
<robot name="beam"><group name="arm"><joint name="turn"/></group>
<group_state name="home" group="arm"><joint name="turn" value="0"/></group_state>
<group_state name="home" group="arm"><joint name="turn" value="1"/></group_state></robot>
END
asks 1 'a state that is there twice is noted' 'bad.srdf:3: group_state home: a second state' "$work/beam.urdf" "$work/bad.srdf" "$work/post.yaml" --from 0 --to 1
asks 2 'and refused if it is used' 'bad.srdf:3: group_state home: a second state' "$work/beam.urdf" "$work/bad.srdf" "$work/post.yaml" --from home --to 1

# ---------------------------------------------------------------- scenes

scene 1 'a scene with the mark of UTF-8 is read' 'contact at' "${mark}world: {collision_objects: [$post]}"
scene 2 'a tab is refused' 'bad.yaml:2: not YAML' 'world:' "$(printf '\t')collision_objects: [$post]"
scene 2 'a number that may be octal is refused' 'bad.yaml:1: dimensions[0]: 010 is octal' "world: {collision_objects: [$(echo "$post" | sed 's/\[0.02/[010/')]}"
scene 2 'a size of 1e200 is refused with its line' 'bad.yaml:1: post: a size is not finite, or above 1e9 m' "world: {collision_objects: [$(echo "$post" | sed 's/\[0.02/[1e200/')]}"
scene 2 'a zero byte in a text is refused' 'bad.yaml:1: a text has a zero byte' "world: {collision_objects: [$(echo "$post" | sed 's/id: post/id: "po\\0st"/')]}"
scene 2 'a frame that is a list is refused' 'bad.yaml:1: frame_id: expected a name' "world: {collision_objects: [$(echo "$post" | sed 's/{id/{header: {frame_id: [beam]}, id/')]}"
scene 2 'a padding that is no entry is refused' 'bad.yaml:1: link_padding: expected keys' 'link_padding: [0.1]' "world: {collision_objects: [$post]}"
scene 2 'a misspelt padding as well' "link_padding: unknown key 'paddin'" 'link_padding: [{link_name: beam, paddin: 0.1}]' "world: {collision_objects: [$post]}"
scene 2 'a matrix that differs from its mirror image is refused' "'beam' may touch 'post', but not the other way round" \
  'allowed_collision_matrix: {entry_names: [beam, post], entry_values: [[false, true], [false, false]]}' "world: {collision_objects: [$post]}"
scene 2 'a matrix with a name twice is refused' "entry_names: 'beam' stands twice" \
  'allowed_collision_matrix: {entry_names: [beam, beam], entry_values: [[false, false], [false, false]]}' "world: {collision_objects: [$post]}"
scene 2 'defaults that are no list are refused' 'default_entry_values: expected a boolean for each' 'allowed_collision_matrix: {default_entry_names: [post], default_entry_values: true}' "world: {collision_objects: [$post]}"
scene 2 'a joint that is said twice is refused' "name: joint 'turn' stands twice" 'robot_state: {joint_state: {name: [turn, turn], position: [0, 1]}}' "world: {collision_objects: [$post]}"
scene 2 'an alias of what contains it is refused' 'unknown key' 'world: &w {collision_objects: [*w]}'
scene 1 'an object that stands twice by an alias is met' 'contact at' "world: {collision_objects: [&o $post, *o]}"
scene 1 'empty documents are passed over' 'contact at' '# nothing' '---' '---' "world: {collision_objects: [$post]}" '...'
scene 2 'a scene in a list is refused' 'scene: expected keys' "[{world: {collision_objects: [$post]}}]"
scene 2 'a scene in a message is refused' "unknown key 'planning_scene'" "planning_scene: {world: {collision_objects: [$post]}}"
scene 2 'a list of names to objects is refused' 'world.collision_objects: expected a list' "world: {collision_objects: {post: $post}}"
octomap() { echo "world: {octomap: {octomap: {id: OcTree, binary: $1, resolution: $2, data: [2, 0]}}}"; }
octomap true 0.1 >"$work/bad.yaml"
if "$program" "$work/beam.urdf" "$work/bad.yaml" --from 0 --to 1 2>&1 | grep -q 'built without liboctomap'; then
  for i in 1 2 3 4; do skip "octomaps $i" 'built without liboctomap'; done
else
  scene 1 'an octomap is met' '<octomap>' "$(octomap true 0.1)"
  scene 2 'an octomap whose kind is no boolean is refused' 'octomap: binary: expected true or false' "$(octomap yes 0.1)"
  scene 2 'one whose resolution is no number as well' 'octomap: resolution: expected a number' "$(octomap true .inf)"
  scene 2 'and one of cubes beyond all bounds' 'octomap: a size is not finite, or above 1e9 m' "$(octomap true 1e300)"
fi
cat >"$work/base.srdf" <<'END'
<robot name="beam"><virtual_joint name="floor" type="floating" parent_frame="map" child_link="base"/></robot>
END
base='joint_names: [floor], transforms: [{translation: [0, 0, 3], rotation: [0, 0, 0, 1]}]'
scene 2 'a base in an unknown frame is refused' 'give its SRDF before' "robot_state: {multi_dof_joint_state: {header: {frame_id: odom}, $base}}" "world: {collision_objects: [$post]}"
asks 2 'with an SRDF too' "frame_id: the robot has no link 'odom'" "$work/beam.urdf" "$work/base.srdf" "$work/bad.yaml" --from 0 --to 1
sed 's/odom/base/' "$work/bad.yaml" >"$work/carried.yaml"
asks 2 'and one that is carried by itself' "frame_id: link 'base' is carried by the base itself" "$work/beam.urdf" "$work/base.srdf" "$work/carried.yaml" --from 0 --to 1
sed 's/odom/map/' "$work/bad.yaml" >"$work/map.yaml"
asks 0 'a base in the frame of the virtual joint stands there' 'free' "$work/beam.urdf" "$work/base.srdf" "$work/map.yaml" --from 0 --to 1
{ echo 'fixed_frame_transforms: [{header: {frame_id: base}, child_frame_id: rail, transform: {translation: [0, 0, 0], rotation: [0, 0, 0, 1]}}]'
  echo "robot_state: {multi_dof_joint_state: {header: {frame_id: map}, $base}}"
  echo "world: {collision_objects: [$(echo "$post" | sed 's/{id/{header: {frame_id: rail}, id/')]}"; } >"$work/rail.yaml"
asks 1 'a frame that is fixed to the base stands where the base does' 'obstacle  post' "$work/beam.urdf" "$work/base.srdf" "$work/rail.yaml" --from 0 --to 1

box='1\nbox\n0.02 0.02 1\n0 0 0\n0 0 0 1\n0 0 0 0\n'
text_scene 1 'a .scene with subframes and lines of DOS is read' 'obstacle  post' "n\r\n* post\r\n0.5 0.5 0\r\n0 0 0 1\r\n${box}1\nsubframe\n0 0 0\n0 0 0 1\n.\n"
text_scene 1 'one whose first object has no shapes as well' 'obstacle  post' "n\n* ghost\n0 0 0\n0 0 0 1\n0\n0\n* post\n0.5 0.5 0\n0 0 0 1\n${box}0\n.\n"
text_scene 2 'a plane in a .scene is refused' "bad.scene:6: 'plane' is not box" 'n\n* p\n0 0 0\n0 0 0 1\n1\nplane\n1 0 0 0\n0 0 0\n0 0 0 1\n0 0 0 0\n0\n.\n'
text_scene 2 'an object behind the end is refused' 'something follows the' "n\n.\n* post\n0.5 0.5 0\n0 0 0 1\n${box}0\n.\n"
text_scene 2 'a .scene that is not UTF-8 is refused' 'bad.scene:2: is not UTF-8' "n\n* p\366st\n0.5 0.5 0\n0 0 0 1\n${box}0\n.\n"
text_scene 2 'a place at 1e200 is refused' 'a position is not finite, or beyond 1e9 m' "n\n* post\n0.5 1e200 0\n0 0 0 1\n${box}0\n.\n"

# ---------------------------------------------------------------- ways

# way STATUS DESCRIPTION TEXT FORMAT: way-points that printf writes.
way() {
  printf "$4" >"$work/way"
  asks "$1" "$2" "$3" "$work/beam.urdf" "$work/post.yaml" --way "$work/way"
}
# trajectory STATUS DESCRIPTION TEXT POINT...
trajectory() {
  expected=$1
  description=$2
  text=$3
  shift 3
  { echo 'joint_names: [turn]'; echo 'points:'; printf '  - {%s}\n' "$@"; } >"$work/way.yaml"
  asks "$expected" "$description" "$text" "$work/beam.urdf" "$work/post.yaml" --trajectory "$work/way.yaml"
}
# edge STATUS DESCRIPTION TEXT FORMAT: an edge that printf writes.
edge() {
  printf "$4" | "$program" "$work/beam.urdf" "$work/post.yaml" --edges >"$work/out" 2>"$work/err"
  [ $? -eq "$1" ] && grep -qF -- "$3" "$work/out"
  report $? "$2"
}
way 1 'a CSV with the mark of UTF-8 is read' 'contact at' "${mark}turn\n0\n1\n"
way 2 'a zero byte in a CSV is refused' 'way:3: has a zero byte' 'turn\n0\n1\0009\n'
way 2 'a column of a longer name is refused' "way:1: 'turn on' is neither a joint" 'turn on\n0\n1\n'
way 2 'an unknown key in JSON is refused' "way:2: unknown key 'attached'" '{"q": [0]}\n{"q": [1], "attached": {}}\n'
way 2 'a place of 1e200 is refused' 'way:3: column 1: expected a number within 1e9' 'turn\n0\n1e200\n'
first='positions: [0], time_from_start: 0'
trajectory 2 'a point at the time of the one before is refused' 'way.yaml:5: time_from_start: is not after' "$first" 'positions: [1], time_from_start: 1' 'positions: [0], time_from_start: 1'
trajectory 2 'a point before it as well' 'way.yaml:5: time_from_start: is not after' "$first" 'positions: [1], time_from_start: 1' 'positions: [0], time_from_start: 0.5'
trajectory 2 'a time without seconds is refused' 'way.yaml:3: time_from_start: expected seconds' 'positions: [0], time_from_start: {}' 'positions: [1], time_from_start: 1'
trajectory 2 'a time beyond all bounds is refused' 'way.yaml:4: time_from_start: is beyond 1e9 s' "$first" 'positions: [1], time_from_start: 1e300'
trajectory 2 'two points in 1e-300 s are refused' 'less than 1e-9 s' "$first" 'positions: [1], time_from_start: 1e-300'
trajectory 2 'a speed of 1e200 is refused' 'way.yaml:3: velocities: is beyond 1e9' 'positions: [0], velocities: [1e200], time_from_start: 0' 'positions: [1], velocities: [0], time_from_start: 1'
trajectory 1 'accelerations in some points only are met' 'contact at' 'positions: [0], velocities: [0], accelerations: [0], time_from_start: 0' 'positions: [1], velocities: [0], time_from_start: 1'
edge 2 'an unknown key of an edge is refused' "unknown key 'attached'" '{"from": [0], "to": [0], "attached": {}}\n'
edge 2 'a zero byte in an edge is refused' 'not JSON' '{"from": [0], "to": [0]}\000{"from": [0], "to": [1]}\n'
edge 1 'the mark of UTF-8 before edges is passed over' '"status": "contact"' "$mark"'{"from": [0], "to": [1]}\n'

# ---------------------------------------------------------------- meshes

# A triangle far away, and a wall that the beam meets.
cat >"$work/mesh.yaml" <<'END'
world: {collision_objects: [{id: wall, pose: {position: [0.5, 0.5, 0], orientation: [0, 0, 0, 1]}, meshes: [{resource: FILE}]}]}
END
# mesh STATUS DESCRIPTION TEXT FILE: the file, as a mesh in a scene.
mesh() {
  sed "s/FILE/$4/" "$work/mesh.yaml" >"$work/bad.yaml"
  asks "$1" "$2" "$3" "$work/beam.urdf" "$work/bad.yaml" --from 0 --to 1
}
far='v 9 9 9\nv 9 9 8\nv 9 8 8\nf 1 2 3\n'
wall='v 0 0 -1\nv 0.1 0 -1\nv 0.1 0 1\nv 0 0 1\n'
printf "${far}${wall}f 4 5 6 7\n" >"$work/wall.obj"
sed 's/FILE/wall.obj/' "$work/mesh.yaml" >"$work/bad.yaml"
if "$program" "$work/beam.urdf" "$work/bad.yaml" --from 0 --to 1 2>&1 | grep -q 'built without assimp'; then
  for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48; do skip "meshes $i" 'built without assimp'; done
else
  mesh 1 'a wall in OBJ is met' 'obstacle  wall' wall.obj
  cp "$work/wall.obj" "$work/a wall.obj"
  mesh 1 'a blank in a URI may be %20' 'obstacle  wall' a%20wall.obj
  sed 's/^/%/' "$work/wall.obj" >"$work/a wall.obj"
  cp "$work/wall.obj" "$work/a%20wall.obj"
  mesh 1 'a file of this very name comes first' 'obstacle  wall' a%20wall.obj
  { printf '%s' "$mark"; cat "$work/wall.obj"; } >"$work/mark.obj"
  mesh 2 'a mesh with the mark of UTF-8, which hides its first vertex, is refused' 'begins with the mark of UTF-8' mark.obj
  printf 'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n' >"$work/pointer.stl"
  mesh 2 'a file that Git has not fetched is refused with what to do' 'pointer.stl: is a pointer of Git LFS; git lfs pull fetches the file' pointer.stl
  printf "${far}${wall}f -4 -3 -2 -1\n" >"$work/behind.obj"
  mesh 1 'corners counted from the end are read' 'obstacle  wall' behind.obj
  printf "${far}${wall}f 4 5 6 99\n" >"$work/range.obj"
  mesh 2 'a corner that is not there is refused' 'index out of range' range.obj
  printf "${far}call wall.obj\n" >"$work/call.obj"
  mesh 2 'another file that is called is refused' "line 5: 'call' is not read in OBJ, and may be solid" call.obj
  printf "${wall}f 1 2 3 4\nf 4 3 2 1\n" >"$work/sides.obj"
  mesh 1 'a wall with two sides is met' 'obstacle  wall' sides.obj
  cp "$work/wall.obj" "$work/wall"
  sed 's/^v 0.1 0 1$/v 0.1 0/' "$work/wall.obj" >"$work/two.obj"
  mesh 2 'a vertex of two numbers is refused' 'line 7: expected three numbers for a vertex' two.obj
  sed 's/^v 0.1 0 1$/v 0,1 0 1/' "$work/wall.obj" >"$work/comma.obj"
  mesh 2 'a number with a comma as well' 'line 7: expected three numbers' comma.obj
  sed 's/^v 0.1 0 1$/v 0.1 0 1 1/' "$work/wall.obj" >"$work/weight.obj"
  mesh 1 'a weight of 1 is read' 'obstacle  wall' weight.obj
  sed 's/^v 0.1 0 1$/v 0.1 0 1 2/' "$work/wall.obj" >"$work/weight.obj"
  mesh 2 'another would move the vertex, and is refused' 'a weight of 1 or colours' weight.obj
  sed 's/^v 0.1 0 1$/v .1 0 1/' "$work/wall.obj" >"$work/dot.obj"
  mesh 2 'a number without a first digit, which loses the vertex, is refused' '(0.5, not .5)' dot.obj
  sed 's/^v 0.1 0 1$/v 0.1 0 1 1 1 1 1/' "$work/wall.obj" >"$work/seven.obj"
  mesh 2 'a vertex of seven numbers as well' 'line 7: expected three numbers' seven.obj
  sed 's/^v 0.1 0 1$/v 0.1 0 1 # corner 3/' "$work/wall.obj" >"$work/comment.obj"
  mesh 2 'and one with a number in its comment' 'line 7: expected three numbers' comment.obj
  sed 's/^v 0.1 0 1$/v 0.1 0 1 0.5 0.5 0.5/' "$work/wall.obj" >"$work/colours.obj"
  mesh 1 'one with colours is read' 'obstacle  wall' colours.obj
  sed '7i # from C:\\models\\' "$work/wall.obj" >"$work/hides.obj"
  mesh 2 'a comment that hides the next line is refused' 'line 7: a comment that ends in a backslash' hides.obj
  sed 's/^v 0.1 0 1$/v 1000000000000000000000e-22 0 1/' "$work/wall.obj" >"$work/digits.obj"
  mesh 2 'a number of so many digits that it is read as 0 is refused' 'line 7: expected three numbers' digits.obj
  mesh 2 'a name without an ending is refused' 'its name has no known ending' wall
  facet='facet normal 0 1 0\nouter loop\nvertex %s\nvertex %s\nvertex %s\nendloop\nendfacet\n'
  { echo solid wall; printf "$facet" '9 9 9' '9 9 8' '9 8 8'; printf "$facet" '0 0 -1' '0.1 0 -1' '0 0 1'; echo endsolid; } >"$work/wall.stl"
  mesh 1 'a wall in STL is met' 'obstacle  wall' wall.stl
  sed '1s/.*/solid C:\\models\\/' "$work/wall.stl" >"$work/named.stl"
  mesh 1 'a name that ends in a backslash is read' 'obstacle  wall' named.stl
  sed '9s/facet/fcaet/' "$work/wall.stl" >"$work/word.stl"
  mesh 2 'a misspelt facet is refused' "line 9: 'fcaet' is no word of STL" word.stl
  sed '12,$d' "$work/wall.stl" >"$work/cut.stl"
  mesh 2 'a facet that is cut off is refused' 'the file ends within a facet' cut.stl
  sed 's/^vertex 0.1 0 -1/vertex 0.1 0 -1 0/' "$work/wall.stl" >"$work/four.stl"
  mesh 2 'a vertex of four numbers is refused' 'line 12: expected three numbers for each vertex and normal' four.stl
  { printf 'solid, but binary'; head -c 63 /dev/zero; printf '\001\000\000\000'; head -c 100 /dev/zero; } >"$work/count.stl"
  mesh 2 'a binary STL that is longer than its count is refused' 'nor as long as its number of triangles' count.stl
  { printf 'solid, but binary'; head -c 63 /dev/zero; printf '\001\000\000\000'; head -c 14 /dev/zero
    printf '\000\000\200\277'; head -c 20 /dev/zero; printf '\000\000\200\077'; head -c 8 /dev/zero; } >"$work/binary.stl"
  mesh 1 'a binary STL that begins with solid is read' 'obstacle  wall' binary.stl
  printf 'ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 -1\n0.1 0 -1\n0.1 0 1\n0 0 1\n4 0 1 2 3\n' >"$work/wall.ply"
  mesh 1 'a wall in PLY is met' 'obstacle  wall' wall.ply
  sed 's/face 1/face 0/' "$work/wall.ply" >"$work/count.ply"
  mesh 2 'lines that its header does not count are refused' 'the header counts 4 elements, and 5 lines follow' count.ply
  sed 's/^property list/propery list/' "$work/wall.ply" >"$work/word.ply"
  mesh 2 'a misspelt word of its header is refused' "line 8: 'propery' is no line of PLY" word.ply
  sed '/^end_header/,$d' "$work/wall.ply" >"$work/end.ply"
  mesh 2 'a header without end as well' 'line 9: the file ends within its header' end.ply
  sed 's/^4 0 1 2 3/4 0 1 2 30/' "$work/wall.ply" >"$work/corner.ply"
  mesh 2 'a corner of PLY that is not there is refused' 'has a face with corners that are not there' corner.ply
  sed 's/^4 0 1 2 3/3 0 1 2 3/' "$work/wall.ply" >"$work/corner.ply"
  mesh 2 'a corner that its face does not count as well' 'line 14: expected the numbers of a face' corner.ply
  sed 's/^0.1 0 1$/0.1 0/' "$work/wall.ply" >"$work/two.ply"
  mesh 2 'a vertex of two numbers as well' 'line 12: expected the numbers of a vertex' two.ply
  sed 's/float z/float Z/' "$work/wall.ply" >"$work/axis.ply"
  mesh 2 'vertices without x, y and z are refused' 'line 9: expected properties x, y and z of a vertex' axis.ply
  sed 's/float x/int x/' "$work/wall.ply" >"$work/whole.ply"
  mesh 2 'a fraction that would be cut off is refused' "line 11: '0.1' is no int" whole.ply
  sed 's/element face/element tristrips/' "$work/wall.ply" >"$work/strips.ply"
  mesh 2 'strips of triangles are refused' "element 'tristrips' is unknown or a second one" strips.ply
  { sed 's/ascii/binary_little_endian/; /^end_header/q' "$work/wall.ply"; head -c 8 /dev/zero; printf '\000\000\200\277\000\000\200\077'
    head -c 4 /dev/zero; printf '\000\000\200\277'; head -c 8 /dev/zero; printf '\000\000\200\077\000\000\200\077\000\000\000\000\000\000\200\077'
    printf '\003\000\000\000\000\001\000\000\000\002\000\000\000'; } >"$work/binary.ply"
  mesh 1 'a binary PLY is read' 'obstacle  wall' binary.ply
  { cat "$work/binary.ply"; echo; } >"$work/long.ply"
  mesh 2 'one that is longer than its header says is refused' 'is shorter or longer than its header requires' long.ply
  dae() {
    echo '<COLLADA version="1.4.1"><asset><unit meter="1"/></asset><library_geometries><geometry id="g"><mesh>'
    echo '<source id="p"><float_array id="a" count="9">0 0 -1 0.1 0 -1 0 0 1</float_array><technique_common><accessor source="#a" count="3" stride="3"><param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source><vertices id="v"><input semantic="POSITION" source="#p"/></vertices>'
    echo '<triangles count="1"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles></mesh></geometry></library_geometries>'
    echo '<library_visual_scenes><visual_scene id="s"><node><instance_geometry url="#g"/></node></visual_scene></library_visual_scenes><scene><instance_visual_scene url="#s"/></scene></COLLADA>'
  }
  dae | sed 's|<node>|<node><instance_geometry url="#h"/></node><node>|' >"$work/other.dae"
  mesh 2 'an instance of what is not there is refused' "line 4: instance_geometry: url: there is no geometry '#h'" other.dae
  dae | sed 's|<node>|<node id="n"><instance_node url="#n"/>|' >"$work/other.dae"
  mesh 2 'a node that contains itself is refused' 'line 4: node: contains itself by instances' other.dae
  dae | sed 's|<node>|<node><instance_geometry url="#a"/></node><node>|' >"$work/other.dae"
  mesh 2 'an instance of what is no geometry is refused' "there is no geometry '#a'" other.dae
  dae | sed 's|<node>|<node><translat>1 0 0</translat>|' >"$work/other.dae"
  mesh 2 'a misspelt part of a node is refused' 'line 4: translat: is unknown in a node' other.dae
  dae | sed 's|<node>|<node><translate>0 0 0 1</translate>|' >"$work/other.dae"
  mesh 2 'a place of four numbers is refused' 'line 4: translate: expected 3 numbers' other.dae
  dae | sed 's|<node>|<node><scale>1 1 0</scale>|' >"$work/other.dae"
  mesh 2 'a scale of 0 is refused' 'line 4: scale: has a 0' other.dae
  dae | sed 's|0 0 -1 0.1|0 0 -1 0,1|' >"$work/other.dae"
  mesh 2 'a number with a comma is refused' "line 2: float_array: '0,1' is no number" other.dae
  dae | sed 's|name="Y"|name="y"|' >"$work/other.dae"
  mesh 2 'coordinates of other names are refused' 'expected params named X, Y and Z' other.dae
  dae | sed 's|meter="1"|metre="0.01"|' >"$work/other.dae"
  mesh 2 'a misspelt unit is refused' "line 1: unit: unknown attribute 'metre'" other.dae
  { dae | sed 's|</COLLADA>||'; echo '<library_node/></COLLADA>'; } >"$work/other.dae"
  mesh 2 'an unknown library is refused' 'line 5: library_node: is unknown in COLLADA' other.dae
  dae >"$work/wall.dae"
  mesh 1 'a wall in COLLADA is met' 'obstacle  wall' wall.dae
  dae | sed 's|<node>|<node><extra><technique profile="X"><scale>1</scale></technique></extra>|' >"$work/extra.dae"
  mesh 1 'what a program keeps for itself in one is read' 'obstacle  wall' extra.dae
  nodes='<node id="n0"/>'
  for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do
    nodes="$nodes<node id=\"n$i\"><instance_node url=\"#n$((i - 1))\"/><instance_node url=\"#n$((i - 1))\"/></node>"
  done
  roots=$(for i in 1 2 3 4; do echo '<node><instance_node url="#n15"/></node>'; done)
  dae | sed "s|<node>|$(echo "$nodes$roots" | tr -d '\n')<node>|" >"$work/many.dae"
  mesh 2 'a scene of too many nodes is refused' 'visual_scene: makes more than 100000 nodes by instances' many.dae
  dae | sed 's|<p>0 1 2|<p>0 1?2|' >"$work/corner.dae"
  mesh 2 'a corner that is no number is refused' "line 3: p: '1?2' is no number of a corner" corner.dae
  dae | sed 's|<p>0 1 2|<p>0 1|' >"$work/corners.dae"
  mesh 2 'corners that do not fit their count are refused' 'line 3: triangles: count: there are 2 corners' corners.dae
  dae | sed 's|<node>|<node><skew>1 0 1 0 1 0 0</skew>|' >"$work/skew.dae"
  mesh 2 'a skew is refused' 'line 4: skew: cannot be read' skew.dae
  dae | sed 's|<float_array id="a" count="9">|<float_array id="a" count="6">|' >"$work/short.dae"
  mesh 2 'an array of more numbers than it says is refused' 'line 2: float_array: count: there are 9 numbers' short.dae
  dae | sed 's|count="3" stride="3"|count="4" stride="3"|' >"$work/beyond.dae"
  mesh 2 'an accessor that goes beyond its array is refused' 'line 2: accessor: goes beyond the end of its array' beyond.dae
fi

rm -rf "$work"
