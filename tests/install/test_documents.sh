#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Nothing installed points outside of the installation: links in its documents lead to installed files, and what programs,
# libraries, manual pages, headers and other files name (doc/limits.md, a script) is there. No file has a path of the build.
# The checker of certificates is on the PATH.
#
# Installs under the build directory with DESTDIR. Run by `make check`, which sets MAKE, includedir, libdir and srcdir.

here=$PWD
root=$here/tests/install/documents_root
work=$here/tests/install/documents_work
source=$(cd "${srcdir:-.}" && pwd)
said=$work/said
. "$source/tests/support/tap.sh"

# links DOCUMENT: the targets of its links and pictures, one a line, without those of the web and of its own sections.
links() {
  { tr '\n' ' ' <"$1" | grep -o '](\([^ ()]*\))' | sed 's/^](\(.*\))$/\1/'
    grep -oE '(src|srcset|href)="[^"]*"' "$1" | sed 's/.*="\(.*\)"/\1/'
  } | grep -vE '^(https?:|#)' | sed 's/#.*//'
}

# dead_links: "DOCUMENT: TARGET" for each link that leads nowhere.
dead_links() {
  find "$docs" -name '*.md' | while read -r document; do
    links "$document" | while read -r target; do
      case $target in /*) path=$root$target ;; *) path=$(dirname "$document")/$target ;; esac
      [ -e "$path" ] || echo "${document#"$docs/"}: $target"
    done
  done
}

# sections: "DOCUMENT: TARGET" for each link to a section that its document has not.
dead_sections() {
  find "$docs" -name '*.md' | while read -r document; do
    tr '\n' ' ' <"$document" | grep -o ']([^ ():]*#[^ ()]*)' | sed 's/^](\(.*\))$/\1/' | while read -r target; do
      other=${target%%#*}
      sed -n 's/^##* //p' "$(dirname "$document")/${other:-$(basename "$document")}" | tr 'A-Z ' 'a-z-' |
        tr -cd 'a-z0-9\n_-' | grep -qx -- "${target#*#}" || echo "${document#"$docs/"}: $target"
    done
  done
}

# mentioned FILE: names of documents, scripts and files of the source tree that it mentions.
mentioned() {
  case $1 in *.so* | *.a | */bin/*) strings -n 4 "$1" ;; *) cat "$1" ;; esac |
    grep -oE '(^|[^A-Za-z0-9_./$}-])((doc|examples|lib|plugin|preload|tools|tests|bench|man)/[A-Za-z0-9_./-]*[A-Za-z0-9_]|[A-Za-z0-9_-]{3,}\.(md|py|sh)([^A-Za-z0-9_]|$))' |
    sed 's/^[^A-Za-z]//; s/[^A-Za-z0-9_]$//' | sort -u
}

# lost_mentions: "FILE: NAME" for what is neither in the folder of the documents nor a program. Documents and examples name
# files of the source tree as such.
lost_mentions() {
  (cd "$work/stripped" && find . -type f ! -path "*/doc/*" ! -name '*.la') | sort | while read -r file; do
    mentioned "$work/stripped/$file" | while read -r name; do
      [ -e "$docs/$name" ] || echo "${file#.}: $name"
    done
  done
}

# paths_of_build: files that name the folder of the build or of the sources.  The folder of the installation, which
# make distcheck has below the sources, does not count.
paths_of_build() {
  own=${includedir%/*}
  (cd "$work/stripped" && find . -type f | while read -r file; do
    case $own in "$source"/*) LC_ALL=C sed "s|$own||g" "$file" ;; *) cat "$file" ;; esac |
      grep -qF -e "$here/" -e "$source/" && echo "$file"
  done)
}

# Debugging information names sources.
without_debugging_information() {
  cp -R "$root" "$work/stripped"
  find "$work/stripped" -type f \( -name '*.so*' -o -name '*.a' -o -path '*/bin/*' \) -exec strip --strip-debug {} + 2>/dev/null
  find "$work/stripped" -type f \( -name '*.so*' -o -path '*/bin/*' \) -exec strip {} + 2>/dev/null
}

echo 1..6
rm -rf "$root" "$work"
mkdir -p "$work"
$MAKE install DESTDIR="$root" >"$said" 2>&1
report $? 'make install puts the tree below DESTDIR'
docs=$(dirname "$(find "$root" -name certificates.md | sed 's|/certificates.md||')")
bindir=$(dirname "$(find "$root" -name bms-first-contact -path '*bin*' | head -n 1)")
bindir=${bindir#"$root"}

[ "$(find "$docs/doc" -name '*.md' | wc -l)" -eq "$(ls "$source"/doc/*.md | wc -l)" ] && [ -s "$docs/README.md" ] &&
  [ -s "$docs/examples/hello.c" ]
report $? 'all documents are installed, and the examples'
{ dead_links; dead_sections; } >"$said"
[ ! -s "$said" ]
report $? 'each link in them leads to an installed file, and to a section that is there'
without_debugging_information
# Sanitizers put the names of sources into programs.
case ${CFLAGS-} in
  *-fsanitize*) : >"$said" ;;
  *) lost_mentions >"$said" ;;
esac
[ ! -s "$said" ]
report $? 'programs, manual pages, headers and modules name no file that is not installed'
paths_of_build >"$said"
[ ! -s "$said" ]
report $? 'no file has a path of the build'
if command -v python3 >/dev/null 2>&1; then
  head -n 5 "$source/tests/data/public.jsonl" >"$work/queries"
  ./tools/bms-first-contact --certificate <"$work/queries" >"$work/answers" 2>"$said" &&
    (PATH=$root$bindir:$PATH && bms-check-certificate "$work/queries" "$work/answers") >"$said" 2>&1 &&
    grep -q '^5 proved, 0 refused' "$said"
  report $? 'bms-check-certificate proves answers of bms-first-contact'
else
  skip 'bms-check-certificate proves answers of bms-first-contact' 'there is no python3'
fi
rm -rf "$root" "$work"
