#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# What `make install` leaves: a tree that programs can be compiled against with pkg-config and nothing else.
#
# The tree is installed under the build directory with DESTDIR, so that no special prefix has to be configured.  A .pc file does not
# know of DESTDIR: as if the tree had been moved there, it is put in front of the directories that the two files name (their own, not
# those of ODE, wherever that is).  Run by `make check`, which sets MAKE, CC, CFLAGS, LDFLAGS, PKG_CONFIG, NM, libdir and srcdir.

here=$PWD
root=$here/tests/install/root
work=$here/tests/install/work
case $srcdir in /*) source=$srcdir ;; *) source=$here/$srcdir ;; esac

said="$work/said"
. "${srcdir:-.}/tests/support/tap.sh"

# compile SOURCE PROGRAM [FLAG]...: as a user would, with the compiler and the options of this build.
compile() {
  compiled=$1 program=$2
  shift 2
  $CC $CFLAGS $LDFLAGS "$source/$compiled" "$@" -o "$work/$program" >"$work/said" 2>&1
}

run_installed() {
  LD_LIBRARY_PATH=$root$libdir${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH} "$work/$1" >"$work/said" 2>&1
}

# with_and_without MODULE SOURCE PROGRAM PATTERN
with_and_without() {
  flags=$($PKG_CONFIG --cflags --libs "$1" 2>"$work/said")
  report $? "pkg-config knows $1"
  ! compile "$2" "$3"
  report $? "$2 does not compile without the flags of $1"
  compile "$2" "$3" $flags
  report $? "$2 compiles with the flags of $1 alone"
  run_installed "$3"
  report $? "$3 runs against the installed libraries"
  grep -q "$4" "$work/said"
  report $? "$3 finds the contact"
}

# exports_only LIBRARY PATTERN HEADER...: the dynamic symbols are the functions that the headers declare.
exports_only() {
  library=$1 pattern=$2
  shift 2
  description="$library exports what its headers declare and nothing else"
  if ! $NM -D --defined-only "$root$libdir/$library.so" >"$work/symbols" 2>/dev/null || [ ! -s "$work/symbols" ]; then
    skip "$description" "$NM cannot tell"
    return
  fi
  awk '$2 ~ /[A-Z]/ { print $3 }' "$work/symbols" | sort >"$work/exported"
  for header in "$@"; do
    sed -n "s/^${pattern}_API [^(]*[ *]\([A-Za-z_]*\)(.*/\1/p" "$root$includedir/$header"
  done | sort >"$work/declared"
  test -s "$work/declared" && diff "$work/declared" "$work/exported" >"$work/said" 2>&1
  report $? "$description"
}

compiles_as_cxx() {
  description="$1 compiles as C++"
  if ! command -v c++ >/dev/null 2>&1; then
    skip "$description" "no c++"
    return
  fi
  echo "#include <$1>" >"$work/header.cc"
  c++ -fsyntax-only "$work/header.cc" $($PKG_CONFIG --cflags ode-qmbox) >"$work/said" 2>&1
  report $? "$description"
}

echo 1..19
rm -rf "$root" "$work"
mkdir -p "$work"

# The outer make's own variables (TESTS, LOG_COMPILER ...) do not matter to the installation.
$MAKE install DESTDIR="$root" >"$work/said" 2>&1
report $? "make install puts the tree below DESTDIR"

sed "s|^\([a-z_]*\)=/|\1=$root/|" "$root$pkgconfigdir/bms.pc" >"$work/bms.pc" &&
  sed "s|^\([a-z_]*\)=/|\1=$root/|" "$root$pkgconfigdir/ode-qmbox.pc" >"$work/ode-qmbox.pc"
PKG_CONFIG_PATH=$work${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}
export PKG_CONFIG_PATH

with_and_without ode-qmbox examples/hello.c hello 'first contact after'
with_and_without bms tests/install/bms_alone.c bms_alone 'contact at 0.5'
exports_only libbms BMS bms.h bms_batch.h bms_chain.h bms_path.h bms_sections.h bms_shapes.h
exports_only libode-qmbox QMBOX qmbox.h
compiles_as_cxx qmbox.h
compiles_as_cxx bms_batch.h
compiles_as_cxx bms_chain.h # and with it bms_path.h
compiles_as_cxx bms_shapes.h
compiles_as_cxx bms_sections.h

$MAKE uninstall DESTDIR="$root" >"$work/said" 2>&1 && find "$root" -type f >"$work/said" && [ ! -s "$work/said" ]
report $? "make uninstall leaves no file behind"
rm -rf "$root" "$work"
