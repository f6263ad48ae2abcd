/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The rules of a valid query, one row each, in the order in which bms_validate() checks them.
 *
 * A row NAME has a function check_NAME() in validate.c, which is exact and gives the reason, and a member NAME of
 * bms_proved.  A tier that answers without bms_validate() sets the members that it has proved in doubles, for both
 * bodies, and answers only if bms_all_proved() is true.  A member that a tier does not set is false: a new row sends
 * all its queries to bms_validate(), until the tier proves the rule as well.  "How to add ..." in doc/architecture.md
 * has the steps.
 */

#ifndef BMS_RULES_H
#define BMS_RULES_H

#include <stdbool.h>

#include "numeric/compiler.h"

/* Magnitudes above this are out of range: products of up to ten of them, the lengths of numbers in the exact arithmetic
   and the answer itself stay representable below it. */
#define BMS_LARGEST_MAGNITUDE 1e100

#define BMS_INTERVAL_RULES(RULE)                                 \
  RULE(interval_range) /* |t0|, |t1| <= BMS_LARGEST_MAGNITUDE */ \
  RULE(interval_order) /* t0 <= t1 */
#define BMS_BOX_RULES(RULE)                                                             \
  RULE(box_range) /* the magnitudes of min and max are at most BMS_LARGEST_MAGNITUDE */ \
  RULE(box_order) /* min <= max */
#define BMS_MOTION_RULES(RULE)                                                                    \
  RULE(motion_form)    /* rigid or a matrix */                                                    \
  RULE(motion_range)   /* the magnitudes of the coefficients are at most BMS_LARGEST_MAGNITUDE */ \
  RULE(motion_regular) /* no t of the interval has w(t) <= 0, det A(t) = 0 or q(t) = 0 */
#define BMS_RULES(RULE) BMS_INTERVAL_RULES(RULE) BMS_BOX_RULES(RULE) BMS_MOTION_RULES(RULE)

/* The rules that a tier has proved of a query. */
typedef struct bms_proved {
#define BMS_PROVED_MEMBER(name) bool name;
  BMS_RULES(BMS_PROVED_MEMBER)
#undef BMS_PROVED_MEMBER
} bms_proved;

/* Returns true if all rules are proved. */
BMS_INLINE bool bms_all_proved(const bms_proved *proved) {
  bool all = true;
#define BMS_PROVED_TOO(name) all = all && proved->name;
  BMS_RULES(BMS_PROVED_TOO)
#undef BMS_PROVED_TOO
  return all;
}

/* Returns true if a quadratic with the Bernstein coefficients `first`, `mixed` and `last` is certainly positive between
   both ends, given that it is there: if first, last > doubt and each coefficient is off by at most `doubt`.  It is if
   mixed >= 0 or first last > mixed^2; the difference has to exceed the error that `doubt` makes of it. */
BMS_INLINE bool bms_stays_positive(double first, double mixed, double last, double doubt) {
  return mixed >= 0 || first * last - mixed * mixed > 2 * doubt * (first + last);
}

#endif /* BMS_RULES_H */
