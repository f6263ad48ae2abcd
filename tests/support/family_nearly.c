/* SPDX-License-Identifier: BSD-3-Clause */

/* Families of ties that are missed by a little. */

#include "family_list.h"
#include "family_parts.h"

#include <math.h>
#include <string.h>

/* Returns x moved by a few ulps, or by up to 1e-6 of it, or not at all. Zero stays: an ulp of zero is out of every
   range. */
static double jostled(random_source *r, double x) {
  int ulps = random_below(r, 5) - 2;

  if (x == 0.0) return x;
  if (random_below(r, 2) == 0) return x + x * random_signed_power_of_ten(r, -16.0, -6.0);
  for (; ulps > 0; ulps--) x = nextafter(x, INFINITY);
  for (; ulps < 0; ulps++) x = nextafter(x, -INFINITY);
  return x;
}

static double *some_position(random_source *r, bms_motion *motion) {
  int i = random_below(r, 3);

  return motion->form == BMS_MOTION_RIGID ? motion->rigid.position[i] : motion->matrix.entry[i][3];
}

void family_near_graze(random_source *r, bms_query *query) {
  int i;

  family_double_root(r, query);
  for (i = 0; i < 3; i++) {
    query->a.motion.rigid.position[i][0] = jostled(r, query->a.motion.rigid.position[i][0]);
    query->b.motion.rigid.position[i][0] = jostled(r, query->b.motion.rigid.position[i][0]);
  }
}

void family_near_multiple_root(random_source *r, bms_query *query) {
  int i;

  family_multiple_root(r, query);
  for (i = 0; i < 3; i++) {
    query->b.motion.rigid.position[i][1] = jostled(r, query->b.motion.rigid.position[i][1]);
    query->b.motion.rigid.position[i][0] = jostled(r, query->b.motion.rigid.position[i][0]);
  }
}

void family_near_slide(random_source *r, bms_query *query) {
  bms_motion *motion = random_below(r, 2) == 0 ? &query->a.motion : &query->b.motion;
  int power = random_below(r, 3);
  double *x;

  family_slide(r, query);
  x = some_position(r, motion) + power;
  *x = jostled(r, *x == 0.0 ? 1e-9 : *x);
}

/* Makes aligned boxes at distance `way` close in with `speed`; way / speed is no dyadic number. Returns the time of
   contact. */
static double approach(random_source *r, bms_query *query) {
  double way = random_uniform(r, 0.5, 2.0), speed = random_uniform(r, 2.0, 4.0), half = random_uniform(r, 0.25, 1.0);

  query->t0 = 0.0;
  query->t1 = 1.0;
  query->a.box = part_box(half, half, half);
  query->b.box = part_box(half, half, half);
  query->a.motion = part_still();
  query->b.motion = part_still();
  query->b.motion.rigid.position[0][0] = 2.0 * half + way;
  query->b.motion.rigid.position[0][1] = -speed;
  return (query->b.motion.rigid.position[0][0] - 2.0 * half) / speed;
}

void family_near_end(random_source *r, bms_query *query) {
  query->t1 = jostled(r, approach(r, query));
  part_shuffle(r, query);
}

void family_near_start(random_source *r, bms_query *query) {
  double start = approach(r, query);

  query->t0 = jostled(r, start);
  if (random_below(r, 2) == 0) query->b.motion.rigid.position[0][1] *= -1.0;
  if (random_below(r, 2) == 0) query->t0 = -query->t0;
  part_shuffle(r, query);
}

static void turn_from(random_source *r, bms_query *query, const double q[4], const double base[4]) {
  double both[4];

  part_turn(r, &query->a.motion, base, 0.0);
  part_quaternion_product(base, q, both);
  part_turn(r, &query->b.motion, both, random_below(r, 2) == 0 ? 0.0 : random_power_of_ten(r, -17.0, -3.0));
}

void family_near_parallel(random_source *r, bms_query *query) {
  double q[4] = {1.0, 0.0, 0.0, 0.0}, base[4], axis[3], angle = random_power_of_ten(r, -17.0, -3.0);
  int i;

  part_encounter(r, query, 0.3, 1.0, 0.0, random_uniform(r, 0.0, 1.5));
  random_direction(r, base, 4);
  random_direction(r, axis, 3);
  for (i = 0; i < 3; i++) q[1 + i] = angle * axis[i] / 2.0;
  turn_from(r, query, q, base);
  part_shuffle(r, query);
}

/* Turns by one of the 24 turns of the cube: quaternions of components 0, 1, -1 of which 1, 2 or 4 are not zero. */
void family_near_symmetry(random_source *r, bms_query *query) {
  double q[4] = {0.0, 0.0, 0.0, 0.0}, base[4] = {1.0, 0.0, 0.0, 0.0};
  int i, count = 1 << random_below(r, 3);

  part_encounter(r, query, 0.3, 1.0, 0.0, random_uniform(r, 0.0, 1.5));
  while (count > 0) {
    i = random_below(r, 4);
    count -= q[i] == 0.0;
    q[i] = q[i] == 0.0 ? random_sign(r) : q[i];
  }
  turn_from(r, query, q, base);
  for (i = 0; i < 4 && random_below(r, 2) == 0; i++)
    query->b.motion.rigid.quaternion[i][0] += random_signed_power_of_ten(r, -17.0, -3.0);
  part_shuffle(r, query);
}

void family_near_features(random_source *r, bms_query *query) {
  double *x;

  family_features(r, query);
  x = some_position(r, &query->b.motion);
  x[0] = jostled(r, x[0] == 0.0 ? 1e-9 : x[0]);
}

void family_near_flush(random_source *r, bms_query *query) {
  int i;

  family_flush(r, query);
  for (i = 1; i < 4; i++) query->b.motion.rigid.quaternion[i][0] = jostled(r, query->b.motion.rigid.quaternion[i][0]);
  query->b.motion.rigid.position[0][0] = jostled(r, query->b.motion.rigid.position[0][0]);
}

/* Makes q = (t - when) d + least e: half a turn within a time of about `least`. */
void family_vanishing(random_source *r, bms_query *query) {
  double d[4], e[4], when, least = random_power_of_ten(r, -12.0, -2.0);
  int i;

  part_encounter(r, query, 0.1, 1.0, 1.0, random_uniform(r, 0.0, 1.5));
  when = random_uniform(r, 0.1, 0.9);
  random_direction(r, d, 4);
  random_direction(r, e, 4);
  for (i = 0; i < 4; i++) {
    query->b.motion.rigid.quaternion[i][0] = least * e[i] - when * d[i];
    query->b.motion.rigid.quaternion[i][1] = d[i];
  }
  part_shuffle(r, query);
}

/* Makes the position follow the weight, w p, else the box would be nowhere near. */
void family_vanishing_matrix(random_source *r, bms_query *query) {
  double d[4], e[4], when = random_uniform(r, 0.1, 0.9), least = random_power_of_ten(r, -3.0, -1.0);
  int i, k;

  part_encounter(r, query, 0.1, 1.0, 1.0, random_uniform(r, 0.0, 1.5));
  random_direction(r, d, 4);
  random_direction(r, e, 4);
  for (i = 0; i < 4; i++) {
    query->b.motion.rigid.quaternion[i][0] = least * e[i] - when * d[i];
    query->b.motion.rigid.quaternion[i][1] = d[i];
  }
  part_to_matrix(&query->b.motion);
  for (i = 0; i < 3; i++) {
    double p = random_uniform(r, -1.5, 1.5);
    for (k = 0; k < 3; k++) query->b.motion.matrix.entry[i][3][k] = p * query->b.motion.matrix.weight[k];
  }
  part_shuffle(r, query);
}

/* Makes two boxes that do not turn pass with their faces' planes at a distance of 1e-15 ... 1e-3, positive or negative,
   on a bent path. */
void family_nearly_double(random_source *r, bms_query *query) {
  double when = random_uniform(r, 0.2, 0.8), bend = random_uniform(r, 0.5, 4.0), least;
  double *x = query->b.motion.rigid.position[0];
  int i;

  part_encounter(r, query, 0.3, 1.0, 0.0, 0.0);
  query->a.motion = part_still();
  query->b.motion.rigid.quaternion[0][0] = 1.0;
  for (i = 0; i < 3; i++) {
    query->b.motion.rigid.quaternion[1 + i][0] = i == 2 ? random_uniform(r, -1.0, 1.0) : 0.0;
    memset(query->b.motion.rigid.position[i], 0, 3 * sizeof(double));
  }
  least = random_signed_power_of_ten(r, -16.0, -3.0);
  {
    double z = query->b.motion.rigid.quaternion[3][0], n = 1.0 + z * z;
    double reach = (query->b.box.max[0] * fabs(1.0 - z * z) + query->b.box.max[1] * fabs(2.0 * z)) / n;
    x[0] = query->a.box.max[0] + reach + least + bend * when * when;
    x[1] = -2.0 * bend * when;
    x[2] = bend;
  }
  part_shuffle(r, query);
}
