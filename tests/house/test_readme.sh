#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Checks of the documents, each printed as a TAP test:
#
#   - both programs of the README compile by the line below them, in C and as C++17, and the second prints what it says;
#   - a screen of the README names what each door needs; each command of make that it names is a target;
#   - every link to a file of this tree leads to one;
#   - the trace that doc/algorithm.md shows is what bms-first-contact writes;
#   - each step of doc/algorithm.md is done by the function that its row names, in the file that it names;
#   - functions and files that the documents name are there;
#   - doc/api.md has a row for each header that is installed;
#   - doc/faq.md has a row for each reason for which a frame is unguarded;
#   - the README and doc/install.md have the same commands for packages, and begin with apt-get update.

set -u

source=${srcdir:-.}
work=tests/house/work
rm -rf "$work"
mkdir -p "$work"
failed=0

report() {
  if [ "$2" = 0 ]; then
    echo "ok $1 - $3"
  else
    echo "not ok $1 - $3"
    failed=1
  fi
}

build=$PWD
here=$work
source=$(cd "$source" && pwd)
work=$build/$here
. "$source/tests/support/page.sh"
stand_ins

# Prints the C program number $1 of the README, or the first command behind it.
program() {
  awk -v wanted="$1" '/^```c$/ { n++; inside = n == wanted; next } /^```$/ { inside = 0 } inside' "$source/README.md"
}
command_below() {
  awk -v wanted="$1" '/^```c$/ { n++ } n == wanted && /^    cc / { print; exit }' "$source/README.md"
}

# compiles FILE NUMBER: the program in C, by the line below it, and as C++17.
compiles() {
  program "$2" >"$work/$1"
  (cd "$work" && sh -euc "$(command_below "$2")" && [ -n "$(command_below "$2")" ] &&
    $page_cxx -x c++ -std=c++17 $STRICT $(pkg-config --cflags ode-qmbox) -fsyntax-only "$1")
}

compiles frame.c 1
report 1 $? 'the loop of the README compiles by the line below it, in C and as C++17'

compiles query.c 2 &&
  printed=$("$work/a.out") &&
  grep -qF "prints \`$printed\`" "$source/README.md"
status=$?
[ "$status" = 0 ] || echo "# printed: ${printed:-nothing}"
report 2 "$status" 'so does the query, which prints what the README says'

pages='README.md CONTRIBUTING.md doc/*.md tests/README.md bench/*.md bench/worlds/README.md tools/page/README.md'

broken=$(cd "$source" && for page in $pages; do
  grep -oE '\]\([^)#]+' "$page" | sed 's/^](//' | grep -vE '^[a-z]+:' | while read -r link; do
    [ -e "$(dirname "$page")/$link" ] || echo "$page: $link"
  done
done)
[ -z "$broken" ] || echo "$broken" | sed 's/^/# no such file: /'
report 3 "$([ -z "$broken" ]; echo $?)" 'links of the documents lead to files of the tree'

head -n 1 "$source/tests/data/public.jsonl" | ./tools/bms-first-contact --trace=text >"$work/trace"
awk '/^```text$/ { inside = 1; next } /^```$/ { inside = 0 } inside' "$source/doc/algorithm.md" >"$work/quoted"
missing=$(grep -vxFf "$work/trace" "$work/quoted")
[ -z "$missing" ] || echo "$missing" | sed 's/^/# not in the trace: /'
report 4 "$([ -s "$work/quoted" ] && [ -z "$missing" ]; echo $?)" 'the trace in doc/algorithm.md is what the program writes'

# A row: | the description | `function()` | room/file.c |
rows=$(sed -n 's/^| .* | `\([a-z_]*\)()`.* | \([a-z]*\/[a-z_]*\.c\) |$/\1 \2/p' "$source/doc/algorithm.md")
missing=$(echo "$rows" | while read -r name file; do
  grep -qE "^[a-z].*[ *]$name\(.*[{,]\$" "$source/lib/$file" || echo "$name() is not in lib/$file"
done)
[ -z "$missing" ] || echo "$missing" | sed 's/^/# /'
report 5 "$([ "$(echo "$rows" | wc -l)" -ge 14 ] && [ -z "$missing" ]; echo $?)" \
  'the functions of the steps in doc/algorithm.md are where it says'

# All words of the sources, one a line.
(cd "$source" && find lib plugin preload robot tools bench tests examples -type f \( -name '*.[ch]' -o -name '*.[ch]pp' \
  -o -name '*.js' -o -name '*.mjs' -o -name '*.py' -o -name '*.sh' \) -exec cat {} + |
  grep -oE '[A-Za-z_][A-Za-z_0-9]*' | sort -u) >"$work/words"
missing=$(cd "$source" && cat $pages | grep -oE '[A-Za-z_][A-Za-z_0-9]+\(\)' | sed 's/()//' | sort -u) || missing='no functions'
missing=$(echo "$missing" | grep -vxFf "$work/words")
files=$(cd "$source" && cat $pages | grep -oE '\b[a-z_]+/[a-z_/]+\.(c|h|cpp|hpp|sh|py)\b' | sort -u | while read -r file; do
  [ -e "$file" ] || [ -e "lib/$file" ] || [ -e "plugin/$file" ] || [ -e "tests/$file" ] || echo "$file"
done | grep -v 'ode/ode\.h$')
# "`name()` in FILE": the file has the name.
placed=$(cd "$source" && cat $pages | tr '\n' ' ' | tr -s ' ' | grep -oE '`[A-Za-z_0-9]+\(\)` (in|\(in) `?[a-z_]+/[a-z_/0-9]+\.(c|h|cpp|sh)' |
  sed 's/`//g; s/()//; s/ (*in / /' | grep -v 'NAME ' | sort -u)
misplaced=$(cd "$source" && echo "$placed" | while read -r name file; do
  for at in "$file" "lib/$file" "plugin/$file" "tests/$file"; do
    [ ! -e "$at" ] || { grep -qw "$name" "$at" || echo "$name() is not in $at"; break; }
  done
done)
[ -z "$misplaced" ] || echo "$misplaced" | sed 's/^/# /'
[ -z "$missing$files" ] || echo "$missing $files" | sed 's/^/# not in the tree: /'
report 6 "$([ -z "$missing$files$misplaced" ] && [ "$(echo "$placed" | wc -l)" -ge 10 ]; echo $?)" \
  'functions and files that the documents name are in the tree, where they say'

missing=$(cd "$source" && for header in lib/bms*.h lib/bms*.hpp robot/bms*.h robot/bms*.hpp plugin/qmbox.h plugin/*old_names.h; do
  grep -q "^| ${header##*/} |" doc/api.md || echo "$header"
done)
[ -z "$missing" ] || echo "$missing" | sed 's/^/# no row: /'
report 7 "$([ -z "$missing" ]; echo $?)" 'doc/api.md has a row for each public header'

missing=$(head -n 60 "$source/README.md" >"$work/screen"
  for word in 'libode-qmbox' 'bms-arm-sweep' 'URDF' 'MoveIt' 'bms-first-contact' 'libbms' 'Python' 'dpkg-buildpackage' 'Debian'; do
    grep -qF -- "$word" "$work/screen" || echo "$word"
  done
  grep -ohE '^    .*make [a-z-]+|`make [a-z-]+`' "$source/README.md" | grep -oE 'make [a-z-]+' | sort -u | while read -r _ target; do
    grep -qE "^##  .*\b$target\b" "$source/Makefile.am" || grep -q "^$target:" "$source/Makefile.am" || echo "make $target"
  done
  for heading in Install Guarantees Cost 'Licence and citation'; do
    grep -qxF "## $heading" "$source/README.md" || echo "## $heading"
  done
  for door in Simulation Robots Solver; do
    sed -n "/^## $door\$/,/^## /p" "$source/README.md" >"$work/door"
    grep -qE '^!\[|<img ' "$work/door" || echo "a picture of $door"
    grep -qE '^    (make|bms-)' "$work/door" || echo "a command of $door"
  done
  grep -q '](CITATION.cff)' "$source/README.md" && grep -q '](LICENSE)' "$source/README.md" || echo 'licence or citation'
  [ "$(sed -n 's/^version: //p' "$source/CITATION.cff")" = "$(sed -n 's/^#define BMS_VERSION "\(.*\)"$/\1/p' "$source/lib/bms.h")" ] ||
    echo 'the version in CITATION.cff')
[ -z "$missing" ] || echo "$missing" | sed 's/^/# missing: /'
report 8 "$([ -z "$missing" ]; echo $?)" 'one screen of the README names what each door needs; licence, citation and targets are there'

missing=$(sed -n 's/^ *\(QMBOX_UNGUARDED_[A-Z]*\) = .*/\1/p' "$source/plugin/qmbox.h" | sort -u | while read -r bit; do
  grep -q "^| \`$bit\` |" "$source/doc/faq.md" || echo "$bit"
done)
[ -z "$missing" ] || echo "$missing" | sed 's/^/# no row: /'
report 9 "$([ -z "$missing" ]; echo $?)" 'doc/faq.md has a row for each reason for which a frame is unguarded'

# package_commands PAGE: one a line, without comments.
package_commands() {
  sed 's/ *#.*//; s/ && /\n    /g' "$source/$1" | sed -n 's/^    \(\(apt-get\|apt\|DEB_BUILD_OPTIONS=\).*\)/\1/p'
}
package_commands README.md >"$work/readme"
package_commands doc/install.md >"$work/install"
differing=$(diff "$work/readme" "$work/install")
[ -z "$differing" ] || echo "$differing" | sed 's/^/# /'
report 10 "$([ "$(head -n 1 "$work/readme")" = 'apt-get update' ] && [ "$(wc -l <"$work/readme")" -ge 5 ] && [ -z "$differing" ]; echo $?)" \
  'the README and doc/install.md build packages by the same commands, apt-get update first'

echo 1..10
exit $failed
