#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Checks that the rooms of lib/ and of plugin/ include one way: a file includes public headers, files of its own room, and
# files of the rooms that the tables in doc/architecture.md list for it.  Printed as one TAP test for each, with a line for
# each include that is not allowed.

set -eu

source=${srcdir:-.}
lib=$source/lib

# rooms_of HEADING: prints "room: the rooms that it may include" for each row of the table below a heading.
rooms_of() {
  awk -v heading="## $1" '
    /^## / { here = $0 == heading }
    here && /^\| `[a-z]*\/` \|/ {
      split($0, cell, /[ ]*\|[ ]*/)
      room = substr(cell[2], 2, length(cell[2]) - 3)
      print room ": " (cell[4] == "all of the above" ? above : cell[4])
      above = room " " above
    }' "$source/doc/architecture.md"
}

found=0
complain() {
  echo "# $*"
  found=1
}

# may_include ROOM HEADER_ROOM ALLOWED: a room within a room may include that one, not the other way round.
may_include() {
  [ "$1" != "$2" ] || return 0
  case $1/ in "${2%%/*}"/*) [ "$2" = "${2%%/*}" ]; return ;; esac
  case " $3 " in *" ${2%%/*} "*) return 0 ;; esac
  return 1
}

# check_rooms FOLDER TABLE PUBLIC: complains about each include of the folder's rooms that the table does not allow.  Headers
# without a room have to match one of the patterns in PUBLIC.
check_rooms() {
  folder=$1 table=$2 public=$3
  [ -n "$table" ] || complain "doc/architecture.md has no table of the rooms of $folder/"
  for file in $(cd "$source/$folder" && find . -name '*.[ch]' | sed 's|^\./||' | sort); do
    case $file in */*) ;; *) continue ;; esac
    room=${file%/*}
    line=$(echo "$table" | grep "^${room%%/*}:") || { complain "$folder/$file is in a room that the table does not know"; continue; }
    for header in $(sed -n 's/^#include "\(.*\)"$/\1/p' "$source/$folder/$file"); do
      case $header in
        */*)
          [ -e "$source/$folder/$header" ] || complain "$folder/$file includes $header, which is not in $folder/"
          may_include "$room" "${header%/*}" "${line#*: }" ||
            complain "$folder/$file includes $header, but $room may include only: ${line#*: }"
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

check_rooms lib "$(rooms_of 'The rooms of lib/')" 'bms[a-z_]*\.h'

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
check_rooms plugin "$(rooms_of 'The rooms of the plugin')" 'qmbox(_ode)?\.h'
report 2 'the rooms of plugin/ include one way'
echo 1..2
exit "$failed"
