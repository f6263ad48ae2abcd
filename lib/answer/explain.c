/* SPDX-License-Identifier: BSD-3-Clause */

/* Why a query is invalid, in words: the field, what is wrong with it. */

#include "numeric/arithmetic.h"

#include <stdio.h>

#include "bms.h"

typedef struct explanation {
  const char *field; /* below the part; "" for the part itself */
  const char *text;
} explanation;

static explanation explanation_of(bms_reason reason, const char *motion) {
  switch (reason) {
    case BMS_VALID:
      return (explanation){"", "nothing is wrong"};
    case BMS_INTERVAL_NOT_FINITE:
      return (explanation){"t", "a bound of the interval is not finite"};
    case BMS_INTERVAL_REVERSED:
      return (explanation){"t", "the interval is empty: t0 > t1"};
    case BMS_BOX_NOT_FINITE:
      return (explanation){"min, max", "a corner is not finite"};
    case BMS_BOX_REVERSED:
      return (explanation){"min", "exceeds max in a coordinate"};
    case BMS_MOTION_NOT_FINITE:
      return (explanation){motion, "a coefficient is not finite"};
    case BMS_MOTION_FORM:
      return (explanation){"motion", "its form is neither matrix nor rigid"};
    case BMS_WEIGHT_NOT_POSITIVE:
      return (explanation){"matrix", "w(t) is not positive on the interval"};
    case BMS_MATRIX_SINGULAR:
      return (explanation){"matrix", "det A(t) vanishes on the interval"};
    case BMS_QUATERNION_VANISHES:
      return (explanation){"quaternion", "q(t) vanishes on the interval"};
    case BMS_HALF_SPACE_NOT_FINITE:
      return (explanation){"normal, offset", "a number is not finite"};
    case BMS_NORMAL_ZERO:
      return (explanation){"normal", "is zero"};
    case BMS_PATH_BROKEN:
      return (explanation){"path", "does not cover the interval, or its pieces do not follow each other"};
    case BMS_PIECE_BOUNDS:
      return (explanation){"path", "a piece has a radius below 0, a stretch below 1, or one that is not finite"};
    case BMS_NEARNESS_NEGATIVE:
      return (explanation){"nearness or tolerance", "is below 0 or not a number"};
    case BMS_CONTRADICTION:
      return (explanation){"", "doubles and exact arithmetic contradict each other: see bms_self_test()"};
    case BMS_OUT_OF_RANGE:
    case BMS_REASONS:
      break;
  }
  return (explanation){"", "numbers out of range: above 1e100, or too far apart in magnitude for the exact arithmetic"};
}

/* Returns what the motion of this part of a query is called. */
static const char *motion_field(const bms_query *query, bms_part where) {
  if (query == NULL || where == BMS_PART_QUERY) return "motion";
  const bms_body *body = where == BMS_PART_A ? &query->a : &query->b;
  return body->motion.form == BMS_MOTION_RIGID ? "position, quaternion" : "matrix";
}

int bms_explain(const bms_query *query, const bms_contact *contact, char *text, int size) {
  static const char *const PART[] = {"", "a", "b"};
  const char *part = PART[contact->where];
  explanation e = explanation_of(contact->reason, motion_field(query, contact->where));
  const char *dot = part[0] != 0 && e.field[0] != 0 ? "." : "";
  const char *colon = part[0] != 0 || e.field[0] != 0 ? ": " : "";
  return snprintf(text, size > 0 ? (size_t)size : 0, "%s%s%s%s%s", part, dot, e.field, colon, e.text);
}
