#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# ode_unit_tests.sh ODE_SOURCE: the unit tests that come with ODE's source, built without a change for the ODE that is
# installed, with and without the preload library: the same tests pass, and nothing else is said.  The exit status is
# 77 if they cannot be built: the source is that of another version than the headers of the ODE that is installed.
#
# Run by check_hosts.sh in the build directory, which sets CXX, PKG_CONFIG and srcdir.

set -eu
source=$(cd "$1" && pwd)
library=$PWD/preload/.libs/libode-qmbox-preload.so
work=$PWD/maintainer/unit-tests

# They include "../ode/src/config.h" and "../../ode/src/config.h", which ODE's configure writes for the ODE that it
# builds; the one here is for that of Debian.
mkdir -p "$work/from/here" "$work/ode/src"
cat >"$work/ode/src/config.h" <<'END'
#define dTRIMESH_ENABLED 1
#define dTRIMESH_OPCODE 1
#define HAVE_ALLOCA_H 1
#define HAVE_STDARG_H 1
#define HAVE_STDINT_H 1
#define HAVE_ISNAN 1
#include "typedefs.h"
END
flags="-w -O1 $($PKG_CONFIG --cflags ode) -I$work/from -I$work/from/here -I$work/ode/src
  -I$source/tests/UnitTest++/src -I$source/ode/src"

for file in "$source"/tests/*.cpp "$source"/tests/joints/*.cpp "$source"/tests/UnitTest++/src/*.cpp \
  "$source"/tests/UnitTest++/src/Posix/*.cpp; do
  object=$work/$(echo "${file#"$source"/tests/}" | tr / _).o
  [ "$object" -nt "$file" ] || $CXX $flags -c "$file" -o "$object" 2>"$work/errors" || {
    sed -n '/error:/{s/^/# /p;q}' "$work/errors"
    exit 77
  }
done
$CXX "$work"/*.o $($PKG_CONFIG --libs ode) -lpthread -o "$work/tests"

LD_PRELOAD='' "$work/tests" >"$work/plain" 2>"$work/plain.said" || true
LD_PRELOAD=$library "$work/tests" >"$work/with" 2>"$work/with.said" || true
sed -n 's/^[A-Z].* tests passed\.$/# &/p' "$work/with"
grep -q '[1-9][0-9]* tests passed' "$work/plain"
grep -v '^Test time' "$work/plain" >"$work/plain.outcome"
grep -v '^Test time' "$work/with" | cmp "$work/plain.outcome" -
cmp "$work/plain.said" "$work/with.said"
