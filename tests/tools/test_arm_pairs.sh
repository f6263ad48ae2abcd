#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Pairs of links that bms-arm-sweep checks, and those that it leaves out: with and without an SRDF, by name and by number.

work=tests/tools/pairs_work
. "${srcdir:-.}/tests/tools/arm_program.sh"

# An arm in a plane whose tool, fixed to the wrist, reaches the upper arm if the wrist is folded by 2.452 rad: then the
# tool's corner (0.5, -0.025) is on the upper arm's corner (-0.1, 0.05), seen from the wrist.
cat >"$work/hook.urdf" <<'END'
<robot name="hook">
<link name="base"><collision><geometry><box size="0.2 0.2 0.2"/></geometry></collision></link>
<link name="upper"><collision><origin xyz="0.5 0 0"/><geometry><box size="0.8 0.1 0.1"/></geometry></collision></link>
<link name="wrist"><collision><geometry><box size="0.1 0.1 0.1"/></geometry></collision></link>
<link name="tool"><collision><origin xyz="0.3 0 0"/><geometry><box size="0.4 0.05 0.05"/></geometry></collision></link>
<joint name="j1" type="revolute"><parent link="base"/><child link="upper"/><axis xyz="0 0 1"/><limit lower="-3" upper="3" effort="1" velocity="1"/></joint>
<joint name="j2" type="revolute"><parent link="upper"/><child link="wrist"/><origin xyz="1 0 0"/><axis xyz="0 0 1"/><limit lower="-3.14" upper="3.14" effort="1" velocity="1"/></joint>
<joint name="mount" type="fixed"><parent link="wrist"/><child link="tool"/></joint>
</robot>
END
pair() { echo "<disable_collisions link1=\"$1\" link2=\"$2\" reason=\"Adjacent\"/>"; }
srdf() { echo "<robot name=\"hook\">$*</robot>"; }
srdf "$(pair base upper)" "$(pair wrist upper)" >"$work/pairs.srdf"
srdf '<group name="arm"><joint name="j1"/><joint name="j2"/></group>' >"$work/group.srdf"

# folds STATUS DESCRIPTION TEXT ARGUMENT...: the wrist folds by 3.1 rad.
folds() {
  expected=$1
  description=$2
  text=$3
  shift 3
  run "$expected" "$work/hook.urdf" "$@" --from 0,0 --to 0,3.1 && cat "$work/out" "$work/err" | grep -qF -- "$text"
  report $? "$description"
}

# lists DESCRIPTION EXPECTED ARGUMENT...: the lines of --pairs.
lists() {
  description=$1
  printf '%s\n' "$2" >"$work/expected"
  shift 2
  run 0 "$@" --pairs && cmp -s "$work/expected" "$work/out"
  report $? "$description"
}

echo 1..24

# ---------------------------------------------------------------- without an SRDF

folds 1 'a tool that is fixed to the wrist does not pass through the arm' 'contact at t = 0.791'
grep -q '^  link      tool$' "$work/out" && grep -q '^  link      upper$' "$work/out"
report $? 'and both links are named'
folds 1 'the answer counts the pairs that are not checked, by reason' \
  '3 pairs are not checked: 1 rigid to each other, 2 joined by a joint; --pairs lists them'
folds 1 'in JSON as well' '"left_out": 3}' --json
lists 'each pair has its reason' 'base - upper: joined by joint j1
upper - wrist: joined by joint j2
wrist - tool: rigid to each other' "$work/hook.urdf"
run 0 "$work/hook.urdf" --pairs --json && sed -n 1p "$work/out" | grep -qx '{"a": "base", "b": "upper", "reason": "joined by joint j1"}'
report $? 'in JSON as well'
echo '{"from": [0, 0], "to": [0, 3.1]}' >"$work/edges"
run 1 "$work/hook.urdf" --edges <"$work/edges" && grep -q 'note: 3 pairs are not checked' "$work/err" && grep -q '"link": "tool"' "$work/out"
report $? 'edges are answered alike, with a note'
sed 's/type="fixed"/type="revolute"/; s|"tool"/></joint>|"tool"/><axis xyz="0 0 1"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint>|' \
  "$work/hook.urdf" >"$work/moves.urdf"
lists 'a joint that moves between two links joins only these two' 'base - upper: joined by joint j1
upper - wrist: joined by joint j2
wrist - tool: joined by joint mount' "$work/moves.urdf"
sed 's/origin xyz="0.3 0 0"/origin xyz="0 0 0"/; s/0.4 0.05 0.05/0.4 0.4 0.05/' "$work/hook.urdf" >"$work/near.urdf"
run 1 "$work/near.urdf" --from 0,0 --to 0,1 && grep -qF 'note: links upper and tool touch at each of 33 values of joint j2; if they are meant to, --allow upper:tool' "$work/err" &&
  grep -qF '<disable_collisions link1="upper" link2="tool" reason="Always"/>' "$work/err"
report $? 'links that touch all the time at a joint are noted with the line for an SRDF'
run 0 "$work/near.urdf" --allow upper:tool --from 0,0 --to 0,1 && grep -q '1 allowed by --allow' "$work/out"
report $? 'and are left out by --allow'
run 1 "$work/hook.urdf" --from 0,0 --to 0,3.1 && ! grep -q 'touch at each' "$work/err"
report $? 'those that touch at some values only are not noted'

# ---------------------------------------------------------------- with an SRDF

folds 1 'an SRDF leaves out the pairs that it disables' 'contact at t = 0.791' "$work/pairs.srdf"
lists 'and they are listed as its own' 'base - upper: disabled by the SRDF
upper - wrist: disabled by the SRDF
wrist - tool: rigid to each other' "$work/hook.urdf" "$work/pairs.srdf"
folds 1 'an SRDF without pairs leaves out none' 'in contact from the start' "$work/group.srdf"
grep -q '^  link      upper$' "$work/out" && grep -q '^  link      base$' "$work/out"
report $? 'so that links that a joint joins are checked'
grep -qF 'group.srdf: disables no pair of links' "$work/err" && grep -qF -- '--suggest-srdf' "$work/err"
report $? 'which is noted'
srdf '<disable_default_collisions link="tool"/>' "$(pair base upper)" "$(pair wrist upper)" >"$work/usual.srdf"
run 0 "$work/hook.urdf" "$work/usual.srdf" --pairs && grep -qx 'upper - tool: one of them usually may touch everything, by the SRDF or the scene' "$work/out"
report $? 'a link that may touch everything is listed with its pairs'

# ---------------------------------------------------------------- an SRDF that is suggested

run 0 "$work/hook.urdf" --suggest-srdf && cp "$work/out" "$work/own.srdf" &&
  grep -q 'link1="wrist" link2="tool" reason="Rigid"' "$work/out" && grep -q 'link1="base" link2="upper" reason="Adjacent"' "$work/out"
report $? 'rigid and adjacent pairs are suggested'
grep -q 'link1="base" link2="tool" reason="Never"/> <!-- proved -->' "$work/own.srdf"
report $? 'a pair that two joints move is proved to meet never'
! grep -q 'link1="upper" link2="tool"' "$work/own.srdf"
report $? 'a pair that meets at times is not disabled'
folds 1 'and is met with the suggested SRDF' 'contact at t = 0.791' "$work/own.srdf"
run 0 "$work/near.urdf" --suggest-srdf && grep -q '^  <disable_collisions link1="upper" link2="tool" reason="Always"/>' "$work/out"
report $? 'a pair that touches in all samples is disabled'
# Far out a link floats that no sample brings to the base, though it could get there.
sed '/name="j2"/s/revolute/floating/; /name="wrist"\|name="tool"\|mount/d; s/child link="wrist"/child link="base2"/; $d' "$work/hook.urdf" >"$work/floats.urdf"
echo '<link name="base2"><collision><geometry><sphere radius="0.001"/></geometry></collision></link></robot>' >>"$work/floats.urdf"
run 0 "$work/floats.urdf" --suggest-srdf && grep -q '<!-- touches in none of 200 samples, not proved; .*link1="base" link2="base2" reason="Never"/> -->$' "$work/out" &&
  ! grep -q '^  <disable_collisions link1="base" link2="base2"' "$work/out"
report $? 'one that touches in none, without a proof, is a comment'
sed 's/link name="tool"/link name="t--\&amp;"/; s/child link="tool"/child link="t--\&amp;"/' "$work/hook.urdf" >"$work/odd.urdf"
run 0 "$work/odd.urdf" --suggest-srdf && cp "$work/out" "$work/odd.srdf" && run 1 "$work/odd.urdf" "$work/odd.srdf" --from 0,0 --to 0,3.1
report $? 'odd names are written as XML'

rm -rf "$work"
