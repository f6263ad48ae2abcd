#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Checks that a header of lib/ that has no .c of its own is included by two files of lib/ at least, or is named with a
# reason in single_users.txt, and that this list names no other header.

set -u

source=${srcdir:-.}
list=$source/tests/house/single_users.txt
failed=0

# report NUMBER WHAT FAULTS
report() {
  [ -z "$3" ] || { echo "$3" | sed 's/^/# /'; printf 'not '; failed=1; }
  echo "ok $1 - $2"
}

sources=$(cd "$source/lib" && find . -name '*.[ch]' | sed 's|^\./||' | LC_ALL=C sort)
single=$(cd "$source/lib" && echo "$sources" | grep '/.*\.h$' | while read -r header; do
  [ -e "${header%.h}.c" ] && continue
  # shellcheck disable=SC2086
  users=$(grep -l "^#include \"$header\"" $sources | wc -l)
  [ "$users" -gt 1 ] || echo "$header"
done)
listed=$(sed -n 's/^\([^#:][^:]*\): ..*/\1/p' "$list" | LC_ALL=C sort)

echo 1..2
report 1 'headers without a unit of their own have two users, or a reason in single_users.txt' \
  "$(echo "$single" | grep -vxF "$listed")"
report 2 'single_users.txt names only such headers' "$(echo "$listed" | grep -vxF "$single")"
exit $failed
