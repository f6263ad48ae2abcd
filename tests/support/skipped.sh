#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Says what configure has left out, each as a test that is skipped; $NOT_BUILT has them, with a semicolon in between.

if [ -z "${NOT_BUILT:-}" ]; then
  printf '1..1\nok 1 - all parts are built\n'
  exit 0
fi
echo "$NOT_BUILT" | tr ';' '\n' | sed 's/^ *\(.*\): \(.*\)/ok - \2 # SKIP \1/'
echo "1..$(echo "$NOT_BUILT" | tr ';' '\n' | wc -l)"
