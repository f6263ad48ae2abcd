/* SPDX-License-Identifier: BSD-3-Clause */

/* How far a rigid body may be off, and the least length of its quaternion, from which that is computed. */

#include "tolerance/deviation.c"

#include "bounds.h"

/* Inputs: quaternion (8), its tolerance (8), the position's tolerance (9), the box (6), its tolerance (6), interval
   (2). */
enum { INPUTS = 39 };

typedef struct measured {
  bms_body body, tolerance;
  bms_track track;
  bms_track_stretch stretch;
  double ta, tb, latest;
} measured;

static void set_up(const double *x, measured *m) {
  *m = (measured){.body.motion.form = BMS_MOTION_RIGID, .ta = fmin(x[37], x[38]), .tb = fmax(x[37], x[38])};
  memcpy(m->body.motion.rigid.quaternion, x, sizeof m->body.motion.rigid.quaternion);
  double *off = &m->tolerance.motion.rigid.quaternion[0][0], *shift = &m->tolerance.motion.rigid.position[0][0];
  for (int i = 0; i < 8; i++) off[i] = 0x1p-10 * fabs(x[8 + i]);
  for (int i = 0; i < 9; i++) shift[i] = fabs(x[16 + i]);
  for (int i = 0; i < 3; i++) {
    m->body.box.min[i] = fmin(x[25 + 2 * i], x[26 + 2 * i]);
    m->body.box.max[i] = fmax(x[25 + 2 * i], x[26 + 2 * i]);
    m->tolerance.box.min[i] = fabs(x[31 + 2 * i]);
    m->tolerance.box.max[i] = fabs(x[32 + 2 * i]);
  }
  m->latest = fmax(fabs(m->ta), fabs(m->tb));
  bms_track_over(&m->body, m->ta, m->tb, &m->track, &m->stretch);
}

static precise largest(precise x, precise y) {
  return precise_double(precise_minus(x, y)) > 0 ? x : y;
}

/* Returns the length of a vector of polynomials that are bounded by their coefficients' absolute values. */
static precise length_of_terms(const double *c, int vectors, int count, double latest) {
  precise square = precise_of(0);
  for (int i = 0; i < vectors; i++) {
    precise sum = bounds_polynomial(c + i * count, count - 1, latest);
    square = precise_plus(square, precise_times(sum, sum));
  }
  return precise_root(square);
}

/* Returns the least control value of |q|^2 over the interval. */
static precise least_square(const measured *m) {
  precise product[3] = {precise_of(0), precise_of(0), precise_of(0)};
  for (int i = 0; i < 4; i++) {
    precise from = bounds_polynomial(m->body.motion.rigid.quaternion[i], 1, m->ta);
    precise to = bounds_polynomial(m->body.motion.rigid.quaternion[i], 1, m->tb);
    product[0] = precise_plus(product[0], precise_times(from, from));
    product[1] = precise_plus(product[1], precise_times(from, to));
    product[2] = precise_plus(product[2], precise_times(to, to));
  }
  precise least = product[0];
  for (int k = 1; k < 3; k++)
    if (precise_double(precise_minus(product[k], least)) < 0) least = product[k];
  return least;
}

static double share_of_a_least_length(const double *x, const void *context) {
  (void)context;
  measured m;
  set_up(x, &m);
  if (!(m.track.scale_bound > 0)) return 0;
  return precise_error(least_of(m.stretch.scale), least_square(&m)) / (SLACK * m.track.scale_bound);
}

/* Measures the sum, with the length of the quaternion as it was computed. */
static double share_of_a_deviation(const double *x, const void *context) {
  (void)context;
  measured m;
  set_up(x, &m);
  double square = least_of(m.stretch.scale) - SLACK * m.track.scale_bound;
  if (!(square > 0.01)) return 0;
  double computed = rigid_deviation(&m.body, &m.tolerance, m.ta, m.tb, m.latest), corners[3];
  precise shift = length_of_terms(&m.tolerance.motion.rigid.position[0][0], 3, 3, m.latest);
  precise off = length_of_terms(&m.tolerance.motion.rigid.quaternion[0][0], 4, 2, m.latest), radius = precise_of(0);
  for (int i = 0; i < 3; i++) {
    precise below = precise_plus(precise_of(fabs(m.body.box.min[i])), precise_of(m.tolerance.box.min[i]));
    precise above = precise_plus(precise_of(fabs(m.body.box.max[i])), precise_of(m.tolerance.box.max[i]));
    precise reach = largest(below, above);
    corners[i] = precise_double(reach);
    radius = precise_plus(radius, precise_times(reach, reach));
  }
  if (!(corners[0] + corners[1] + corners[2] > 0)) return 0;
  precise turned = precise_over(precise_times(precise_times(precise_of(2), precise_root(radius)), off),
                                precise_root(precise_of(square)));
  precise exact = precise_plus(shift, turned);
  double margin = SUM_ERROR * precise_double(exact);
  return margin > 0 ? (margin - precise_double(precise_minus(precise_of(computed), exact))) / margin : 0;
}

static void lengths_are_as_good_as_counted(void **state) {
  (void)state;
  bounds_measure("SLACK", share_of_a_least_length, NULL, INPUTS, 4);
}

static void deviations_are_as_large_as_counted(void **state) {
  (void)state;
  bounds_measure("SUM_ERROR", share_of_a_deviation, NULL, INPUTS, 2);
}

BOUNDS_MAIN(cmocka_unit_test(lengths_are_as_good_as_counted), cmocka_unit_test(deviations_are_as_large_as_counted))
