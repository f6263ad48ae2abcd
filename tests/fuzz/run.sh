#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Builds and runs the fuzz targets: run.sh SECONDS DIRECTORY, for `make fuzz`.  Each of the three runs for this long.
#
# Needs clang with its sanitizers' and libFuzzer's runtime.  In DIRECTORY the corpora grow from run to run, begun with
# the public queries, robots and scenes, and what crashes a target is kept in crashes-json/, crashes-query/ and
# crashes-robot/.  The exit status is 0 if nothing is there.
#
# srcdir names the source tree; seeds and the page's template are in the build directory.  FUZZ_CC is the compiler,
# CPPFLAGS and LIBS are jansson's, ROBOT_CPPFLAGS and ROBOT_LIBS those of the readers of robots; without the latter these are passed over.

set -eu

seconds=$1
directory=$2
root=${srcdir:-.}
compiler=${FUZZ_CC:-clang}

# The checks for null, alignment, object size and pointer overflow are left to AddressSanitizer and to `make
# check-sanitize`: with libFuzzer's counters on top they make exact arithmetic ten times as slow.
sanitize='-fsanitize=address,undefined -fno-sanitize=alignment,null,object-size,pointer-overflow -fno-sanitize-recover=all'
flags="-std=c11 -g -O2 -ffp-contract=off -Wall -Wextra -Wconversion -Werror $sanitize -fsanitize=fuzzer
-I$root/lib -I$root/tools -I$root/tests/support ${CPPFLAGS:-}"

can_fuzz() {
  echo 'int LLVMFuzzerTestOneInput(const unsigned char *p, unsigned long n) { return p == 0 && n > 0; }' \
    >"$directory/probe.c"
  # shellcheck disable=SC2086
  "$compiler" $sanitize -fsanitize=fuzzer -o "$directory/probe" "$directory/probe.c" 2>"$directory/probe.log"
}

# target NAME LENGTH SOURCE...: builds fuzz_NAME and runs it with inputs of at most this length.
target() {
  name=$1
  length=$2
  shift 2
  echo "fuzz: fuzz_$name for $seconds s"
  # shellcheck disable=SC2086
  "$compiler" $flags -o "$directory/fuzz_$name" "$root/tests/fuzz/fuzz_$name.c" "$@" $library ${LIBS:-} -lm
  "$directory/fuzz_$name" -max_total_time="$seconds" -max_len="$length" -timeout=300 -print_final_stats=1 \
    -artifact_prefix="$directory/crashes-$name/" "$directory/corpus-$name" >"$directory/$name.log" 2>&1 || {
    tail -n 60 "$directory/$name.log" | cut -c 1-2000
    return 1
  }
  grep '^stat::number_of_executed_units' "$directory/$name.log"
}

# is_new OBJECT SOURCE: returns true if neither the source nor any header has changed since it was compiled.
is_new() {
  [ "$1" -nt "$2" ] && [ -z "$(find "$root/lib" "$root/tools" "$root/robot" -name '*.h*' -newer "$1")" ]
}

# objects OPTIONS SOURCE...: compiles what has changed; prints the objects.
objects() {
  options=$1
  shift
  mkdir -p "$directory/objects"
  for source; do
    object=$directory/objects/$(echo "${source#"$root"/}" | tr / _).o
    case $source in
      *.cpp) language='-x c++ -std=c++14' ;;
      *_avx2.c) language='-x c -std=c11 -ffp-contract=off -mavx2 -mfma' ;;
      *) language='-x c -std=c11 -ffp-contract=off' ;;
    esac
    # shellcheck disable=SC2086
    is_new "$object" "$source" || "$compiler" -g -O2 $sanitize -fsanitize=fuzzer-no-link $language \
      -I"$root/lib" -I"$root/tools" -I"$root/robot" $options -c -o "$object" "$source" || return 1
    echo "$object"
  done
}

# robot_seeds: robots and scenes, each with the letter of its reader before it.
robot_seeds() {
  mkdir -p "$directory/corpus-robot" "$directory/crashes-robot"
  for file in "$root"/examples/arm/*.urdf; do
    { printf u; cat "$file"; } >"$directory/corpus-robot/$(basename "$file")"
  done
  for file in "$root"/examples/arm/*.yaml "$root"/tests/data/motion_bench_maker/*.yaml; do
    { printf y; cat "$file"; } >"$directory/corpus-robot/$(basename "$file")"
  done
  cp "$root"/tests/fuzz/robot_seeds/* "$directory/corpus-robot/"
}

# robot_target: builds and runs fuzz_robot.
robot_target() {
  readers=$(objects "${CPPFLAGS:-} $ROBOT_CPPFLAGS" "$root/tests/fuzz/fuzz_robot.c" "$root"/robot/*.c \
    "$root"/robot/files/*.c "$root"/robot/files/*.cpp) || return 1
  robot_seeds
  echo "fuzz: fuzz_robot for $seconds s"
  # shellcheck disable=SC2086
  "$compiler" --driver-mode=g++ $sanitize -fsanitize=fuzzer -o "$directory/fuzz_robot" $readers $library $ROBOT_LIBS ${LIBS:-} -lm
  "$directory/fuzz_robot" -max_total_time="$seconds" -max_len=6000 -timeout=60 -rss_limit_mb=2048 -print_final_stats=1 \
    -artifact_prefix="$directory/crashes-robot/" "$directory/corpus-robot" >"$directory/robot.log" 2>&1 || {
    tail -n 60 "$directory/robot.log" | cut -c 1-2000
    return 1
  }
  grep '^stat::number_of_executed_units' "$directory/robot.log"
}

mkdir -p "$directory"
if ! can_fuzz; then
  cat "$directory/probe.log" >&2
  version=$("$compiler" -dumpversion 2>/dev/null | cut -d . -f 1)
  echo "fuzz: clang with libFuzzer is needed; Debian: apt-get install clang libclang-rt-${version:-14}-dev" >&2
  exit 1
fi
mkdir -p "$directory/corpus-json" "$directory/corpus-query" "$directory/crashes-json" "$directory/crashes-query"
./tests/fuzz/seeds "$directory/corpus-json" "$directory/corpus-query" <"$root/tests/data/public.jsonl"

# shellcheck disable=SC2046
library=$(objects '' $(find "$root/lib" -name '*.c')) || exit 1
support=$root/tests/support
tool=$root/tools/first_contact
status=0
# shellcheck disable=SC2046
target json 4000 $(find "$tool" -name '*.c' ! -name first_contact.c) "$root/tools/json/number_text.c" \
  "$root/tools/options.c" "$root/tools/output_file.c" "$root/tools/page/page.c" tools/page/page_template.c || status=1
target query 829 "$support/any_query.c" "$support/invariants.c" "$support/plausible.c" "$support/query_text.c" \
  "$support/random.c" || status=1
if [ -n "${ROBOT_LIBS:-}" ]; then
  robot_target || status=1
else
  echo 'fuzz: fuzz_robot is passed over: no urdfdom or no libyaml'
fi
for crash in "$directory"/crashes-*/*; do
  [ -e "$crash" ] || continue
  case $crash in
    */slow-unit-*) echo "fuzz: slow: $crash" ;;
    *)
      echo "fuzz: kept: $crash"
      status=1
      ;;
  esac
done
exit "$status"
