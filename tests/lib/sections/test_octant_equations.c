/* SPDX-License-Identifier: BSD-3-Clause */

/* The octant equations, against the products of edges and normals in long double, straight from the poses. */

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "families.h"
#include "long_pose.h"
#include "numeric/rounding.h"
#include "sections/octant_equations.h"

/* The first of the seeds; query n of a family has the seed SEED + n. */
static const uint64_t SEED = 20050821;

static long double scale_at(const bms_motion *motion, long double t) {
  long double sum = 0;
  if (motion->form == BMS_MOTION_MATRIX)
    return motion->matrix.weight[0] + t * (motion->matrix.weight[1] + t * (long double)motion->matrix.weight[2]);
  for (int i = 0; i < 4; i++) {
    long double q = motion->rigid.quaternion[i][0] + t * motion->rigid.quaternion[i][1];
    sum += q * q;
  }
  return sum;
}

/* Returns the signed component that equation k stands for: columns and cross products of columns, multiplied by the
   scales. */
static long double component(const bms_query *query, int k, long double t) {
  const bms_motion *edges = k < 9 ? &query->a.motion : &query->b.motion;
  const bms_motion *faces = k < 9 ? &query->b.motion : &query->a.motion;
  int edge = k < 9 ? k / 3 : k % 3, face = k < 9 ? k % 3 : (k - 9) / 3;
  long_pose edge_pose = long_pose_at(edges, t), face_pose = long_pose_at(faces, t);
  long double normal[3], scale = scale_at(faces, t);
  long_cross(face_pose.column[(face + 1) % 3], face_pose.column[(face + 2) % 3], normal);
  if (faces->form == BMS_MOTION_MATRIX) scale *= scale;
  return long_dot(edge_pose.column[edge], normal) * scale_at(edges, t) * scale;
}

static void an_octant_equation_is_the_component_of_a_normal_along_an_edge(void **state) {
  (void)state;
  for (int family = 0; family < family_count(); family++) {
    if (family_group_of(family) != FAMILY_RIGID && family_group_of(family) != FAMILY_MATRIX) continue;
    for (int n = 0; n < 10; n++) {
      bms_query query;
      bms_relative relative;
      bms_stretch stretch;
      bms_polynomial equation[BMS_OCTANT_EQUATIONS];
      family_query(family, SEED + (uint64_t)n, &query);
      assert_true(bms_relative_prepare(&query, &relative));
      bms_relative_stretch(&relative, query.t0, query.t1, &stretch);
      int count = bms_octant_equations(&stretch, equation);
      assert_int_equal(count, relative.rigid ? 9 : 18);
      /* units of rounding of the largest product that goes into an equation */
      double bound = fmax(relative.a.column_bound, 1) * fmax(relative.b.column_bound, 1);
      double tolerance = 300 * BMS_ROUNDING * bound * bound;
      for (int k = 0; k < count; k++) {
        for (double s = 0; s <= 1; s += 0.125) {
          long double exact = component(&query, k, query.t0 + s * (query.t1 - (long double)query.t0));
          assert_true(fabsl(bms_polynomial_value(&equation[k], s) - exact) <= tolerance);
        }
      }
    }
  }
}

/* Six products of upright cubes vanish for all t, and are given as zero. */
static void a_product_that_vanishes_for_all_t_is_given_as_zero(void **state) {
  (void)state;
  bms_query query = {.t0 = -3, .t1 = 5};
  bms_relative relative;
  bms_stretch stretch;
  bms_polynomial equation[BMS_OCTANT_EQUATIONS];
  query.a.box = query.b.box = bms_box_centred(2, 2, 2);
  query.a.motion.form = query.b.motion.form = BMS_MOTION_RIGID;
  for (int i = 0; i < 4; i++) /* both turned by the same quaternion */
    query.a.motion.rigid.quaternion[i][0] = query.b.motion.rigid.quaternion[i][0] = 0.1 + 0.3 * i;
  query.b.motion.rigid.position[0][1] = 1;
  assert_true(bms_relative_prepare(&query, &relative));
  bms_relative_stretch(&relative, query.t0, query.t1, &stretch);
  assert_int_equal(bms_octant_equations(&stretch, equation), 9);
  for (int k = 0; k < 9; k++) {
    assert_int_equal(equation[k].degree, k % 4 == 0 ? 4 : 0);
    assert_true((bms_polynomial_bound(&equation[k]) > 0) == (k % 4 == 0));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(an_octant_equation_is_the_component_of_a_normal_along_an_edge),
      cmocka_unit_test(a_product_that_vanishes_for_all_t_is_given_as_zero),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  print_message("# seed %llu and up, in every family\n", (unsigned long long)SEED);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
