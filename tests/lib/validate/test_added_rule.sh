#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# A rule added in lib/validate/ holds for every function and tier, and a reason without an example fails test_rules.
#
# Follows "How to add a reason" of doc/architecture.md in a copy of lib/: three reasons in bms.h, one row and one check
# for the interval, for a box and for a motion.  No other file of the copy is changed.  test_rules.c is built with the
# copy, once without and once with examples of the new reasons (ADDED_RULES).

root=${srcdir:-.}
work=tests/lib/validate/added_rule_work
said=$work/said
. "$root/tests/support/tap.sh"

# add AFTER TEXT FILE: puts a line after the first one that begins with AFTER.
add() {
  awk -v after="$1" -v text="$2" '{ print } !done && index($0, after) == 1 { print text; done = 1 } END { exit !done }' \
    "$3" >"$work/changed" && cp "$work/changed" "$3"
}

# row LIST NAME: adds a row to a list of rules.h.
row() {
  sed "s/^\(#define BMS_$1_RULES(RULE)\) *\\\\\$/\1 RULE($2) \\\\/" "$work/lib/validate/rules.h" >"$work/changed" &&
    ! cmp -s "$work/changed" "$work/lib/validate/rules.h" && cp "$work/changed" "$work/lib/validate/rules.h"
}

# compile: the files of the copy that include rules.h, themselves or by another header, as $work/*.o.
compile() {
  for file in $(cd "$work" && find lib -name '*.c'); do
    ${CC:-cc} -MM -I"$work/lib" "$work/$file" | grep -q 'validate/rules\.h' || continue
    ${CC:-cc} -c -O0 -w -I"$work/lib" -o "$work/$(echo "$file" | tr / -).o" "$work/$file" || return 1
  done
}

# build FLAG...: test_rules with these objects, and the rest of the library as it is.
build() {
  # shellcheck disable=SC2046
  ${CC:-cc} -O0 -w "$@" -I"$work/lib" -I"$root/tests/support" $(${PKG_CONFIG:-pkg-config} --cflags cmocka jansson) \
    -o "$work/test_rules" "$root/tests/lib/validate/test_rules.c" "$root/tests/support/query_text.c" "$work"/*.o \
    lib/.libs/libbms-internal.a $(${PKG_CONFIG:-pkg-config} --libs cmocka jansson) -lm -lpthread
}

if [ "${BMS_REDUCE:-1}" != 1 ]; then
  echo '1..0 # SKIP this is a reduced run'
  exit 0
fi
echo 1..4
rm -rf "$work"
mkdir -p "$work"
(cd "$root" && find lib -name '*.[ch]' | tar cf - -T -) | (cd "$work" && tar xf -)
check='#define CHECK_OF'
add '  BMS_CONTRADICTION,' '  BMS_ADDED_INTERVAL, BMS_ADDED_BOX, BMS_ADDED_MOTION,' "$work/lib/bms.h" &&
  row INTERVAL interval_added && row BOX box_added && row MOTION motion_added &&
  add "$check" 'static bms_reason check_motion_added(const bms_body *b, double t0, double t1) { const double *c =
    b->motion.form == BMS_MOTION_RIGID ? b->motion.rigid.position[1] : b->motion.matrix.entry[1][3];
    return t0 <= t1 && c[2] == 0.8125 ? BMS_ADDED_MOTION : BMS_VALID; }' "$work/lib/validate/validate.c" &&
  add "$check" 'static bms_reason check_box_added(const bms_box *box, double largest) {
    return largest > 0 && box->max[0] - box->min[0] == 0.8125 ? BMS_ADDED_BOX : BMS_VALID; }' \
    "$work/lib/validate/validate.c" &&
  add "$check" 'static bms_reason check_interval_added(double t0, double t1, double largest) {
    return largest > 0 && t1 - t0 == 0.8125 ? BMS_ADDED_INTERVAL : BMS_VALID; }' "$work/lib/validate/validate.c"
report $? 'three reasons, each a line of bms.h, a row of rules.h and a check in validate.c, are added to a copy'

compile >"$said" 2>&1 && build >"$said" 2>&1 && "$work/test_rules" >"$said" 2>&1
[ $? -ne 0 ] && grep -q '^not ok 2 - each_reason' "$said"
report $? 'test_rules fails as the new reasons have no examples'

# Every query is slow now, as no tier proves the new rules: the first case, which wants a fast answer, has to fail.
build -DADDED_RULES >"$said" 2>&1
"$work/test_rules" >"$said" 2>&1
grep -q '^not ok 1 - ordinary_queries' "$said"
report $? 'a tier that does not prove a rule leaves queries to bms_validate()'
[ "$(grep -c '^ok' "$said")" -eq 4 ]
report $? 'every function refuses what breaks an added rule, with its reason and part'
rm -rf "$work"
