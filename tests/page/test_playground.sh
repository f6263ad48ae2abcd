#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# libbms as WebAssembly (doc/playground.md): the package of npm answers as bms-first-contact does, to the last bit, in
# node and in Chromium; its sample runs and its types are right; the playground follows a drag, a number and a line.
#
# Needs a clang for WebAssembly (WASM_CC) and node; the modules of tools/page for the page, Chromium for its tests, tsc
# for the types.  What is missing is said.  A reduced run (BMS_REDUCE) compares the public queries alone.

source=$(cd "${srcdir:-.}" && pwd)
work=$PWD/tests/page/playground_work
said="$work/said"
. "$source/tests/support/tap.sh"
. "$source/tests/page/modules.sh"
program=./tools/bms-first-contact
browser_tests=9

# make_queries: lines of all sorts, and what the program says of them.
make_queries() {
  cat "$source/tests/data/public.jsonl"
  [ "${BMS_REDUCE:-1}" = 1 ] || return 0
  cat "$source/tests/data/regressions.jsonl" "$source/examples/gallery.jsonl"
  ./tests/bits/queries /dev/null 4 >"$work/bits" && node "$source/tests/page/check_module.mjs" lines "$work/bits"
}

answer_queries() {
  make_queries >"$work/queries.jsonl" || return 1
  "$program" --intervals --certificate <"$work/queries.jsonl" >"$work/answers.jsonl" 2>>"$said"
  "$program" --trace <"$work/queries.jsonl" >"$work/traces.jsonl" 2>>"$said"
  "$program" --approach <"$work/queries.jsonl" >"$work/approaches.jsonl" 2>>"$said"
  [ "$(wc -l <"$work/answers.jsonl")" -ge 264 ]
}

# sample_runs: the code of the package's README prints what it says.
sample_runs() {
  sed -n '/^```js/,/^```/p' "$source/playground/package/README.md" | sed '/^```/d' >"$work/sample.mjs"
  mkdir -p "$work/node_modules" && ln -sfn ../libbms "$work/node_modules/libbms"
  expected=$(sed -n 's|.*// ||p' "$work/sample.mjs")
  [ -n "$expected" ] && [ "$(node "$work/sample.mjs" 2>"$said")" = "$expected" ]
}

# types_hold: a program that uses the types is right, and one that misuses them is not.
types_hold() {
  cat >"$work/right.ts" <<'END'
import { load, type Query } from 'libbms';
export async function firstTime(query: Query): Promise<number | null> {
  const answer = (await load()).firstContact(query);
  return answer.contact ? answer.t : null;
}
END
  sed 's/answer.contact ? answer.t : null/answer.t/' "$work/right.ts" >"$work/wrong.ts"
  check='tsc --noEmit --strict --target es2022 --module es2022 --moduleResolution node'
  # $check has words.
  # shellcheck disable=SC2086
  (cd "$work" && $check right.ts) >"$said" 2>&1 || return 1
  # shellcheck disable=SC2086
  ! (cd "$work" && $check wrong.ts) >"$said" 2>&1 && grep -q "'t' does not exist" "$said"
}

rm -rf "$work"
mkdir -p "$work"
if ! command -v node >/dev/null 2>&1; then
  echo '1..0 # SKIP there is no node (doc/playground.md)'
  exit 0
fi
sh "$source/playground/build_module.sh" "$source" "$work/bms.wasm" >"$said" 2>&1
built=$?
if [ $built -eq 77 ]; then
  echo "1..0 # SKIP $(tail -n 1 "$said") (doc/playground.md)"
  exit 0
fi

echo 1..$((6 + browser_tests))
report $built 'libbms is compiled to WebAssembly'
node "$source/playground/build_package.mjs" "$work/bms.wasm" "$work/libbms" 0.0.0 >"$said" 2>&1
report $? 'the package of npm is written'
answer_queries
report $? 'the program answers'
node "$source/tests/page/check_module.mjs" compare "$work/libbms" "$work/queries.jsonl" "$work/answers.jsonl" \
  "$work/traces.jsonl" "$work/approaches.jsonl" >"$said" 2>&1
report $? 'in node, answers, intervals, sections and certificates have the bits of the program'
sample_runs
report $? "the sample of the package's README prints what it says"
if command -v tsc >/dev/null 2>&1; then
  types_hold
  report $? 'its types accept what is right, and refuse a time of an answer that may have none'
else
  skip 'its types accept what is right' 'there is no tsc (node-typescript)'
fi

missing=$(modules_missing)
[ -n "$missing" ] || browser >/dev/null || missing='there is no Chromium (doc/building.md)'
if [ -n "$missing" ]; then
  for k in $(seq $browser_tests); do skip "the playground in a browser, $k" "$missing"; done
else
  node "$source/playground/build_page.mjs" "$work/libbms" "$work/playground.html" "$work/page" >"$said" 2>&1
  report $? 'the playground is one file'
  PAGE_MODULES=$work/page PAGE_BROWSER=$(browser) timeout 600 node "$source/tests/page/check_playground.mjs" "$work"
fi
rm -rf "$work"
