#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# The example in Python: the bullet goes through the wall in plain ODE, and not with the plugin.
#
# Run by `make check` in the build directory, which sets CFLAGS and srcdir.

work=$PWD/tests/examples/python_work
said="$work/out $work/err"
plugin=$PWD/plugin/.libs/libode-qmbox.so
. "${srcdir:-.}/tests/support/tap.sh"

missing() {
  if [ ! -f "$plugin" ]; then
    echo 'configured without shared libraries'
  elif ! command -v python3 >/dev/null 2>&1; then
    echo 'there is no python3'
  elif ! python3 -c 'import ctypes.util as u, sys; sys.exit(not u.find_library("ode"))' 2>/dev/null; then
    echo "python3's ctypes finds no libode"
  fi
}

echo 1..2
case $CFLAGS in
  *-fsanitize*) reason='sanitizers have to be loaded first' ;;
  *) reason=$(missing) ;;
esac
if [ -n "$reason" ]; then
  skip 'the bullet goes through in plain ODE' "$reason"
  skip 'it does not with the plugin' "$reason"
  exit 0
fi
mkdir -p "$work"
LD_LIBRARY_PATH=$PWD/lib/.libs:$LD_LIBRARY_PATH python3 "$srcdir/examples/python/bullet_and_wall.py" "$plugin" \
  >"$work/out" 2>"$work/err"
awk '/^plain ODE:/ { far = $7 > 100 } END { exit !far }' "$work/out"
report $? 'the bullet goes through in plain ODE'
awk '/^guarded:/ { kept = $6 < 0 && $9 == 0 } END { exit !kept }' "$work/out"
report $? 'it does not with the plugin'
rm -rf "$work"
