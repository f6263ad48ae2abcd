#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# The library computes the same bits whoever compiles it: the answers of builds with other compilers, without
# optimisation, with all of it for this machine and without vectors are those of this build, for all public queries,
# some of each family, and edges and moves of random arms.  Other machines and more compilers: make check-portability.
# A reduced run (BMS_REDUCE) makes the one of these builds that has least in common with this one.
#
# What makes it so: each operation rounds to a double (lib/numeric/arithmetic.h, no flag is needed for it), and libm is
# asked for nothing but what IEEE 754 rounds correctly (lib/numeric/elementary.h has the rest).

root=${srcdir:-.}
work=tests/bits/work
said=/dev/null
. "$root/tests/bits/build.sh"

[ "${BMS_REDUCE:-1}" = 1 ] && whole=true || whole=false
$whole && echo 1..8 || echo 1..5
prepare 12
report $? 'this build answers'
[ "$(grep -c '^contact' "$work/reference.out")" -gt 300 ]
report $? 'hundreds of the answers are contacts'
[ "$(grep -c '^edge 1' "$work/reference.out")" -gt 50 ] && [ "$(grep -c '^scene contact' "$work/reference.out")" -gt 50 ]
report $? 'dozens of the edges of arms are free, and dozens of their moves end at a contact'

inexact='sin|cos|sincos|tan|asin|acos|atan|atan2|sinh|cosh|tanh|exp|exp2|expm1|log|log2|log10|log1p|pow|cbrt|hypot|fma'
${NM:-nm} -u lib/.libs/libbms-internal.a >"$work/undefined" && grep -q 'frexp' "$work/undefined" &&
  ! grep -Ew "($inexact)" "$work/undefined"
report $? 'libm is asked for nothing that it may round in its own way'

build gcc-O0 '' gcc -O0 -DBMS_NO_VECTORS
same gcc-O0 'gcc without optimisation and without vectors computes the same bits'
if $whole; then
  build clang-O3 '' clang -O3 -march=native &
  build gcc-O3 '' gcc -O3 -march=native -flto
  wait
  build clang-O2 '' clang -O2
  same clang-O3 'clang -O3 -march=native computes the same bits'
  same gcc-O3 'gcc -O3 -march=native -flto computes the same bits'
  same clang-O2 'clang -O2 computes the same bits'
fi
rm -rf "$work"
