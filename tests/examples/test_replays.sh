#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# The examples that write replays: guarded steps let nothing go astray in them, plain ODE does, and what they write is
# valid glTF and well-formed SVG.
#
# The Khronos validator is a package of npm.  One that node finds is used; in CI, where CI is set, npm gets it.  Without
# it the glTF goes unchecked, and the test says so.  Run by `make check` in the build directory, which sets srcdir.

work=$PWD/tests/examples/replay_work
validator=gltf-validator@2.0.0-dev.3.10
shows='falling_tower bullet_and_wall spinning_plank domino_row'
said="$work/said"
. "${srcdir:-.}/tests/support/tap.sh"

# validator_missing: says why there is no validator, and nothing if there is one.
validator_missing() {
  if ! command -v node >/dev/null 2>&1; then
    echo 'there is no node (doc/building.md)'
  elif ! node -e 'require("gltf-validator")' >/dev/null 2>&1; then
    if [ -z "$CI" ]; then
      echo "node does not find gltf-validator (README, Building)"
    elif ! command -v npm >/dev/null 2>&1; then
      echo 'node has no gltf-validator, and there is no npm to get it'
    elif ! timeout 60 npm install --silent --no-audit --no-fund --prefix "$work" "$validator" >/dev/null 2>&1; then
      echo "npm install $validator fails"
    fi
  fi
}

# well_formed FILE: by an XML parser, where there is one.
well_formed() {
  if command -v xmllint >/dev/null 2>&1; then
    xmllint --noout "$1" >"$work/said" 2>&1
  else
    grep -q '^</svg>$' "$1"
  fi
}

echo 1..13
rm -rf "$work"
mkdir -p "$work"

for show in $shows; do
  ./examples/$show "$work" >"$work/said" 2>&1
  report $? "$show: with guarded steps nothing goes astray"
  grep -q 'plain ODE: [1-9]' "$work/said"
  report $? "$show: with plain ODE something does"
  well_formed "$work/$show.svg"
  report $? "$show: the film strip is complete"
done

NODE_PATH=$work/node_modules${NODE_PATH:+:$NODE_PATH}
export NODE_PATH
missing=$(validator_missing)
if [ -n "$missing" ]; then
  skip 'the replays are valid glTF' "$missing"
else
  node "$srcdir/tests/examples/validate_gltf.js" "$work"/*.gltf >"$work/said" 2>&1
  report $? 'the replays are valid glTF'
fi
rm -rf "$work"
