#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Writes a folder of instructive queries, each as a page of its own, with an index page: gallery.sh QUERIES PROGRAM FOLDER
#
# QUERIES has one query a line, whose id has a name and a note, in this order:
#   {"id": {"name": "graze", "note": "..."}, "t": ...

set -eu
queries=$1
program=$2
folder=$3
mkdir -p "$folder"

# member NAME: that string of the id of the line on standard input.
member() {
  sed -n 's/^{"id": {[^}]*"'"$1"'": "\([^"]*\)".*/\1/p'
}

index_head() {
  cat <<'END'
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>First contacts</title>
<link rel="icon" href="data:,">
<style>
:root { --paper: #f7f6f3; --panel: #fff; --ink: #1d2228; --muted: #5f6973; --rule: #dddbd5; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #14171b; --panel: #1c2025; --ink: #eceef1; --muted: #9aa4ae; --rule: #31373e; }
}
body { margin: 0 auto; max-width: 1080px; padding: 24px 16px; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 22px; margin: 0 0 4px; }
p { margin: 0; color: var(--muted); }
ol { list-style: none; margin: 20px 0 0; padding: 0; display: grid; gap: 12px;
  grid-template-columns: repeat(auto-fill, minmax(300px, 1fr)); }
a { display: block; height: 100%; box-sizing: border-box; padding: 14px 16px; background: var(--panel);
  border: 1px solid var(--rule); border-radius: 10px; color: inherit; text-decoration: none; }
a:hover, a:focus-visible { border-color: var(--ink); }
a strong { display: block; margin-bottom: 4px; }
a span { color: var(--muted); font-size: 15px; }
</style>
</head>
<body>
<h1>First contacts</h1>
<p>Two boxes move. When do they first touch, and where? Each page shows one query: the boxes, their Minkowski sum and
their normal spheres.</p>
<ol>
END
}

{
  index_head
  while IFS= read -r line; do
    name=$(printf '%s\n' "$line" | member name)
    note=$(printf '%s\n' "$line" | member note)
    file=$(printf '%s' "$name" | tr ' ' '-').html
    printf '%s\n' "$line" | "$program" --html "$folder/$file" >/dev/null
    printf '<li><a href="%s"><strong>%s</strong><span>%s</span></a></li>\n' "$file" "$name" "$note"
  done <"$queries"
  printf '</ol>\n</body>\n</html>\n'
} >"$folder/index.html"
echo "$folder/index.html"
