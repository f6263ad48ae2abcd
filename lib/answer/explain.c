/* SPDX-License-Identifier: BSD-3-Clause */

/* Why a query is invalid, in words: the field and its fault. */

#include "numeric/arithmetic.h"

#include <stdio.h>

#include "bms.h"

const char *bms_reason_name(bms_reason reason) {
  switch (reason) {
    case BMS_VALID:
      return "nothing is wrong";
    case BMS_INTERVAL_NOT_FINITE:
      return "a bound of the interval is not finite";
    case BMS_INTERVAL_REVERSED:
      return "the interval is empty: t0 > t1";
    case BMS_BOX_NOT_FINITE:
      return "a number of the shape is not finite";
    case BMS_BOX_REVERSED:
      return "min exceeds max in a coordinate, or a size is below 0";
    case BMS_MOTION_NOT_FINITE:
      return "a coefficient is not finite";
    case BMS_MOTION_FORM:
      return "the form of the motion is not one that is allowed here";
    case BMS_WEIGHT_NOT_POSITIVE:
      return "w(t) is not positive on the interval";
    case BMS_MATRIX_SINGULAR:
      return "det A(t) vanishes on the interval";
    case BMS_QUATERNION_VANISHES:
      return "q(t) vanishes on the interval";
    case BMS_HALF_SPACE_NOT_FINITE:
      return "a number of the half-space is not finite";
    case BMS_NORMAL_ZERO:
      return "the normal is zero";
    case BMS_PATH_BROKEN:
      return "the path does not cover the interval, or its pieces do not follow each other";
    case BMS_PIECE_BOUNDS:
      return "a piece has a radius below 0, a stretch below 1, or one that is not finite";
    case BMS_NEARNESS_NEGATIVE:
      return "a nearness or a tolerance is below 0 or not a number";
    case BMS_CONTRADICTION:
      return "doubles and exact arithmetic contradict each other: see bms_self_test()";
    case BMS_OUT_OF_RANGE:
    case BMS_REASONS:
      break;
  }
  return "numbers out of range: above 1e100, or too far apart in magnitude for the exact arithmetic";
}

/* Returns what the motion of this part of a query is called. */
static const char *motion_field(const bms_query *query, bms_part where) {
  if (query == NULL || where == BMS_PART_QUERY) return "motion";
  const bms_body *body = where == BMS_PART_A ? &query->a : &query->b;
  return body->motion.form == BMS_MOTION_RIGID ? "position, quaternion" : "matrix";
}

/* Returns what a reason is about, below the part of the query; "" for the part itself. */
static const char *field_of(bms_reason reason, const char *motion) {
  switch (reason) {
    case BMS_INTERVAL_NOT_FINITE:
    case BMS_INTERVAL_REVERSED:
      return "t";
    case BMS_BOX_NOT_FINITE:
      return "min, max";
    case BMS_BOX_REVERSED:
      return "min";
    case BMS_MOTION_NOT_FINITE:
      return motion;
    case BMS_MOTION_FORM:
      return "motion";
    case BMS_WEIGHT_NOT_POSITIVE:
    case BMS_MATRIX_SINGULAR:
      return "matrix";
    case BMS_QUATERNION_VANISHES:
      return "quaternion";
    case BMS_HALF_SPACE_NOT_FINITE:
      return "normal, offset";
    case BMS_NORMAL_ZERO:
      return "normal";
    case BMS_PATH_BROKEN:
    case BMS_PIECE_BOUNDS:
      return "path";
    case BMS_NEARNESS_NEGATIVE:
      return "nearness or tolerance";
    default:
      return "";
  }
}

int bms_explain(const bms_query *query, const bms_contact *contact, char *text, int size) {
  static const char *const PART[] = {"", "a", "b"};
  const char *part = PART[contact->where];
  const char *field = field_of(contact->reason, motion_field(query, contact->where));
  const char *dot = part[0] != 0 && field[0] != 0 ? "." : "", *colon = part[0] != 0 || field[0] != 0 ? ": " : "";
  const char *words = bms_reason_name(contact->reason);
  return snprintf(text, size > 0 ? (size_t)size : 0, "%s%s%s%s%s", part, dot, field, colon, words);
}
