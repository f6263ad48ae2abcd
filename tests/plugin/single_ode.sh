#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# single_ode.sh ODE_SOURCE: the plugin and the preload library for an ODE in single precision, which is built of ODE's
# source (apt-get source ode): nothing passes through anything there either.
#
# Run by `make check-single-ode` in the build directory, which sets CC, CXX, MAKE, NM and PKG_CONFIG.  TAP.

source=$PWD/maintainer/source
work=$PWD/maintainer/single-ode
said="$work/said"
. "$source/tests/support/tap.sh"

if [ -z "$1" ] || ! command -v cmake >/dev/null; then
  echo '1..0 # SKIP ODE_SOURCE is not set (apt-get source ode), or there is no cmake'
  exit 0
fi
ode_source=$(cd "$1" && pwd)
rm -rf "$work/build"
mkdir -p "$work/build"
export PKG_CONFIG_PATH="$work/installed/lib/pkgconfig" LD_LIBRARY_PATH="$work/installed/lib"

echo 1..4
{
  cmake -S "$ode_source" -B "$work/ode" -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_FLAGS=-w -DCMAKE_CXX_FLAGS=-w \
    -DCMAKE_INSTALL_PREFIX="$work/installed" -DCMAKE_INSTALL_LIBDIR=lib -DBUILD_SHARED_LIBS=ON \
    -DODE_DOUBLE_PRECISION=OFF -DODE_WITH_DEMOS=OFF -DODE_WITH_TESTS=OFF && cmake --build "$work/ode" -j2 --target install
} >"$work/said" 2>&1 && [ "$($PKG_CONFIG --variable=precision ode)" = dSINGLE ]
report $? 'ODE is built in single precision'
(cd "$work/build" && "$source/configure" CC="$CC" CXX="$CXX" &&
  $MAKE preload/libode-qmbox-preload.la examples/plain_ode examples/falling_tower tests/plugin/exact/test_volley tests/plugin/moving/test_bodies \
    tests/preload/odd_callbacks tests/preload/odd_lives tests/preload/odd_loops tests/preload/odd_programs \
    tests/preload/odd_threads) >"$work/said" 2>&1
report $? 'the plugin and the preload library build for it'
(cd "$work/build" && tests/plugin/moving/test_bodies && tests/plugin/exact/test_volley) >"$work/said" 2>&1
report $? 'what is thrown at each other does not pass'
(cd "$work/build" && mkdir -p tests/preload/work &&
  CC="$CC" NM="$NM" srcdir="$source" sh "$source/tests/preload/test_preload.sh") >"$work/said" 2>&1 &&
  grep -q '^ok' "$work/said" && ! grep -q '^not ok' "$work/said"
report $? 'programs under the preload library behave as they do in double precision'
