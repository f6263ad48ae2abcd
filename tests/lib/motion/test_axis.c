/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Pairs of features along an axis, for every axis, side and combination of signs.
 *
 * Oracle: sets of corners.  The feature of a holds the corners on the side of each half-edge by the sign times the
 * side, the feature of b the corners on the other side; if the axis is at right angles to a half-edge, both ends.
 */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "facing.h"
#include "motion/axis.h"

/* Returns the corners whose coordinates agree with the signs of three half-edges, times `side`. */
static int corners_on(const int sign[3], int side) {
  int corners = 0;
  for (int corner = 0; corner < 8; corner++) {
    bool agrees = true;
    for (int i = 0; i < 3; i++)
      if (sign[i] != 0) agrees = agrees && (corner >> i & 1) == (side * sign[i] > 0);
    if (agrees) corners |= 1 << corner;
  }
  return corners;
}

/* Returns true if the axis is at right angles to half-edge k of rectangular boxes by construction. */
static bool is_perpendicular(int axis, int k) {
  if (axis < BMS_AXIS_FACE_B) return k < 3 && k != axis;
  if (axis < BMS_AXIS_EDGES) return k >= 3 && k != axis;
  return k == (axis - BMS_AXIS_EDGES) / 3 || k == 3 + (axis - BMS_AXIS_EDGES) % 3;
}

static void a_pair_holds_the_corners_that_the_signs_name(void **state) {
  (void)state;
  int seen = 0;
  for (int axis = 0; axis < BMS_AXES; axis++) {
    for (int code = 0; code < 128; code++) {
      bms_axis_signs signs = {.axis = axis, .distance = code & 64 ? 1 : -1};
      for (int k = 0; k < 6; k++) signs.half_edge[k] = is_perpendicular(axis, k) ? 0 : code >> k & 1 ? 1 : -1;
      bms_pair pair = bms_axis_pair(&signs);
      assert_int_equal(facing_axis_of_pair(&pair), axis);
      assert_int_equal(facing_corners_of_a(&pair), corners_on(signs.half_edge, signs.distance));
      assert_int_equal(facing_corners_of_b(&pair), corners_on(signs.half_edge + 3, -signs.distance));
      seen++;
    }
  }
  assert_int_equal(seen, 15 * 128);
}

static void the_two_sides_of_an_axis_are_antipodes(void **state) {
  (void)state;
  for (int axis = 0; axis < BMS_AXES; axis++) {
    bms_axis_signs signs = {.axis = axis, .distance = 1};
    for (int k = 0; k < 6; k++) signs.half_edge[k] = is_perpendicular(axis, k) ? 0 : 1;
    bms_pair one = bms_axis_pair(&signs);
    signs.distance = -1;
    bms_pair other = bms_axis_pair(&signs);
    assert_int_equal(facing_corners_of_a(&one) & facing_corners_of_a(&other), 0);
    assert_int_equal(facing_corners_of_b(&one) & facing_corners_of_b(&other), 0);
    assert_int_equal(one.kind, other.kind);
  }
}

/* A distance of zero counts as positive. */
static void boxes_whose_centres_meet_still_face_each_other(void **state) {
  (void)state;
  bms_axis_signs zero = {.axis = 0, .distance = 0, .half_edge = {1, 0, 0, 1, -1, 1}}, positive = zero;
  positive.distance = 1;
  bms_pair one = bms_axis_pair(&zero), other = bms_axis_pair(&positive);
  assert_int_equal(one.a, other.a);
  assert_int_equal(one.b, other.b);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_pair_holds_the_corners_that_the_signs_name),
      cmocka_unit_test(the_two_sides_of_an_axis_are_antipodes),
      cmocka_unit_test(boxes_whose_centres_meet_still_face_each_other),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
