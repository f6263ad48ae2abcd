#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Robots with meshes in files: small ones written here, and those that people have, if BMS_ROBOTS names a folder with clones
# of moveit/moveit_resources, fetchrobotics/fetch_ros, ros-industrial/kuka_experimental, ros-industrial/universal_robot and
# frankaemika/franka_ros.  Those of the last two are xacro: they are expanded by xacro, if it is installed, or have been:
#
#   xacro universal_robot/ur_description/urdf/ur5.xacro > ur5.urdf
#   xacro franka_ros/franka_description/robots/panda/panda.urdf.xacro hand:=true > franka_panda.urdf

work=tests/tools/meshes_work
. "${srcdir:-.}/tests/tools/arm_program.sh"
mkdir -p "$work/my_robot/meshes" "$work/elsewhere"

# A wall of 2 m by 2 m in the plane x = 0, on a slide that goes towards a post at x = 1, as three formats.
cat >"$work/my_robot/meshes/wall.obj" <<'END'
v 0 -1 -1
v 0 1 -1
v 0 1 1
v 0 -1 1
f 1 2 3 4
END
cat >"$work/my_robot/meshes/wall.stl" <<'END'
solid wall
facet normal 1 0 0
outer loop
vertex 0 -1 -1
vertex 0 1 -1
vertex 0 1 1
endloop
endfacet
facet normal 1 0 0
outer loop
vertex 0 -1 -1
vertex 0 1 1
vertex 0 -1 1
endloop
endfacet
endsolid wall
END
# In COLLADA it is in centimetres, with Y up, which is not turned, and on a node that is moved by 50 cm along x.
cat >"$work/my_robot/meshes/wall.dae" <<'END'
<?xml version="1.0"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><unit name="centimeter" meter="0.01"/><up_axis>Y_UP</up_axis></asset>
<library_geometries><geometry id="g"><mesh>
<source id="p"><float_array id="a" count="12">0 -100 -100 0 100 -100 0 100 100 0 -100 100</float_array>
<technique_common><accessor source="#a" count="4" stride="3"><param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<triangles count="2"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2 0 2 3</p></triangles>
</mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="s"><node><translate>50 0 0</translate><instance_geometry url="#g"/></node></visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#s"/></scene>
</COLLADA>
END
echo '<package><name>renamed_robot</name></package>' >"$work/my_robot/package.xml"
cat >"$work/post.yaml" <<'END'
world: {collision_objects: [{id: post, primitives: [{type: box, dimensions: [0.2, 0.2, 0.2]}],
  primitive_poses: [{position: [1.1, 0.5, 0.5], orientation: [0, 0, 0, 1]}]}]}
END

# slide FILE SCALE FOLDER: a robot whose wall slides along x, in the folder.
slide() {
  cat >"$3/slide.urdf" <<END
<robot name="slide"><link name="base"/>
<joint name="slide" type="prismatic"><parent link="base"/><child link="wall"/><axis xyz="1 0 0"/><limit lower="0" upper="4" effort="1" velocity="1"/></joint>
<link name="wall"><collision><geometry><mesh filename="$1" scale="$2"/></geometry></collision></link></robot>
END
}

# spread: a workspace of ROS 2 that holds folders of a package's name in src/, build/ and install/.
spread() {
  for folder in src build install; do mkdir -p "$work/space/$folder/spread/meshes"; done
  rmdir "$work/space/install/spread/meshes"
  mkdir -p "$work/space/install/spread/share/spread/meshes"
  cp "$work/my_robot/meshes/wall.stl" "$work/space/src/spread/meshes"
  cp "$work/my_robot/meshes/wall.stl" "$work/space/install/spread/share/spread/meshes"
}

# meets_at DESCRIPTION TIME ARGUMENT...: the wall slides by 2 m and meets the post at this time.
meets_at() {
  description=$1
  time=$2
  shift 2
  run 1 "$@" "$work/post.yaml" --from 0 --to 2 && grep -q "^contact at t = $time" "$work/out"
  report $? "$description"
}

# refuses DESCRIPTION TEXT ARGUMENT...
refuses() {
  description=$1
  text=$2
  shift 2
  run 2 "$@" "$work/post.yaml" --from 0 --to 2 && grep -qF -- "$text" "$work/err"
  report $? "$description"
}

echo 1..35
robot=$work/my_robot/slide.urdf
slide meshes/wall.stl '1 1 1' "$work/my_robot"
if "$program" "$robot" --joints 2>&1 | grep -q 'built without assimp'; then
  refuses 'a mesh is refused without assimp' 'slide.urdf:3: link wall: mesh' "$robot"
  for i in 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16; do skip "meshes $i" 'built without assimp'; done
  BMS_ROBOTS=
else
  meets_at 'an STL beside the robot is read' 0.4999 "$robot"
  slide meshes/wall.obj '1 1 1' "$work/my_robot"
  meets_at 'an OBJ with a polygon is read' 0.4999 "$robot"
  slide meshes/wall.dae '1 1 1' "$work/my_robot"
  meets_at 'COLLADA is read with its unit and nodes' 0.2499 "$robot"
  slide meshes/wall.dae '-1 1 1' "$work/my_robot"
  meets_at 'a scale is applied, a mirror too' 0.7499 "$robot"
  slide meshes/wall.stl '1 0.1 1' "$work/my_robot"
  run 0 "$robot" "$work/post.yaml" --from 0 --to 2
  report $? 'a wall that is scaled to be narrow passes'
  slide package://my_robot/meshes/wall.stl '1 1 1' "$work/my_robot"
  meets_at 'a package above the robot is found' 0.4999 "$robot"
  slide package://renamed_robot/meshes/wall.stl '1 1 1' "$work/my_robot"
  meets_at 'also by the name in its package.xml' 0.4999 "$robot"
  slide package://renamed_robot/meshes/wall.stl '1 1 1' "$work/elsewhere"
  refuses 'a package elsewhere is not found' 'there is no package renamed_robot; give a folder above it by --package-path' "$work/elsewhere/slide.urdf"
  meets_at 'with --package-path it is' 0.4999 "$work/elsewhere/slide.urdf" --package-path "$work"
  ROS_PACKAGE_PATH=$PWD/$work/nowhere:$PWD/$work
  export ROS_PACKAGE_PATH
  meets_at 'with ROS_PACKAGE_PATH as well' 0.4999 "$work/elsewhere/slide.urdf"
  unset ROS_PACKAGE_PATH
  spread
  slide package://spread/meshes/wall.stl '1 1 1' "$work/elsewhere"
  AMENT_PREFIX_PATH=$PWD/$work/space/install/spread
  export AMENT_PREFIX_PATH
  meets_at 'with AMENT_PREFIX_PATH, as colcon sets it for a package alone' 0.4999 "$work/elsewhere/slide.urdf"
  unset AMENT_PREFIX_PATH
  meets_at 'of folders with a package'"'"'s name, the one that holds the file counts' 0.4999 \
    "$work/elsewhere/slide.urdf" --package-path "$work/space"
  cp "$work/my_robot/meshes/wall.stl" "$work/space/build/spread/meshes/wall.stl"
  meets_at 'two that hold the same file will do' 0.4999 "$work/elsewhere/slide.urdf" --package-path "$work/space"
  sed 's/vertex 0/vertex 1/' "$work/my_robot/meshes/wall.stl" >"$work/space/build/spread/meshes/wall.stl"
  refuses 'two with different files are refused' \
    'package spread is there more than once, with different files: '"$work/space/build/spread/meshes/wall.stl, " \
    "$work/elsewhere/slide.urdf" --package-path "$work/space"
  slide "file://$PWD/$work/my_robot/meshes/wall.stl" '1 1 1' "$work/elsewhere"
  meets_at 'file:// is a path' 0.4999 "$work/elsewhere/slide.urdf"
  slide meshes/wall.stl '1 nan 1' "$work/my_robot"
  refuses 'a scale that is no number is refused' 'Mesh scale was specified, but could not be parsed' "$robot"
  slide meshes/wall.stl '1 0 1' "$work/my_robot"
  refuses 'a scale of 0 is refused' 'slide.urdf:3: link wall: mesh' "$robot" && grep -q 'its scale has a 0' "$work/err" || echo "# $(cat "$work/err")"
fi
printf 'solid nothing\nendsolid nothing\n' >"$work/my_robot/meshes/empty.stl"
slide meshes/empty.stl '1 1 1' "$work/my_robot"
refuses 'an empty mesh is refused' 'slide.urdf:3: link wall: mesh' "$robot"
printf '%0300d' 7 >"$work/my_robot/meshes/noise.stl"
slide meshes/noise.stl '1 1 1' "$work/my_robot"
refuses 'a file that is no mesh is refused' 'slide.urdf:3: link wall: mesh' "$robot"
slide http://example.org/wall.stl '1 1 1' "$work/my_robot"
refuses 'a mesh on the web is refused' 'only package://, file:// and paths can be read' "$robot"

# ---------------------------------------------------------------- robots that people have

robots=${BMS_ROBOTS:-}
reason='BMS_ROBOTS does not name a folder with moveit_resources, fetch_ros, kuka_experimental, universal_robot, franka_ros'

# with FOLDER DESCRIPTION: returns true if the folder is there, else skips.
with() {
  [ -n "$robots" ] && [ -d "$robots/$1" ] && return 0
  skip "$2" "$reason"
  return 1
}

description='the Panda is free when it is ready, with 22 mm between link 5 and link 7'
if with moveit_resources "$description"; then
  panda=$robots/moveit_resources/panda_description/urdf/panda.urdf
  run 0 "$panda" "$robots/moveit_resources/panda_moveit_config/config/panda.srdf" --from ready --to ready &&
    grep -q '^  clearance 0.0220' "$work/out" && grep -q 'panda_link7' "$work/out"
  report $? "$description"
fi
description='and meets itself when it is folded'
if with moveit_resources "$description"; then
  run 1 "$panda" "$robots/moveit_resources/panda_moveit_config/config/panda.srdf" --group panda_arm --from ready \
    --to 0,1.7,0,-3.0,0,0,0 --ignore-limits
  report $? "$description"
fi
description='Fetch is free when it is tucked'
if with fetch_ros "$description"; then
  run 0 "$robots/fetch_ros/fetch_description/robots/fetch.urdf" "$robots/fetch_ros/fetch_moveit_config/config/fetch.srdf" \
    --group arm --from 1.32,1.40,-0.2,1.72,0,1.66,0 --to 1.32,1.40,-0.2,1.72,0,1.66,0
  report $? "$description"
fi
description='the Fanuc and the PR2 are read'
if with moveit_resources "$description"; then
  run 0 "$robots/moveit_resources/fanuc_description/urdf/fanuc.urdf" --joints && [ "$(wc -l <"$work/out")" -eq 6 ] &&
    run 0 "$robots/moveit_resources/pr2_description/urdf/robot.xml" --joints && [ "$(wc -l <"$work/out")" -gt 30 ]
  report $? "$description"
fi
description='four KUKAs are read, and free where all joints are at 0'
if with kuka_experimental "$description"; then
  status=0
  for file in "$robots"/kuka_experimental/*/urdf/*.urdf; do
    zero=$("$program" "$file" --joints | sed 's/.*/0/' | tr '\n' ',' | sed 's/,$//')
    run 0 "$file" --from "$zero" --to "$zero" || status=1
  done
  report $status "$description"
fi

# expand NAME DESCRIPTION XACRO [ARGUMENT]...: sets $expanded to a URDF, or skips.
expand() {
  expanded=$robots/$1.urdf
  name=$1
  description=$2
  shift 2
  with "${1%%/*}" "$description" || return 1
  [ -f "$expanded" ] && return 0
  file=$1
  shift
  if ! command -v xacro >/dev/null 2>&1; then
    skip "$description" "xacro is not installed, and $name.urdf not in BMS_ROBOTS: xacro $file $* > $name.urdf"
    return 1
  fi
  expanded=$work/$name.urdf
  ROS_PACKAGE_PATH=$robots xacro "$robots/$file" "$@" >"$expanded" 2>"$work/err" && return 0
  skip "$description" "xacro cannot expand $file: $(tail -1 "$work/err" | tr '#' ' ')"
  return 1
}
ur5=universal_robot/ur_description/urdf/ur5.xacro
franka=franka_ros/franka_description/robots/panda/panda.urdf.xacro
if [ -n "$robots" ]; then
  ROS_PACKAGE_PATH=$robots
  export ROS_PACKAGE_PATH
fi
description='without xacro a file for it is refused with the command that expands it'
if command -v xacro >/dev/null 2>&1; then
  skip "$description" 'xacro is installed'
elif with universal_robot "$description"; then
  run 2 "$robots/$ur5" --joints && grep -qF "is xacro, which has to be expanded first: xacro $robots/$ur5 > ROBOT.urdf" "$work/err"
  report $? "$description"
fi
description='expanded, it is free in its states home and up'
if expand ur5 "$description" "$ur5"; then
  srdf=$robots/universal_robot/ur5_moveit_config/config/ur5.srdf
  run 0 "$expanded" "$srdf" --from home --to home && run 0 "$expanded" "$srdf" --from up --to up &&
    grep -q '^  clearance 0.0132' "$work/out"
  report $? "$description"
fi

# ---------------------------------------------------------------- edges beside samples of all triangles

# Boards of 10 mm and 2 mm, a post and a ball, where an arm of 1 m reaches.
solid() {
  echo "    - {id: $1, primitives: [{type: $2, dimensions: [$3]}], primitive_poses: [{position: [$4], orientation: [0, 0, 0, 1]}]}"
}
{ echo 'world:'; echo '  collision_objects:'; solid low box '0.4, 1.2, 0.01' '0.7, 0, 0.2'; solid middle box '0.4, 1.2, 0.01' '0.7, 0, 0.6'
  solid high box '0.4, 1.2, 0.01' '0.7, 0, 1'; solid back box '0.002, 1.2, 1.2' '0.9, 0, 0.6'; solid sheet box '0.8, 0.002, 0.8' '0, 0.6, 0.6'
  solid post cylinder '1.6, 0.02' '0.1, -0.6, 0.8'; solid ball sphere '0.1' '-0.5, -0.3, 0.8'; } >"$work/shelf.yaml"
# Franka gives each link coarse shapes as well, on a link of their own: these are held against the boards only.
{ echo '<robot name="panda">'
  for a in link0 link1 link2 link3 link4 link5 link6 link7 hand; do
    for b in link0 link1 link2 link3 link4 link5 link6 link7 hand leftfinger rightfinger; do
      echo "<disable_collisions link1=\"panda_${a}_sc\" link2=\"panda_$b\"/>"
      case $b in *finger) ;; *) echo "<disable_collisions link1=\"panda_${a}_sc\" link2=\"panda_${b}_sc\"/>" ;; esac
    done
  done
  echo '</robot>'; } >"$work/franka.srdf"
samples=./tests/tools/edges_beside_samples

# of NAME: what is tested of a robot.
of() {
  echo "edges of $1 among boards agree with FCL's samples of all its triangles"
}

# judge NAME FILE...: edges of the robot, or of the group that $group chooses, beside samples; $1 names it.
group=
judge() {
  description=$(of "$1")
  shift
  if [ -x "$samples" ]; then
    "$samples" $group 24 1 "$@" "$work/shelf.yaml" >"$work/out" 2>"$work/err"
    status=$?
    sed 's/^/# /' "$work/out"
    report $status "$description"
  else
    skip "$description" 'no FCL'
  fi
}
resources=$robots/moveit_resources
with moveit_resources "$(of 'the Panda')" &&
  judge 'the Panda' "$resources/panda_description/urdf/panda.urdf" "$resources/panda_moveit_config/config/panda.srdf"
with moveit_resources "$(of 'the Fanuc')" &&
  judge 'the Fanuc' "$resources/fanuc_description/urdf/fanuc.urdf" "$resources/fanuc_moveit_config/config/fanuc.srdf"
with fetch_ros "$(of Fetch)" &&
  judge Fetch "$robots/fetch_ros/fetch_description/robots/fetch.urdf" "$robots/fetch_ros/fetch_moveit_config/config/fetch.srdf"
with kuka_experimental "$(of 'a KUKA KR 16')" && judge 'a KUKA KR 16' "$robots/kuka_experimental/kuka_kr16_support/urdf/kr16_2.urdf"
with kuka_experimental "$(of 'a KUKA KR 120')" &&
  judge 'a KUKA KR 120' "$robots/kuka_experimental/kuka_kr120_support/urdf/kr120r2500pro.urdf"
# The SRDF of the PR2 says of two pairs of links that they may touch.  Those that touch where its arms are tucked may, too.
pr2=$resources/pr2_description
touching_links() {
  echo '<robot name="pr2">' >"$work/pairs"
  { cat "$work/pairs"; echo '</robot>'; } >"$work/pr2.srdf"
  while run 1 "$pr2/urdf/robot.xml" "$pr2/srdf/robot.xml" "$work/pr2.srdf" --group arms --from tuck_arms --to tuck_arms \
    --ignore-limits; do
    awk '$1 == "link" { pair = pair " link" ++n "=\"" $2 "\"" } END { print "<disable_collisions" pair "/>" }' "$work/out" >>"$work/pairs"
    { cat "$work/pairs"; echo '</robot>'; } >"$work/pr2.srdf"
  done 2>/dev/null
}
if with moveit_resources "$(of 'the arms of a PR2')"; then
  touching_links
  group='--group arms'
  judge 'the arms of a PR2' "$pr2/urdf/robot.xml" "$pr2/srdf/robot.xml" "$work/pr2.srdf"
  group=
fi
expand ur5 "$(of 'a UR5')" "$ur5" && judge 'a UR5' "$expanded" "$robots/universal_robot/ur5_moveit_config/config/ur5.srdf"
expand franka_panda "$(of "Franka's Panda")" "$franka" hand:=true && with moveit_resources "$(of "Franka's Panda")" &&
  judge "Franka's Panda" "$expanded" "$resources/panda_moveit_config/config/panda.srdf" "$work/franka.srdf"

rm -rf "$work"
