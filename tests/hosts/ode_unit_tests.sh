#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# ode_unit_tests.sh ODE_SOURCE: the unit tests that come with ODE's source, with the ODE of that source, which may be
# newer than the one that is installed, without and with the preload library: all of them pass, and nothing else is
# said.  The exit status is 77 if there is no cmake, which ODE is built with.
#
# Run by check_hosts.sh in the build directory, which sets CC and CXX.

set -eu
library=$PWD/preload/.libs/libode-qmbox-preload.so
work=$PWD/maintainer/unit-tests

command -v cmake >/dev/null || exit 77
mkdir -p "$work"
{
  cmake -S "$1" -B "$work/ode" -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_FLAGS=-w -DCMAKE_CXX_FLAGS=-w -DBUILD_SHARED_LIBS=ON \
    -DODE_DOUBLE_PRECISION=ON -DODE_WITH_DEMOS=OFF -DODE_WITH_TESTS=ON && cmake --build "$work/ode" -j2
} >"$work/build.log" 2>&1 || {
  sed -n '/[Ee]rror/{s/^/# /p;q}' "$work/build.log"
  exit 1
}

# run VARIANT LIBRARY
run() {
  LD_PRELOAD=$2 LD_LIBRARY_PATH=$work/ode "$work/ode/tests" >"$work/$1" 2>"$work/$1.said"
}

run plain ''
run with "$library"
sed -n 's/^[A-Z].* tests passed\.$/# &/p' "$work/with"
grep -v '^Test time' "$work/plain" >"$work/plain.outcome"
grep -q '[1-9][0-9]* tests passed' "$work/plain.outcome"
grep -v '^Test time' "$work/with" | cmp "$work/plain.outcome" -
cmp "$work/plain.said" "$work/with.said"
