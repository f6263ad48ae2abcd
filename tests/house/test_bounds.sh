#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Checks that every named floating-point constant of lib/ and plugin/ is in tests/bounds/constants.txt, and so has a test
# that fails without it (make check-bounds), or in tests/bounds/choices.txt, which says why none is needed, and so every
# integer that roundings are multiplied with; that small numbers without a name, factors a little above 1 and steps to
# the next double are counted there; and that every line of both is about what exists.

set -eu

srcdir=${srcdir:-.}
bounds=$srcdir/tests/bounds
work=${TMPDIR:-/tmp}/test_bounds.$$
mkdir "$work"
trap 'rm -rf "$work"' EXIT

found=0
complain() {
  echo "# $*"
  found=1
}

# Prints FILE NAME of each constant, and FILE - of each line with a number without a name, that is small, a small
# multiple of a rounding, a factor a little above 1, or a step to the next number.
constants() {
  (cd "$srcdir" && find lib plugin -name '*.[ch]' | sort | xargs awk '
    function name_of(text) { sub(/ =.*/, "", text); print file, text }
    function is_small(text) {
      return text ~ /0x1p-[0-9]|[0-9.]e-[0-9]|[0-9] \* (BMS_ROUNDING|(\(double\))?(DBL|FLT|QMBOX)_EPSILON)/ ||
        text ~ /(^|[^0-9.])1\.[01][0-9]* \*|\* 1\.[01][0-9]*($|[^0-9.])|nextafterf?\(/
    }
    # The line without comments.
    function code_of(text,   code, at) {
      code = ""
      for (;;) {
        at = index(text, comment ? "*/" : "/*")
        if (!at) return comment ? code : code text
        if (!comment) code = code substr(text, 1, at - 1)
        text = substr(text, at + 2)
        comment = !comment
      }
    }
    FNR == 1 { file = FILENAME; sub(/^lib\//, "", file); comment = 0; defining = 0 }
    {
      line = code_of($0)
      if (line ~ /^#define [A-Z][A-Z0-9_]* /) {
        split(line, word, " ")
        value = line
        sub(/^#define [A-Z0-9_]* +/, "", value)
        if (value ~ /"/) next
        if (value ~ /[0-9]\.[0-9 ]|[0-9]e-?[0-9]|0x1p|EPSILON|ROUNDING/ || word[2] ~ /(ROUNDINGS?|ERROR)$/)
          print file, word[2]
        next
      }
      if (line ~ /const double [A-Z][A-Z0-9_]* =/) { sub(/.*const double /, "", line); defining = 1 }
      if (defining) {
        count = split(line, part, ", ")
        for (i = 1; i <= count; i++) if (part[i] ~ /^ *[A-Z][A-Z0-9_]* = /) { sub(/^ */, "", part[i]); name_of(part[i]) }
        if (line ~ /;/) defining = 0
        next
      }
      if (is_small(line)) print file, "-"
    }')
}

constants >"$work/found"
grep -v '^#' "$bounds/constants.txt" | awk 'NF {print $1, $2}' >"$work/listed"
awk '/^#/ || !NF {next} $2 == "inline" {next} {for (i = 3; i <= NF; i++) print $1, $i}' "$bounds/choices.txt" >>"$work/listed"
sort -u "$work/listed" -o "$work/listed"
grep -v ' -$' "$work/found" | sort -u >"$work/named"

comm -23 "$work/named" "$work/listed" >"$work/unlisted"
while read -r file constant; do
  complain "$constant of $file is neither in tests/bounds/constants.txt nor in choices.txt"
done <"$work/unlisted"
comm -13 "$work/named" "$work/listed" >"$work/missing"
while read -r file constant; do
  complain "$file has no constant $constant"
done <"$work/missing"

grep -rhoE --include='*.[ch]' '[A-Z][A-Z0-9_]+\)? \* (BMS_ROUNDING|(\(double\))?(DBL|FLT|QMBOX)_EPSILON)' \
  "$srcdir/lib" "$srcdir/plugin" | sed 's/)\{0,1\} .*//' | sort -u >"$work/multiples"
while read -r name; do
  grep -q " $name\$" "$work/listed" ||
    complain "$name multiplies roundings and is neither in tests/bounds/constants.txt nor in choices.txt"
done <"$work/multiples"

grep ' -$' "$work/found" | sort | uniq -c | awk '{print $2, $1}' >"$work/inline"
awk '$2 == "inline" {print $1, $3}' "$bounds/choices.txt" >"$work/allowed"
awk 'NR == FNR {allowed[$1] = $2; next} $2 > allowed[$1] + 0 {print $1, $2, allowed[$1] + 0}' "$work/allowed" "$work/inline" >"$work/more"
while read -r file count allowed; do
  complain "$file has small numbers without a name in $count lines, not $allowed as choices.txt says: name them"
done <"$work/more"

while read -r file constant test part; do
  case $file in '' | '#'*) continue ;; esac
  [ -e "$srcdir/$test.c" ] || complain "there is no $test.c"
done <"$bounds/constants.txt"
while read -r file kind rest; do
  case $file in '' | '#'*) continue ;; esac
  case $kind in way | range | exact | shown | inline | open) ;; *) complain "$kind is no kind of choice" ;; esac
done <"$bounds/choices.txt"

echo 1..1
[ "$found" -eq 0 ] || printf 'not '
echo "ok 1 - every constant of lib/ and plugin/ is in tests/bounds/constants.txt or choices.txt"
exit $found
