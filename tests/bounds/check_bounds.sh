#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# check_bounds.sh: every constant of the error analysis has a test that fails without it.
#
#     check_bounds.sh              all constants of constants.txt
#     check_bounds.sh TEXT...      those with one of these in "FILE CONSTANT TEST"
#     check_bounds.sh --since REV [--most N]
#                                  those whose file or test has changed since a revision of git, the first N of them
#
# Each constant in turn is made a 64th, or the part that a fourth word of its line names, what it is compiled into and
# its test are compiled with that, and the test has to fail.  TAP on standard output.  Runs in a build directory where the libraries are built; writes to $work only.
#
# Environment: srcdir, CC, CPPFLAGS, CFLAGS, LDADD (what a test is linked with), LIBTOOL, TEST_SOURCES ("TEST:SOURCE" for
# what a test is made of beside its own source).

set -eu

list=$srcdir/tests/bounds/constants.txt
work=tests/bounds/work

# ccache takes a cached object where a header has come to stand before the one that was read: it is to look at the
# preprocessed source.
export CCACHE_NODIRECT=1
log=$work/log

# path FILE: from the root
path() {
  case $1 in plugin/*) echo "$1" ;; *) echo "lib/$1" ;; esac
}

# changed FILE TEST: since $since, or not yet committed
changed() {
  ! git -C "$srcdir" diff --quiet "$since" -- "$(path "$1")" "$2.c"
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
  $LIBTOOL --quiet --tag=CC --mode=compile $CC -I"$work/lib" -I"$work/plugin" $CPPFLAGS -DBMS_BUILDING $CFLAGS -Wno-psabi \
    -c "$source" -o "$object" >>"$log" 2>&1 && objects="$objects $object"
}

# sources TEST: what it is made of
sources() {
  echo "$1.c"
  for source in ${TEST_SOURCES:-}; do
    case $source in "$1":*) echo "${source#*:}" ;; esac
  done
}

# includes TEST UNIT: a test that includes a unit, to reach its static functions, has it already
includes() {
  grep -q "^#include \"${2#*/}\"" "$srcdir/$1.c"
}

# units FILE: what is compiled anew.  A header's are those of its room and of the rooms in it.
units() {
  case $1 in
    *.c) path "$1" ;;
    plugin/*) (cd "$srcdir" && grep -rl "\"${1#plugin/}\"" plugin --include='*.c') ;;
    planes/*.h) (cd "$srcdir" && grep -rl "\"$1\"" lib --include='*.c') ;;
    *.h) (cd "$srcdir" && find "lib/$(dirname "$1")" -name '*.c') ;;
  esac
}

# build FILE CONSTANT TEST DIVISOR
build() {
  original=$(path "$1")
  rm -rf "$work"
  mkdir -p "$work/$(dirname "$original")"
  sed -e "s|\(\<$2 = \)\([^,;]*\)|\1(\2) / $4|" -e "s|^\(#define $2 \)\(.*\)|\1((\2) / $4)|" \
    "$srcdir/$original" >"$work/$original"
  if cmp -s "$srcdir/$original" "$work/$original"; then
    echo "# there is no $2 in $original"
    return 1
  fi
  objects=
  for unit in $(units "$1"); do
    ! includes "$3" "$unit" || continue
    compile "$unit" || return 1
  done
  for unit in $(sources "$3"); do
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
while read -r file constant test divisor; do
  case $file in '' | '#'*) continue ;; esac
  divisor=${divisor:-64.}
  chosen "$file $constant $test" || continue
  [ -z "$since" ] || changed "$file" "$test" || continue
  if [ "$number" = "${most:-none}" ]; then
    more=$((more + 1))
    continue
  fi
  number=$((number + 1))
  if ! build "$file" "$constant" "$test" "$divisor"; then
    [ ! -e "$log" ] || sed 's/^/# /' "$log"
    echo "not ok $number - $test cannot be built with $constant of $(path "$file") a ${divisor%.}th"
    failed=1
  elif "$work/test" >"$work/out" 2>&1 </dev/null; then
    echo "not ok $number - $test does not notice that $constant of $(path "$file") is a ${divisor%.}th"
    failed=1
  else
    echo "ok $number - $test fails with $constant of $(path "$file") a ${divisor%.}th"
  fi
done <"$list"
rm -rf "$work"
[ "$more" -eq 0 ] || echo "# $more more have changed and were left out"
echo "1..$number"
exit $failed
