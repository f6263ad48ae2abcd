#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# No flag takes the arithmetic away in silence: what is compiled with such a flag is an error, or the self-test finds
# it; and the flags that compilers have by default are taken back in the source.
#
# A file is compiled as somebody does who copies lib/ into his own program: no flag but these.

work=tests/bits/unsafe_work
root=${srcdir:-.}
rm -rf "$work"
mkdir -p "$work"
said=$work/said
. "$root/tests/support/tap.sh"

cat >"$work/main.c" <<'END'
#include <bms.h>
#include <stdio.h>
int main(void) {
  int found = bms_self_test();
  printf("%s\n", bms_self_test_message(found));
  return found == 0 ? 0 : 3;
}
END

# outcome COMPILER FLAG...: right, found (by the self-test), error (by the compiler, of arithmetic.h), or other.
outcome() {
  # shellcheck disable=SC2086
  if "$@" -I"$root/lib" -o "$work/a" "$work/main.c" "$root"/lib/numeric/self_test*.c -lm >"$said" 2>&1; then
    "$work/a" >>"$said" 2>&1
    case $? in 0) echo right ;; 3) echo found ;; *) echo other ;; esac
  elif grep -q 'error.*libbms needs' "$said"; then
    echo error
  else
    echo other
  fi
}

# refused COMPILER FLAG...: the compiler's own flags do not get through.  BMS_FLAGS_ALONE leaves the pragma out that takes
# some of them back.
refused() {
  case $(outcome "$@" -DBMS_FLAGS_ALONE) in
    error | found) report 0 "$* is refused" ;;
    *) report 1 "$* is refused" ;;
  esac
}

# taken_back COMPILER FLAG...: right without the help of any other flag.
taken_back() {
  [ "$(outcome "$@")" = right ]
  report $? "$* computes as it should"
}

# takes_half_precision COMPILER: a processor with arithmetic of 16 bits changes nothing for doubles.
takes_half_precision() {
  description="$1 compiles for a processor that computes with _Float16"
  for flag in -mavx512fp16 -march=armv8.2-a+fp16; do
    echo 'int unused;' | "$1" "$flag" -x c -fsyntax-only - >/dev/null 2>&1 || continue
    "$1" -O2 "$flag" -I"$root/lib" -fsyntax-only "$root"/lib/numeric/self_test.c >"$said" 2>&1
    report $? "$description"
    return
  done
  skip "$description" 'it knows no such processor'
}

planned=0
for compiler in gcc clang; do
  if ! command -v "$compiler" >/dev/null 2>&1; then
    skip "$compiler lets no unsafe flag through" "there is no $compiler"
    planned=$((planned + 1))
    continue
  fi
  planned=$((planned + 13))
  refused $compiler -O2 -ffast-math
  refused $compiler -Ofast
  refused $compiler -O2 -funsafe-math-optimizations
  refused $compiler -O2 -fassociative-math -fno-signed-zeros -fno-trapping-math
  refused $compiler -O2 -freciprocal-math
  refused $compiler -O2 -ffinite-math-only
  refused $compiler -O2 -fno-signed-zeros
  taken_back $compiler -O0
  taken_back $compiler -O2
  taken_back $compiler -O3
  if [ "$(outcome $compiler -O2 -march=native)" = other ]; then
    skip "$compiler -march=native computes as it should" 'it does not know this machine'
  else
    taken_back $compiler -O3 -march=native
  fi
  takes_half_precision $compiler
  if grep -qw fma /proc/cpuinfo 2>/dev/null; then
    refused $compiler -O2 -ffp-contract=fast -march=native
  else
    skip "$compiler -ffp-contract=fast is refused" 'this processor has no fused multiplication and addition'
  fi
done
rm -rf "$work"
echo "1..$planned"
