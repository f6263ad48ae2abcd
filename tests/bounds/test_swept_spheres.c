/* SPDX-License-Identifier: BSD-3-Clause */

/* Swept spheres that are reported as apart: how near they really are then. */

#include "bounds/swept_spheres.c"

#include "bounds.h"

static double smallest_double(double x, double y) {
  return x < y ? x : y;
}

typedef struct pair {
  bms_body a, b;
  double t0, t1;
} pair;

static const double RADIUS = 1e-8; /* of a */

/* Returns a point at (start + t velocity) for a, and one with a radius for b.  The inputs are two straight paths and an
   interval. */
static pair pair_of(const double *x) {
  pair p = {.t0 = smallest_double(x[12], x[13]), .t1 = -smallest_double(-x[12], -x[13])};
  bms_body *bodies[2] = {&p.a, &p.b};
  for (int k = 0; k < 2; k++) {
    *bodies[k] = (bms_body){.box = {{0, 0, 0}, {RADIUS, 0, 0}}, .motion.form = BMS_MOTION_RIGID};
    bodies[k]->motion.rigid.quaternion[0][0] = 1;
    for (int r = 0; r < 3; r++) {
      bodies[k]->motion.rigid.position[r][0] = x[6 * k + r];
      bodies[k]->motion.rigid.position[r][1] = x[6 * k + 3 + r];
    }
  }
  return p;
}

static bool are_apart_with(pair *p, double radius) {
  p->b.box.max[0] = radius;
  return bms_swept_spheres_apart((bms_swept_pair[BMS_SWEPT_PAIRS]){{&p->a, &p->b, p->t0, p->t1}}) != 0;
}

/* Returns the greatest radius of b with which the two are reported as apart. */
static double greatest_radius(pair *p) {
  double low = RADIUS, high = 16;
  if (!are_apart_with(p, low)) return 0;
  while (nextafter(low, high) < high) {
    double radius = 0.5 * low + 0.5 * high;
    *(are_apart_with(p, radius) ? &low : &high) = radius;
  }
  return low;
}

/* Returns what bounds a position and all sums of its evaluation. */
static double magnitude_of(const bms_body *body, const pair *p) {
  double magnitude = 0, latest = fmax(fmax(fabs(p->t0), fabs(p->t1)), 1);
  for (int r = 0; r < 3; r++)
    magnitude += fabs(body->motion.rigid.position[r][0]) + latest * fabs(body->motion.rigid.position[r][1]);
  return magnitude;
}

/* Returns the least distance of the centres, exactly. */
static precise least_distance(const double *x, const pair *p) {
  precise_vector from, chord;
  for (int r = 0; r < 3; r++) {
    precise c0 = precise_minus(precise_of(x[6 + r]), precise_of(x[r]));
    precise c1 = precise_minus(precise_of(x[9 + r]), precise_of(x[3 + r]));
    from.x[r] = precise_plus(c0, precise_times(precise_of(p->t0), c1));
    chord.x[r] = precise_times(precise_minus(precise_of(p->t1), precise_of(p->t0)), c1);
  }
  precise s = precise_over(precise_minus(precise_of(0), precise_dot(chord, from)), precise_dot(chord, chord));
  if (!(precise_double(s) > 0)) s = precise_of(0);
  if (!(precise_double(s) < 1)) s = precise_of(1);
  precise_vector nearest = precise_vector_plus(from, precise_vector_times(s, chord));
  return precise_root(precise_dot(nearest, nearest));
}

/* Returns the share of the margin: the rest of it is how far apart the two really are. */
static double share_of_the_margin(const double *x, const void *context) {
  (void)context;
  pair p = pair_of(x);
  double radius = p.t0 < p.t1 ? greatest_radius(&p) : 0;
  if (!(radius > 0)) return 0;
  precise reach = precise_plus(precise_of(radius), precise_of(RADIUS));
  double left = precise_double(precise_minus(least_distance(x, &p), reach));
  double margin =
      SPHERE_ROUNDINGS * BMS_ROUNDING * (1.5 * (radius + RADIUS) + magnitude_of(&p.a, &p) + magnitude_of(&p.b, &p));
  return (margin - left) / margin;
}

static void spheres_told_apart_are_apart(void **state) {
  (void)state;
  bounds_measure("SPHERE_ROUNDINGS", share_of_the_margin, NULL, 14, 6);
}

BOUNDS_MAIN(cmocka_unit_test(spheres_told_apart_are_apart))
