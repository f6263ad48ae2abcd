#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# The package bms of Python, built against the libraries of this build and tested: tests/python/test_*.py, and the
# examples of doc/python.md.
#
# Run by `make check` in the build directory, which sets srcdir.  PYTHON names the interpreter; python3 and
# /usr/bin/python3 are tried otherwise.

root=$(cd "${srcdir:-.}" && pwd)
here=$PWD
work=$here/tests/python/work

# usable PYTHON: it has what the build and the tests need.
usable() {
  "$1" -c 'import cffi, numpy, setuptools, sysconfig, os
assert os.path.exists(os.path.join(sysconfig.get_paths()["include"], "Python.h"))' >/dev/null 2>&1
}

python=
for one in ${PYTHON:-python3 /usr/bin/python3}; do
  [ -n "$python" ] || ! usable "$one" || python=$one
done
[ -n "$python" ] || { echo '1..0 # SKIP no python3 with cffi, numpy, setuptools and Python.h'; exit 0; }
case ${CFLAGS:-} in *-fsanitize=*) echo '1..0 # SKIP python cannot load libraries with sanitizers'; exit 0 ;; esac
[ -e lib/.libs/libbms.so ] || { echo '1..0 # SKIP there is no shared library'; exit 0; }

rm -rf "$work"
mkdir -p "$work/pc"
said="$work/said"

# module NAME FLAGS: a file for pkg-config that names the tree instead of an installation.
module() {
  printf 'Name: %s\nDescription: of this build\nVersion: %s\nCflags: -I%s\nLibs: %s\n' "$1" "$version" "$2" "$3" \
    >"$work/pc/$1.pc"
}
version=$(sed -n 's/^#define BMS_VERSION "\(.*\)"$/\1/p' "$root/lib/bms.h")
module bms "$root/lib" "-L$here/lib/.libs -lbms"
[ ! -e robot/.libs/libbms-robot.so ] ||
  module bms-robot "$root/robot -I$root/lib" "-L$here/robot/.libs -lbms-robot -L$here/lib/.libs -lbms"

[ ! -e plugin/.libs/libode-qmbox.so ] ||
  module ode-qmbox "$root/plugin -I$here/plugin -I$root/lib ${ODE_CFLAGS:-}" \
    "-L$here/plugin/.libs -lode-qmbox -L$here/lib/.libs -lbms ${ODE_LIBS:--lode}"

cp -r "$root/python" "$work/source"
chmod -R u+w "$work/source"
PKG_CONFIG_LIBDIR=$work/pc
LD_LIBRARY_PATH=$here/lib/.libs:$here/robot/.libs:$here/plugin/.libs${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
PYTHONPATH=$work/package
PYTHONDONTWRITEBYTECODE=1
PATH=$here/tools:$PATH
MALLOC_PERTURB_=165 # memory that was freed has other contents, so that reading it shows
export PATH PKG_CONFIG_LIBDIR LD_LIBRARY_PATH PYTHONPATH PYTHONDONTWRITEBYTECODE MALLOC_PERTURB_
if ! (cd "$work/source" && "$python" setup.py -q build --build-lib "$work/package") >"$said" 2>&1; then
  sed 's/^/# /' "$said"
  echo '1..1'
  echo 'not ok 1 - the package is built against the libraries'
  exit 1
fi
srcdir=$root "$python" "$root/tests/python/tap.py" "$work"
status=$?
rm -rf "$work"
exit $status
