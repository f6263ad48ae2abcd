#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# The manual pages and the completions (bash, fish, zsh) of the command-line programs know the options that --help shows,
# and no others; the pages are clean. --help has 80 columns, and its examples, at the end, run.
#
# Run by `make check` in the build directory, which sets srcdir.

root=${srcdir:-.}
build=$PWD
work=$build/tests/tools/manual_work
said="$work/said"
. "$root/tests/support/tap.sh"

# options_in FILE: the long options that it names, in order.
options_in() {
  sed 's/\\-/-/g; s/^complete .* -l \([a-z-]*\).*/--\1/' "$1" | grep -o -e '--[a-z][a-z-]*' | sort -u
}

# same_options DESCRIPTION FILE: as in help.
same_options() {
  options_in "$2" >"$work/found"
  diff "$work/options" "$work/found" >"$said" 2>&1
  report $? "$1"
}

# clean PAGE: groff, or mandoc, has nothing to say of it.
clean() {
  if command -v groff >/dev/null 2>&1; then
    groff -man -Tutf8 -ww -z "$1" >"$said" 2>&1
  else
    mandoc -T lint -W warning "$1" >"$said" 2>&1
  fi
  [ $? -eq 0 ] && [ ! -s "$said" ]
}

# completes PROGRAM WORD EXPECTED: bash offers this for the word.
completes() {
  bash -c '. "$1"; _$2 "$3" "$4" "$3"; echo "${COMPREPLY[*]}"' - "$root/completion/$1" "$(echo "$1" | tr - _)" "$1" \
    "$2" >"$said" 2>&1
  grep -qxF -- "$3" "$said"
}

# fish_completes PROGRAM WORD EXPECTED
fish_completes() {
  fish -c 'source "$argv[1]"; complete -C "$argv[2] $argv[3]"' "$root/completion/$1.fish" "$1" "$2" >"$said" 2>&1
  grep -q -- "^$3" "$said"
}

# zsh_completes PROGRAM OPTION: zsh reads the file, which has a specification for the option.
zsh_completes() {
  zsh -fc '_arguments() { print -l -- "$@" }; . "$1"' - "$root/completion/_$1" >"$said" 2>&1
  grep -q -- "^$2\[*" "$said"
}

# shell_completes PROGRAM SHELL COMMAND ARGUMENT...
shell_completes() {
  program=$1
  shell=$2
  shift 2
  if command -v "$shell" >/dev/null 2>&1; then
    "$@"
    report $? "$program: $shell completes an option"
  else
    skip "$program: $shell completes an option" "there is no $shell"
  fi
}

# narrow_help PROGRAM: --help has lines of 80 characters at most, and examples at its end.
narrow_help() {
  awk 'length > 80 { print; wide = 1 } END { exit wide }' "$work/help" >"$said" &&
    tail -n 15 "$work/help" | grep -q '^Examples'
  report $? "$1: --help has 80 columns, and examples at its end"
}

# examples_run PROGRAM: the examples of --help run in a folder with their files; standard error has notes only.
examples_run() {
  sed '1,/^Examples/d' "$work/help" >"$work/examples"
  (cd "$work/folder" && PATH=$work/bin:$build/tools:$PATH sh -u ../examples) >/dev/null 2>"$said"
  if grep -q 'built without' "$said"; then
    skip "$1: the examples of --help run" 'this build does not read meshes and octomaps'
  else
    grep -q "^ .*$1" "$work/examples" && ! grep -qv ': note: ' "$said"
    report $? "$1: the examples of --help run"
  fi
}

check_program() {
  if [ ! -x "./tools/$1" ]; then
    for description in 'is documented' 'has narrow help' 'has examples' 'bash' 'fish' 'zsh' 'has a clean page' 'is completed by bash' 'by fish' 'by zsh'; do
      skip "$1: $description" "$1 is not built: no urdfdom or no libyaml"
    done
    return
  fi
  "./tools/$1" --help >"$work/help"
  options_in "$work/help" >"$work/options"
  [ -s "$work/options" ] || echo "# $1 --help shows no option"
  same_options "$1: the manual page has the options of --help" "$root/man/$1.1"
  narrow_help "$1"
  examples_run "$1"
  same_options "$1: so has the completion of bash" "$root/completion/$1"
  same_options "$1: and of fish" "$root/completion/$1.fish"
  same_options "$1: and of zsh" "$root/completion/_$1"
  if command -v groff >/dev/null 2>&1 || command -v mandoc >/dev/null 2>&1; then
    clean "$root/man/$1.1"
    report $? "$1: the manual page is clean"
  else
    skip "$1: the manual page is clean" 'there is neither groff nor mandoc'
  fi
  shell_completes "$1" bash completes "$1" --thr --threads
  shell_completes "$1" fish fish_completes "$1" --thr --threads
  shell_completes "$1" zsh zsh_completes "$1" --threads
}

# The page's own example, run with the program of this build.
example_of_first_contact() {
  sed -n '/^.SH EXAMPLES/,/^.fi/p' "$root/man/bms-first-contact.1" | sed -n '/^.nf/,/^.fi/p' |
    sed -e '/^\./d' -e 's/\\-/-/g' -e 's/\\e/\\/g' >"$work/example"
  PATH=$PWD/tools:$PATH sh -eu "$work/example" >"$said" 2>&1 && grep -q '"t": 0.375,' "$said"
  report $? 'bms-first-contact: the example of the manual page gives the answer that it names'
}

echo 1..25
rm -rf "$work"
mkdir -p "$work/bin" "$work/folder"
cp -R "$root/examples/arm/." "$work/folder"
chmod -R u+w "$work/folder"
head -n 5 "$root/tests/data/public.jsonl" >"$work/folder/queries.jsonl"
printf '#!/bin/sh\nexec python3 "%s/tools/check_certificate.py" "$@"\n' "$(cd "$root" && pwd)" >"$work/bin/bms-check-certificate"
chmod 755 "$work/bin/bms-check-certificate"
check_program bms-first-contact
check_program bms-arm-sweep
example_of_first_contact
if command -v python3 >/dev/null 2>&1; then
  python3 "$root/tools/check_certificate.py" --help >"$work/help"
  narrow_help bms-check-certificate
  examples_run bms-check-certificate
else
  for description in 'has narrow help' 'has examples'; do skip "bms-check-certificate: $description" 'there is no python3'; done
fi
for page in bms-check-certificate.1 bms_robot.3; do
  if command -v groff >/dev/null 2>&1 || command -v mandoc >/dev/null 2>&1; then
    clean "$root/man/$page"
    report $? "$page is clean"
  else
    skip "$page is clean" 'there is neither groff nor mandoc'
  fi
done
rm -rf "$work"
