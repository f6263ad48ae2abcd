# SPDX-License-Identifier: BSD-3-Clause
#
# Writes a document as it is installed: awk -v name=doc/algorithm.md -v installed="README.md doc/limits.md ..." \
#   -v includedir=/usr/include -v bindir=/usr/bin -f installed.awk DOCUMENT
#
# `installed` lists the files of the documents' folder, by their names in the source tree. Links to these stay; links to
# public headers and to the certificates' checker lead to where those are installed; other links become their text.

# of_tree(TARGET): the name in the source tree of what a link in this document leads to.
function of_tree(target, parts, kept, count, n, k) {
  target = folder target
  count = split(target, parts, "/")
  n = 0
  for (k = 1; k <= count; k++) {
    if (parts[k] == "..") n--
    else if (parts[k] != ".") kept[++n] = parts[k]
  }
  target = ""
  for (k = 1; k <= n; k++) target = target (k > 1 ? "/" : "") kept[k]
  return target
}

# place(TARGET): where the link leads in an installation; "" if there is no such file.
function place(target, path, file) {
  if (target ~ /^(https?:|#)/) return target
  path = target
  sub(/#.*/, "", path)
  path = of_tree(path)
  if (path in known) return target
  file = path
  sub(/.*\//, "", file)
  if (path ~ /^(lib|robot|plugin)\/(bms|qmbox)[a-z_]*\.hp*$/) return includedir "/" file
  if (path == "tools/check_certificate.py") return bindir "/bms-check-certificate"
  return ""
}

# opening(TEXT): the position of the bracket that a text, which ends before "](", leaves open.
function opening(text, depth, k, c) {
  depth = 1
  for (k = length(text); k > 0; k--) {
    c = substr(text, k, 1)
    depth += (c == "]") - (c == "[")
    if (depth == 0) return k
  }
  return 0
}

BEGIN {
  count = split(installed, names, " ")
  for (k = 1; k <= count; k++) known[names[k]] = 1
  folder = name
  if (!sub(/[^\/]*$/, "", folder)) folder = ""
}

{ whole = whole $0 "\n" }

END {
  while (match(whole, /\]\([^ ()]+\)/)) {
    before = substr(whole, 1, RSTART - 1)
    target = substr(whole, RSTART + 2, RLENGTH - 3)
    whole = substr(whole, RSTART + RLENGTH)
    there = place(target)
    start = opening(before)
    if (there != "" || start == 0) {
      printf "%s](%s)", before, there == "" ? target : there
      continue
    }
    text = substr(before, start + 1)
    path = target
    sub(/#.*/, "", path)
    text = index(text, of_tree(path)) ? text " of the sources" : text " (" of_tree(path) " of the sources)"
    printf "%s%s", substr(before, 1, start - 1), text
  }
  printf "%s", whole
}
