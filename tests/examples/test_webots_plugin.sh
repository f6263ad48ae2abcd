#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# The Webots plugin among the examples does its work in a program that stands in for Webots and has ODE linked into it,
# and brings no second ODE along.
#
# Run by `make check` in the build directory, which sets CC, CFLAGS, LDFLAGS, NM, PKG_CONFIG and srcdir.

plugin=$PWD/examples/.libs/webots_plugin.so
work=$PWD/tests/examples/webots_work
said="$work/said"
. "${srcdir:-.}/tests/support/tap.sh"
. "${srcdir:-.}/tests/support/static_ode.sh"

if [ ! -f "$plugin" ]; then
  echo '1..0 # SKIP configured without shared libraries'
  exit 0
fi
need_static_ode

echo 1..4
rm -rf "$work"
mkdir -p "$work"

# All of ODE is in the program, as in Webots, and its symbols are there for plugins.
$CC $CFLAGS $($PKG_CONFIG --cflags ode) -c "$srcdir/tests/examples/webots_host.c" -o "$work/host.o" >"$work/said" 2>&1 &&
  c++ $CFLAGS $LDFLAGS "$work/host.o" -rdynamic -Wl,--whole-archive "$archive" -Wl,--no-whole-archive \
    $archive_libs -o "$work/host" >>"$work/said" 2>&1
report $? 'a program with an ODE of its own can be built'

"$work/host" >"$work/said" 2>&1 && grep -q '^bullet at [1-9].* 0 libode.so' "$work/said"
report $? 'without the plugin the bullet goes through the wall'
"$work/host" "$plugin" >"$work/said" 2>&1 && grep -q '^bullet at -0' "$work/said"
report $? 'with it, it stays before the wall'
grep -q ' 0 libode.so' "$work/said"
report $? 'the plugin has brought no ODE along'
rm -rf "$work"
