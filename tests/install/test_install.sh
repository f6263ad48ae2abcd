#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# What `make install` leaves: a tree that programs can be compiled against with pkg-config or with CMake and nothing
# else.
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
  awk '$2 ~ /[B-Z]/ { sub(/@.*/, "", $3); print $3 }' "$work/symbols" | sort >"$work/exported"
  for header in "$@"; do
    sed -n "s/^${pattern}_API [^(]*[ *]\([A-Za-z_]*\)(.*/\1/p" "$root$includedir/$header"
  done | sort >"$work/declared"
  test -s "$work/declared" && diff "$work/declared" "$work/exported" >"$work/said" 2>&1
  status=$?
  [ $status -eq 0 ] || echo "# '<': declared, but not in $library.map; '>': exported, but not declared"
  report $status "$description"
  description="and each has the version of the release that it came with"
  if grep -q " A ${pattern}_[0-9.]*$" "$work/symbols"; then
    grep -v "@@${pattern}_[0-9.]*$" "$work/symbols" | grep -v ' A ' >"$work/said"
    [ ! -s "$work/said" ]
    report $? "$description"
  else
    skip "$description" 'the linker takes no version script, or nm shows no versions'
  fi
}

# as_documented EXAMPLE: the command of the example's opening comment compiles it and runs it.
as_documented() {
  command=$(sed -n "s|^ \*   cc \($1\.c .*\)$|\$CC \$CFLAGS \$LDFLAGS $source/examples/\1|; s|pkg-config|\$PKG_CONFIG|p" \
    "$source/examples/$1.c")
  [ -n "$command" ] &&
    (cd "$work" && LD_LIBRARY_PATH=$root$libdir${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH} && export LD_LIBRARY_PATH &&
      eval "$command") >"$work/said" 2>&1
  report $? "examples/$1.c compiles and runs by the command in its comment"
}

# no_space: configure, which needs no second for that, refuses a folder with a space in its name, to build in and to
# install into.
no_space() {
  mkdir -p "$work/a folder"
  (cd "$work/a folder" && ! "$source/configure" >"$work/said" 2>&1 &&
    grep -q 'cannot build in a folder whose name has a space' "$work/said")
  report $? 'configure refuses a folder whose name has a space in it'
  for option in prefix libdir; do
    (cd "$work" && ! "$source/configure" --$option="$work/a folder" >"$work/said" 2>&1 &&
      grep -q 'cannot install into a folder whose name has a space' "$work/said")
    report $? "to install into by --$option as well"
  done
}

# relinked: libtool installs a library only into the folder that it was linked for, so after configure has been given
# another one all libraries are linked again; after the same one, none is.
relinked() {
  again=$(for library in lib/libbms.la plugin/libode-qmbox.la preload/libode-qmbox-preload.la robot/libbms-robot.la; do
    [ ! -e $library ] || ${MAKE:-make} -n -W libdir.stamp $library 2>/dev/null | grep -q -- "-o $library" || echo "$library"
  done)
  stamp=$(ls -l --full-time libdir.stamp)
  ./config.status libdir.stamp >"$work/said" 2>&1
  echo "$again" >>"$work/said"
  [ -z "$again" ] && [ "$stamp" = "$(ls -l --full-time libdir.stamp)" ]
  report $? 'libraries are linked again for another folder to install into, and only then'
}

# links_statically MODULE SOURCE PROGRAM PATTERN [LIBRARY]...: with what pkg-config --static says, where there is
# nothing but the static libraries; `LIBRARY` are those that ODE's own file forgets.
links_statically() {
  description="$2 links with the static libraries by pkg-config --static"
  if [ ! -f "$root$libdir/libbms.a" ]; then
    skip "$description" 'configured without --enable-static'
    return
  fi
  module=$1 compiled=$2 program=$3 expected=$4
  shift 4
  mkdir -p "$work/static"
  cp "$root$libdir"/*.a "$work/static"
  flags=$($PKG_CONFIG --static --cflags --libs "$module" | sed "s|-L$root$libdir|-L$work/static|g")
  compile "$compiled" "$program" $flags "$@" && "$work/$program" >"$work/said" 2>&1 && grep -q "$expected" "$work/said"
  report $? "$description"
}

# with_cmake VERSION [OPTION]...: configures and builds the small project; succeeds if its two programs find their
# contacts.
with_cmake() {
  version=$1
  shift
  rm -rf "$work/cmake"
  CC="$CC" cmake -S "$source/tests/install/cmake" -B "$work/cmake" -DPROGRAMS="$source" -DVERSION="$version" \
    -DCMAKE_C_FLAGS="$CFLAGS" -DCMAKE_EXE_LINKER_FLAGS="$LDFLAGS" \
    -Dbms_DIR="$root$libdir/cmake/bms" -Dode-qmbox_DIR="$root$libdir/cmake/ode-qmbox" \
    -Dbms-robot_DIR="$root$libdir/cmake/bms-robot" "$@" >"$work/said" 2>&1 &&
    cmake --build "$work/cmake" >>"$work/said" 2>&1 &&
    run_installed cmake/cmake_alone && grep -q 'contact at 0.5' "$work/said" &&
    run_installed cmake/cmake_hello && grep -q 'first contact after' "$work/said" &&
    { [ ! -f "$root$libdir/libbms-robot.so" ] ||
      { run_installed cmake/cmake_robot && grep -q 'fore meets post' "$work/said"; }; }
}

# cmake_refuses VERSION: and says that it is the version.
cmake_refuses() {
  ! with_cmake "$1" && grep -q "requested version" "$work/said"
}

by_cmake() {
  major_minor=${version_installed%.*}
  if ! command -v cmake >/dev/null 2>&1; then
    for description in 'CMake finds' 'CMake finds by a link' 'CMake finds the static' 'CMake refuses other versions of'; do
      skip "$description the installed packages" 'there is no cmake'
    done
    return
  fi
  with_cmake "$major_minor"
  report $? 'CMake finds the installed packages'
  ln -s "$root$libdir" "$root/lib"
  with_cmake "$major_minor" -Dbms_DIR="$root/lib/cmake/bms" -Dode-qmbox_DIR="$root/lib/cmake/ode-qmbox"
  report $? 'CMake finds by a link the installed packages'
  rm -f "$root/lib"
  if [ -f "$root$libdir/libbms.a" ]; then
    with_cmake "$version_installed" -Dbms_USE_STATIC_LIBS=ON && ! grep -q 'libbms.so' "$work/cmake/CMakeCache.txt"
    report $? 'CMake finds the static installed packages'
  else
    skip 'CMake finds the static installed packages' 'configured without --enable-static'
  fi
  cmake_refuses "$major_minor.99" && cmake_refuses "${major_minor%.*}.1" && cmake_refuses "$((${major_minor%.*} + 1)).0"
  report $? 'CMake refuses other versions of the installed packages'
}

echo 1..42
rm -rf "$root" "$work"
mkdir -p "$work"

# The outer make's own variables (TESTS, LOG_COMPILER ...) do not matter to the installation.
$MAKE install DESTDIR="$root" >"$work/said" 2>&1
report $? "make install puts the tree below DESTDIR"

sed "s|^\([a-z_]*\)=/|\1=$root/|" "$root$pkgconfigdir/bms.pc" >"$work/bms.pc" &&
  sed "s|^\([a-z_]*\)=/|\1=$root/|" "$root$pkgconfigdir/ode-qmbox.pc" >"$work/ode-qmbox.pc"
[ ! -f "$root$pkgconfigdir/bms-robot.pc" ] ||
  sed "s|^\([a-z_]*\)=/|\1=$root/|" "$root$pkgconfigdir/bms-robot.pc" >"$work/bms-robot.pc"
PKG_CONFIG_PATH=$work${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}
export PKG_CONFIG_PATH

with_and_without ode-qmbox examples/hello.c hello 'first contact after'
with_and_without bms tests/install/bms_alone.c bms_alone 'contact at 0.5'
if [ -f "$root$pkgconfigdir/bms-robot.pc" ]; then
  with_and_without bms-robot tests/install/robot_alone.c robot_alone 'fore meets post at 0.5'
else
  for description in 'pkg-config knows' 'compiles without' 'compiles with' 'runs against' 'finds a contact with'; do
    skip "$description bms-robot" 'libbms-robot is not built: no urdfdom or no libyaml'
  done
fi
for example in hello plain_ode shooting_range contact_events seams heap_of_cards bullet_through_wall calibration miss_by_a_centimetre; do
  as_documented $example
done
version_installed=$($PKG_CONFIG --modversion bms)
links_statically bms tests/install/bms_alone.c static_alone 'contact at 0.5'
links_statically ode-qmbox examples/hello.c static_hello 'first contact after'
by_cmake
no_space
relinked
exports_only libbms BMS $(cd "$root$includedir" && ls bms*.h)
exports_only libode-qmbox QMBOX qmbox.h
if [ -f "$root$libdir/libbms-robot.so" ]; then
  exports_only libbms-robot BMS_ROBOT bms_robot.h
else
  for description in 'exports what its header declares' 'and each has a version'; do
    skip "libbms-robot $description" 'libbms-robot is not built'
  done
fi

$MAKE uninstall DESTDIR="$root" >"$work/said" 2>&1 &&
  find "$root" ! -type d -o -name '*bms' -o -name '*qmbox' >"$work/said" && [ ! -s "$work/said" ]
report $? "make uninstall leaves no file behind, nor a folder of its own"
rm -rf "$root" "$work"
