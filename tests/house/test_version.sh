#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# There is one version: the lists of changes have that of bms.h on top.
#
# Run by `make check`, which sets srcdir.

root=${srcdir:-.}
said=/dev/null
. "$root/tests/support/tap.sh"
version=$(sed -n 's/^#define BMS_VERSION "\(.*\)"$/\1/p' "$root/lib/bms.h")

# tops FILE EXPRESSION: the first line that the expression takes a version from has this one.
tops() {
  found=$(sed -n "$2" "$root/$1" | head -n 1)
  [ "$found" = "$version" ] || echo "# bms.h has '$version', $1 has '$found'"
  [ "$found" = "$version" ]
  report $? "$1 begins with the version of bms.h"
}

echo 1..2
tops CHANGELOG.md 's/^## \([0-9.]*\).*/\1/p'
tops debian/changelog 's/^ode-qmbox (\([0-9.]*\)-.*/\1/p'
