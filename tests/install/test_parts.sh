#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# What is built without some of its parts can be installed and used: libbms, libbms-robot and the plugin as far as they
# are built.
#
# Run by `make check`, which sets MAKE, CC, CFLAGS, LDFLAGS, PKG_CONFIG, libdir, pkgconfigdir, NOT_BUILT and srcdir.
# With all parts test_install.sh does it.

here=$PWD
root=$here/tests/install/parts_root
work=$here/tests/install/parts_work
said="$work/said"
. "${srcdir:-.}/tests/support/tap.sh"

[ -n "$NOT_BUILT" ] || { echo '1..0 # SKIP all parts are built (test_install.sh)'; exit 0; }

# works MODULE SOURCE PATTERN: compiles by pkg-config against what is installed, and prints that.
works() {
  if [ ! -f "$root$pkgconfigdir/$1.pc" ]; then
    skip "$2 works with the $1 that is installed" "$1 is not built"
    return
  fi
  sed "s|^\([a-z_]*\)=/|\1=$root/|" "$root$pkgconfigdir/$1.pc" >"$work/$1.pc"
  flags=$(PKG_CONFIG_PATH=$work${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH} $PKG_CONFIG --cflags --libs "$1" 2>"$work/said") &&
    $CC $CFLAGS $LDFLAGS "$srcdir/$2" $flags -o "$work/program" >"$work/said" 2>&1 &&
    LD_LIBRARY_PATH=$root$libdir${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH} "$work/program" >"$work/said" 2>&1 &&
    grep -q "$3" "$work/said"
  report $? "$2 works with the $1 that is installed"
}

echo 1..5
rm -rf "$root" "$work"
mkdir -p "$work"
$MAKE install DESTDIR="$root" >"$work/said" 2>&1
report $? 'make install puts the parts that there are below DESTDIR'
works bms tests/install/bms_alone.c 'contact at 0.5'
works bms-robot tests/install/robot_alone.c 'fore meets post'
works ode-qmbox examples/hello.c 'first contact after'
$MAKE uninstall DESTDIR="$root" >"$work/said" 2>&1 && find "$root" ! -type d >"$work/said" && [ ! -s "$work/said" ]
report $? 'make uninstall leaves no file behind'
rm -rf "$root" "$work"
