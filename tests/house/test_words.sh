#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Checks of the house style that a script can see, each printed as a TAP test with a line for every place that fails:
#
#   - no comment, and no paragraph of one, begins with a word that leaves it without a subject ("Of", "Whether", "The
#     same", "Likewise", "What");
#   - files that comments name are in the tree;
#   - no form of word_rates.sh is more frequent in a folder's comments or in the documents than word_rates.txt allows, and
#     a tenth; a rate that has fallen wants `make record-words`, which lowers the numbers and raises none;
#   - subjects of the commits since the base in word_rates.txt are imperative and have at most 72 characters (skipped
#     without a repository);
#   - no line of a source file is longer than 120 characters;
#   - clang-format leaves the sources as they are (version 14; skipped without it, and in reduced runs).

set -u

source=${srcdir:-.}

# Prints the sources in the present folder, except for the one that the build makes and those that tests make while
# they run.
all_sources() {
  find lib plugin preload robot examples tools bench tests \( -name '*work' -o -name node_modules \) -prune -o \
    \( -name '*.[ch]' -o -name '*.[ch]pp' \) -print 2>/dev/null | grep -v '^tools/page/page_template.c$' | sort
}

count=0
failed=0

# Reports a test: its name, and what was found wrong, a line each.
report() {
  count=$((count + 1))
  if [ -z "$2" ]; then
    echo "ok $count - $1"
  else
    echo "$2" | sed 's/^/# /'
    echo "not ok $count - $1"
    failed=1
  fi
}

words='Of|Whether|The same|Likewise|What'
# A comment begins behind its "/*" or "//", or on the line after it; a paragraph behind a line without text.
found=$(cd "$source" && all_sources | xargs awk -v words="^($words)[ ,;.]" '
  FNR == 1 { opened = slashes = 0 }
  { text = $0 }
  opened && sub(/^ *\* /, "", text) && text ~ words { print FILENAME ":" FNR ":" $0 }
  /^ *\/\/ / && !slashes { sub(/^ *\/\/ /, "", text); if (text ~ words) print FILENAME ":" FNR ":" $0 }
  { opened = /\/\*\*?$/ || /^ *\*$/; slashes = /^ *\/\/ / }
  sub(/^.*\/\*\*? /, "", text) && text ~ words { print FILENAME ":" FNR ":" $0 }')
report 'comments begin with a subject' "$found"

# A name may lack the folders that lead to it.  Headers of the system and of ODE's demos are not in the tree.
found=$(cd "$source" && all_files=$(find lib plugin preload robot examples tools bench tests -name '*.[ch]*') &&
  echo "$all_files" | grep -E '\.[ch](pp)?$' | xargs awk -v files="$all_files" '
    BEGIN {
      count = split(files, list, "\n")
      for (i = 1; i <= count; i++) for (path = list[i]; path != ""; sub(/^[^\/]*(\/|$)/, "", path)) known[path] = 1
      split("float.h math.h drawstuff.h plugins/physics.h page_template.c", others, " ")
      for (i in others) known[others[i]] = 1
    }
    /^ *(\/\*|\*)/ {
      text = $0
      while (match(text, /[a-zA-Z_][a-zA-Z_0-9\/]*\.[ch][^a-zA-Z_0-9]/)) {
        name = substr(text, RSTART, RLENGTH - 1)
        if (!(name in known)) print FILENAME ":" FNR ": " name
        text = substr(text, RSTART + RLENGTH)
      }
    }')
report 'files that comments name are in the tree' "$found"

# A tenth more than recorded passes: as files move between folders, or words go, a rate changes a little by itself.
ceilings=$source/tests/house/word_rates.txt
rates=$(srcdir=$source sh "$source/tests/house/word_rates.sh" | awk -v ceilings="$ceilings" '
  BEGIN { while ((getline line < ceilings) > 0) { split(line, part, " "); ceiling[part[1] " " part[2]] = part[3] } }
  !(($1 " " $2) in ceiling) { print "over", $0, "in 1000 words: no ceiling"; next }
  $3 > ceiling[$1 " " $2] + 0.1 { print "over", $0, "in 1000 words, at most " ceiling[$1 " " $2] }
  $3 <= ceiling[$1 " " $2] - 0.1 { print "under", $0, "in 1000 words, recorded " ceiling[$1 " " $2] }')
echo "$rates" | sed -n 's/^under \(.*\)/# \1: time for make record-words/p'
report 'forms that CONTRIBUTING.md rules out become no more frequent' "$(echo "$rates" | sed -n 's/^over //p')"

# Prints commits whose subject is too long, begins in lower case or with a verb in another form, or ends with a period.
# A verb may end so by itself: Process, Pass, Speed, Embed, Bring.
bad_subjects() {
  git -C "$source" log --no-merges --format='%h %s' "$1..HEAD" | awk '
    {
      subject = substr($0, index($0, " ") + 1)
      verb = $2
      fault = ""
      if (length(subject) > 72) fault = length(subject) " characters"
      if (verb !~ /^[A-Z][a-z]+$/) fault = "does not begin with a verb"
      if (verb ~ /(s|ed|ing)$/ && verb !~ /(ss|eed|bed|Bring|String)$/) fault = "is not imperative"
      if (subject ~ /\.$/) fault = "ends with a period"
      if (fault != "") print $0 ": " fault
    }'
}

base=$(sed -n 's/^base //p' "$ceilings")
name='subjects of commits are imperative and have at most 72 characters'
if [ -e "$source/.git" ] && git -C "$source" cat-file -e "$base^{commit}" 2>/dev/null; then
  report "$name" "$(bad_subjects "$base")"
else
  count=$((count + 1))
  echo "ok $count - $name # SKIP the base is not in a repository here"
fi

found=$(cd "$source" && all_sources |
  LC_ALL=C xargs awk 'length > 120 { print FILENAME ":" FNR ": " length " characters" }')
report 'lines have at most 120 characters' "$found"

name='clang-format changes nothing'
if [ "${BMS_REDUCE:-1}" != 1 ]; then
  count=$((count + 1))
  echo "ok $count - $name # SKIP this is a reduced run"
elif ! version=$(clang-format --version 2>/dev/null); then
  count=$((count + 1))
  echo "ok $count - $name # SKIP clang-format is not installed"
elif ! echo "$version" | grep -q 'version 14\.'; then
  count=$((count + 1))
  echo "ok $count - $name # SKIP clang-format is not version 14, whose output the sources have"
else
  found=$(cd "$source" && all_sources | xargs clang-format --dry-run 2>&1 | sed -n 's/^\([^ :]*:[0-9]*\):.*warning.*/\1/p')
  report "$name" "$found"
fi

echo "1..$count"
exit $failed
