#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# The site has a page for each document, and those of the interface; its links lead to pages and sections, it loads nothing
# from elsewhere, its search knows the words of the documents, and a browser shows it from disk.
#
# Run by `make check` in the build directory, which sets srcdir and MAKE.

work=$PWD/tests/examples/site_work
source=$(cd "${srcdir:-.}" && pwd)
said="$work/out"
. "$source/tests/support/tap.sh"
. "$source/tests/page/modules.sh"

echo 1..6
for tool in mkdocs doxygen python3; do
  if ! command -v $tool >/dev/null 2>&1; then
    for i in 1 2 3 4 5 6; do skip "the site $i" "there is no $tool"; done
    exit 0
  fi
done
rm -rf "$work"
mkdir -p "$work"

${MAKE:-make} doc >"$work/out" 2>&1 && sh "$source/doc/site.sh" "$source" doc/api/html "$work/site" >"$work/out" 2>&1
report $? 'doc/site.sh builds the site without a warning'

for page in "$source"/doc/*.md; do
  name=${page##*/}
  [ -s "$work/site/doc/${name%.md}.html" ] || echo "no page: $name"
  grep -qF "doc/$name" "$source/doc/mkdocs.yml" || echo "not in mkdocs.yml: $name"
done >"$work/out"
for header in "$source"/lib/bms*.h "$source/robot/bms_robot.h" "$source/plugin/qmbox.h"; do
  name=$(basename "$header" .h | sed 's/_/__/g')_8h.html
  [ -s "$work/site/api/$name" ] || echo "no page of ${header##*/}"
done >>"$work/out"
[ -s "$work/site/index.html" ] && [ ! -s "$work/out" ]
report $? 'each document and each public header has a page, the former in mkdocs.yml'

grep -q 'href="../api/bms__batch_8h.html"' "$work/site/doc/reading-the-answer.html" &&
  grep -q 'href="../api/qmbox_8h.html"' "$work/site/doc/worlds.html"
report $? 'links to headers lead to the pages of the interface'

python3 "$source/tests/examples/site_links.py" "$work/site" >"$work/out" 2>&1 && [ ! -s "$work/out" ]
report $? 'links lead to pages and sections, and nothing is loaded from elsewhere'

python3 - "$work/site/search/search_index.json" >"$work/out" 2>&1 <<'END'
import json
import sys

with open(sys.argv[1], encoding='utf-8') as index:
    places = json.load(index)['docs']
for word, page in (('tunnelling', 'doc/faq.html'), ('advisedParts', 'doc/worlds.html'), ('octomap', 'doc/paths-and-arms.html')):
    if not any(place['location'].startswith(page) and word in place['text'] + place['title'] for place in places):
        sys.exit('%s is not found in %s' % (word, page))
END
report $? 'the search knows words of the documents'

missing=$(modules_missing)
[ -n "$missing" ] || browser >/dev/null || missing='there is no Chromium (doc/building.md)'
if [ -n "$missing" ]; then
  skip 'a browser shows it from disk' "$missing"
else
  PAGE_MODULES=$work/page PAGE_BROWSER=$(browser) timeout 300 node "$source/tests/examples/check_site.mjs" "$work/site" \
    >"$work/out" 2>&1 && [ ! -s "$work/out" ]
  report $? 'a browser shows it from disk, 1280 and 390 wide, in the dark too, and finds words'
fi
rm -rf "$work"
