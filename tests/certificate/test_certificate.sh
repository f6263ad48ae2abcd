#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Certificates of bms-first-contact: those of the public queries, of the regressions and of every family are complete and
# pass tools/check_certificate.py; damaged ones and hostile lines are refused.  So for first approaches and for contact
# intervals, of which damaged certificates may be accepted if they are true.
#
# Run by `make check` in the build directory, which sets srcdir.  BMS_SOAK multiplies the number of queries of a family,
# BMS_SEED sets their first seed.

root=${srcdir:-.}
work=$PWD/tests/certificate/work
said="$work/said"
. "$root/tests/support/tap.sh"

if ! command -v python3 >/dev/null 2>&1; then
  echo '1..0 # SKIP there is no python3'
  exit 0
fi
seed=${BMS_SEED:-1}
count=$((8 * ${BMS_SOAK:-1}))
rm -rf "$work"
mkdir -p "$work"

# proved QUERIES ANSWERS [OPTION]: all answers are proved, as the checker with this option says.
proved() {
  # No option is no word.
  # shellcheck disable=SC2086
  python3 "$root/tools/check_certificate.py" $3 "$1" "$2" >"$work/checked"
  grep -qE '^[1-9][0-9]* proved, 0 refused, 0 without an answer$' "$work/checked"
}

# lines: the TAP lines of a program in Python on standard input.
lines() {
  cat >"$work/lines"
  cat "$work/lines"
  grep -q '^ok' "$work/lines" || report 1 'a program in Python ends well'
}

# proves_others: first approaches and contact intervals of every family are proved, and each question keeps its own.
proves_others() {
  tests/certificate/family_lines "$seed" "${BMS_SOAK:-1}" >"$work/one.jsonl"
  ./tools/bms-first-contact --certificate --approach <"$work/one.jsonl" >"$work/approach"
  proved "$work/one.jsonl" "$work/approach" --approach
  report $? 'first approaches of every family are proved'
  grep -c '"root"' "$work/approach" | sed 's/^/# with an irrational time at which an axis takes over: /'
  ! proved "$work/one.jsonl" "$work/approach" && grep -q '^0 proved' "$work/checked"
  report $? 'no certificate of a first approach is one of a first contact'
  ./tools/bms-first-contact --certificate --intervals <"$work/one.jsonl" >"$work/intervals"
  proved "$work/one.jsonl" "$work/intervals" &&
    [ "$(grep -c 'proved: .* intervals$' "$work/checked")" -eq "$(wc -l <"$work/one.jsonl")" ]
  report $? 'contact intervals of every family are proved'
  # Its contact has an irrational event, of polynomials with thousands of bits.
  tests/certificate/family_lines 5 1 | grep '"spread-5"' >"$work/long.jsonl"
  ./tools/bms-first-contact --certificate --intervals <"$work/long.jsonl" >"$work/long"
  proved "$work/long.jsonl" "$work/long" && grep -q 'proved: overlapping, 1 intervals$' "$work/checked"
  report $? 'contact intervals of numbers that are 160 decades apart are proved'
  # Axes of edges vanish at irrational times inside its contacts.
  ./tools/bms-first-contact --certificate --intervals <"$root/tests/certificate/planar_turn.jsonl" >"$work/planar"
  proved "$root/tests/certificate/planar_turn.jsonl" "$work/planar" && [ "$(wc -c <"$work/planar")" -lt 20000 ]
  report $? 'and shortly where edges are parallel at an irrational time'
  ! proved "$work/one.jsonl" "$work/intervals" --approach && grep -q '^0 proved' "$work/checked"
  report $? 'no certificate of a first contact is one of a first approach'
  for origin in 1.7e9 -1e15; do tests/certificate/family_lines "$seed" 1 $origin; done >"$work/far.jsonl"
  ./tools/bms-first-contact --certificate --approach --intervals <"$work/far.jsonl" >"$work/far"
  proved "$work/far.jsonl" "$work/far" --approach
  report $? 'both are proved at other origins of time'
  for question in approach intervals; do
    for lines in answers:"$work/$question" jsonl:"$work/one.jsonl"; do
      awk 'NR == FNR { if (FNR % 3 == 0 || /"inside": .*"before"/) kept[FNR]; next } FNR in kept' "$work/$question" \
        "${lines#*:}" >"$work/some.${lines%%:*}"
    done
    python3 "$root/tests/certificate/damage_others.py" $question "$work/some.jsonl" "$work/some.answers" "$seed" | lines
  done
}

# proves DESCRIPTION QUERIES: all answers are proved.
proves() {
  ./tools/bms-first-contact --certificate <"$2" >"$work/answers"
  proved "$2" "$work/answers"
  status=$?
  grep -E 'REFUSED|no answer' "$work/checked" >"$said"
  sed -n '$s/^/# /p' "$work/checked"
  python3 "$root/tests/certificate/sizes.py" "$work/answers"
  report $status "$1"
}

# is_one_line FILE FILE: carriage returns do not end a line, as they do not for the program.
is_one_line() {
  tr '\n' '\r' <"$1" >"$work/one.jsonl"
  tr '\n' '\r' <"$2" >"$work/one.answers"
  python3 "$root/tools/check_certificate.py" "$work/one.jsonl" "$work/one.answers" >"$work/checked"
  [ $? -eq 1 ] && grep -q '^0 proved, 1 refused' "$work/checked"
  report $? 'lines end at line feeds only'
}

# losing QUERIES ANSWERS: what cannot be written is trouble, not a refusal, and a byte that is not UTF-8 loses its own line.
losing() {
  if [ -w /dev/full ]; then
    python3 "$root/tools/check_certificate.py" "$1" "$2" >/dev/full 2>"$said"
    [ $? -eq 2 ] && [ "$(cat "$said")" = 'bms-check-certificate: cannot write: No space left on device' ]
    report $? 'a checker that cannot write says so'
  else
    skip 'a checker that cannot write says so' 'there is no /dev/full'
  fi
  python3 "$root/tools/check_certificate.py" "$1" "$2" >&- 2>"$said"
  [ $? -eq 2 ] && [ "$(wc -l <"$said")" -eq 1 ]
  report $? 'one without an output says so'
  python3 "$root/tools/check_certificate.py" "$work/none" "$2" 2>"$said"
  [ $? -eq 2 ] && grep -q "^bms-check-certificate: $work/none: cannot be read: " "$said"
  report $? 'a file that cannot be read is named'
  python3 "$root/tools/check_certificate.py" --help >"$said" && grep -q 'bms-check-certificate \[--approach\] QUERIES ANSWERS$' "$said"
  report $? '--help shows the usage'
  python3 "$root/tools/check_certificate.py" "$1" 2>"$said"
  [ $? -eq 2 ] && grep -q 'expected two files' "$said"
  report $? 'one file is too few'
  { cat "$1"; printf '{"id": "\351"}\n'; } >"$work/odd.jsonl"
  { cat "$2"; printf '{"id": "\351"}\n'; } >"$work/odd.answers"
  python3 "$root/tools/check_certificate.py" "$work/odd.jsonl" "$work/odd.answers" >"$said" 2>&1
  [ $? -eq 1 ] && grep -q "^$(wc -l <"$1") proved, 1 refused" "$said" && grep -q 'REFUSED: not UTF-8$' "$said"
  report $? 'a byte that is not UTF-8 loses its own line only'
}

{
  proves_others
  tests/certificate/family_lines "$seed" "$count" >"$work/families.jsonl"
  proves 'queries of every family are proved' "$work/families.jsonl"
  for origin in 1e3 1.7e9 1.7e12 -1e15; do
    tests/certificate/family_lines "$seed" 3 $origin
  done >"$work/origins.jsonl"
  proves 'queries of every family are proved at other origins of time' "$work/origins.jsonl"
  # The motion of that one has no body at some times: the query is invalid, and has no certificate.
  grep -v '"weight-underflow"' "$root/tests/data/regressions.jsonl" >"$work/regressions.jsonl"
  proves 'the regressions are proved' "$work/regressions.jsonl"
  proves 'queries of numbers that are hundreds of binades apart are proved' "$root/tests/certificate/long_numbers.jsonl"
  proves 'the public queries are proved' "$root/tests/data/public.jsonl"
  python3 "$root/tests/certificate/hostile.py" "$root/tests/data/public.jsonl" "$work/answers" | lines
  awk 'NR % 3 == 0' "$root/tests/data/public.jsonl" >"$work/some.jsonl"
  awk 'NR % 3 == 0' "$work/answers" >"$work/some.answers"
  is_one_line "$work/some.jsonl" "$work/some.answers"
  losing "$work/some.jsonl" "$work/some.answers"
  python3 "$root/tests/certificate/damage.py" "$work/some.jsonl" "$work/some.answers" "$seed" | lines
} >"$work/tap" 2>&1
cat "$work/tap"
echo "1..$(grep -cE '^(not )?ok' "$work/tap")"
rm -rf "$work"
