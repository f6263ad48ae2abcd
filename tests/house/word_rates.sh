#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# word_rates.sh [--record FILE]: how often comments and documents use forms that CONTRIBUTING.md rules out.
#
# Prints "GROUP FORM RATE" per line, RATE per 1000 words.  Groups are the folders with sources, for their comments, and
# docs, for the documents.  --record lowers the rates in FILE to these, rounded up to tenths; it raises none.
#
#   headless   a sentence or clause begins with a relative clause: "What is near is kept"; questions do not count
#   where      a sentence or clause begins with "where", for if or when
#   archaic    anew, beside, likewise, for want of, in each other, so many, those of, that of
#   verbs      look at, look for, tell, say, for check, search, report, distinguish, state

set -eu

source=${srcdir:-.}

# comments FOLDER: the text of its comments, a paragraph a line.
comments() {
  find "$source/$1" \( -name '*work' -o -name portability -o -name node_modules \) -prune -o \
    \( -name '*.[ch]' -o -name '*.[ch]pp' \) -print | grep -v 'tools/page/page_template.c$' | LC_ALL=C sort |
    LC_ALL=C xargs awk '
      function put() { if (text != "") print text; text = "" }
      FNR == 1 { put(); inside = 0 }
      { line = $0 }
      !inside && /^ *\/\/ / { sub(/^ *\/\/ /, "", line); text = text " " line; next }
      !inside && match(line, /\/\*/) { put(); inside = 1; line = substr(line, RSTART + 2) }
      !inside { put(); next }
      {
        last = match(line, /\*\//)
        if (last) line = substr(line, 1, RSTART - 1)
        sub(/^ *\*+ ?/, "", line)
        gsub(/^[ *]+|[ *]+$/, "", line)
        if (line == "") put()
        else text = text " " line
        if (last) { put(); inside = 0 }
      }
      END { put() }'
}

# documents: their text without code and tables of numbers, a paragraph a line.
documents() {
  LC_ALL=C awk '
    function put() { if (text != "") print text; text = "" }
    FNR == 1 { put(); code = 0 }
    /^```/ { code = !code; next }
    code || /^    / { next }
    /^$/ || /^[|#*-]/ { put() }
    { line = $0; gsub(/`[^`]*`/, "x", line); gsub(/^[|#*-]+ */, "", line); text = text " " line }
    END { put() }' "$source"/*.md "$source"/doc/*.md "$source"/*/README.md
}

# count GROUP: the rates of the text on standard input.
count() {
  LC_ALL=C awk -v group="$1" '
    function times(form, text) { return gsub(form, "&", text) }
    {
      text = " . " $0 " "
      words += gsub(/[A-Za-z]+/, "&", text)
      # Questions are no statements.
      questionless = text
      gsub(/(What|Who|Where) [^.?]*\?/, "", questionless)
      headless += times("([.:;|] +(What|Who|Whoever|Whatever)|[,:;] (what|who)) [a-z]", questionless)
      where += times("([.:;|] +Where|[,:;] where) [a-z]", questionless)
      archaic += times("[^a-z_`](anew|[Bb]eside|[Ll]ikewise|for want of|in each other|so many|[Tt]hose of|that of)[^a-z_`]", text)
      verbs += times("[^a-z]([Ll]ook(s|ed|ing)? (at|for|along)|[Tt]ells?|[Tt]elling|told|[Ss]ays?|said)[^a-z]", text)
    }
    END {
      printf "%s headless %.2f\n%s where %.2f\n", group, 1000 * headless / words, group, 1000 * where / words
      printf "%s archaic %.2f\n%s verbs %.2f\n", group, 1000 * archaic / words, group, 1000 * verbs / words
    }'
}

rates() {
  for folder in lib plugin preload robot tools examples bench tests; do
    comments $folder | count $folder
  done
  documents | count docs
}

if [ "${1:-}" != --record ]; then
  rates
  exit 0
fi

recorded=$2
new=$(rates | awk -v recorded="$recorded" '
  BEGIN { while ((getline line < recorded) > 0) { split(line, part, " "); before[part[1] " " part[2]] = part[3] } }
  {
    ceiling = int($3 * 10 + 0.9999) / 10
    key = $1 " " $2
    if (key in before && before[key] < ceiling) ceiling = before[key]
    printf "%s %.1f\n", key, ceiling
  }')
{
  grep -E '^(#|base )' "$recorded" || true
  echo "$new"
} >"$recorded.new"
mv "$recorded.new" "$recorded"
