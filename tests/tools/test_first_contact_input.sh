#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# bms-first-contact as a program: what it does with lines that are not as they should be, with its arguments, and when it cannot read
# or write.
#
# The good query has two cubes with side 2, a at rest at the origin, b coming from x = 5 at speed 8: first contact at t = 3/8.

program=./tools/bms-first-contact
work=tests/tools/work
rm -rf "$work"
mkdir -p "$work"

box='"min": [-1, -1, -1], "max": [1, 1, 1]'
row4='[[0], [0], [0], [1]]'
a="\"a\": {$box, \"matrix\": [[[1], [0], [0], [0]], [[0], [1], [0], [0]], [[0], [0], [1], [0]], $row4]}"
b="\"b\": {$box, \"position\": [[5, -8], [], [0]], \"quaternion\": [[1], [0], [0], [0]]}"
good="\"t\": [0, 1], $a, $b"

said="$work/out $work/err"
. "${srcdir:-.}/tests/support/tap.sh"

# answers TEXT: the program's only answer begins so.
answers() {
  awk -v text="$1" 'index($0, text) != 1 { bad = 1 } END { exit NR != 1 || bad }' "$work/out"
}

# good_line DESCRIPTION START: a line, from standard input, is answered with a contact at 3/8.
good_line() {
  run 0 && answers "$2\"contact\": true, \"status\": \"contact\", \"t\": 0.375, \"t_lower\": "
  report $? "$1"
}

# bad_line DESCRIPTION START: a line is answered so, and the exit status is 1.
bad_line() {
  run 1 && answers "$2"
  report $? "$1"
}

# changed EXPRESSION: the good query with this sed expression applied.
changed() { echo "{\"id\": 7, $good}" | sed "$1"; }

repeated() { awk -v text="$1" -v count="$2" 'BEGIN { while (count-- > 0) printf "%s", text }'; }

echo 1..105

# ---------------------------------------------------------------- lines that are good after all

echo "{\"id\": 7, $good}" | good_line 'a good query is answered' '{"id": 7, '
echo "{$good}" | good_line 'a query without an id gets an answer without one' '{'
echo "{\"id\": null, $good}" | good_line 'a null id is echoed' '{"id": null, '
echo "{\"id\": 1.0, $good}" | good_line 'a real id stays real' '{"id": 1.0, '
echo "{\"id\": 123456789012345678901, $good}" | good_line 'a long integer id keeps its digits' '{"id": 123456789012345678901, '
echo "{\"id\": 1e400, $good}" | good_line 'an id beyond the doubles is echoed' '{"id": 1e400, '
printf '{"id": {"id": [1, "}\\""]}, %s}\n' "$good" | good_line 'an object as id is echoed' '{"id": {"id": [1, "}\\""]}, '
printf '{"id": "\303\251", %s}\n' "$good" | good_line 'an id beyond ASCII is echoed' "$(printf '{"id": "\303\251", ')"
printf '{"id": "a\\u0000", %s}\n' "$good" | good_line 'an escaped zero in an id is echoed' '{"id": "a\\u0000", '
for key in '\u0069d' 'i\u0064' '\u0069\u0064' id; do printf '{"%s": 7, %s}\n' "$key" "$good"; done | run 0 &&
  [ "$(grep -c '^{"id": 7, "contact": true' "$work/out")" -eq 4 ]
report $? 'an id is echoed however its key is written'
echo "{$good, \"x\": {\"id\": 1}, \"id\": 7}" | good_line 'an id in another object is not the id' '{"id": 7, '
printf '{"id": 7, %s}\r\n' "$good" | good_line 'a line may end in CR LF' '{"id": 7, '
printf '{"id": 7, %s}' "$good" | good_line 'the last line needs no newline' '{"id": 7, '
printf '\357\273\277{"id": 7, %s}\n' "$good" | good_line 'a byte order mark may come first' '{"id": 7, '
changed 's/-8/-8, 0, 0, 0/' | good_line 'coefficients beyond the degree may be zero' '{"id": 7, '
changed 's/-8/-80e-1/' | good_line 'reals and integers are the same' '{"id": 7, '
changed 's/"t": \[0, 1\]/"t": [0, 100000000000000000000]/' | good_line 'an integer may exceed 64 bits' '{"id": 7, '
{ printf '{"id": 7, "x": "'; repeated x 2000000; echo "\", $good}"; } | good_line 'a line may be long' '{"id": 7, '
{ printf '{"id": 7, "x": '; repeated '[' 1000; repeated ']' 1000; echo ", $good}"; } |
  good_line 'members that nobody asked for are passed over' '{"id": 7, '

# ---------------------------------------------------------------- answers

echo "{\"id\": 7, $good}" | run 0
keys=$(grep -o '"[a-z_]*":' "$work/out" | tr -d '"\n')
[ "$keys" = 'id:contact:status:t:t_lower:t_upper:pair:kind:a:b:normal:point:approach_speed:points:' ]
report $? 'the keys of an answer stand in the documented order'
changed 's/-8/8/' | run 0 && echo '{"id": 7, "contact": false, "status": "separated"}' | cmp -s - "$work/out"
report $? 'an answer without a contact has no more to say'

# ---------------------------------------------------------------- not JSON

echo | bad_line 'an empty line gets an error with its number' '{"line": 1, "error": "not JSON: the line is empty"}'
echo 'hello' | bad_line 'text is not JSON' '{"line": 1, "error": "not JSON: '
echo "{\"id\": 7, $good" | bad_line 'a line that is cut off is not JSON' '{"line": 1, "error": "not JSON: '
echo "{\"id\": 7, $good} {}" | bad_line 'two queries on a line are not JSON' '{"line": 1, "error": "not JSON: '
echo "{\"id\": 7, $good}" | sed 's/-8/NaN/' | bad_line 'NaN is not JSON, and its place is named' "{\"line\": 1, \"error\": \"not JSON: invalid token near 'NaN', in column 234\"}"
printf '{"id": "\377", %s}\n' "$good" | bad_line 'invalid UTF-8 is not JSON' '{"line": 1, "error": "not JSON: '
printf '{"id": "\0", %s}\n' "$good" | bad_line 'a zero byte is not JSON' '{"line": 1, "error": "not JSON: '
repeated '[' 100000 | bad_line 'endless nesting is refused' '{"line": 1, "error": "not JSON: '
repeated '{"id":' 100000 | bad_line 'endless nesting in the id is refused' '{"line": 1, "error": "not JSON: '
echo "{\"id\": 7, \"id\": 8, $good" | bad_line 'text with a key twice that is no JSON either has no id' '{"line": 1, "error": "not JSON: '
echo '{"id": 7, "t": 1e999, ]' | bad_line 'text with a huge number that is no JSON either has no id' '{"line": 1, "error": "not JSON: '

# ---------------------------------------------------------------- JSON, but no query

echo '[1, 2]' | bad_line 'a list is no query' '{"line": 1, "error": "a query is an object"'
echo '7' | bad_line 'a number is no query' '{"line": 1, "error": "a query is an object"'
echo '{}' | bad_line 'the interval may not be missing' '{"line": 1, "error": "t: missing"'
echo "{\"id\": 7, \"t\": [0, 1], $good}" | bad_line 'no key may stand twice' '{"id": 7, "error": "duplicate object key'
echo "{\"id\": 7, \"t\": [0, 1e999], $good}" | bad_line 'nor beside a huge number' '{"id": 7, "error": "duplicate object key'
changed 's/\[0, 1\]/[0, 1, 2]/' | bad_line 'an interval has two ends' '{"id": 7, "error": "t: expected a list of 2 numbers"'
changed 's/\[0, 1\]/[0, true]/' | bad_line 'an end is a number' '{"id": 7, "error": "t[1]: expected a number'
changed 's/"a"/"A"/' | bad_line 'a box may not be missing' '{"id": 7, "error": "a: missing"'
changed 's/"a": {.*}, "b"/"a": 3, "b"/' | bad_line 'a box is an object' '{"id": 7, "error": "a: expected an object"'
changed 's/"min"/"mni"/' | bad_line 'a corner may not be missing' '{"id": 7, "error": "a.min: missing"'
changed 's/\[1, 1, 1\]/[1, 1]/' | bad_line 'a corner has three coordinates' '{"id": 7, "error": "a.max: expected a list of 3 numbers"'
changed 's/"matrix"/"matrices"/' | bad_line 'a motion may not be missing' '{"id": 7, "error": "a: has no motion'
changed 's/"matrix"/"position": [], "matrix"/' | bad_line 'a box has one motion' '{"id": 7, "error": "a: has two motions'
changed 's/"quaternion"/"q"/' | bad_line 'a position wants a quaternion' '{"id": 7, "error": "b.quaternion: missing"'
changed 's/\[\], \[0\]/[]/' | bad_line 'a position has three coordinates' '{"id": 7, "error": "b.position: expected a list of 3'
changed 's/-8/-8, 0, 1/' | bad_line 'beyond degree 2 there is no position' '{"id": 7, "error": "b.position[0]: the degree is above 2"'
changed 's/\[\[1\], \[0\], \[0\], \[0\]\]}/[[1], [0], [0, 0, 1], [0]]}/' |
  bad_line 'a quaternion is linear' '{"id": 7, "error": "b.quaternion[2]: the degree is above 1"'
changed 's/-8/"-8"/' | bad_line 'a coefficient is a number' '{"id": 7, "error": "b.position[0][1]: expected a number'
changed 's/-8/1e309/' | bad_line 'a coefficient beyond the doubles is named' '{"id": 7, "error": "b.position[0][1]: expected a number in the range'
changed 's/\[5, -8\]/5/' | bad_line 'a polynomial is a list' '{"id": 7, "error": "b.position[0]: expected a list of coefficients"'
changed "s/, $(echo "$row4" | sed 's/[][]/\\&/g')//" | bad_line 'a matrix has four rows' '{"id": 7, "error": "a.matrix: expected a list of 4 rows"'
changed 's/\[\[0\], \[0\], \[0\], \[1\]\]/[[0], [0, 1], [0], [1]]/' |
  bad_line 'the last row of a matrix is 0 0 0 w' '{"id": 7, "error": "a.matrix: the last row'

# ---------------------------------------------------------------- queries without an answer

changed 's/"t": \[0, 1\]/"t": [1, 0]/' | bad_line 'an interval does not run backwards' '{"id": 7, "error": "t: '
changed 's/\[-1, -1, -1\]/[-1, 2, -1]/' | bad_line 'min is at most max' '{"id": 7, "error": "a.min: '
changed 's/\[\[0\], \[0\], \[0\], \[1\]\]/[[0], [0], [0], [1, -2]]/' | bad_line 'the weight is positive' '{"id": 7, "error": "a.matrix: w(t)'

# ---------------------------------------------------------------- many lines

{ echo "{\"id\": 1, $good}"; echo 'x'; echo; echo "{\"id\": 4, $good}"; } | run 1
[ "$(cut -c 1-13 "$work/out" | tr '\n' ' ')" = '{"id": 1, "co {"line": 2, " {"line": 3, " {"id": 4, "co ' ]
report $? 'the lines after a bad one are answered, in order'
run 0 </dev/null && [ ! -s "$work/out" ]
report $? 'no queries get no answers'

# ---------------------------------------------------------------- blocks and threads

# many COUNT: queries with ids, and now and then a line that is none.
many() {
  awk -v good="$good" -v count="$1" 'BEGIN {
    for (i = 1; i <= count; i++) if (i % 7 == 3) print "{\"id\": " i "}"; else printf "{\"id\": %d, %s}\n", i, good
  }'
}

many 5000 >"$work/many"
run 1 <"$work/many" && [ "$(wc -l <"$work/out")" -eq 5000 ] &&
  awk '{ bad = bad || index($0, "{\"id\": " NR ",") != 1 || /"error"/ != (NR % 7 == 3) } END { exit bad }' "$work/out"
report $? 'of thousands of lines each gets its answer, in order'
cp "$work/out" "$work/one"
cat "$work/many" | run 1 && cmp -s "$work/one" "$work/out"
report $? 'a pipe gets the answers that a file gets'
run 1 --threads 2 <"$work/many" && cmp -s "$work/one" "$work/out" && run 1 --threads 5 <"$work/many" &&
  cmp -s "$work/one" "$work/out" && run 1 --threads=0 <"$work/many" && cmp -s "$work/one" "$work/out" &&
  run 1 --threads 99999999999999999999 <"$work/many" && cmp -s "$work/one" "$work/out"
report $? 'any number of threads gives the same answers'
for threads in two -1 ''; do
  run 2 --threads $threads </dev/null && grep -qe '--threads: expected a whole number' -e "'--threads' needs a value" "$work/err" || echo "$threads" >>"$work/bad"
done
[ ! -e "$work/bad" ]
report $? '--threads without a number is refused'

# The asker waits for each answer before it asks again; were one kept back, both would wait for ever.
prompt() {
  rm -f "$work/asked" "$work/answered"
  mkfifo "$work/asked" "$work/answered" || return 1
  "$program" "$@" <"$work/asked" >"$work/answered" 2>"$work/err" &
  answerer=$!
  ( sleep 20; kill "$answerer" ) >/dev/null 2>&1 &
  watch=$!
  exec 7>"$work/asked" 8<"$work/answered"
  answered=0
  for i in 1 2 3; do
    echo "{\"id\": $i, $good}" >&7
    read -r answer <&8 || break
    case $answer in "{\"id\": $i, \"contact\": true"*) answered=$((answered + 1)) ;; esac
  done
  exec 7>&- 8<&-
  kill "$watch" 2>/dev/null
  wait "$answerer" && [ "$answered" -eq 3 ]
}
prompt
report $? 'a question through a pipe is answered at once'
prompt --threads 2
report $? 'also with threads'
{ printf '{"id": 1, '; sleep 1; echo "$good}"; echo "{\"id\": 2, $good}"; } | run 0 && [ "$(wc -l <"$work/out")" -eq 2 ]
report $? 'a pipe may pause within a line'

# ---------------------------------------------------------------- the program

run 0 --help </dev/null && grep -q '^Usage: bms-first-contact' "$work/out"
report $? '--help shows the usage'
run 0 -h </dev/null && grep -q '^Usage: bms-first-contact' "$work/out"
report $? '-h as well'
run 0 --version </dev/null && grep -q '^bms-first-contact (ode-qmbox) [0-9]' "$work/out"
report $? '--version shows the version'
times='"intervals": [{"enter": [0.375, 0.375], "exit": [0.875, 0.875]}]}'
echo "{\"id\": 7, $good}" | run 0 --intervals && grep -qF "$times" "$work/out"
report $? '--intervals adds the times of contact'
changed 's/-8/8/' | run 0 --intervals && answers '{"id": 7, "contact": false, "status": "separated", "intervals": []}'
report $? '--intervals adds an empty list where there is no contact'
changed 's/"t": \[0, 1\]/"t": [0, 0.375]/' | run 0 --approach && answers '{"id": 7, "contact": false, "status": "separated"}'
report $? '--approach passes over a contact without an overlap'
echo "{\"id\": 7, $good}" | run 0 --approach --intervals && grep -qF "$times" "$work/out" &&
  answers '{"id": 7, "contact": true, "status": "contact", "t": 0.375, '
report $? '--approach and --intervals go together'
# Two rigid motions, whose parallel edges are recognised; as matrices they leave it open whether the contact is one.
rigid="\"t\": [0, 1], \"a\": {$box, \"position\": [[0], [0], [0]], \"quaternion\": [[1], [0], [0], [0]]}, $b"
echo "{\"id\": 7, $rigid}" | run 0 --trace && answers '{"id": 7, "contact": true, "status": "contact", "t": 0.375, ' &&
  grep -qF '"trace": {"sections": [{"start": 0, "middle": 0.5, "end": 1, "contact": true, ' "$work/out" &&
  grep -qF '"status": "contact", "agreement": "agree", "t": 0.375, ' "$work/out"
report $? '--trace adds the sections of the route to the answer'
{ echo "{\"id\": 7, $good}"; echo 'no query'; } | run 1 --trace && grep -q '"line": 2, "error": ' "$work/out"
report $? '--trace answers a line that is no query as ever'
{ cat "${srcdir:-.}/tests/data/public.jsonl"; } | run 0 --trace --threads 4 && ! grep -q contradict "$work/out" &&
  "$program" --trace <"${srcdir:-.}/tests/data/public.jsonl" | cmp -s - "$work/out"
report $? '--trace contradicts no answer to the public queries, and threads change nothing'
echo "{\"id\": 7, $rigid}" | run 0 --trace=text && grep -q '^query 7: t = 0 ... 1$' "$work/out" &&
  grep -q 'INSIDE all other planes$' "$work/out" && grep -q '^they agree$' "$work/out"
report $? '--trace=text writes the same for reading'
run 2 --trace --approach </dev/null && grep -q 'does not go with --approach' "$work/err"
report $? '--trace and --approach do not go together'
run 2 --trace=xml </dev/null && grep -q "not 'xml'" "$work/err"
report $? 'another form of a trace is refused by name'
run 2 --speed </dev/null && grep -q "unknown option '--speed'" "$work/err" && run 2 -tv </dev/null &&
  grep -q "unknown option '-t'" "$work/err" && run 2 --help=9 </dev/null && grep -q "'--help=9'" "$work/err"
report $? 'an unknown option is refused by name'
echo "{$good}" | run 0 --threads 1 -- && [ -s "$work/out" ] && run 2 -- --speed </dev/null &&
  grep -q -e '--speed: cannot be read' "$work/err"
report $? 'two hyphens end the options'
run 2 --t 2 </dev/null && grep -q "option '--t' is ambiguous: --threads, --tolerance, --trace" "$work/err"
report $? 'an ambiguous option is named with what it may be short for'

# ---------------------------------------------------------------- files

public=${srcdir:-.}/tests/data/public.jsonl
head -n 4 "$public" >"$work/first"
tail -n +5 "$public" | head -n 4 >"$work/second"
{ cat "$work/first"; tail -n +9 "$public" | head -n 3; cat "$work/second"; } | "$program" >"$work/expected"
tail -n +9 "$public" | head -n 3 | run 0 "$work/first" - "$work/second" && cmp -s "$work/out" "$work/expected"
report $? 'files are answered in their order, and "-" is standard input'
printf '%s' 'no query' >"$work/bad"
run 1 "$work/first" "$work/bad" && grep -q '"line": 5, "error"' "$work/out"
report $? 'lines are counted through all files'
run 2 "$work/first" "$work/nothing" && [ ! -s "$work/out" ] && grep -q 'nothing: cannot be read: No such file' "$work/err"
report $? 'a file that is not there is named before anything is answered'
run 0 --html - "$work/first" && grep -q '</html>' "$work/out" && ! grep -q '^{"id"' "$work/out"
report $? 'a page on standard output is written in place of the answers'
echo older >"$work/page.html"
run 0 --html "$work/page.html" "$work/first" && grep -q '</html>' "$work/page.html" && [ "$(ls "$work"/page.html*)" = "$work/page.html" ]
report $? 'a page takes its name when it is whole'
echo older >"$work/page.html"
(ulimit -f 8; "$program" --html "$work/page.html" "$work/first") >"$work/out" 2>"$work/err"
[ $? -ne 0 ] && [ "$(cat "$work/page.html")" = older ]
report $? 'one that cannot be written whole leaves an older one alone'

# ---------------------------------------------------------------- progress

run 0 --progress "$work/first" && grep -Eq '^bms-first-contact: 100 % of [0-9.]+ k?B, [0-9.]+ .?B/s, 0 s left$' "$work/err"
report $? 'progress has the part of the file, the rate and the time left'
cat "$work/first" | run 0 --progress && grep -Eq '^bms-first-contact: [0-9.]+ k?B, [0-9.]+ .?B/s$' "$work/err"
report $? 'of a pipe it has what is done, and the rate'
i=0
while [ $i -lt 300 ]; do cat "$public"; i=$((i + 1)); done >"$work/many"
before=$(date +%s)
run 0 --progress "$work/many" && lines=$(wc -l <"$work/err") && [ "$lines" -ge 1 ] &&
  [ "$lines" -le $((2 * ($(date +%s) - before + 1) + 1)) ]
report $? 'it is drawn twice a second at most, and at the end'
if on_terminal true; then
  on_terminal "$program $work/many >$work/out"
  erase=$(printf '\033[K')
  tr '\r' '\n' <"$work/terminal" | grep -aq '% of' && [ "$(wc -l <"$work/out")" -eq "$(wc -l <"$work/many")" ] &&
    tr '\r' '\n' <"$work/terminal" | grep -a -A 1 '% of' | tail -n 1 | grep -aqxF -- "$erase"
  report $? 'a terminal shows it, and it is erased at the end'
  on_terminal "$program --progress $work/first"
  ! grep -aq '% of' "$work/terminal" && grep -aq '"status"' "$work/terminal"
  report $? 'but not the terminal that gets the answers'
else
  for i in 1 2; do skip 'progress on a terminal' 'no script(1)'; done
fi

# ---------------------------------------------------------------- tolerances

exact=$(echo "$good" | sed 's/-\{0,1\}[0-9.]\{1,\}/0/g')
loose=$(echo "$exact" | sed 's/"position": \[\[0, 0\]/"position": [[0.25, 0]/')
echo "{$good, \"tolerance\": {$loose}}" | run 0 && grep -q '"within": {"status": "contact", "earliest": ' "$work/out" &&
  sed 's/.*"earliest": \([0-9.]*\), "latest": \([0-9.]*\)}.*/\1 \2/' "$work/out" |
  awk '{ exit !($1 <= 11 / 32 && $1 > 0.34 && $2 >= 13 / 32 && $2 < 0.41) }'
report $? 'a start that may be off by 1/4 is a first contact between 11/32 and 13/32'
echo "{$good, \"tolerance\": {$exact}}" | run 0 &&
  grep -q '"within": {"status": "contact", "earliest": 0.375, "latest": 0.375}' "$work/out"
report $? 'without a tolerance both are the first contact'
bad=$(echo "$exact" | sed 's/"min": \[0/"min": [-1/')
echo "{$good, \"tolerance\": {$bad}}" | run 1 && grep -q '"within": {"status": "invalid", "error": "' "$work/out"
report $? 'a tolerance below 0 is refused, and the query answered'
echo "{$good, \"tolerance\": {\"t\": [0]}}" | run 1 && grep -q 'tolerance.t: expected a list of 2 numbers' "$work/out"
report $? 'a tolerance that is no query is refused by its place'
echo "{$good}" | run 0 --tolerance 0.25 && grep -q '"within": {"status": "contact", "earliest": ' "$work/out"
report $? '--tolerance LENGTH is the tolerance of lengths of a query without one'
eighths='[0.125, 0.125, 0.125]' turned='[0.01], [0.01], [0.01]'
eighth="\"min\": $eighths, \"max\": $eighths"
row="[$turned, [0.125]]"
length="\"t\": [0, 0], \"a\": {$eighth, \"matrix\": [$row, $row, $row, [[0], [0], [0], [0]]]},
  \"b\": {$eighth, \"position\": [[0.125], [0.125], [0.125]], \"quaternion\": [$turned, [0.01]]}"
length=$(echo "$length" | tr '\n' ' ')
echo "{$good, \"tolerance\": {$length}}" | run 0 && mv "$work/out" "$work/same" &&
  echo "{$good}" | run 0 --tolerance 0.125,0.01 && cmp -s "$work/out" "$work/same"
report $? '--tolerance LENGTH,TURN is the same as these numbers in a "tolerance"'
echo "{$good, \"tolerance\": {$exact}}" | run 0 --tolerance 0.25 &&
  grep -q '"within": {"status": "contact", "earliest": 0.375, "latest": 0.375}' "$work/out"
report $? 'the tolerance of a query comes before that of the option'
run 2 --tolerance -1 </dev/null && grep -q "expected LENGTH or LENGTH,TURN, not '-1'" "$work/err" &&
  run 2 --tolerance 1,2,3 </dev/null && run 2 --tolerance 1, </dev/null && run 2 --tolerance nan </dev/null &&
  run 2 --tolerance 1 --approach </dev/null && grep -q 'does not go with --approach' "$work/err"
report $? 'a tolerance that is none is refused, and with --approach'
echo "{$good}" | run 0 --tolerance 0.25 --html "$work/within.html" && grep -q '"within": {"status": "contact"' "$work/within.html"
report $? 'a page has the tolerances, too'

# ---------------------------------------------------------------- trouble

run 2 --html "$work" </dev/null && [ "$(cat "$work/err")" = "bms-first-contact: $work: cannot be written: Is a directory" ]
report $? 'a page that cannot be written is trouble, and said to be'
run 2 <"$work" && grep -q 'cannot read' "$work/err"
report $? 'a failure to read is reported'
if [ -c /dev/full ]; then
  echo "{$good}" | "$program" >/dev/full 2>"$work/err"
  [ $? -eq 2 ] && grep -q 'cannot write' "$work/err"
  report $? 'a failure to write is reported'
else
  echo "ok - a failure to write is reported # SKIP no /dev/full"
fi
rm -rf "$work"
