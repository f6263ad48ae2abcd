#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Builds the site of `make site`: site.sh SOURCE API SITE, the top folder of the sources, the folder of doxygen's pages, and
# the folder to write.  mkdocs.yml names the pages.
#
# The pages are the documents as they are, in the folders that they have. Files that they link to go with them; links to
# public headers lead to the pages of the interface; links to folders become text (installed.awk).

set -eu

source=$(cd "$1" && pwd)
api=$(cd "$2" && pwd)
mkdir -p "$3"
site=$(cd "$3" && pwd)
work=$site.work
pages=$work/pages
rm -rf "$work"
mkdir -p "$pages"
cp "$source/doc/mkdocs.yml" "$work"
cp "$source/doc/site.css" "$source/doc/site.js" "$pages"
cp -R "$api" "$pages/api"

cd "$source"
documents=$(ls README.md CHANGELOG.md CONTRIBUTING.md doc/*.md tests/README.md bench/*.md bench/worlds/README.md \
  tools/page/README.md)

# files_of DOCUMENT: the files of the tree that it links to or shows, public headers excepted.
files_of() {
  { tr '\n' ' ' <"$1" | grep -oE '\]\([^ ()]+\)' | sed 's/^](\(.*\))$/\1/'
    grep -oE '(src|srcset|href)="[^"]*"' "$1" | sed 's/.*="\(.*\)"/\1/'
  } | grep -vE '^([a-z]+:|#)' | sed 's/#.*//' | sort -u | while read -r target; do
    path=$(realpath -m --relative-to=. "$(dirname "$1")/$target")
    case $path in
      lib/bms*.h | robot/bms*.h | plugin/qmbox*.h | *.md) ;;
      *) [ ! -f "$path" ] || echo "$path" ;;
    esac
  done
}

# A page of doxygen has the name of its header with a second _ for each, and _8 for the point; a header without a page leads
# to the list of all.
to_api() {
  awk -v top="$1" -v api="$api" '{
    while (match($0, /@API@\/[a-z_]+\.h\)/)) {
      name = substr($0, RSTART + 6, RLENGTH - 9)
      gsub(/_/, "__", name)
      known = (getline line <(api "/" name "_8h.html")) > 0
      close(api "/" name "_8h.html")
      $0 = substr($0, 1, RSTART - 1) top (known ? "api/" name "_8h.html)" : "api/files.html)") substr($0, RSTART + RLENGTH)
    }
    print
  }'
}

files=$(for document in $documents; do files_of "$document"; done | sort -u)
for file in $files; do
  mkdir -p "$pages/$(dirname "$file")"
  cp "$file" "$pages/$file"
done

for document in $documents; do
  mkdir -p "$pages/$(dirname "$document")"
  # python-markdown begins a list behind an empty line only.
  awk -v name="$document" -v installed="$(echo $documents $files)" -v includedir=@API@ -f doc/installed.awk "$document" |
    to_api "$(echo "$document" | sed 's|[^/]*$||; s|[^/]*/|../|g')" |
    awk '/^```/ { code = !code }
      !code && /^(- |[0-9]+\. )/ && before != "" && before !~ /^(- |[0-9]+\. |  )/ { print "" }
      { print; before = $0 }' >"$pages/$document"
done

# Rows of the interface lead to its pages.
sed -E 's,^\| ((bms|qmbox)[a-z_]*\.h) \|,| [\1](@API@/\1) |,; s/ \{#mainpage\}//' doc/api.md | to_api ../ >"$pages/doc/api.md"

cd "$work"
mkdocs build --strict --clean --site-dir "$site" >"$work/said" 2>&1 || { cat "$work/said" >&2; exit 1; }
# For the search from disk (site.js).
{ printf 'const search_index = ' && cat "$site/search/search_index.json"; } >"$site/search/search_index.js"
rm -rf "$work"
