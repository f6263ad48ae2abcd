#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# The derivatives that bms-first-contact writes against implicit differentiation in rational numbers, for public queries and
# for queries of every family.
#
# Run by `make check` in the build directory, which sets srcdir.  BMS_SEED sets the first seed of the families.

root=${srcdir:-.}
work=$PWD/tests/derivative/work

if ! command -v python3 >/dev/null 2>&1; then
  echo '1..0 # SKIP there is no python3'
  exit 0
fi
rm -rf "$work"
mkdir -p "$work"
awk 'NR % 8 == 1' "$root/tests/data/public.jsonl" >"$work/queries.jsonl"
tests/certificate/family_lines "${BMS_SEED:-1}" 1 >"$work/families.jsonl"

echo 1..2
for queries in queries families; do
  ./tools/bms-first-contact --derivative <"$work/$queries.jsonl" >"$work/answers.jsonl"
  python3 "$root/tests/derivative/implicit.py" "$work/$queries.jsonl" "$work/answers.jsonl" || echo "not ok - $queries"
done
rm -rf "$work"
