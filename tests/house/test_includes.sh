#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Checks that the rooms of lib/ and of plugin/ include one way: a file includes public headers, files of its own room, and files
# of the rooms that the tables below list for it.  Printed as one TAP test for each, with a line for each include that is not
# allowed.

set -eu

source=${srcdir:-.}
lib=$source/lib

# room: the rooms that it may include
rooms='
numeric:
motion: numeric
planes: motion numeric
sections: planes motion numeric
exact: planes motion numeric
validate: exact planes motion numeric
certified: exact planes motion numeric
answer: motion numeric
fast: certified answer validate planes motion numeric
fast/rigid: fast certified answer validate planes motion numeric
fast/homogeneous: fast certified answer validate planes motion numeric
bounds: motion numeric
query: fast/homogeneous fast/rigid fast sections exact validate certified answer bounds planes motion numeric
certificate: query exact planes motion numeric
derivative: query exact planes motion numeric
tolerance: derivative query motion numeric
shapes: query bounds validate motion numeric
mesh: shapes query bounds validate motion numeric
path: query bounds validate motion numeric
arm: path mesh shapes query bounds validate motion numeric
batch: path query bounds validate answer motion numeric
scene: arm batch path shapes query bounds validate motion numeric
'

# The rooms of plugin/, each with those before it that it may include.
plugin_rooms='
util:
ode: util
class: util
shapes: class ode util
motion: shapes class ode util
pairs: motion shapes class ode util
broad: pairs motion shapes class ode util
guard: broad pairs motion shapes class ode util
step: guard broad pairs motion shapes class ode util
api: step guard broad pairs motion shapes class ode util
'

found=0
complain() {
  echo "# $*"
  found=1
}

# check_rooms FOLDER TABLE PUBLIC: complains about each include of the folder's rooms that the table does not allow.  Headers
# without a room have to match one of the patterns in PUBLIC.
check_rooms() {
  folder=$1 table=$2 public=$3
  for file in $(cd "$source/$folder" && find . -name '*.[ch]' | sed 's|^\./||' | sort); do
    case $file in */*) ;; *) continue ;; esac
    room=${file%/*}
    line=$(echo "$table" | grep "^$room:") || { complain "$folder/$file is in a room that the table does not know"; continue; }
    allowed=" $room ${line#*:} "
    for header in $(sed -n 's/^#include "\(.*\)"$/\1/p' "$source/$folder/$file"); do
      case $header in
        */*)
          [ -e "$source/$folder/$header" ] || complain "$folder/$file includes $header, which is not in $folder/"
          case $allowed in
            *" ${header%/*} "*) ;;
            *) complain "$folder/$file includes $header, but ${room} may include only:${line#*:}" ;;
          esac
          ;;
        *) echo "$header" | grep -Eqx "$public" || complain "$folder/$file includes $header without its room" ;;
      esac
    done
  done
}

# report NUMBER WHAT: prints the test's line, and forgets what has been found.
failed=0
report() {
  if [ "$found" -eq 0 ]; then
    echo "ok $1 - $2"
  else
    echo "not ok $1 - $2"
    failed=1
  fi
  found=0
}

check_rooms lib "$rooms" 'bms[a-z_]*\.h'

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

report 1 'the rooms of lib/ include one way'
check_rooms plugin "$plugin_rooms" 'qmbox(_ode)?\.h'
report 2 'the rooms of plugin/ include one way'
echo 1..2
exit "$failed"
