#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Every command of the README and of doc/ is run by a test: by this one, in a folder with the files that it names, or by
# the test that is listed here for its page or its first words.  Excerpts of C and C++ compile within a function, and each
# other block has its test.
#
# Run by `make check` in the build directory, which sets srcdir.

work=$PWD/tests/examples/commands_work
build=$PWD
source=$(cd "${srcdir:-.}" && pwd)
said="$work/out"
. "$source/tests/support/tap.sh"
. "$source/tests/support/page.sh"
rm -rf "$work"
mkdir -p "$work/folder/tests" "$work/folder/tools"
ompl=$(${PKG_CONFIG:-pkg-config} --cflags ompl 2>/dev/null) # before there is a stand-in of pkg-config
stand_ins

# Pages whose commands are run as printed, and the test that does it.
PAGES='doc/first-program.md tests/examples/test_pages.sh
doc/first-query.md tests/examples/test_pages.sh
doc/own-geom-class.md tests/examples/test_pages.sh
doc/first-trajectory.md tests/tools/test_arm_page.sh
doc/paths-and-arms.md tests/tools/test_arm_page.sh
doc/c-and-cpp.md tests/robot/test_page.sh
doc/python.md tests/python/test_documents.py
doc/many-machines.md tests/examples/test_many_machines.sh
doc/playground.md tests/page/test_playground.sh'

# Other commands: a pattern for the line, the script that runs it, a word of that script.
ELSEWHERE='^cc (-c frame|query)\.c 	tests/house/test_readme.sh	command_below
^\./bootstrap	.ci/minimal-root	bootstrap
^apt-get (build-dep|update && apt-get install build-essential)	.ci/minimal-root	build-dep
^(DEB_BUILD_OPTIONS=nocheck dpkg-buildpackage|apt install \.\./)	.ci/minimal-root	dpkg-buildpackage
^export (PKG_CONFIG|LD_LIBRARY)_PATH=	tests/install/test_install.sh	PKG_CONFIG_PATH
^(\$ QMBOX_PRELOAD_REPORT=1 )?LD_PRELOAD=	tests/preload/test_preload.sh	LD_PRELOAD
^0 (of 20 boxes|pairs not guarded)|^libode-qmbox-preload:	tests/preload/test_preload.sh	plain_ode
^nm -D \./program	tests/preload/test_preload.sh	nm -D
^LD_DEBUG=bindings	tests/preload/test_preload.sh	LD_DEBUG=bindings
^\./configure --disable-shared --enable-static	tests/plugin/old_ode.sh	--disable-shared
^ *(--with-ode|ODE_CFLAGS)	tests/plugin/old_ode.sh	with-ode
^apt-get install (clang lld .*)?nodejs npm	tests/page/modules.sh	command -v node
^npm install --prefix .* gltf-validator	tests/examples/test_replays.sh	npm install
^NODE_PATH=.* make check TESTS=	tests/examples/test_replays.sh	gltf-validator
^\(cd tools/page && npm ci\)	tests/page/modules.sh	npm ci'

# Blocks of other pages, "-" if they have no language, the test that runs them or compares them with what is printed, and a
# word of that test.  doc/architecture.md has a drawing.
BLOCKS='README.md c tests/house/test_readme.sh compiles
doc/algorithm.md text tests/house/test_readme.sh trace
doc/certificates.md text tests/examples/test_answers.sh certificates.md
doc/derivatives-and-tolerances.md text tests/examples/test_answers.sh printed
doc/worlds.md - tests/examples/test_answers.sh printed
doc/worlds.md c tests/examples/test_commands.sh compiles'

# commands PAGE: its indented lines, without lines of formulas and of files.
commands() {
  awk '/^```/ { fenced = !fenced } !fenced && /^    [^ ]/ { print substr($0, 5) }' "$source/$1" |
    grep -E '^(\$ )?[A-Za-z_./(][A-Za-z_0-9./(-]*( |=|$)' | grep -vE '^[a-z_]+(\([a-z]+\))? = |^(fl|distance|gamma|BMS|N_i)'
}

# make_is_there LINE: the targets of its `make` are in the Makefile, or files that it builds.
make_is_there() {
  echo "$1" | sed "s/#.*//; s/'[^']*'//g" | tr '&' '\n' | sed -n 's/^ *make //p' | tr ' ' '\n' | grep -E '^[a-z]' | while read -r target; do
    grep -qE "^([^#	=]* )?$target( [^=]*)?:" "$build/Makefile" || [ -e "$source/$target.c" ] || [ -e "$source/$target.cpp" ] ||
      case $target in *.la) grep -q "^$target:" "$build/Makefile" ;; *) false ;; esac || echo "$target"
  done
}

# run_here LINE: a command of the programs, with the files that it names.
run_here() {
  (cd "$work/folder" && sh -eu -c "${1#./tools/}") >"$work/printed" 2>"$work/err"
  status=$?
  [ $status -eq 1 ] && case $1 in *bms-arm-sweep*) status=0 ;; esac
  return $status
}

# The files that commands name.
ln -s "$source/tests/data" "$work/folder/tests/data"
head -n 5 "$source/tests/data/public.jsonl" >"$work/folder/queries.jsonl"
cp "$source/examples/arm/ur5_boxes.urdf" "$work/folder/robot.urdf"
cp "$source/examples/arm/cell.yaml" "$work/folder/scene.yaml"
sed -n 's/^<robot name="\([^"]*\)".*/<robot name="\1"\/>/p' "$work/folder/robot.urdf" >"$work/folder/robot.srdf"
joints=$(bms-arm-sweep "$work/folder/robot.urdf" --joints | tr '\n' ',')
cat >"$work/folder/planned.yaml" <<END
joint_names: [${joints%,}]
points:
  - {positions: [0.47, -0.9, 0.4, -1.1, -1.66, -0.8], time_from_start: {secs: 0, nsecs: 0}}
  - {positions: [2.77, -1, 0.4, -1, -1.66, -0.8], time_from_start: {secs: 1, nsecs: 0}}
END

echo 1..7
: >"$work/lost"
: >"$work/failed"
ran=0
(cd "$source" && ls README.md doc/*.md) | while read -r page; do
  echo "$PAGES" | grep -q "^$page " && continue
  commands "$page" | while read -r line; do
    case $line in
      bms-* | ./tools/bms-*)
        echo "$line" >>"$work/ran"
        run_here "$line" || { echo "$page: $line"; cat "$work/err"; } >>"$work/failed"
        continue ;;
      make\ * | *"&& make"*)
        [ -z "$(make_is_there "$line")" ] || echo "$page: no target: $line" >>"$work/lost"
        continue ;;
    esac
    echo "$ELSEWHERE" | while IFS='	' read -r pattern script word; do
      echo "$line" | grep -qE -- "$pattern" && [ -e "$source/$script" ] && grep -q -- "$word" "$source/$script" && echo found
    done | grep -q found || echo "$page: $line" >>"$work/lost"
  done
done
ran=$(wc -l <"$work/ran")
cp "$work/failed" "$said"
[ ! -s "$work/failed" ] && [ "$ran" -ge 5 ]
report $? 'commands of the programs run'
cp "$work/lost" "$said"
[ ! -s "$work/lost" ]
report $? 'each other command is run by a test that is listed, or is a target of make'
echo "$PAGES" | while read -r page script; do
  grep -q "${page##*/}" "$source/$script" || echo "$script does not name $page"
done >"$said"
[ ! -s "$said" ]
report $? 'the tests of pages name them'
(cd "$source" && ls README.md doc/*.md) | while read -r page; do
  { echo "$PAGES"; echo 'doc/architecture.md drawing'; } | grep -q "^$page " && continue
  awk '/^```/ { fenced = !fenced; if (fenced) print $0 == "```" ? "-" : substr($0, 4) }' "$source/$page" | sort -u | while read -r language; do
    echo "$BLOCKS" | while read -r of block script word; do
      [ "$of $block" = "$page $language" ] && grep -q -- "$word" "$source/$script" && echo found
    done | grep -q found || echo "$page: $language"
  done
done >"$said"
[ ! -s "$said" ]
report $? 'each block of another page has its test'

# excerpt PAGE NUMBER: block number NUMBER of C.
excerpt() {
  awk -v wanted="$2" '/^```c$/ { n++; inside = n == wanted; next } /^```$/ { inside = 0 } inside' "$source/$1"
}

# compiles PAGE: all excerpts, each within a function that declares what it takes as given.
compiles() {
  number=1
  failed_here=0
  while [ -n "$(excerpt "$1" $number)" ]; do
    excerpt "$1" $number | sed '/^#include/d; /^\.\.\.$/d; s/) \.\.\.$/);/' >"$work/block"
    declared=
    grep -q 'qmboxSimulateOptions options = ' "$work/block" || declared='qmboxSimulateOptions options; qmboxSimulateReport report;'
    grep -q 'int count = ' "$work/block" || declared="$declared int count;"
    grep -q 'bms_' "$work/block" && declared='bms_chain chain; char text[9]; double *from, *to;'
    { echo '#include <qmbox.h>'
      echo '#include <bms_scene.h>'
      echo 'enum { MOST = 4 }; void respond(const void *); void responds(const void *);'
      echo 'void block(dWorldID world, dSpaceID space, dReal h, dNearCallback *near_callback, void *data,'
      echo '           dJointGroupID contact_group, dGeomID o1, dGeomID o2, dContact contact[MOST]) {'
      echo "$declared"
      cat "$work/block"
      echo '}'
    } >"$work/block.c"
    # shellcheck disable=SC2046
    $page_cc -std=c11 -w $(pkg-config --cflags ode-qmbox) -fsyntax-only "$work/block.c" 2>"$work/err" || {
      failed_here=1
      { echo "$1, block $number:"; cat "$work/err"; } >>"$work/uncompiled"
    }
    number=$((number + 1))
  done
  [ $failed_here -eq 0 ] && [ $number -gt 1 ]
}
: >"$work/uncompiled"
compiles doc/worlds.md
status=$?
cp "$work/uncompiled" "$said"
report $status 'the excerpts of doc/worlds.md compile'
: >"$work/uncompiled"
compiles doc/paths-and-arms.md
status=$?
cp "$work/uncompiled" "$said"
report $status 'so does the one of doc/paths-and-arms.md'
if [ -n "$ompl" ]; then
  { echo '#include <bms_ompl.hpp>'
    echo 'void block(const bms_chain &chain, const ompl::base::SpaceInformationPtr &information) {'
    awk '/^```cpp$/ { inside = 1; next } /^```$/ { inside = 0 } inside' "$source/doc/paths-and-arms.md"
    echo '}'
  } >"$work/block.cpp"
  # shellcheck disable=SC2046,SC2086
  [ "$(wc -l <"$work/block.cpp")" -gt 3 ] &&
    $page_cxx -std=c++17 -w $ompl $(pkg-config --cflags bms) -fsyntax-only "$work/block.cpp" 2>"$said"
  report $? 'and the one of C++'
else
  skip 'and the one of C++' 'there is no OMPL'
fi
rm -rf "$work"
