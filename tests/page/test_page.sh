#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# The pages that the programs write with --html: the data is whole and cannot end its script; the page's own arithmetic
# is that of libbms; the template is what its sources make; and a real browser shows what the answers say.
#
# node runs the second, with what `npm ci` puts into tools/page/node_modules also the third, and with Chromium the last.
# In CI, where CI is set, npm gets the modules.  What is missing is said.  Run by `make check` in the build directory,
# which sets srcdir.

source=$(cd "${srcdir:-.}" && pwd)
work=$PWD/tests/page/work
said="$work/said"
. "$source/tests/support/tap.sh"
. "$source/tests/page/modules.sh"
program=./tools/bms-first-contact
from=0.47,-0.9,0.4,-1.1,-1.66,-0.8
past=2.77,-1,0.4,-1,-1.66,-0.8
short=0.9,-0.9,0.4,-1,-1.66,-0.8

# data_of PAGE: the JSON in its middle.
data_of() {
  sed -n '/^<script type="application\/json" id="data">/,/<\/script>$/p' "$1" | sed 's/^<script[^>]*>//; s/<\/script>$//'
}

# A few queries: ordinary ones, one of a matrix, and one that is refused, whose id would end the script.
make_pages() {
  { head -n 3 "$source/examples/gallery.jsonl"
    grep -m 1 '"matrix"' "$source/examples/gallery.jsonl"
    sed -n '40p;101p' "$source/tests/data/public.jsonl"
    echo '{"id": "</script><!--", "t": [0, 1], "a": {"min": [1, 0, 0], "max": [0, 1, 1], "position": [[0], [0], [0]],' \
      '"quaternion": [[1], [0], [0], [0]]}, "b": {"min": [0, 0, 0], "max": [1, 1, 1], "position": [[0], [0], [0]],' \
      '"quaternion": [[1], [0], [0], [0]]}}'
  } >"$work/queries.jsonl"
  "$program" --html "$work/queries.html" <"$work/queries.jsonl" >"$work/answers.jsonl" 2>"$said"
  sed 's/"total": 7}/"total": 105600}/' "$work/queries.html" >"$work/cut.html"
  "$program" --html "$work/gallery.html" "$source/examples/gallery.jsonl" >"$work/gallery.jsonl"
  ./examples/bullet_and_wall "$work" >/dev/null && mv "$work/bullet_and_wall.html" "$work/replay.html"
  [ ! -x ./tools/bms-arm-sweep ] || ./tools/bms-arm-sweep "$source/examples/arm/ur5_boxes.urdf" \
    "$source/examples/arm/cell.yaml" --from $from --to $past --json --html "$work/sweep.html" >"$work/sweep.json"
  [ ! -x ./tools/bms-arm-sweep ] || { make_edges; make_forms; }
}

# A way of two segments that meets the sheet in the second; and edges: one that meets it, one that does not, a bad one.
make_edges() {
  for list in $from $short $past; do echo "[$list]"; done >"$work/way.jsonl"
  ./tools/bms-arm-sweep "$source/examples/arm/ur5_boxes.urdf" "$source/examples/arm/cell.yaml" --way "$work/way.jsonl" \
    --json --html "$work/way.html" >"$work/way.json" 2>"$said"
  { echo "{\"id\": 7, \"from\": [$from], \"to\": [$past]}"
    echo "{\"id\": \"short\", \"from\": [$from], \"to\": [$short]}"
    echo '{"from": 1}'
  } >"$work/edges.jsonl"
  ./tools/bms-arm-sweep "$source/examples/arm/ur5_boxes.urdf" "$source/examples/arm/cell.yaml" --clearance \
    --edges "$work/edges.jsonl" --html "$work/edges.html" >"$work/edge_answers.jsonl" 2>"$said"
}

# An arm of two cylinders, with a ball and a pyramid of a mesh at its end.
make_forms() {
  for facet in '0 0 0 0 .3 0 .3 0 0' '0 0 0 .3 0 0 0 0 .3' '0 0 0 0 0 .3 0 .3 0' '.3 0 0 0 .3 0 0 0 .3'; do
    # The numbers are words.
    # shellcheck disable=SC2086
    printf 'facet normal 0 0 0\nouter loop\nvertex %s %s %s\nvertex %s %s %s\nvertex %s %s %s\nendloop\nendfacet\n' $facet
  done | { echo 'solid pyramid'; cat; echo 'endsolid pyramid'; } >"$work/pyramid.stl"
  cat >"$work/forms.urdf" <<'END'
<robot name="forms">
  <link name="base"><collision><geometry><cylinder radius="0.1" length="0.3"/></geometry></collision></link>
  <link name="arm"><collision><origin xyz="0.3 0 0" rpy="0 1.5708 0"/>
    <geometry><cylinder radius="0.05" length="0.6"/></geometry></collision></link>
  <link name="end"><collision><origin xyz="0.1 0 0"/><geometry><sphere radius="0.1"/></geometry></collision>
    <collision><geometry><mesh filename="pyramid.stl"/></geometry></collision></link>
  <joint name="turn" type="continuous"><parent link="base"/><child link="arm"/><origin xyz="0 0 0.25"/>
    <axis xyz="0 0 1"/></joint>
  <joint name="tilt" type="continuous"><parent link="arm"/><child link="end"/><origin xyz="0.65 0 0"/>
    <axis xyz="0 1 0"/></joint>
</robot>
END
  ./tools/bms-arm-sweep "$work/forms.urdf" --from 0,0 --to 2,0.6 --html "$work/forms.html" >"$work/forms" 2>&1
}

# how_many: the tests in a browser; ten are of an arm, and one of an arm with a mesh.
how_many() {
  if [ ! -x ./tools/bms-arm-sweep ]; then
    echo 30
  elif [ ! -e "$work/forms.html" ] && grep -q assimp "$work/forms"; then
    echo 40
  else
    echo 41
  fi
}

rm -rf "$work"
mkdir -p "$work"
make_pages
browser_tests=$(how_many)
echo 1..$((10 + browser_tests))

[ "$(wc -l <"$work/answers.jsonl")" -eq 7 ] && "$program" <"$work/queries.jsonl" | cmp -s - "$work/answers.jsonl"
report $? 'the answers are the same with a page as without'
[ "$(data_of "$work/queries.html" | grep -o '"query": {"t"' | wc -l)" -eq 6 ]
report $? 'the page has every query that was answered'
! data_of "$work/queries.html" | grep -q '<' && data_of "$work/queries.html" | grep -q 'id": "\\u003c/script>\\u003c!--"'
report $? 'no text in the data can end its script'
"$program" --threads 2 --html "$work/threads.html" <"$work/queries.jsonl" >/dev/null
cmp "$work/threads.html" "$work/queries.html" >"$said" 2>&1
report $? 'the page does not depend on the number of threads'
"$program" --html "$work/no/such/directory.html" </dev/null >"$said" 2>&1
[ $? -eq 2 ] && grep -q 'no/such/directory.html: cannot be written: No such file' "$said"
report $? 'a page that cannot be written is trouble'
{ for k in 1 2 3 4 5 6; do cat "$source/tests/data/public.jsonl"; done; } | head -n 1100 |
  "$program" --threads 2 --html "$work/many.html" 2>"$said" >/dev/null
grep -q 'shows the first 1024 of 1100 lines' "$said" &&
  [ "$(data_of "$work/many.html" | grep -o '"query": {"t"' | wc -l)" -eq 1024 ] &&
  data_of "$work/many.html" | grep -q '"total": 1100}'
report $? 'a page of very many queries shows the first, and it is said, in the page too'
rm -f "$work/many.html"
! grep -qE '"resolved"|https?://' "$source/tools/page/package-lock.json"
report $? 'the lock file names no registry'

if command -v node >/dev/null 2>&1; then
  ./tests/page/page_values | node "$source/tests/page/check_values.mjs" >"$said" 2>&1
  report $? "the page's poses, gaps and compatible pairs are those of libbms"
  grep -v '</script>' "$work/queries.jsonl" | "$program" --trace >"$work/trace.jsonl"
  data_of "$work/queries.html" >"$work/data.json"
  node "$source/tests/page/check_pairs.mjs" "$work/trace.jsonl" "$work/data.json" >"$said" 2>&1
  report $? 'each section of a page has the pairs of the trace, none twice'
else
  skip "the page's poses, gaps and compatible pairs are those of libbms" 'there is no node (doc/building.md)'
  skip 'each section of a page has the pairs of the trace, none twice' 'there is no node (doc/building.md)'
fi

missing=$(modules_missing)
if [ -n "$missing" ]; then
  skip 'the template is what its sources make' "$missing"
else
  node "$work/page/build.js" "$work/rebuilt.html" >"$said" 2>&1 &&
    cmp "$work/rebuilt.html" "$source/tools/page/page.html" >>"$said" 2>&1
  report $? 'the template is what its sources make'
fi

[ -n "$missing" ] || browser >/dev/null || missing='there is no Chromium (doc/building.md)'
if [ -n "$missing" ]; then
  for k in $(seq $browser_tests); do skip "the pages in a browser, $k" "$missing"; done
else
  PAGE_MODULES=$work/page PAGE_BROWSER=$(browser) timeout 900 node "$source/tests/page/check_browser.mjs" "$work"
fi
rm -rf "$work"
