#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# libode-qmbox-preload in front of programs that know nothing of it: with the usual loop, and loops like it, nothing
# tunnels any more; any other loop is stepped as ODE does, to the bit, and that is said once.
#
# Run by `make check` in the build directory, which sets CC, CFLAGS, LDFLAGS, NM, PKG_CONFIG and srcdir.

library=$PWD/preload/.libs/libode-qmbox-preload.so
work=$PWD/tests/preload/work
said="$work/plain $work/exact $work/said"
. "${srcdir:-.}/tests/support/tap.sh"

if [ ! -f "$library" ]; then
  echo '1..0 # SKIP configured without the preload library'
  exit 0
fi
case $CFLAGS in
  *-fsanitize*) echo "1..0 # SKIP sanitizers have to be loaded first"; exit 0 ;;
esac

# both COMMAND...: output without the library, output and messages with it.
both() {
  "$@" >"$work/plain" 2>&1
  QMBOX_PRELOAD_REPORT=1 LD_PRELOAD=$library "$@" >"$work/exact" 2>"$work/said"
}

complaints() {
  grep -c 'stepping as ODE does' "$work/said"
}

# The box of odd_loops has stayed before the wall, and has gone through it without the library; the body without a geom
# has gone where it goes without a contact, 30 frames at 8 m/s; no contact joints have been left over.
stopped() {
  awk '/^box/ { through = $2 > 0 } END { exit !through }' "$work/plain" &&
    awk '/^box/ { good = $2 < 0 && $4 == "4.0000" && $6 <= 2 } END { exit !good }' "$work/exact"
}

echo 1..18
rm -rf "$work"
mkdir -p "$work"

both ./examples/plain_ode
grep -q '^[1-9]' "$work/plain"
report $? 'boxes go through a thin wall in plain ODE'
grep -q '^0 of 20' "$work/exact"
report $? 'none does with the library loaded'
grep -q ' 60 steps exact, [1-9][0-9]* stops at contacts, 0 steps as ODE' "$work/said"
report $? 'the report counts the steps, all of them exact'

for loop in usual step_first four_steps two_worlds beside; do
  both ./tests/preload/odd_loops $loop
  stopped
  report $? "$loop: the box is stopped, and a body without a geom is not hurried"
done

for loop in by_hand by_hand_too pairs_of_spaces two_spaces groupless local_data; do
  both ./tests/preload/odd_loops $loop
  cmp -s "$work/plain" "$work/exact" && [ "$(complaints)" -eq 1 ]
  report $? "$loop: stepped as ODE does, to the bit, and that is said once"
done

both env echo hello
cmp -s "$work/plain" "$work/exact" && ! grep -v ' 0 steps exact, 0 stops at contacts, 0 steps as ODE' "$work/said"
report $? 'a program without ODE is not bothered'

. "${srcdir:-.}/tests/support/static_ode.sh"
told='a program with ODE linked into it is told so, and runs as ever'
missing=$(static_ode_missing)
if [ -n "$missing" ]; then
  skip "$told" "$missing"
else
  c++ -x c $CFLAGS "$srcdir/examples/plain_ode.c" -x none $($PKG_CONFIG --cflags ode) "$archive" $archive_libs \
    -o "$work/static_ode" >"$work/said" 2>&1 && both "$work/static_ode" && cmp -s "$work/plain" "$work/exact" &&
    grep -q 'linked into the program' "$work/said" && [ "$(complaints)" -eq 1 ]
  report $? "$told"
fi

# A program of the plugin does its own stepping.
both ./examples/falling_tower "$work"
cmp -s "$work/plain" "$work/exact"
report $? 'a program that uses qmbox itself runs as ever'
[ "$(complaints)" -eq 0 ]
report $? 'and is told nothing'
rm -rf "$work"
