/* SPDX-License-Identifier: BSD-3-Clause */

#include "numeric/arithmetic.h"

#include "motion/relative.h"

#include <math.h>
#include <stddef.h>

#include "motion/parallel_edges.h"
#include "numeric/double_double.h"
#include "numeric/quadratic.h"
#include "numeric/vector.h"

/* Sums that are this many times what they make are worth double-double arithmetic; beyond the greatest that is not
   enough either. */
static const double LATE = 8, TOO_LATE = 0x1p40;

/* Bounds that are made of computed values are greater by this part, for some ten roundings. */
static const double BOUND_ERROR = 0x1p-20;

/* Computes coordinate r of P in double-double arithmetic as a scaled Bernstein polynomial of degree 2, of which the
   sums and products of the ends are given. */
static void late_position_over(const bms_relative *relative, int r, const bms_double_double sum[3],
                               const bms_double_double square[3], double out[3]) {
  const double *a = relative->a.position[r], *b = relative->b.position[r];
  bms_double_double c[3];
  for (int k = 0; k < 3; k++) c[k] = bms_double_double_sum(b[k], -a[k]);
  for (int k = 0; k < 3; k++) {
    bms_double_double bent = bms_double_double_multiply(square[k], c[2]);
    bms_double_double straight = bms_double_double_multiply(sum[k], c[1]);
    bms_double_double constant = k == 1 ? bms_double_double_twice(c[0]) : c[0];
    out[k] = bms_double_double_add(constant, bms_double_double_add(straight, bent)).high;
  }
}

void bms_relative_position_over(const bms_relative *relative, double ta, double tb, double out[3][3]) {
  if (!relative->a.late) {
    for (int r = 0; r < 3; r++) bms_quadratic_over(relative->position[r], ta, tb, out[r]);
    return;
  }
  const bms_double_double start = bms_double_double_of(ta), end = bms_double_double_of(tb);
  const bms_double_double sum[3] = {start, bms_double_double_add(start, end), end};
  const bms_double_double square[3] = {bms_double_double_product(ta, ta), bms_double_double_product(ta, 2 * tb),
                                       bms_double_double_product(tb, tb)};
  for (int r = 0; r < 3; r++) late_position_over(relative, r, sum, square, out[r]);
}

/* c0 + t (c1 + t c2) in double-double arithmetic, of the difference of two quadratics. */
static double late_position_at(const double a[3], const double b[3], double t) {
  bms_double_double time = bms_double_double_of(t), sum = bms_double_double_sum(b[2], -a[2]);
  for (int k = 1; k >= 0; k--)
    sum = bms_double_double_add(bms_double_double_sum(b[k], -a[k]), bms_double_double_multiply(time, sum));
  return sum.high;
}

void bms_relative_position_at(const bms_relative *relative, double t, double out[3]) {
  for (int r = 0; r < 3; r++)
    out[r] = relative->a.late ? late_position_at(relative->a.position[r], relative->b.position[r], t)
                              : bms_quadratic_value(relative->position[r], t);
}

/* Returns the greatest |q|^2 on the interval: q is linear. */
static double greatest_square(const bms_track *track, double t0, double t1) {
  double q[4], r[4];
  bms_track_quaternion(track, t0, q);
  bms_track_quaternion(track, t1, r);
  return (1 + BOUND_ERROR) * bms_max(bms_dot4(q, q), bms_dot4(r, r));
}

/* Returns the greatest |P| of the control points over the interval, which no polar form on it exceeds. */
static double greatest_position(const bms_relative *relative) {
  double p[3][3], greatest = 0;
  bms_relative_position_over(relative, relative->t0, relative->t1, p);
  for (int k = 0; k < 3; k++) {
    double factor = k == 1 ? 0.5 : 1, at[3] = {factor * p[0][k], factor * p[1][k], factor * p[2][k]};
    greatest = bms_max(greatest, bms_length(at));
  }
  return (1 + BOUND_ERROR) * greatest;
}

/* Returns true if the interval is far from t = 0, in its own length. */
static bool is_remote(const bms_relative *relative) {
  return bms_min(fabs(relative->t0), fabs(relative->t1)) > relative->t1 - relative->t0;
}

void bms_relative_sharpen(bms_relative *relative) {
  bms_track *a = &relative->a, *b = &relative->b;
  if (!relative->rigid || !is_remote(relative)) return;
  double offsets = bms_absolute_sum(a->middle) + bms_absolute_sum(b->middle);
  a->late = b->late = true;
  double square_a = greatest_square(a, relative->t0, relative->t1),
         square_b = greatest_square(b, relative->t0, relative->t1);
  double distance = greatest_position(relative) + offsets, size = distance + a->half_bound + b->half_bound;
  double lateness = bms_max(sqrt(a->scale_bound / square_a), sqrt(b->scale_bound / square_b));
  lateness = bms_max(lateness, relative->distance_bound / size);
  a->late = b->late = lateness > LATE && lateness < TOO_LATE;
  if (!a->late) return;
  relative->lateness = (1 + BOUND_ERROR) * lateness;
  a->scale_bound = a->column_bound = square_a;
  b->scale_bound = b->column_bound = square_b;
  relative->distance_bound = distance;
}

bool bms_relative_prepare(const bms_query *query, bms_relative *relative) {
  double t = bms_max(fabs(query->t0), fabs(query->t1));
  bms_track *a = &relative->a, *b = &relative->b;
  relative->body_a = &query->a;
  relative->body_b = &query->b;
  relative->t0 = query->t0;
  relative->t1 = query->t1;
  relative->half_space = NULL;
  relative->lateness = 1;
  bms_track_prepare(&query->a, t, a);
  bms_track_prepare(&query->b, t, b);

  relative->rigid = a->rigid && b->rigid;
  if (relative->rigid) {
    for (int r = 0; r < 3; r++)
      for (int k = 0; k < 3; k++) relative->position[r][k] = b->position[r][k] - a->position[r][k];
    relative->distance_bound =
        bms_quadratics_terms(&relative->position[0][0], t) + bms_absolute_sum(a->middle) + bms_absolute_sum(b->middle);
  } else {
    relative->distance_bound = a->scale_bound * b->centre_bound + b->scale_bound * a->centre_bound;
  }
  relative->axes = BMS_ALL_AXES;
  relative->perpendicular = 0;
  if (relative->rigid)
    bms_find_parallel_edges(query->a.motion.rigid.quaternion, query->b.motion.rigid.quaternion, &relative->axes,
                            &relative->perpendicular);
  else if (!a->rigid && !b->rigid)
    bms_find_parallel_columns(a->column, b->column, &relative->axes, &relative->perpendicular);
  if (relative->rigid) relative->perpendicular |= relative->perpendicular << 9;
  if (!bms_track_in_range(a, !relative->rigid) || !bms_track_in_range(b, !relative->rigid)) return false;
  double size = relative->distance_bound + a->half_bound + b->half_bound;
  return size >= BMS_LEAST_BOUND && size <= BMS_GREATEST_BOUND * BMS_GREATEST_BOUND;
}

bool bms_relative_prepare_half_space(const bms_half_space *a, const bms_body *b, double t0, double t1,
                                     bms_relative *relative) {
  double t = bms_max(fabs(t0), fabs(t1)), normal = bms_length(a->normal);
  *relative = (bms_relative){.body_b = b, .t0 = t0, .t1 = t1, .half_space = a, .axes = 1, .lateness = 1};
  bms_track_prepare(b, t, &relative->b);
  double offset = fabs(a->offset) / normal;
  relative->distance_bound = relative->b.centre_bound + offset * relative->b.scale_bound;
  double size = relative->distance_bound + relative->b.half_bound;
  return bms_track_in_range(&relative->b, true) && bms_bound_in_range(normal) && offset <= BMS_GREATEST_BOUND &&
         size >= BMS_LEAST_BOUND;
}
