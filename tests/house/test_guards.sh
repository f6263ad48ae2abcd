#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Each header has an include guard that ends with its file's name, NAME_H, and no two headers have the same: one of two
# with the same guard is left out without a word where both are included.
#
# A header that is meant to be included several times has no guard, and its opening comment says "From here" or "The end".

root=${srcdir:-.}

# guard_of HEADER: the macro of its first two directives, if its last one ends them.
guard_of() {
  awk '
    /^#/ { directive[++count] = $1 " " $2; comment[count] = $3 }
    END {
      macro = substr(directive[1], 9)
      if (directive[1] == "#ifndef " macro && directive[2] == "#define " macro && comment[count] == macro) print macro
    }' "$1"
}

headers() {
  (cd "$root" && find bench examples lib plugin preload robot tests tools \( -name '*.h' -o -name '*.hpp' -o -name '*.h.in' \) \
    ! -path '*work/*' ! -path '*/node_modules/*' ! -path plugin/qmbox_ode.h | sort)
}

is_included_again() {
  grep -qE '^/?[ *]*(From here|The end)' "$root/$1"
}

list=$(mktemp)
trap 'rm -f "$list"' EXIT

echo 1..2
wrong=0
for header in $(headers); do
  is_included_again "$header" && continue
  guard=$(guard_of "$root/$header")
  name=$(basename "${header%.in}" | tr 'a-z.' 'A-Z_')
  case $guard in
    "$name" | *"_$name") echo "$guard $header" >>"$list" ;;
    *) wrong=1; echo "# $header: its guard is '$guard' and should end with $name" ;;
  esac
done
[ $wrong -eq 0 ] && [ -s "$list" ] && echo 'ok - guards end with the name of the file' ||
  echo 'not ok - guards end with the name of the file'

twice=$(cut -d ' ' -f 1 "$list" | sort | uniq -d)
for guard in $twice; do
  sed -n "s/^$guard /# $guard: /p" "$list"
done
[ -z "$twice" ] && echo 'ok - no two headers have the same guard' || echo 'not ok - no two headers have the same guard'
