#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# The examples of proofs, derivatives, tolerances and worlds print what the documents show, and these show no other output.

root=${srcdir:-.}
work=$PWD/tests/examples/answers_work
said="$work/out $work/err"
. "$root/tests/support/tap.sh"

# shows PROGRAM PAGE: every line that it prints stands in the page.
shows() {
  "./examples/$1" >"$work/out" 2>"$work/err" && [ -s "$work/out" ] && cat "$work/out" >>"$work/printed" &&
    while read -r line; do grep -qxF -- "$line" "$root/doc/$2" || exit 1; done <"$work/out"
  report $? "examples/$1 prints what doc/$2 shows"
}

# printed PAGE...: every line of their blocks of output is printed by one of the examples.
printed() {
  for page; do
    awk '/^```/ { fenced = !fenced; output = $0 == "```" || $0 == "```text"; next } fenced && output' "$root/doc/$page"
  done >"$work/shown"
  [ -s "$work/shown" ] && ! grep -vxFf "$work/printed" "$work/shown" >"$work/err"
}

echo 1..8
rm -rf "$work"
mkdir -p "$work"
shows miss_by_a_centimetre derivatives-and-tolerances.md
shows calibration derivatives-and-tolerances.md
shows shooting_range worlds.md
shows heap_of_cards worlds.md
shows contact_events worlds.md
shows seams worlds.md
: >"$work/out"
printed derivatives-and-tolerances.md worlds.md
report $? 'these pages show no other output'
if command -v python3 >/dev/null 2>&1; then
  ./tools/bms-first-contact --certificate <"$root/tests/data/public.jsonl" >"$work/answers" &&
    python3 "$root/tools/check_certificate.py" "$root/tests/data/public.jsonl" "$work/answers" >"$work/out" &&
    tail -n 2 "$work/out" | while read -r line; do grep -qxF -- "$line" "$root/doc/certificates.md" || exit 1; done
  report $? 'the proofs of the public queries are as doc/certificates.md shows'
else
  skip 'the proofs of the public queries are as doc/certificates.md shows' 'there is no python3'
fi
rm -rf "$work"
