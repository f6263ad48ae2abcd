#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# hops.sh: what a reader passes who follows one query, a frame of a cube that rests on a plate, and the frame in which
# one is stopped: files, functions and levels of calls in lib/ and plugin/; and the files and lines of each room of the
# plugin (make measure-rooms).
#
#     hops.sh [--list]    --list: prints each function with its file, in the order of the first calls
#
# It takes minutes, and is for maintainers.  Environment: CC; CPPFLAGS (where ODE is); srcdir.

set -eu

root=${srcdir:-.}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# A build without inlining; functions of headers count for the header.  -no-pie: the addresses are those of the file.
build() {
  find "$root/lib" "$root/plugin" -name '*.c' >"$work/sources"
  # shellcheck disable=SC2086
  xargs -n 1 -P 2 sh -c 'object=unit$(echo "$1" | tr ./ __).o
    $CC -std=c11 -D_GNU_SOURCE -g -O0 -fno-inline -finstrument-functions -fno-pie -ffp-contract=off -w -Wno-psabi $FLAGS -c -o "$WORK/$object" "$1"' sh <"$work/sources"
  # shellcheck disable=SC2086
  $CC -std=c11 -g -O0 -no-pie -fno-pie -w -Wno-psabi $FLAGS -o "$work/hops" "$root/bench/extra/hops.c" "$work"/*.o -lode -lm -lpthread
}

# measure WHAT: one line
measure() {
  "$work/hops" "$1" >"$work/$1"
  grep '^0x' "$work/$1" | addr2line -f -e "$work/hops" | paste -d ' ' - - |
    sed "s|:[0-9?].*||; s|\\([^ ]*\\) .*/\\(lib/.*\\)|\\2 \\1|; s|\\([^ ]*\\) .*/\\(plugin/.*\\)|\\2 \\1|" >"$work/$1.list"
  echo "$1: $(cut -d ' ' -f 1 "$work/$1.list" | sort -u | wc -l) files, $(wc -l <"$work/$1.list") functions," \
    "$(sed -n 's/^depth //p' "$work/$1") levels"
  [ -z "${list-}" ] || cat "$work/$1.list"
}

# rooms FOLDER: files, lines and share of each room
rooms() {
  for room in "$root/$1"/*/; do
    files=$(find "$room" -name '*.[ch]')
    [ -z "$files" ] || echo "$1/$(basename "$room"): $(echo "$files" | wc -l) files, $(cat $files | wc -l) lines"
  done
  echo "$1: $(find "$root/$1" -name '*.[ch]' | wc -l) files, $(find "$root/$1" -name '*.[ch]' -exec cat {} + | wc -l) lines"
}

[ "${1-}" != --list ] || list=yes
CC=${CC:-cc} WORK=$work
FLAGS="${CPPFLAGS-} -I$root/lib -I$root/plugin -I. -Ilib -Iplugin -DQMBOX_BUILDING"
export CC WORK FLAGS
build
measure query
measure rest
measure stop
rooms plugin
