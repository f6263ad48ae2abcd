#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# check_reproducible.sh SOURCE: two builds of a release, the folder SOURCE, give the same bytes (make check-reproducible): all that
# make install installs, and the Debian packages where dpkg-buildpackage is. Prints TAP, and what differs.
#
# The two builds have folders of other names and lengths, files of other dates, another time zone, language and umask, and
# another number of jobs. Debugging information of a plain build names its folder; Debian's flags take that out, so the plain
# builds are made without.
#
# Environment: MAKE; CC and CXX; PACKAGES=no leaves the packages out, PLAIN=no the other part.

source=$(cd "$1" && pwd)
root=${srcdir:-.}
work=$PWD/maintainer/reproducible
said=$work/said
. "$root/tests/support/tap.sh"
jobs=$(nproc)
first=$work/one second=$work/another-folder/further/away

# prepare FOLDER DATE
prepare() {
  mkdir -p "$1"
  cp -R "$source" "$1/ode-qmbox"
  chmod -R u+w "$1/ode-qmbox"
  find "$1/ode-qmbox" -exec touch -d "$2" {} +
}

# elsewhere COMMAND: in other surroundings.
elsewhere() {
  (umask 002 && TZ=Pacific/Kiritimati LC_ALL=C.UTF-8 LANG=de_DE.UTF-8 HOME=$work/home && export TZ LC_ALL LANG HOME && "$@")
}

# build FOLDER JOBS: installs into FOLDER/root.
build() {
  mkdir "$1/build" &&
    (cd "$1/build" && ../ode-qmbox/configure --enable-static CC="$CC" CXX="$CXX" CFLAGS=-O2 CXXFLAGS=-O2 &&
      $MAKE -j "$2" && $MAKE install DESTDIR="$1/root") >"$1/build.log" 2>&1 || { tail -n 20 "$1/build.log"; return 1; }
}

# package FOLDER JOBS: leaves packages in FOLDER, built by the system's compilers: a cache in between changes paths.
package() {
  (unset CC CXX && cd "$1/ode-qmbox" && DEB_BUILD_OPTIONS="nocheck parallel=$2" dpkg-buildpackage -us -uc -b -d) >"$1/package.log" 2>&1 ||
    { tail -n 20 "$1/package.log"; return 1; }
}

# sums FOLDER PATTERN: hashes of the files below it.
sums() {
  (cd "$1" && find . -type f -name "$2" -exec sha256sum {} + | sort -k 2)
}

# same_bytes FOLDER PATTERN DESCRIPTION
same_bytes() {
  sums "$first/$1" "$2" >"$work/first" && sums "$second/$1" "$2" >"$work/second"
  [ -s "$work/first" ] && diff "$work/first" "$work/second" >"$said"
  report $? "$3"
}

rm -rf "$work"
mkdir -p "$work"
[ "${PLAIN-}" = no ] && plain=false || plain=true
[ "${PACKAGES-}" != no ] && command -v dpkg-buildpackage >/dev/null 2>&1 && packages=true || packages=false
echo 1..2
# dpkg-deb gives files the date of the changelog if they are newer.
changed=$(dpkg-parsechangelog -l "$source/debian/changelog" -S Timestamp 2>/dev/null || echo 0)
prepare "$first" "@$((changed + 1))"
prepare "$second" now
if $plain; then
  { build "$first" "$jobs" && elsewhere build "$second" 1; } >"$said" 2>&1 && same_bytes root '*' 'two builds install the same bytes' ||
    report 1 'two builds install the same bytes'
else
  skip 'two builds install the same bytes' 'PLAIN=no'
fi
if $packages; then
  rm -rf "$first/build" "$second/build"
  { package "$first" "$jobs" && elsewhere package "$second" 1; } >"$said" 2>&1 && same_bytes . '*.deb' 'two builds give the same packages' ||
    report 1 'two builds give the same packages'
else
  skip 'two builds give the same packages' 'PACKAGES=no, or there is no dpkg-buildpackage'
fi
