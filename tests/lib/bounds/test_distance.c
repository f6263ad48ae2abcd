/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The distance of two boxes, with a certificate.
 *
 * It is measured between two points of the boxes, so it is not below the true one; and the slab between the boxes along
 * the direction that comes with it is no wider than the true one.  If the two agree, both are right.
 */

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "bounds/distance.h"
#include "families.h"
#include "long_pose.h"
#include "query_text.h"
#include "repetitions.h"

/* Returns how far a body reaches along a direction. */
static long double farthest(const bms_body *body, double t, const double n[3], int way) {
  long_pose pose = long_pose_at(&body->motion, t);
  long double most = -INFINITY;
  for (int corner = 0; corner < 8; corner++) {
    long double along = 0;
    for (int r = 0; r < 3; r++) {
      long double x = pose.translation[r];
      for (int i = 0; i < 3; i++) x += pose.column[i][r] * (corner >> i & 1 ? body->box.max[i] : body->box.min[i]);
      along += n[r] * x;
    }
    most = fmaxl(most, way * along);
  }
  return most;
}

static void check(int right, const char *what, const bms_query *query, double found) {
  if (right) return;
  print_message("# %s: %.17g\n", what, found);
  query_write_hex(stdout, "# ", query);
  fail();
}

static void check_distance(const bms_query *query, double t) {
  bms_distance found;
  bms_distance_at(&query->a, &query->b, t, &found);
  double length = sqrt(found.between[0] * found.between[0] + found.between[1] * found.between[1] +
                       found.between[2] * found.between[2]);
  long double gap = long_gap_at(&query->a, &query->b, t), size = fabsl(gap) + length + 1;
  check(found.distance >= 0 && fabs(length - found.distance) <= 1e-9 * (double)size, "length", query, length);
  check(found.distance >= gap - 1e-9L * size, "below the gap of some axis", query, found.distance);
  if (!(found.distance > 1e-6)) return;
  double n[3];
  for (int r = 0; r < 3; r++) n[r] = found.between[r] / length;
  long double slab = -farthest(&query->b, t, n, -1) - farthest(&query->a, t, n, 1);
  check(fabsl(slab - found.distance) <= 1e-9L * size, "slab between the boxes", query, (double)slab);
}

static void the_slab_between_the_boxes_is_as_wide_as_the_distance(void **state) {
  (void)state;
  for (int family = 0; family < family_count(); family++) {
    if (family_group_of(family) != FAMILY_RIGID) continue;
    for (int n = 0; n < repetitions(60); n++) {
      bms_query query;
      family_query(family, 1 + (uint64_t)n, &query);
      for (int k = 0; k <= 4; k++) check_distance(&query, query.t0 + 0.25 * k * (query.t1 - query.t0));
    }
  }
}

/* The distance of upright boxes is the distance of their intervals, coordinate by coordinate. */
static void upright_boxes_are_as_far_apart_as_their_intervals(void **state) {
  (void)state;
  static const double upright[4] = {1, 0, 0, 0}, origin[3] = {0, 0, 0};
  for (int code = 0; code < 27; code++) {
    double place[3] = {3.0 * (code % 3), 4.0 * (code / 3 % 3), 5.0 * (code / 9)}, square = 0;
    bms_body a = {bms_box_centred(2, 2, 2), bms_motion_fixed(origin, upright)};
    bms_body b = {bms_box_centred(1, 1, 1), bms_motion_fixed(place, upright)};
    bms_distance found;
    for (int r = 0; r < 3; r++) square += place[r] > 1.5 ? (place[r] - 1.5) * (place[r] - 1.5) : 0;
    bms_distance_at(&a, &b, 0, &found);
    assert_true(fabs(found.distance - sqrt(square)) < 1e-12);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_slab_between_the_boxes_is_as_wide_as_the_distance),
      cmocka_unit_test(upright_boxes_are_as_far_apart_as_their_intervals),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
