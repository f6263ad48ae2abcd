#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# The tutorials run as printed, in C and as C++17, and print what they show; the excerpts of doc/own-geom-class.md are lines of
# its example; each page of doc/ can be reached from the README.  tests/tools/test_arm_page.sh has the pages of arms.
#
# Run by `make check` in the build directory, which sets srcdir.

work=$PWD/tests/examples/pages_work
build=$PWD
source=$(cd "${srcdir:-.}" && pwd)
said="$work/out"
. "$source/tests/support/tap.sh"
. "$source/tests/support/page.sh"
rm -rf "$work"
mkdir -p "$work"
stand_ins

echo 1..6
run_page doc/first-program.md "$work/program" 'doc/first-program.md runs as printed'
run_page doc/first-query.md "$work/query" 'so does doc/first-query.md'
mkdir -p "$work/own"
cp "$source/examples/own_class.c" "$work/own"
run_page doc/own-geom-class.md "$work/own" 'and doc/own-geom-class.md, with its example'
awk '/^```c$/ { inside = 1; next } /^```$/ { inside = 0 } inside' "$source/doc/own-geom-class.md" |
  grep -vxFf "$source/examples/own_class.c" >"$work/out"
[ ! -s "$work/out" ]
report $? 'whose excerpts are lines of the example'

# A page that prints something else is found.
mkdir -p "$work/tests/support" "$work/doc"
cp "$source/tests/support/page.awk" "$work/tests/support"
sed 's/frame 3: x =  3.50 m/frame 3: x =  3.53 m/' "$source/doc/first-program.md" >"$work/doc/changed.md"
(source=$work && run_page doc/changed.md "$work/program" 'changed') >"$work/out"
grep -q '^not ok - changed' "$work/out" && grep -q 'prints something else' "$work/out"
report $? 'a page that shows another output fails'

# reached: the documents that links lead to, from the README on.
reached() {
  seen=README.md
  next=README.md
  while [ -n "$next" ]; do
    found=
    for page in $next; do
      found="$found $(grep -oE '\]\([^)#: ]+\.md' "$source/$page" | sed 's/^](//' | while read -r link; do
        (cd "$source/$(dirname "$page")" && realpath -q --relative-to="$source" "$link")
      done)"
    done
    next=
    for page in $(echo "$found" | tr ' ' '\n' | sort -u); do
      case " $seen " in *" $page "*) ;; *) seen="$seen $page" next="$next $page" ;; esac
    done
  done
  echo "$seen" | tr ' ' '\n'
}
reached >"$work/reached"
for page in "$source"/doc/*.md; do
  case $page in */api.md | */copies-of-the-gap.md) continue ;; esac
  grep -qxF "doc/${page##*/}" "$work/reached" || echo "${page##*/}"
done >"$work/out"
[ ! -s "$work/out" ]
report $? 'links lead from the README to each document'
rm -rf "$work"
