#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Rows of doc/troubleshooting.md: the mistake prints what the row shows, and a remedy of one command mends it. Each
# program is one of doc/first-program.md or doc/first-trajectory.md with one change. A row that another test provokes
# names that test.
#
# Run by `make check` in the build directory, which sets srcdir, CC, MAKE and PKG_CONFIG.

work=$PWD/tests/examples/troubleshooting_work
build=$PWD
source=$(cd "${srcdir:-.}" && pwd)
page=$source/doc/troubleshooting.md
said="$work/out $work/err"
. "$source/tests/support/tap.sh"
. "$source/tests/support/page.sh"
rm -rf "$work"
mkdir -p "$work"
: >"$work/rows"
own_pkg_config=$(absolute "${PKG_CONFIG:-pkg-config}")
stand_ins
cd "$work" || exit

# row TEXT: the row of the page that the next lines are about; TEXT is how its first column begins.
row() {
  row=$1
  grep -F -- "| $row" "$page" >>"$work/rows" || echo "not ok - no row begins with $row"
}

# prints COMMAND: runs a shell command; succeeds if $seen is a part of a line that it prints.
prints() {
  sh -uc "$*" >"$work/out" 2>"$work/err"
  grep -qF -- "$seen" "$work/out" "$work/err"
}

# sees TEXT COMMAND: a shell command prints this, a part of a line; its status does not count.
sees() {
  seen=$1
  shift
  prints "$@"
  report $? "$row: $seen"
}

# mended TEXT COMMAND: the same for the remedy.
mended() {
  seen=$1
  shift
  prints "$@"
  report $? "$row, mended: $seen"
}

# elsewhere SCRIPT WORD: the test that provokes the row.
elsewhere() {
  grep -q -- "$2" "$source/$1"
  report $? "$row: $1"
}

# bullet [SED]: the program of the first program, changed, as ./bullet.
bullet() {
  awk '/^```c$/ { inside = 1; next } /^```$/ { inside = 0 } inside' "$source/doc/first-program.md" |
    sed "${1-}" >bullet.c
  cmp -s bullet.c "$work/first.c" && [ -n "${1-}" ] && { echo "not ok - the change does nothing: $1"; return; }
  [ -n "${1-}" ] || cp bullet.c "$work/first.c"
  cc -w bullet.c $(pkg-config --cflags --libs ode-qmbox) -o bullet >"$work/out" 2>&1 || report 1 "the program compiles with $1"
}

echo 1..46

# ---------------------------------------------------------------- building

row '`Not configured: run ./bootstrap first`'
mkdir fresh && cp "$source/GNUmakefile" fresh
sees 'Not configured: run ./bootstrap first' "cd fresh && MAKEFLAGS= ${MAKE:-make} check"
row '`bootstrap: no ...`'
elsewhere tests/install/test_bootstrap.sh 'no libjansson-dev: '
# configure in a copy without the tree's own Makefile.
mkdir tree 'a folder'
cp -R "$source/configure" "$source/build-aux" tree
ln -s "$source/lib" tree/lib
row '`pkg-config finds no ODE'
sees 'pkg-config finds no ODE' "cd tree && PKG_CONFIG_PATH= PKG_CONFIG_LIBDIR=$work/nowhere PKG_CONFIG='$own_pkg_config' ./configure CC='$page_cc'"
row '`... a folder whose name has a space'
sees 'a folder whose name has a space' "cd 'a folder' && ../tree/configure"
row '`every operation must round to an IEEE double'
sees 'every operation must round to an IEEE double' "cd tree && ./configure CC='$page_cc' CFLAGS='-O2 -ffast-math'"
row '`Unmet build dependencies`'
elsewhere .ci/minimal-root 'apt-get build-dep --yes --no-install-recommends ./'
row '`no upstream tarball found`'
elsewhere .ci/minimal-root 'orig.tar.gz'
row 'a program or library is in the list'
elsewhere .ci/run 'without-jansson'

# ---------------------------------------------------------------- compiling and running a program

bullet
row '`qmbox.h: No such file`'
sees 'qmbox.h: No such file' "$page_cc -c bullet.c -o bullet.o"
sees 'ode-qmbox was not found' "PKG_CONFIG_PATH= PKG_CONFIG_LIBDIR=$work/nowhere $own_pkg_config --cflags ode-qmbox"
row '`Package qmbox was not found`'
sees 'qmbox was not found' "PKG_CONFIG_PATH= PKG_CONFIG_LIBDIR=$work/nowhere $own_pkg_config --cflags qmbox"
row '`libode-qmbox.so.0`'
libs="-L$build/plugin/.libs -lode-qmbox -L$build/lib/.libs -lbms $($own_pkg_config --libs ode) -lm"
flags="-I$source/lib -I$source/plugin -I$build/plugin $($own_pkg_config --cflags ode) ${CFLAGS-} ${LDFLAGS-}"
if [ -f "$build/plugin/.libs/libode-qmbox.so" ] && $page_cc bullet.c $flags $libs -o bare >"$work/err" 2>&1; then
  if LD_LIBRARY_PATH= ./bare >/dev/null 2>&1; then
    skip "$row" 'the system has the libraries'
  else
    sees 'cannot open shared object file' 'LD_LIBRARY_PATH= ./bare'
  fi
  mended 'frame 3: x =  3.50 m, 1 stops' "LD_LIBRARY_PATH=$build/plugin/.libs:$build/lib/.libs ./bare"
  row '`undefined reference to dBodyCreate`'
  sees 'undefined reference' "LC_ALL=C $page_cc -Wl,--as-needed $libs bullet.c $flags -o misplaced"
else
  skip "$row" 'there are no shared libraries'
  skip "$row, mended" 'there are no shared libraries'
  row '`undefined reference to dBodyCreate`'
  skip "$row" 'there are no shared libraries'
fi
row '`undefined reference to ccd'
elsewhere tests/support/static_ode.sh ccd
row '`... size is not sizeof(...)`'
bullet 's/^  options.size = .*//'
sees 'options->size is not sizeof(qmboxSimulateOptions): set it' ./bullet
row 'the program has a second ODE'
elsewhere tests/examples/test_webots_plugin.sh 'second ODE'
row '`bms_self_test()` fails'
elsewhere tests/lib/numeric/test_self_test.c another_rounding_mode_is_found

# ---------------------------------------------------------------- simulation

row 'the program ends by a signal in its first ODE call'
bullet 's/^  dInitODE();/  puts("first call"); fflush(stdout);/'
sees 'ended by a signal' './bullet; [ $? -le 128 ] || echo ended by a signal'
row 'nothing moves'
bullet 's/^  options.nearCallback = .*//'
sees 'options->nearCallback is null: nothing would collide' ./bullet
sees 'frame 5: x =  0.00 m' ./bullet
bullet 's/^  memset(&options, 0,/  memset(\&options, 0xa5,/'
sees 'is negative; before fields are set: memset(&options, 0, sizeof options)' ./bullet
row 'everything moves twice as fast'
bullet 's|^ *qmboxWorldSimulate(.*|& dWorldQuickStep(world, 1.0 / 60);|'
sees 'frame 1: x =  3.33 m' ./bullet
row '`bSafeNormalize4Fault`'
bullet 's|sizeof contact.0.);|sizeof contact[0].geom);|; s|^  dContact contact.4.;|& memset(contact, 0, sizeof contact);|
  s|^  int plain = .*|  int plain = 0;|'
sees 'bSafeNormalize4Fault' ./bullet
row 'bodies still pass through'
# The bullet begins in the wall.
bullet 's|^  dBodySetLinearVel|  dBodySetPosition(bullet, 4, 0, 0); &|; s|%d stops|unguarded %d|; s|report.stops);|(int)report.unguarded);|'
sees 'unguarded 1' ./bullet
row 'a pair is not stopped though'
bullet 's|dCreateBox(space, 0.01, 0.01, 0.01)|dCreateBox(0, 0.01, 0.01, 0.01)|'
sees 'frame 5: x =  8.33 m, 0 stops' ./bullet
bullet 's|dJointAttach(\(dJointCreateContact(.*)\), dGeomGetBody(o1).*|(void)\1;|'
sees 'frame 5: x =  8.33 m, 0 stops' ./bullet
row '`options->contacts is null'
bullet 's|^  options.contacts = .*||; s|%d stops|%d joints|; s|report.stops);|dBodyGetNumJoints(bullet));|'
sees 'frame 5: x =  2.32 m, 8 joints' ./bullet
sees 'options->contacts is null, and there are contact joints before the frame makes any' ./bullet
bullet 's|^  options.contacts = .*||; s|%d stops|%d joints|; s|report.stops);|dBodyGetNumJoints(bullet)); dJointGroupEmpty(contacts);|'
mended 'frame 5: x =  2.32 m, 0 joints' ./bullet
row 'frames are slow'
elsewhere doc/faq.md '^## Why is a frame slow'
row 'bodies hang in the air'
elsewhere doc/faq.md '^## Why do bodies wait'

# ---------------------------------------------------------------- robots

if [ ! -x "$build/tools/bms-arm-sweep" ]; then
  for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14; do skip "robots $i" 'bms-arm-sweep is not built'; done
else
  awk '/^```xml$/ { inside = 1; next } /^```$/ { inside = 0 } inside' "$source/doc/first-trajectory.md" >arm.urdf
  sed -n '/^joint_names:/,/^```/p' "$source/doc/first-trajectory.md" | grep -v '^```' >planned.yaml
  row '`expected one of: --from with --to'
  sees 'expected one of: --from with --to, --way, --trajectory, ' 'bms-arm-sweep arm.urdf planned.yaml'
  mended 'free' 'bms-arm-sweep arm.urdf --trajectory planned.yaml'
  row '`there is no package ...`'
  mkdir thing
  printf 'solid s\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid s\n' >thing/a.stl
  sed 's|<box size="0.5.*"/>|<mesh filename="package://some/a.stl"/>|' arm.urdf >mesh.urdf
  sees 'there is no package some; give a folder above it by --package-path' 'bms-arm-sweep mesh.urdf --joints'
  if bms-arm-sweep mesh.urdf --package some=thing --joints 2>&1 | grep -q 'built without assimp'; then
    skip "$row, mended" 'built without assimp'
  else
    mended 'elbow' 'bms-arm-sweep mesh.urdf --package some=thing --joints'
  fi
  row '`in contact from the start`'
  sed 's|origin xyz="0.27 0 0"|origin xyz="0 0 0"|; s|<link name="base"/>|<link name="base"><collision><geometry><sphere radius="0.4"/></geometry></collision></link>|' arm.urdf >folded.urdf
  sees 'in contact from the start' 'bms-arm-sweep folded.urdf --from 0,0 --to 1,0'
  mended 'free' 'bms-arm-sweep folded.urdf --from 0,0 --to 1,0 --allow base:fore'
  row '`joint ... leaves its limits`'
  sees 'joint shoulder leaves its limits' 'bms-arm-sweep arm.urdf --from 0,0 --to 90,0'
  mended 'free' 'bms-arm-sweep arm.urdf --from 0,0 --to 90,0 --ignore-limits'
  row '`... is unknown ...`'
  sed 's|<link name="fore">|<link name="fore"><hull><box/></hull>|' arm.urdf >hull.urdf
  sees 'hull: is unknown here, and may be solid' 'bms-arm-sweep hull.urdf --from 0,0 --to 1,0'
  mended 'free' 'bms-arm-sweep hull.urdf --from 0,0 --to 1,0 --pass-over hull'
  row '`... is left of xacro`'
  sed 's|xyz="0.25 0 0"|xyz="${half} 0 0"|' arm.urdf >left.urdf
  sees 'is left of xacro, which has to be expanded first' 'bms-arm-sweep left.urdf --joints'
  row '`this program was built without'
  elsewhere tests/tools/test_arm_meshes.sh 'built without assimp'
  row 'status 2, *unresolved*'
  elsewhere tests/tools/test_arm_hostile.sh '\^unresolved: free up to'

  grep '^|' "$page" | grep -vE '^\| you see |^\|---' | grep -vxFf "$work/rows" >"$work/out"
  : >"$work/err"
  [ ! -s "$work/out" ]
  report $? 'each row of the page is one of these'
fi
cd "$build" && rm -rf "$work"
