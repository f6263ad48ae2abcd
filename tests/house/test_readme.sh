#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Checks of the documents, each printed as a TAP test:
#
#   - both programs of the README compile, and the second prints what the README says;
#   - every link to a file of this tree leads to one;
#   - the trace that doc/algorithm.md shows is what bms-first-contact writes.

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

# Prints the C program number $1 of the README.
program() {
  awk -v wanted="$1" '/^```c$/ { n++; inside = n == wanted; next } /^```$/ { inside = 0 } inside' "$source/README.md"
}

program 1 >"$work/loop.c"
program 2 >"$work/query.c"

# ODE_CFLAGS comes from pkg-config; the loop is only compiled.
${CC:-cc} -std=c11 -Wall -Werror -I"$source/lib" -I"$source/plugin" -Iplugin $(${PKG_CONFIG:-pkg-config} --cflags ode) \
  -c "$work/loop.c" -o "$work/loop.o"
report 1 $? 'the loop of the README compiles'

# libtool links against the library as it is built; its own options come first.
./libtool --quiet --tag=CC --mode=link ${CC:-cc} ${CFLAGS:-} ${LDFLAGS:-} -std=c11 -Wall -Werror -I"$source/lib" \
  "$work/query.c" -o "$work/query" lib/libbms.la -lm &&
  printed=$("$work/query") &&
  grep -qF "prints \`$printed\`" "$source/README.md"
status=$?
[ "$status" = 0 ] || echo "# printed: ${printed:-nothing}"
report 2 "$status" 'the query of the README prints what the README says'

broken=$(cd "$source" && for page in README.md CONTRIBUTING.md doc/*.md tests/README.md bench/README.md; do
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

echo 1..4
exit $failed
