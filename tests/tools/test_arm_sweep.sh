#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# bms-arm-sweep as a program: its answers and exit status, and what it says of files that are not as they should be.

work=tests/tools/arm_work
arm=$srcdir/examples/arm/ur5_boxes.urdf
cell=$srcdir/examples/arm/cell.yaml
. "${srcdir:-.}/tests/tools/arm_program.sh"

# Past the sheet, and short of it.
from=0.47,-0.9,0.4,-1.1,-1.66,-0.8
past=2.77,-1,0.4,-1,-1.66,-0.8
short=0.9,-0.9,0.4,-1,-1.66,-0.8

# refuses DESCRIPTION TEXT [ARGUMENT]...: exit status 2, nothing on standard output, one line with the text on the other.
refuses() {
  description=$1
  text=$2
  shift 2
  run 2 "$@" </dev/null && [ ! -s "$work/out" ] && [ "$(wc -l <"$work/err")" -eq 1 ] && grep -qF -- "$text" "$work/err"
  report $? "$description"
}

# changed FILE EXPRESSION NAME: a copy of the file after sed.
changed() {
  sed "$2" "$1" >"$work/$3"
  ! cmp -s "$1" "$work/$3" || echo "# $3: sed has changed nothing"
}

bad_robot() {
  changed "$arm" "$3" robot.urdf
  refuses "$1" "$2" "$work/robot.urdf" "$cell" --from $from --to $past
}

bad_scene() {
  changed "$cell" "$3" scene.yaml
  refuses "$1" "$2" "$arm" "$work/scene.yaml" --from $from --to $past
}

echo 1..100

# ---------------------------------------------------------------- answers

run 1 "$arm" "$cell" --from $from --to $past --samples 10 && grep -q '^contact at t = 0.3870' "$work/out" &&
  grep -q 'obstacle  sheet' "$work/out" && grep -q '11 samples: free, WHICH IS WRONG' "$work/out"
report $? 'a sheet of 2 mm between two samples is a contact'
run 1 "$arm" "$cell" --from $from --to $past --samples 1000 && grep -q '1001 samples: contact at t = 0.38' "$work/out"
report $? 'a thousand samples find it, late'
run 0 "$arm" "$cell" --from $from --to $short && grep -q '^free$' "$work/out" && grep -q 'clearance' "$work/out"
report $? 'short of it the way is free, with a clearance'
run 1 "$arm" "$cell" --from $from --to $past --samples 10 --json
keys=$(grep -o '"[a-z_]*":' "$work/out" | head -9 | tr -d '"\n')
[ "$keys" = 'status:t:segment:slack:b:link:shape:a:obstacle:' ] && grep -q '"samples": {"count": 11, "contact": false}}$' "$work/out"
report $? 'the keys of the JSON stand in their order'
run 0 "$arm" "$cell" --from $from --to $past --allow sheet:upper_arm_link --allow sheet:forearm_link \
  --allow sheet:wrist_1_link --allow sheet:wrist_2_link --allow sheet:wrist_3_link --allow sheet:tool_link
report $? 'what is allowed to touch is passed over'
run 1 "$arm" "$cell" --from $from --to $past --svg "$work/picture.svg" && grep -q '^</svg>$' "$work/picture.svg" &&
  for part in viewBox '>what meets<' '>from above' ' m</text>' "<rect width='100%'"; do
    grep -qF "$part" "$work/picture.svg" || echo "# no $part in the picture"
  done | { ! grep . ; }
report $? 'the picture is whole, with a background, a legend and a scale'
run 1 "$arm" "$cell" --from $from --to $past --gltf "$work/way.gltf" && grep -q '"name":"up to the first contact"' "$work/way.gltf" &&
  grep -q '"max":\[0.3870' "$work/way.gltf" && grep -q '"max":\[1.0\]' "$work/way.gltf" &&
  grep -q '"name":"upper_arm_link"' "$work/way.gltf" && grep -q '"cameras":\[{"type":"perspective"' "$work/way.gltf"
report $? 'the animation ends at the contact, and beside it at the end of the way, with names and a camera'
run 2 "$arm" "$cell" --from $from --to $past --gltf "$work/no/such/directory.gltf" && grep -q 'cannot be written: No such file or directory' "$work/err"
report $? 'an animation that cannot be written is trouble'
run 0 "$arm" --joints && [ "$(wc -l <"$work/out")" -eq 6 ] && head -1 "$work/out" | grep -qx shoulder_pan_joint
report $? 'the joints are listed'
run 0 "$arm" --from $from --to $past
report $? 'without a scene the arm minds only itself'
run 0 --help && grep -q '^Usage: bms-arm-sweep' "$work/out"
report $? '--help shows the usage'
run 0 -h && grep -q '^Usage: bms-arm-sweep' "$work/out"
report $? '-h as well'
run 1 "$arm" "$cell" --from=$from --to=$past && grep -q '^contact at t = 0.3870' "$work/out"
report $? 'a value may be joined to its option'
run 1 "$arm" "$cell" --from $from --to $short --margin 0.2 && grep -q '^contact\|^in contact' "$work/out"
report $? 'what comes as near as the margin is a contact'
refuses 'an option without a value refuses one' "option '--json=1' takes no value" "$arm" --json=1
run 0 --version && grep -q '^bms-arm-sweep (ode-qmbox) [0-9]' "$work/out"
report $? '--version shows the version'

# A ball beside the end of a beam: their boxes overlap, they do not.
cat >"$work/corner.urdf" <<'END'
<robot name="corner"><link name="base"/>
<joint name="turn" type="revolute"><parent link="base"/><child link="beam"/><axis xyz="0 0 1"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
<link name="beam"><collision><origin xyz="0.5 0 0"/><geometry><box size="1 0.02 0.02"/></geometry></collision></link></robot>
END
echo 'world: {collision_objects: [{id: ball, primitives: [{type: sphere, dimensions: [0.1]}], primitive_poses: [{position: [1.07, 0.07, 0.07], orientation: [0, 0, 0, 1]}]}]}' >"$work/ball.yaml"
run 0 "$work/corner.urdf" "$work/ball.yaml" --from 0 --to 0.001 --samples 10 && grep -qx '11 samples: free' "$work/out"
report $? 'samples are judged by the shapes, not by the boxes around them'
run 1 "$work/corner.urdf" "$work/ball.yaml" --from 0 --to 0.1 --samples 10 && grep -q '^11 samples: contact at t = ' "$work/out"
report $? 'and meet them'

# ---------------------------------------------------------------- way-points and edges

names=$("$program" "$arm" --joints | tr '\n' ',' | sed 's/,$//')
printf '# a comment\n%s,t\n%s,0\n%s,2\n\n%s,5\n' "$names" $from $short $past >"$work/way.csv"
run 1 "$arm" "$cell" --way "$work/way.csv" && grep -q 'of \[0, 5\], segment 2 of 2' "$work/out"
report $? 'a CSV of way-points is gone through'
for list in $from $short $past; do echo "[$list]"; done >"$work/way.jsonl"
run 1 "$arm" "$cell" --way "$work/way.jsonl" --progress && grep -Eq '^bms-arm-sweep: 0 % of 2 segments' "$work/err"
report $? 'JSON Lines of way-points as well, with progress'
run 1 "$arm" "$cell" --way "$work/way.jsonl" --cubic
report $? 'and along a spline'
{ echo "{\"id\": 7, \"from\": [$from], \"to\": [$past]}"; echo "{\"id\": \"x\", \"from\": [$from], \"to\": [$short]}"; } >"$work/edges"
run 1 "$arm" "$cell" --edges --threads 2 <"$work/edges" && grep -q '^{"id": 7, "status": "contact", "t": 0.38[67]' "$work/out" &&
  grep -qx '{"id": "x", "status": "free"}' "$work/out"
report $? 'edges are answered in order'
i=0
while [ $i -lt 200 ]; do cat "$work/edges"; i=$((i + 1)); done >"$work/many"
"$program" "$arm" "$cell" --edges <"$work/many" >"$work/one"
run 1 "$arm" "$cell" --edges --threads 4 <"$work/many" && cmp -s "$work/one" "$work/out" &&
  run 1 "$arm" "$cell" --edges --threads 0 <"$work/many" && cmp -s "$work/one" "$work/out"
report $? 'threads change nothing in the answers'
{ echo 'x'; echo '{"from": [1], "to": [1]}'; echo '[]'; cat "$work/edges"; } >"$work/bad"
run 2 "$arm" "$cell" --edges <"$work/bad" && [ "$(wc -l <"$work/out")" -eq 5 ] && sed -n 1p "$work/out" | grep -q '^{"line": 1, "error": "not JSON' &&
  sed -n 2p "$work/out" | grep -q '"error": "from: expected a list of 6 numbers' && sed -n 3p "$work/out" | grep -q 'an edge is an object with the keys from and to'
report $? 'bad edges are named, the others answered'
run 2 "$arm" "$cell" --edges <"$work" && [ "$(tail -1 "$work/err")" = 'bms-arm-sweep: cannot read: Is a directory' ]
report $? 'edges that cannot be read are trouble, and said to be'
# A line that memory does not hold ends the input before its end.  (Sanitizers want more memory than this.)
if (ulimit -v 500000 && "$program" --version) >"$work/out" 2>"$work/err"; then
  { cat "$work/edges"; head -c 600000000 /dev/zero; } | (ulimit -v 500000 && "$program" "$arm" "$cell" --edges) >"$work/out" 2>"$work/err"
  [ $? -eq 2 ] && [ "$(wc -l <"$work/out")" -eq 2 ] && [ "$(tail -1 "$work/err")" = 'bms-arm-sweep: cannot read: Cannot allocate memory' ]
  report $? 'a line that memory does not hold is trouble as well'
else
  skip 'a line that memory does not hold is trouble as well' 'memory cannot be limited here'
fi
# answers_at_once THREADS: an edge is answered while the next one has not come.
answers_at_once() {
  rm -f "$work/pipe" "$work/out"
  mkfifo "$work/pipe"
  "$program" "$arm" "$cell" --edges --threads "$1" <"$work/pipe" >"$work/out" 2>"$work/err" &
  exec 3>"$work/pipe"
  sed -n 2p "$work/edges" >&3
  tries=0
  while [ ! -s "$work/out" ] && [ $tries -lt 600 ]; do
    sleep 0.1
    tries=$((tries + 1))
  done
  at_once=$(cat "$work/out")
  sed -n 1p "$work/edges" >&3
  exec 3>&-
  wait $!
  [ $? -eq 1 ] && [ "$at_once" = '{"id": "x", "status": "free"}' ] && [ "$(wc -l <"$work/out")" -eq 2 ]
}
answers_at_once 1
report $? 'an edge is answered before the next one comes'
answers_at_once 3
report $? 'by threads as well'
{ echo; sed -n 2p "$work/edges"; echo '   '; echo '{"from": 1}'; } >"$work/blank"
run 2 "$arm" "$cell" --edges <"$work/blank" && [ "$(wc -l <"$work/out")" -eq 4 ] && grep -q '^{"line": 4, "error": "from' "$work/out" &&
  [ "$(grep -c '^{"line": [13], "error": "not JSON: the line is empty"}$' "$work/out")" -eq 2 ]
report $? 'empty lines are answered as well, so that nobody waits'
same=0
for id in 1.0 123456789012345678901 1e400 '"a\u0000\u00e9"' '{"b": [1,  2], "a": 3}'; do
  printf '{"id": %s, "from": [%s], "to": [%s]}\n' "$(echo "$id" | sed 's/\\/&&/g')" $from $from >"$work/line"
  printf '{"id": %s, "status": "free"}\n' "$(echo "$id" | sed 's/\\/&&/g')" >"$work/expected"
  run 0 "$arm" "$cell" --edges <"$work/line" && cmp -s "$work/expected" "$work/out" && same=$((same + 1))
done
[ $same -eq 5 ]
report $? 'ids come back as they were written'
{ printf '{"from": [1e400], "to": 1}\n'; printf '{"id": 7, "%059d\303\251": 1}\n' 0; printf '{"from": "a\000"}\n{"from": [1, NaN]}'; } >"$work/odd"
run 2 "$arm" "$cell" --edges <"$work/odd" && sed -n 1p "$work/out" | grep -q '^{"line": 1, "error": "from: expected a list' &&
  sed -n 2p "$work/out" | grep -q "^{\"id\": 7, \"error\": \"unknown key '0*?'" && sed -n 3p "$work/out" | grep -q 'not JSON: control character 0x0' &&
  sed -n 4p "$work/out" | grep -q "not JSON: invalid token near 'NaN', in column 16"
report $? 'what is wrong with a line is named whatever bytes it has'
sed -n 1p "$work/edges" >"$work/first"
run 1 "$arm" "$cell" --edges <"$work/first" && sed 's/^{"id": 7, /{/; s/[0-9.e-]*[0-9]/N/g' "$work/out" >"$work/edge" &&
  run 1 "$arm" "$cell" --from $from --to $past --json && sed 's/, "left_out": 7//; s/[0-9.e-]*[0-9]/N/g' "$work/out" | cmp -s - "$work/edge"
report $? 'an edge is answered as one way is, but for digits within the tolerance'
sed -n 2p "$work/edges" >"$work/second"
run 0 "$arm" "$cell" --edges --clearance <"$work/second" && cp "$work/out" "$work/edge" &&
  run 0 "$arm" "$cell" --from $from --to $short --json && sed 's/^{"id": "x", /{/; s/}$/, "left_out": 7}/' "$work/edge" | cmp -s - "$work/out"
report $? 'with its clearance, if wanted'
printf '{"from": {"shoulder_lift_joint": -0.9, "elbow_joint": 0.4}, "to": [0, -0.9, 0.4, 0, 0, 0]}\n{"from": {"elbow": 0}, "to": {}}\n' >"$work/named"
run 2 "$arm" "$cell" --edges --clearance --no-joints <"$work/named" && sed -n 1p "$work/out" | grep -q '"status": "free"' &&
  ! grep -q '"joints"' "$work/out" && sed -n 2p "$work/out" | grep -q "from: 'elbow' is no joint that moves by itself"
report $? 'joints may be given by name, and left out of the answer'
run 1 "$arm" "$cell" --from $from --to $past --no-joints && ! grep -q ' joints ' "$work/out"
report $? 'of the text as well'
printf '%s,bogus\n' "$names" >"$work/way.csv"
refuses 'an unknown column is named with its line' "way.csv:1: 'bogus' is neither a joint" "$arm" --way "$work/way.csv"
printf 't\n1\n' >"$work/way.csv"
refuses 'a missing column is named' "way.csv:1: there is no column for joint 'shoulder_pan_joint'" "$arm" --way "$work/way.csv"
printf '%s\n%s\n1,2,3\n' "$names" $from >"$work/way.csv"
refuses 'a short line is named' 'way.csv:3: expected 6 numbers' "$arm" --way "$work/way.csv"
printf '{"t": 1, "q": [%s]}\n{"t": 1, "q": [%s]}\n' $from $past >"$work/way.jsonl"
refuses 'times go forward' 'way.jsonl:2: t: is not after' "$arm" --way "$work/way.jsonl"
printf '[%s]\n{"q": [1, 2, 3, 4, 5, "6"]}\n' $from >"$work/way.jsonl"
refuses 'a joint value is a number' 'way.jsonl:2: q[5]: expected a number' "$arm" --way "$work/way.jsonl"
printf '[%s]\n' $from >"$work/way.jsonl"
refuses 'one way-point is no way' 'expected at least 2 way-points, found 1' "$arm" --way "$work/way.jsonl"
refuses 'a missing file of way-points is named' 'no-such-file: cannot be read' "$arm" --way "$work/no-such-file"
refuses 'way-points without end are not read to their end' '/dev/zero: cannot be read: it is too large' "$arm" --way /dev/zero

# ---------------------------------------------------------------- robots

bad_robot 'text that is no XML is named with its line' 'robot.urdf:15: not XML' '15s/link/lnik/'
bad_robot 'a mesh that is not there is refused by link and line' 'robot.urdf:22: link shoulder_link: mesh tests/tools/arm_work/a.stl: there is no such file' 's|<box size="0.12 0.12 0.11"/>|<mesh filename="a.stl"/>|'
bad_robot 'a folder is no mesh' 'robot.urdf:22: link shoulder_link: mesh /: is a directory or a device, not a file' 's|<box size="0.12 0.12 0.11"/>|<mesh filename="/"/>|'
bad_robot 'a joint of another kind is refused' 'Joint [elbow_joint] has no known type [ball]' '/elbow_joint/s/revolute/ball/'
bad_robot 'a joint that mimics nothing is refused' 'joint wrist_3_joint: mimics joint nowhere, which is not there' '/wrist_3_joint/a <mimic joint="nowhere"/>'
bad_robot 'an axis of zero is refused' 'joint shoulder_pan_joint: its axis is zero' '0,/axis xyz="0 0 1"/s//axis xyz="0 0 0"/'
bad_robot 'a parent that is not there is refused' 'robot.urdf' 's/parent link="forearm_link"/parent link="nowhere"/'
bad_robot 'a size that is no number is refused' 'robot.urdf' 's/0.12 0.12 0.11/0.12 0.12 x/'
echo >"$work/empty"
refuses 'an empty file is no robot' 'empty:' "$work/empty" --from 1 --to 1
refuses 'a missing robot is named' 'no-such-file: cannot be read' "$work/no-such-file" --from 1 --to 1

# ---------------------------------------------------------------- scenes

bad_scene 'text that is no YAML is named with its line' 'scene.yaml:7: not YAML' '7s/{/{{]/'
bad_scene 'a scene has a world' 'world: missing' 's|^world:|name: nothing|; /^name/,$ {/^name/!d}'
bad_scene 'a primitive of another kind is named with its line' "scene.yaml:9: type: 'torus' is not" '9s/type: box/type: torus/'
bad_scene 'a box has three dimensions' 'scene.yaml:9: dimensions: expected a list of 3 numbers: x, y, z' '9s/1.6, 1.6, /1.6, /'
bad_scene 'the dimensions of a cylinder are named in their order' 'scene.yaml:9: dimensions: expected a list of 2 numbers: height, radius' \
  '9s/box/cylinder/'
bad_scene 'a dimension is a number' 'scene.yaml:9: dimensions[1]: expected a number' '9s/1.6, 1.6/1.6, wide/'
bad_scene 'a dimension is not negative' 'dimensions[0]: is negative' '9s/1.6, 1.6/-1.6, 1.6/'
bad_scene 'every primitive has its pose' 'shelf: primitive_poses: expected a list as long' '/position: \[-0.3, 0.8/d'
bad_scene 'an orientation is not zero' 'orientation: expected a quaternion' '10s/0, 0, 0, 1/0, 0, 0, 0/'
bad_scene 'a frame is a link of the robot' "frame_id: the robot has no link 'map'" '7s/base_link/map/'
bad_scene 'an obstacle does not move' "frame_id: link 'tool_link' can move" '7s/base_link/tool_link/'

# ---------------------------------------------------------------- arguments

refuses 'a value of a joint is a number' '--from: nan,0,0,0,0,0: expected 6 numbers within 1e9' "$arm" --from nan,0,0,0,0,0 --to $from
refuses 'a folder of packages is there' '--package-path: no-such-folder: there is no such folder' "$arm" --package-path no-such-folder --joints
refuses 'a configuration has a number for each joint' '--to: 1,2,3: expected 6 numbers' "$arm" --from $from --to 1,2,3
echo '<robot name="r"><link name="base"><collision><geometry><sphere radius="1"/></geometry></collision></link></robot>' >"$work/still.urdf"
refuses 'a robot without a joint that moves has no way' '--from: there is no configuration, as no joint' "$work/still.urdf" --from 0 --to 0
refuses 'a scene before the robot is refused' 'cell.yaml: is not XML; the robot'\''s URDF has to be the first file' "$cell" "$arm" --joints
refuses 'so is a scene alone' 'cell.yaml: is not XML; the robot'\''s URDF has to be the first file' "$cell" --joints
refuses 'an unknown option is refused by name' 'unknown option' "$arm" --speed 3
refuses 'an unknown letter as well' "unknown option '-x'; see --help" "$arm" -x
POSIXLY_CORRECT=1 run 0 "$arm" --jo && [ "$(wc -l <"$work/out")" -eq 6 ]
report $? 'options may follow files, and be shortened'
refuses 'a tolerance is positive' "--tolerance: expected a length from 1e-140 to 1e9, not '0'" "$arm" --tolerance 0 --from $from --to $past
refuses 'a tolerance is not too small' "--tolerance: expected a length from 1e-140 to 1e9, not '1e-200'" "$arm" --tolerance 1e-200 --from $from --to $past
refuses 'a margin is not negative' "--margin: expected a length from 0 to 1e9, not '-1'" "$arm" --margin -1 --joints
refuses 'there are at most a million samples' "--samples: expected a whole number from 0 to 1000000, not '1e7'" "$arm" --samples 1e7 --joints
refuses 'a number of threads is not negative' "--threads: expected a whole number, 0 for one thread per processor, not '-1'" "$arm" --threads -1 --edges
refuses 'a picture is not drawn of edges' '--svg shows one way; it does not go with --edges' "$arm" --svg x --edges
told=0
for file in svg gltf html; do
  run 2 "$arm" "$cell" --from $from --to $past --$file "$work" &&
    [ "$(cat "$work/err")" = "bms-arm-sweep: $work: cannot be written: Is a directory" ] && told=$((told + 1))
done
[ $told -eq 3 ]
report $? 'a picture, animation or page that cannot be written is trouble, and said to be'
printf '<robot name="r"><link name="a"><collision><geometry><sphere radius="0.1"/></geometry></collision></link><link name="b"/><link name="c"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>' >"$work/touch.urdf"
printf '<joint name="f" type="fixed"><parent link="a"/><child link="b"/></joint><joint name="j" type="revolute"><parent link="b"/><child link="c"/><axis xyz="0 0 1"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint></robot>' >>"$work/touch.urdf"
run 1 "$work/touch.urdf" --from 0 --to 1 && grep -q -e '--allow [ac]:[ac], or an SRDF, which --suggest-srdf writes' "$work/out"
report $? 'links that touch from the start come with what allows them'
refuses 'edges without --edges are named' 'x.jsonl: is read with --edges, or by --way' "$arm" "$cell" x.jsonl --from $from --to $past
echo 'joint_names: [a]' >"$work/trajectory.yaml"
refuses 'a trajectory without --trajectory is said to be one' '; a trajectory is given with --trajectory' "$arm" "$work/trajectory.yaml" --joints
refuses 'an ambiguous option is named' "option '--t' is ambiguous: --threads, --to, --tolerance, --trajectory" "$arm" --t 1
"$program" "$arm" "$cell" --from $from --to $past --json >"$work/expected"
run 1 "$arm" - --from $from --to $past --json <"$cell" && cmp -s "$work/out" "$work/expected" &&
  run 1 - "$cell" --from $from --to $past --json <"$arm" && cmp -s "$work/out" "$work/expected"
report $? 'a robot or a scene may come from standard input'
for list in $from $short $past; do echo "[$list]"; done | run 1 "$arm" "$cell" --way - && grep -q 'segment 2 of 2' "$work/out"
report $? 'and a way'
refuses 'standard input is read once' '"-" names standard input, and can be given once' "$arm" - --way -
cp "$work/edges" "$work/edges.jsonl"
"$program" "$arm" "$cell" --edges <"$work/edges" >"$work/expected" 2>/dev/null
run 1 "$arm" "$cell" --edges "$work/edges.jsonl" --progress && cmp -s "$work/out" "$work/expected" && grep -q 'B/s, 0 s left' "$work/err"
report $? 'edges may be in files, whose progress is counted in bytes'
if on_terminal true; then
  edges="$program $arm $cell --edges $work/edges.jsonl --progress"
  on_terminal "$edges >$work/out"
  grep -aq '% of [0-9.]* k*B' "$work/terminal" && ! grep -aq segments "$work/terminal" && cmp -s "$work/out" "$work/expected"
  report $? 'a terminal shows the progress of the file, and none of single edges'
  on_terminal "$edges"
  ! grep -aq '% of' "$work/terminal" && grep -aq '"status"' "$work/terminal"
  report $? 'and nothing if it gets the answers'
else
  for i in 1 2; do skip 'progress on a terminal' 'no script(1)'; done
fi
echo '{"from": "<!--"}' | cat "$work/edges" - >"$work/three.jsonl"
"$program" "$arm" "$cell" --edges "$work/three.jsonl" >"$work/expected" 2>/dev/null
run 2 "$arm" "$cell" --edges "$work/three.jsonl" --html "$work/edges.html" && cmp -s "$work/out" "$work/expected" &&
  grep -o '"id": [^,]*, "sweep": {"status":"[a-z]*"' "$work/edges.html" | tr '\n' ' ' >"$work/listed" &&
  [ "$(cat "$work/listed")" = '"id": 7, "sweep": {"status":"contact" "id": "x", "sweep": {"status":"free" ' ] &&
  grep -q '{"line": 3, "error": "from: ' "$work/edges.html" && grep -q '"total": 3}' "$work/edges.html"
report $? 'a page shows the edges, and the answers are the same'
run 2 "$arm" "$cell" --edges "$work/three.jsonl" --threads 3 --html "$work/threads.html" && cmp -s "$work/edges.html" "$work/threads.html" &&
  run 2 "$arm" "$cell" --edges "$work/three.jsonl" --html - && cmp -s "$work/edges.html" "$work/out"
report $? 'it does not depend on threads, and may be written in place of the answers'
run 2 "$arm" "$cell" --edges "$work/three.jsonl" --html "$work" && grep -q ': cannot be written: Is a directory' "$work/err"
report $? 'one that cannot be written is trouble'
yes 'not an edge' | head -n 210 | run 2 "$arm" "$cell" --edges --html "$work/many.html" &&
  [ "$(tail -n 1 "$work/err")" = "bms-arm-sweep: $work/many.html shows the first 200 of 210 edges" ] &&
  [ "$(grep -o '"error": ' "$work/many.html" | wc -l)" -eq 200 ] && grep -q '"total": 210}' "$work/many.html"
report $? 'a page of very many edges shows the first, and the page says so'
run 2 "$arm" "$cell" --edges "$work/none.jsonl" && grep -q 'none.jsonl: cannot be read: No such file' "$work/err"
report $? 'a file of edges that is not there is named'
run 1 "$arm" "$cell" --from $from --to $past --svg - && head -n 1 "$work/out" | grep -q '^<svg' && ! grep -q '^contact' "$work/out"
report $? 'a picture may be written in place of the answer'
refuses 'but one only' 'only one of --svg, --gltf and --html can be "-"' "$arm" "$cell" --from $from --to $past --svg - --html -
refuses 'a base has six numbers' "--base: expected six numbers x,y,z,roll,pitch,yaw with commas between, each within 1e9, not '1,2'" "$arm" --base 1,2 --joints
refuses 'two ways are refused' 'expected one of: --from with --to, --way,' "$arm" --from $from --to $past --edges
refuses 'what follows two hyphens is no option' '--json: cannot be read' --from $from --to $past -- --json

rm -rf "$work"
