# SPDX-License-Identifier: BSD-3-Clause
#
# The opening of tests of bms-arm-sweep: . "${srcdir:-.}/tests/tools/arm_program.sh", after $work has been set.  Empties
# $work, and defines $program, $said, beam_and_post and the functions of tap.sh; ends the test if the program is not built.

program=./tools/bms-arm-sweep
if [ ! -x "$program" ]; then
  echo "1..0 # SKIP bms-arm-sweep is not built: no urdfdom or no libyaml"
  exit 0
fi
rm -rf "$work"
mkdir -p "$work"
said="$work/out $work/err"
. "${srcdir:-.}/tests/support/tap.sh"

# beam_and_post: writes $work/beam.urdf, a beam along x that turns about z by 1 rad and meets a post, and $work/post.yaml,
# whose object is $post.
beam_and_post() {
  cat >"$work/beam.urdf" <<'END'
<robot name="beam"><link name="base"/>
<joint name="turn" type="revolute"><parent link="base"/><child link="beam"/><axis xyz="0 0 1"/><limit lower="-1" upper="2" effort="1" velocity="1"/></joint>
<link name="beam"><collision><origin xyz="0.5 0 0"/><geometry><box size="1 0.02 0.02"/></geometry></collision></link>
</robot>
END
  post='{id: post, primitives: [{type: box, dimensions: [0.02, 0.02, 1]}], primitive_poses: [{position: [0.5, 0.5, 0], orientation: [0, 0, 0, 1]}]}'
  echo "world: {collision_objects: [$post]}" >"$work/post.yaml"
}
