/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Families at the limits of doubles: shortest and longest intervals, denormal numbers, magnitudes hundreds of binades
 * apart, zeros that are none, shears and weights of 1e12, one motion in both forms.
 */

#include "family_list.h"
#include "family_parts.h"

#include <math.h>
#include <string.h>

static const double RIGHT_ANGLE = 1.5707963267948966;

/* ------------------------------------------------------------------ intervals */

/* Makes the end the double next to the start; so it matters where boxes touch: at one or the other, or between. */
void family_one_ulp(random_source *r, bms_query *query) {
  switch (random_below(r, 5)) {
    case 0:
      family_features(r, query);
      query->t0 = random_below(r, 2) == 0 ? 0.5 : nextafter(0.5, 0.0);
      break;
    case 1:
      family_flat_features(r, query);
      query->t0 = random_below(r, 2) == 0 ? 0.5 : nextafter(0.5, 0.0);
      break;
    case 2:
      family_near_end(r, query);
      query->t0 = nextafter(query->t1, -INFINITY);
      break;
    case 3:
      family_touch_start(r, query); /* up to the least denormal */
      break;
    default:
      family_nearmiss(r, query);
      query->t0 = random_uniform(r, 0.0, 1.0);
  }
  query->t1 = nextafter(query->t0, INFINITY);
}

/* Lengths of 1e-40 to 1e-12 and of 1e12 to 1e40, near time 0: coefficients of up to 1e81. */
void family_brief(random_source *r, bms_query *query) {
  double length = random_power_of_ten(r, 12.0, 40.0), start = random_uniform(r, -2.0, 1.0) * length;

  if (random_below(r, 2) == 0) {
    length = 1.0 / length;
    start = random_uniform(r, -2.0, 1.0) * length;
  }
  if (random_below(r, 2) == 0)
    family_accelerate(r, query);
  else
    family_double_root(r, query);
  if (random_below(r, 3) == 0) part_to_matrix(&query->a.motion);
  part_set_interval(query, start, start + length);
}

/* Moves a motion exactly to a long time from 0: a power of two, so that c0 - c1 t0 is not rounded. An ulp of the time
   is 1/8 or so, and contacts come between doubles. */
static void delay_body(bms_body *body, double by) {
  int i;

  for (i = 0; i < 3; i++) body->motion.rigid.position[i][0] -= body->motion.rigid.position[i][1] * by;
  for (i = 0; i < 4; i++) body->motion.rigid.quaternion[i][0] -= body->motion.rigid.quaternion[i][1] * by;
}

void family_ancient(random_source *r, bms_query *query) {
  double by = ldexp(1.0, 44 + random_below(r, 6));

  switch (random_below(r, 4)) {
    case 0:
      family_aligned(r, query);
      break;
    case 1:
      family_corner(r, query);
      break;
    case 2:
      family_graze(r, query);
      break;
    default:
      family_flush(r, query);
  }
  by *= random_sign(r);
  query->t0 += by;
  query->t1 += by;
  delay_body(&query->a, by);
  delay_body(&query->b, by);
}

/* ------------------------------------------------------------------ magnitudes */

/* Makes some of the zeros 10^least to 1e-30, or even 2^-1074 if that is -300. */
static void fill_zeros(random_source *r, double *x, int count, double least) {
  int i;

  for (i = 0; i < count; i++) {
    if (x[i] != 0.0 || random_below(r, 4) != 0) continue;
    x[i] = random_power_of_ten(r, least, -30.0);
    if (least <= -300.0 && random_below(r, 2) == 0) x[i] = 0x1p-1074;
    x[i] *= random_sign(r);
  }
}

/* Fills the zeros of a body. The matrix of a quaternion and what is made of it has products of six of its components.
   Contact intervals of some such queries do not fit into the solver's room if these are as small as the others. */
static void fill_body(random_source *r, bms_body *body) {
  int i;

  fill_zeros(r, &body->motion.rigid.position[0][0], 9, -300.0);
  fill_zeros(r, &body->motion.rigid.quaternion[0][0], 8, -100.0);
  for (i = 0; i < 3; i++) /* half of it is a double, too */
    if (body->box.max[i] == body->box.min[i] && random_below(r, 4) == 0) body->box.max[i] += 1e-300;
}

/* Makes exact ties, except for numbers that no sum of doubles would show. */
void family_almost_zero(random_source *r, bms_query *query) {
  void (*const tie[])(random_source *, bms_query *) = {family_grid, family_rest, family_flat_aligned, family_graze,
                                                       family_touch_start};

  tie[random_below(r, 5)](r, query);
  fill_body(r, &query->a);
  fill_body(r, &query->b);
}

/* Makes all lengths about 1e-140 or 1e90, powers of two apart from the lengths of other families. */
void family_minute(random_source *r, bms_query *query) {
  if (random_below(r, 2) == 0)
    family_tumble(r, query);
  else
    family_aligned(r, query);
  part_scale(query, random_below(r, 2) == 0 ? 0x1p-465 : 0x1p300);
}

static void spread(random_source *r, double *x, int count) {
  int i;

  for (i = 0; i < count; i++)
    if (random_below(r, 3) == 0) x[i] = ldexp(x[i], random_below(r, 600) - 300);
}

/* Multiplies a third of the coefficients of positions and of the sizes by 2^-300 to 2^300. */
void family_spread(random_source *r, bms_query *query) {
  bms_body *body[2] = {&query->a, &query->b};
  int i, k;

  family_accelerate(r, query);
  for (k = 0; k < 2; k++) {
    spread(r, &body[k]->motion.rigid.position[0][0], 9);
    for (i = 0; i < 3; i++) {
      if (random_below(r, 3) == 0) body[k]->box.min[i] = body[k]->box.max[i] - random_power_of_ten(r, -90.0, 90.0);
    }
  }
}

/* Makes q = d t + least e, with least from 1e-45 to 1e-12: half a turn at time 0. */
void family_nearly_nothing(random_source *r, bms_query *query) {
  double d[4], e[4], least = random_power_of_ten(r, -45.0, -12.0);
  int i;

  part_encounter(r, query, 0.1, 1.0, 1.0, random_uniform(r, 0.0, 1.5));
  query->t0 = -1.0;
  random_direction(r, d, 4);
  random_direction(r, e, 4);
  for (i = 0; i < 4; i++) {
    query->b.motion.rigid.quaternion[i][0] = least * e[i];
    query->b.motion.rigid.quaternion[i][1] = d[i];
  }
  for (i = 0; i < 3; i++) {
    query->b.motion.rigid.position[i][0] = 0.5 * random_uniform(r, -1.5, 1.5);
    query->b.motion.rigid.position[i][1] *= 0.2;
  }
  if (random_below(r, 3) == 0) query->t0 = 0.0;
  part_shuffle(r, query);
}

/* ------------------------------------------------------------------ matrices */

/* Adds 1e6 to 1e12 times column i to column j; its half of the box is as much smaller, or not. */
void family_strong_shear(random_source *r, bms_query *query) {
  int i = random_below(r, 3), j = (i + 1 + random_below(r, 2)) % 3, row, k;
  double by = random_power_of_ten(r, 6.0, 12.0);

  part_encounter(r, query, 0.1, 1.0, RIGHT_ANGLE, random_uniform(r, 0.0, 1.5));
  part_to_matrix(&query->b.motion);
  by *= random_sign(r);
  for (row = 0; row < 3; row++)
    for (k = 0; k < 3; k++) query->b.motion.matrix.entry[row][j][k] += by * query->b.motion.matrix.entry[row][i][k];
  if (random_below(r, 4) != 0) {
    query->b.box.min[j] /= fabs(by);
    query->b.box.max[j] /= fabs(by);
  }
  part_shuffle(r, query);
}

/* Makes w = 1 + 1e12 t^2 or the other way round, and A and T with it: the size stays, the way goes by in a moment. */
void family_swinging_weight(random_source *r, bms_query *query) {
  double *weight = query->b.motion.matrix.weight, most = random_power_of_ten(r, 3.0, 12.0);
  int i, j, k, back = random_below(r, 2);

  part_encounter(r, query, 0.1, 1.0, 0.0, random_uniform(r, 0.0, 1.5));
  part_to_matrix(&query->b.motion);
  weight[0] = back ? 1.0 + most : 1.0;
  weight[1] = back ? -2.0 * most : 0.0;
  weight[2] = most;
  for (i = 0; i < 3; i++) {
    double from = random_uniform(r, -3.0, 3.0), way = random_uniform(r, -3.0, 3.0);
    for (j = 0; j < 3; j++) {
      double entry = query->b.motion.matrix.entry[i][j][0] + 0.1 * random_uniform(r, -1.0, 1.0);
      for (k = 0; k < 3; k++) query->b.motion.matrix.entry[i][j][k] = weight[k] * entry;
    }
    for (k = 0; k < 3; k++) query->b.motion.matrix.entry[i][3][k] = weight[k] * (k == 0 ? from + way : from);
  }
  if (random_below(r, 3) == 0)
    for (i = 0; i < 3; i++)
      for (k = 0; k < 3; k++) query->b.motion.matrix.entry[i][0][k] *= -1.0; /* a mirror image */
  part_shuffle(r, query);
}

/* ------------------------------------------------------------------ one motion for both */

/* Turns by a quaternion of small integers, as a rigid motion and as a matrix, which are equal to the last bit. So what
   the boxes have in common in their frames stays, a plane, an edge, a corner or all, while all axes turn. */
void family_two_forms(random_source *r, bms_query *query) {
  int i, moves = random_below(r, 4) == 0;

  query->t0 = 0.0;
  query->t1 = 1.0;
  query->a.motion = part_still();
  query->a.motion.rigid.quaternion[0][0] = 3.0;
  for (i = 0; i < 4; i++) {
    query->a.motion.rigid.quaternion[i][0] += (double)(random_below(r, 3) - 1);
    query->a.motion.rigid.quaternion[i][1] = (double)(random_below(r, 3) - 1);
  }
  query->b.motion = query->a.motion;
  if (random_below(r, 4) != 0) part_to_matrix(&query->b.motion);
  query->a.box = part_random_box(r, 0.25, 1.0);
  query->b.box = query->a.box;
  for (i = 0; i < 3; i++) {
    int place = random_below(r, 4); /* b is behind a, at the same place, within it, before it */
    double size = random_uniform(r, 0.0, 1.0), min = query->a.box.min[i], max = query->a.box.max[i];
    if (place == 0) query->b.box.min[i] = max;
    if (place == 0) query->b.box.max[i] = max + (random_below(r, 2) == 0 ? size : 0.0);
    if (place == 2) query->b.box.max[i] = min + 0.5 * size * (max - min);
    if (place == 3) query->b.box.max[i] = min;
    if (place == 3) query->b.box.min[i] = min - size;
    if (moves && query->b.motion.form == BMS_MOTION_RIGID)
      query->b.motion.rigid.position[i][1] = 0.5 * (double)(random_below(r, 3) - 1);
  }
  part_shuffle(r, query);
}

/* Makes b start inside of a; it may come out. */
void family_contained(random_source *r, bms_query *query) {
  int i;

  part_encounter(r, query, 0.01, 0.3, RIGHT_ANGLE, 0.3);
  query->a.box = part_random_box(r, 1.0, 2.0);
  for (i = 0; i < 3; i++) {
    query->b.motion.rigid.position[i][0] = random_uniform(r, -0.3, 0.3);
    query->b.motion.rigid.position[i][2] = random_uniform(r, -3.0, 3.0);
  }
  if (random_below(r, 2) == 0) part_to_matrix(&query->a.motion);
}
