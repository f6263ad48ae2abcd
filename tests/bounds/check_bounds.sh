#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# check_bounds.sh: every constant of the error analysis has a test that fails without it.
#
#     check_bounds.sh              all constants of constants.txt
#     check_bounds.sh PART...      those with one of these in "FILE CONSTANT TEST"
#     check_bounds.sh --since REV [--most N]
#                                  those whose file or test has changed since a revision of git, the first N of them
#
# Each constant in turn is made a 64th, what it is compiled into and its test are compiled with that, and the test has
# to fail.  TAP on standard output.  Runs in a build directory where the libraries are built; writes to $work only.
#
# Environment: srcdir, CC, CPPFLAGS, CFLAGS, LDADD (what a test is linked with), LIBTOOL, TEST_SOURCES ("TEST:SOURCE" for
# what a test is made of beside its own source).

set -eu

list=$srcdir/tests/bounds/constants.txt
work=tests/bounds/work
log=$work/log

# changed FILE TEST: since $since, or not yet committed
changed() {
  ! git -C "$srcdir" diff --quiet "$since" -- "lib/$1" "$2.c"
}

# chosen LINE
chosen() {
  [ -n "$parts" ] || return 0
  for part in $parts; do
    case $1 in *"$part"*) return 0 ;; esac
  done
  return 1
}

# compile SOURCE: as lib/ is compiled, with the changed file in place of its original
compile() {
  object=$work/$(echo "$1" | tr / _).lo
  source=$srcdir/$1
  [ ! -e "$work/$1" ] || source=$work/$1
  # shellcheck disable=SC2086
  $LIBTOOL --quiet --tag=CC --mode=compile $CC -I"$work/lib" $CPPFLAGS -DBMS_BUILDING $CFLAGS -Wno-psabi \
    -c "$source" -o "$object" >>"$log" 2>&1 && objects="$objects $object"
}

# sources TEST: what it is made of
sources() {
  echo "$1.c"
  for source in ${TEST_SOURCES:-}; do
    case $source in "$1":*) echo "${source#*:}" ;; esac
  done
}

# units FILE TEST: what of lib/ is compiled anew.  A header's are those of its room and of the rooms in it; a test that
# includes the file itself, to reach its static functions, has it already.
units() {
  ! grep -q "^#include \"$1\"" "$srcdir/$2.c" || return 0
  case $1 in
    *.c) echo "lib/$1" ;;
    planes/*.h) (cd "$srcdir" && grep -rl "\"$1\"" lib --include='*.c') ;;
    *.h) (cd "$srcdir" && find "lib/$(dirname "$1")" -name '*.c') ;;
  esac
}

# build FILE CONSTANT TEST
build() {
  rm -rf "$work"
  mkdir -p "$work/lib/$(dirname "$1")"
  sed -e "s|\(\<$2 = \)\([^,;]*\)|\1(\2) / 64|" -e "s|^\(#define $2 \)\(.*\)|\1((\2) / 64)|" \
    "$srcdir/lib/$1" >"$work/lib/$1"
  if cmp -s "$srcdir/lib/$1" "$work/lib/$1"; then
    echo "# there is no $2 in lib/$1"
    return 1
  fi
  objects=
  for unit in $(units "$1" "$3") $(sources "$3"); do
    compile "$unit" || return 1
  done
  # shellcheck disable=SC2086
  $LIBTOOL --quiet --tag=CC --mode=link $CC $CFLAGS -o "$work/test" $objects $LDADD >>"$log" 2>&1
}

since=
most=
parts=$*
if [ "${1:-}" = --since ]; then
  since=$2
  parts=
  [ "${3:-}" != --most ] || most=$4
fi

number=0
more=0
failed=0
while read -r file constant test; do
  case $file in '' | '#'*) continue ;; esac
  chosen "$file $constant $test" || continue
  [ -z "$since" ] || changed "$file" "$test" || continue
  if [ "$number" = "${most:-none}" ]; then
    more=$((more + 1))
    continue
  fi
  number=$((number + 1))
  if ! build "$file" "$constant" "$test"; then
    [ ! -e "$log" ] || sed 's/^/# /' "$log"
    echo "not ok $number - $test cannot be built with $constant of lib/$file a 64th"
    failed=1
  elif "$work/test" >"$work/out" 2>&1 </dev/null; then
    echo "not ok $number - $test does not notice that $constant of lib/$file is a 64th"
    failed=1
  else
    echo "ok $number - $test fails with $constant of lib/$file a 64th"
  fi
done <"$list"
rm -rf "$work"
[ "$more" -eq 0 ] || echo "# $more more have changed and were left out"
echo "1..$number"
exit $failed
