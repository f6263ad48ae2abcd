# SPDX-License-Identifier: BSD-3-Clause
#
# Builds of the library with other compilers, and their answers: . "$root/tests/bits/build.sh", after $root, $work and
# $said have been set.  The build that runs this has written $work/queries and its own answers, $work/reference.out.

. "$root/tests/support/tap.sh"

# The files, as somebody has them who copies lib/ into his own program; and no flag that the library needs.
library=$(find "$root/lib" -name '*.c')
program="$root/tests/bits/answers.c $root/tests/bits/query_bits.c $root/tests/bits/scene_answers.c
  $root/tests/support/answer_text.c $root/tests/support/random.c"
include="-I$root/lib -I$root/tests/support -I$root/tests/bits"

# prepare SEEDS: the queries, and the answers of this build.
prepare() {
  rm -rf "$work"
  mkdir -p "$work"
  ./tests/bits/queries "$root/tests/data/public.jsonl" "$1" >"$work/queries" &&
    ./tests/bits/answers <"$work/queries" >"$work/reference.out"
}

# build NAME RUNNER COMPILER FLAG...: the answers of such a build in work/NAME.out.  RUNNER runs the program, "" if it
# runs by itself.  What is missing, a compiler, a flag that it does not know or a runner, is the reason in
# work/NAME.skip.
build() {
  name=$1
  runner=$2
  shift 2
  if ! command -v "$1" >/dev/null 2>&1; then
    echo "there is no $1" >"$work/$name.skip"
    return 0
  fi
  echo 'int main(void) { return 0; }' >"$work/$name.c"
  if ! "$@" -o "$work/$name.exe" "$work/$name.c" -lm 2>"$work/$name.log"; then
    echo "$* builds no program here" >"$work/$name.skip"
    return 0
  fi
  # shellcheck disable=SC2086
  if ! $runner "$work/$name.exe" >>"$work/$name.log" 2>&1; then
    echo "nothing here runs what $1 builds${runner:+ (${runner%% *})}" >"$work/$name.skip"
    return 0
  fi
  # shellcheck disable=SC2086
  "$@" $include -o "$work/$name.exe" $library $program -lm >"$work/$name.log" 2>&1 &&
    $runner "$work/$name.exe" <"$work/queries" 2>>"$work/$name.log" | tr -d '\r' >"$work/$name.out"
}

# same NAME DESCRIPTION: what build NAME printed is what this build prints.
same() {
  if [ -e "$work/$1.skip" ]; then
    skip "$2" "$(cat "$work/$1.skip")"
  elif cmp -s "$work/reference.out" "$work/$1.out"; then
    report 0 "$2"
  else
    { cat "$work/$1.log"; diff "$work/reference.out" "$work/$1.out" | head -n 6; } 2>&1 | cut -c 1-300 | sed 's/^/# /'
    report 1 "$2"
  fi
}
