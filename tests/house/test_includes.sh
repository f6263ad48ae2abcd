#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Checks that the rooms of lib/ include one way: a file includes public headers, files of its own room, and files of the rooms that
# the table below lists for it.  Printed as one TAP test, with a line for each include that is not allowed.

set -eu

lib=${srcdir:-.}/lib

# room: the rooms that it may include
rooms='
numeric:
motion: numeric
planes: motion numeric
sections: planes motion numeric
exact: planes motion numeric
validate: exact planes motion numeric
certified: planes motion numeric
answer: motion numeric
fast: certified answer validate planes motion numeric
fast/rigid: fast certified answer validate planes motion numeric
fast/homogeneous: fast certified answer validate planes motion numeric
bounds: motion numeric
query: fast/homogeneous fast/rigid fast sections exact validate certified answer bounds planes motion numeric
shapes: query bounds validate motion numeric
mesh: shapes query bounds validate motion numeric
path: query bounds validate motion numeric
arm: path query bounds validate motion numeric
batch: path query bounds validate answer motion numeric
'

found=0
complain() {
  echo "# $*"
  found=1
}

for file in $(cd "$lib" && find . -name '*.[ch]' | sed 's|^\./||' | sort); do
  case $file in */*) ;; *) continue ;; esac
  room=${file%/*}
  line=$(echo "$rooms" | grep "^$room:") || { complain "lib/$file is in a room that the table does not know"; continue; }
  allowed=" $room ${line#*:} "
  for header in $(sed -n 's/^#include "\(.*\)"$/\1/p' "$lib/$file"); do
    case $header in
      */*)
        [ -e "$lib/$header" ] || complain "lib/$file includes $header, which is not in lib/"
        case $allowed in
          *" ${header%/*} "*) ;;
          *) complain "lib/$file includes $header, but ${room} may include only:${line#*:}" ;;
        esac
        ;;
      bms*.h) ;;
      *) complain "lib/$file includes $header without its room" ;;
    esac
  done
done

# The pragmas and errors of arithmetic.h count for what follows them.
for file in $(cd "$lib" && find . -name '*.c' | sed 's|^\./||' | sort); do
  grep -m 1 '^#include' "$lib/$file" | grep -q '"numeric/arithmetic.h"' ||
    complain "lib/$file does not include numeric/arithmetic.h before anything else"
done

for header in "$lib"/bms*.h; do
  for included in $(sed -n 's/^#include "\(.*\)"$/\1/p' "$header"); do
    case $included in bms*.h) ;; *) complain "the public header ${header##*/} includes $included" ;; esac
  done
done

if [ "$found" -eq 0 ]; then
  echo 'ok 1 - the rooms of lib/ include one way'
else
  echo 'not ok 1 - the rooms of lib/ include one way'
fi
echo 1..1
exit "$found"
