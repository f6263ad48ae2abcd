#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Files from strangers: what is wrong with a robot or scene is said in one line with file and line, and nothing crashes or
# takes long, however large or deep the file is.

work=tests/tools/hostile_work
. "${srcdir:-.}/tests/tools/arm_program.sh"

base='<link name="base"/>'
# joint NAME PARENT CHILD, link NAME SHAPE: elements of a URDF.
joint() {
  echo "<joint name=\"$1\" type=\"revolute\"><parent link=\"$2\"/><child link=\"$3\"/><axis xyz=\"0 0 1\"/><limit lower=\"-1\" upper=\"1\" effort=\"1\" velocity=\"1\"/></joint>"
}
link() {
  echo "<link name=\"$1\"><collision><geometry>$2</geometry></collision></link>"
}
box='<box size="1 1 1"/>'
robot() {
  file=$1
  shift
  { echo '<robot name="r">'; printf '%s\n' "$@"; echo '</robot>'; } >"$work/$file"
}

# refuses DESCRIPTION TEXT FILE...: exit status 2, one line with the text.
refuses() {
  description=$1
  text=$2
  shift 2
  run 2 "$@" --joints && [ ! -s "$work/out" ] && [ "$(wc -l <"$work/err")" -eq 1 ] && grep -qF -- "$text" "$work/err"
  report $? "$description"
}

# bad DESCRIPTION TEXT ELEMENT...: the same of a robot of these elements.
bad() {
  description=$1
  text=$2
  shift 2
  robot bad.urdf "$@"
  refuses "$description" "bad.urdf:$text" "$work/bad.urdf"
}

echo 1..50

# ---------------------------------------------------------------- robots

refuses 'a robot that is not there is named, with the reason' 'none.urdf: cannot be read: No such file or directory' "$work/none.urdf"
refuses 'a directory as well' "$work: cannot be read: Is a directory" "$work"
: >"$work/empty.urdf"
refuses 'an empty robot is said to be empty' 'empty.urdf: is empty' "$work/empty.urdf"
refuses 'a robot without end is not read to its end' '/dev/zero: is larger than 64 MiB' /dev/zero
bad 'two links of one name are refused' '4: link arm: a second link of this name' "$base" "$(link arm "$box")" "$(link arm "$box")" "$(joint j base arm)"
bad 'two joints of one name are refused' '6: joint j: a second joint of this name' "$base" "$(link a "$box")" "$(link b "$box")" "$(joint j base a)" "$(joint j base b)"
bad 'a child that is not there is refused' '3: joint j: there is no link arm, its child' "$base" "$(joint j base arm)"
bad 'a parent that is not there is refused' '3: joint j: there is no link floor, its parent' "$base" "$(joint j floor base)"
bad 'a second root is refused' '3: link lost: no joint leads to it, nor to link base' "$base" "$(link lost "$box")"
bad 'two parents are refused' '6: joint k: link b has a second parent' "$base" "$(link a "$box")" "$(link b "$box")" "$(joint j base b)" "$(joint k a b)" "$(joint l base a)"
bad 'joints in a circle are refused' '3: link a: its joints lead round in a circle' "$base" "$(link a "$box")" "$(link b "$box")" "$(joint j a b)" "$(joint k b a)"
bad 'a link that is its own parent is refused' '2: link base: its joints lead round in a circle' "$base" "$(joint j base base)"
bad 'a name of several lines is printed in one line' '3: joint j: there is no link a ?[2Jb, its child' "$base" "$(joint j base 'a&#10;&#x1b;[2Jb')"
bad 'a joint without a child is refused' '3: joint j: has no parent or no child' "$base" '<joint name="j" type="fixed"><parent link="base"/></joint>'
bad 'a link without a name is refused' '2: link: has no name' '<link/>'
bad 'a second geometry is refused' '2: geometry: a second one in collision' "<link name=\"base\"><collision><geometry>$box</geometry><geometry>$box</geometry></collision></link>"
bad 'a second shape is refused' '2: box: a second shape in one geometry' "$(link base "$box$box")"
bad 'an empty geometry is refused' '2: geometry: link base has a collision with an empty geometry' "$(link base '')"
bad 'an unknown shape is refused' '2: torus: is unknown here, and may be solid' "$(link base '<torus radius="1"/>')"
bad 'a misspelt collision is refused' '2: colision: is unknown here, and may be solid' "<link name=\"base\"><colision><geometry>$box</geometry></colision></link>"
bad 'a link within something else is refused' '3: assembly: is unknown here, and holds what may be solid' "$base" "<assembly>$(link arm "$box")</assembly>"
bad 'a size that is no number is refused' '2: not a robot in URDF' "$(link base '<box size="1 nan 1"/>')"
bad 'a negative size is refused' '2: link base: a size is negative' "$(link base '<sphere radius="-1"/>')"
bad 'limits the wrong way round are refused' '4: joint j: its lower limit is above its upper one' "$base" "$(link arm "$box")" "$(joint j base arm | sed 's/lower="-1"/lower="2"/')"
bad 'mimics in a circle are refused' '5: joint j: mimics itself, by way of others' "$base" "$(link a "$box")" "$(link b "$box")" \
  "$(joint j base a | sed 's/<limit/<mimic joint="k"\/><limit/')" "$(joint k a b | sed 's/<limit/<mimic joint="j"\/><limit/')"
printf '<robot name="a">%s</robot><robot name="b">%s</robot>' "$base" "$(link arm "$box")" >"$work/two.urdf"
refuses 'a second robot in a file is refused' 'two.urdf:1: robot b: a second element at the top' "$work/two.urdf"
awk 'BEGIN { for (i = 0; i < 100000; i++) printf "<a>" }' >"$work/deep.urdf"
refuses 'elements nested 100000 deep are refused' 'deep.urdf: elements are nested more than 100 deep' "$work/deep.urdf"
awk 'BEGIN { print "<robot name=\"r\">"; for (i = 0; i < 5000; i++) printf "<link name=\"l%d\"/>\n", i; print "</robot>" }' >"$work/long.urdf"
refuses 'five thousand links are refused' 'long.urdf:2002: link l2000: there are more than 2000 links' "$work/long.urdf"
printf 'a\0b' >"$work/zero.urdf"
refuses 'a zero byte is refused' 'zero.urdf: not XML' "$work/zero.urdf"
printf '\377\376<\0r\0' >"$work/wide.urdf"
refuses 'UTF-16 is refused with what to do' 'convert it to UTF-8 by iconv' "$work/wide.urdf"
echo '<sdf version="1.6"><model name="m"><link name="l"/></model></sdf>' >"$work/m.sdf"
refuses 'a model of SDF with what converts it' 'm.sdf:1: sdf: is SDF; convert it to URDF, as sdf2urdf' "$work/m.sdf"
echo '<mujoco model="m"><worldbody/></mujoco>' >"$work/m.xml"
refuses 'a model of MuJoCo is named' 'm.xml:1: mujoco: is a model of MuJoCo; give the robot as URDF' "$work/m.xml"
refuses 'a folder is refused' 'hostile_work: cannot be read' "$work"

# ---------------------------------------------------------------- what is odd, but right

robot flat.urdf "$(link base "$box")" "$(link arm '<box size="1 0 1"/>')" "$(joint j base arm)"
echo "world: {collision_objects: [{id: dot, primitives: [{type: sphere, dimensions: [0]}], primitive_poses: [{position: [0.2, 0, 0], orientation: [0, 0, 0, 1]}]}]}" >"$work/dot.yaml"
run 1 "$work/flat.urdf" "$work/dot.yaml" --from -0.5 --to 0.5 && grep -q 'obstacle  dot' "$work/out" && grep -q 'at t = 0.4999\|at t = 0.5 ' "$work/out"
report $? 'a box without depth meets a ball without radius'
awk 'BEGIN { print "a million"; print "* sail"; print 1; print "mesh"; n = 1000; print n * n, 2 * (n - 1) * (n - 1)
  for (i = 0; i < n; i++) for (j = 0; j < n; j++) print 0.8, 0.4 + i / n / 10, j / n / 10
  for (i = 0; i + 1 < n; i++) for (j = 0; j + 1 < n; j++) { k = i * n + j; print k, k + 1, k + n; print k + 1, k + n, k + n + 1 }
  print "0 0 0"; print "0 0 0 1"; print "0 0 0 0"; print "." }' >"$work/million.scene"
robot beam.urdf "$(link base '<box size="0.1 0.1 0.1"/>')" '<link name="arm"><collision><origin xyz="0.5 0 0"/><geometry><box size="1 0.02 0.02"/></geometry></collision></link>' "$(joint j base arm)"
run 1 "$work/beam.urdf" "$work/million.scene" --from 0 --to 1 && grep -q 'obstacle  sail' "$work/out"
report $? 'a mesh of two million triangles is met'

# A ball just beyond what the beam reaches.
echo "world: {collision_objects: [{id: ball, primitives: [{type: sphere, dimensions: [0.04]}], primitive_poses: [{position: [1.1, 0, 0], orientation: [0, 0, 0, 1]}]}]}" >"$work/ball.yaml"
run 2 "$work/beam.urdf" "$work/ball.yaml" --ignore-limits --from 0 --to 1e9 && grep -q '^unresolved: free up to t = 0.00.* joint turns very far (doc/faq.md)$' "$work/out"
report $? 'a turn of 160 million rounds is left open'
{ echo '{"id": 1, "from": [0], "to": [1e9]}'; echo '{"id": 2, "from": [0], "to": [1]}'; } |
  run 2 "$work/beam.urdf" "$work/ball.yaml" --ignore-limits --edges && sed -n 1p "$work/out" | grep -q '"status": "unresolved", "t": 0.00' &&
  sed -n 2p "$work/out" | grep -q '"status": "free"'
report $? 'as an edge it is trouble, too, and the next one is answered'

# ---------------------------------------------------------------- scenes

# bad_scene DESCRIPTION TEXT SCENE
bad_scene() {
  printf '%s\n' "$3" >"$work/bad.yaml"
  refuses "$1" "bad.yaml:$2" "$work/beam.urdf" "$work/bad.yaml"
}
object='{id: o, primitives: [{type: box, dimensions: [1, 1, 1]}], primitive_poses: [{position: [0, 0, 0], orientation: [0, 0, 0, 1]}]}'
bad_scene 'a size that is no number is refused' '1: dimensions[1]: expected a number' "world: {collision_objects: [$(echo "$object" | sed 's/1, 1, 1/1, .nan, 1/')]}"
bad_scene 'an infinite one as well' '1: dimensions[1]: expected a number' "world: {collision_objects: [$(echo "$object" | sed 's/1, 1, 1/1, inf, 1/')]}"
bad_scene 'a position that is no number is refused' '1: position[0]: expected a number' "world: {collision_objects: [$(echo "$object" | sed 's/position: \[0/position: [nan/')]}"
bad_scene 'an object that is none is refused' '1: collision object: expected keys' 'world: {collision_objects: [7]}'
bad_scene 'a list for a world is refused' '1: world: expected keys' 'world: [1]'
bad_scene 'a key that is a list is refused' '1: a key is not a text' '[a]: 1'
bad_scene 'two keys in one are refused' "1: scene: unknown key 'world is_diff'" 'world is_diff: {collision_objects: [1]}'
awk 'BEGIN { for (i = 0; i < 100000; i++) printf "[" }' >"$work/deep.yaml"
refuses 'lists nested 100000 deep are refused' 'deep.yaml:1: lists and mappings are nested more than 100 deep' "$work/beam.urdf" "$work/deep.yaml"
{ echo "o: &o $object"; printf 'world: {collision_objects: ['; awk 'BEGIN { for (i = 0; i < 1000; i++) printf "*o, " }'; echo '*o]}'; } >"$work/bad.yaml"
refuses 'aliases are not passed over' "bad.yaml:1: scene: unknown key 'o'" "$work/beam.urdf" "$work/bad.yaml"
bad_scene 'a zero byte in a key is refused' '1: a text has a zero byte' '"world\0x": 1'
head -c 3000 "$program" >"$work/noise.yaml"
run 2 "$work/beam.urdf" "$work/noise.yaml" --joints && [ "$(wc -l <"$work/err")" -eq 1 ]
report $? 'a program is no scene'
{ echo name; echo '* o'; echo 4000000000; } >"$work/count.scene"
refuses 'a number of shapes beyond all bounds is refused' 'count.scene:3: shapes: expected a number from 0 to 1000000' "$work/beam.urdf" "$work/count.scene"
{ echo name; echo '* o'; echo 1; echo mesh; echo 0 2; } >"$work/count.scene"
refuses 'triangles without vertices are refused' 'count.scene:5: mesh: 2 triangles, but no vertices' "$work/beam.urdf" "$work/count.scene"

rm -rf "$work"
