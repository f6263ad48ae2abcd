/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Families of exact ties.  All numbers are dyadic with few bits, and where boxes are turned they are matrices of
 * integer quaternions with the integer weight |q|^2: what is meant to meet does meet, to the last bit of the exact
 * answer.
 */

#include "family_list.h"
#include "family_parts.h"

#include <math.h>
#include <string.h>

static double grid(random_source *r, int low, int high, double step) {
  return step * (double)(low + random_below(r, high - low + 1));
}

/* Boxes at rest, not turned, with extents of 1/4 ... 1. */
static void aligned_pair(random_source *r, bms_query *query) {
  bms_body *body[2] = {&query->a, &query->b};
  int i, k;

  query->t0 = 0.0;
  query->t1 = 1.0;
  for (k = 0; k < 2; k++) {
    body[k]->motion = part_still();
    for (i = 0; i < 3; i++) {
      body[k]->box.max[i] = grid(r, 1, 4, 0.25);
      body[k]->box.min[i] = -body[k]->box.max[i];
    }
  }
}

static double *position(bms_body *body, int i) {
  return body->motion.rigid.position[i];
}

static double reach(const bms_query *query, int i) {
  return query->a.box.max[i] + query->b.box.max[i];
}

void family_aligned(random_source *r, bms_query *query) {
  int i;

  aligned_pair(r, query);
  for (i = 0; i < 3; i++) position(&query->b, i)[0] = grid(r, -4, 4, 0.25);
  position(&query->b, 0)[0] = 4.0;
  position(&query->b, 0)[1] = -8.0;
  part_shuffle(r, query);
}

void family_corner(random_source *r, bms_query *query) {
  int i, still = random_below(r, 4);

  aligned_pair(r, query);
  for (i = 0; i < 3; i++) {
    double side = random_sign(r);
    position(&query->b, i)[0] = side * (reach(query, i) + 2.0);
    position(&query->b, i)[1] = -4.0 * side;
    if (i == still) position(&query->b, i)[0] = position(&query->b, i)[1] = 0.0;
  }
  part_shuffle(r, query);
}

void family_graze(random_source *r, bms_query *query) {
  aligned_pair(r, query);
  position(&query->b, 0)[0] = random_sign(r) * reach(query, 0);
  position(&query->b, 1)[0] = 5.0;
  position(&query->b, 1)[1] = -8.0;
  position(&query->b, 2)[0] = grid(r, -4, 4, 0.25);
  part_shuffle(r, query);
}

/* x = reach + 4 (t - 1/2)^2 along one, two or three axes; aside of the box if only along one. */
void family_graze_point(random_source *r, bms_query *query) {
  int i, axes = 1 + random_below(r, 3);

  aligned_pair(r, query);
  for (i = 0; i < 3; i++) {
    double *x = position(&query->b, i);
    x[0] = i < axes ? reach(query, i) + 1.0 : grid(r, -2, 2, 0.25);
    x[1] = i < axes ? -4.0 : 0.0;
    x[2] = i < axes ? 4.0 : 0.0;
  }
  part_shuffle(r, query);
}

void family_touch_start(random_source *r, bms_query *query) {
  int i, axes = 1 + random_below(r, 3);

  aligned_pair(r, query);
  for (i = 0; i < 3; i++) {
    position(&query->b, i)[0] = i < axes ? reach(query, i) : grid(r, -2, 2, 0.25);
    position(&query->b, i)[1] = grid(r, -1, 1, 1.0);
    position(&query->b, i)[2] = grid(r, -1, 1, 2.0);
  }
  part_shuffle(r, query);
}

void family_touch_end(random_source *r, bms_query *query) {
  int i, axes = 1 + random_below(r, 3), slowing = random_below(r, 2);

  aligned_pair(r, query);
  for (i = 0; i < 3; i++) {
    double *x = position(&query->b, i);
    x[0] = i < axes ? reach(query, i) + 2.0 : grid(r, -2, 2, 0.25);
    x[1] = i < axes ? (slowing ? -4.0 : -2.0) : 0.0;
    x[2] = i < axes && slowing ? 2.0 : 0.0;
  }
  part_shuffle(r, query);
}

/* Both turn about the world's z axis: the quaternions' w and z components only. */
void family_common_axis(random_source *r, bms_query *query) {
  bms_body *body[2];
  int k, i;

  part_encounter(r, query, 0.1, 1.0, 0.0, 0.0);
  body[0] = &query->a;
  body[1] = &query->b;
  for (k = 0; k < 2; k++) {
    double q[2], rate[2];
    random_direction(r, q, 2);
    random_direction(r, rate, 2);
    memset(body[k]->motion.rigid.quaternion, 0, sizeof body[k]->motion.rigid.quaternion);
    for (i = 0; i < 2; i++) {
      body[k]->motion.rigid.quaternion[3 * i][0] = q[i];
      body[k]->motion.rigid.quaternion[3 * i][1] = 0.5 * rate[i];
    }
    position(body[k], 2)[1] = 0.0;
    position(body[k], 2)[0] = random_uniform(r, -0.3, 0.3);
  }
  part_shuffle(r, query);
}

/* ------------------------------------------------------------------ features that meet */

/* An integer quaternion as a matrix with weight |q|^2. */
static void integer_turn(random_source *r, bms_motion *motion) {
  int i, sum = 0;

  *motion = part_still();
  while (sum == 0)
    for (i = 0; i < 4; i++) {
      double q = (double)(random_below(r, 5) - 2);
      motion->rigid.quaternion[i][0] = q;
      sum += q != 0.0;
    }
  part_to_matrix(motion);
}

/* A point of the box: in each coordinate an end or, with `inside` out of 4, something between. */
static void feature_point(random_source *r, const bms_box *box, int inside, double x[3]) {
  int i;

  for (i = 0; i < 3; i++) {
    x[i] = random_below(r, 2) == 0 ? box->min[i] : box->max[i];
    if (random_below(r, 4) < inside) x[i] = box->min[i] + (box->max[i] - box->min[i]) * grid(r, 1, 7, 0.125);
  }
}

static void apply(const bms_motion *motion, const double x[3], double y[3]) {
  int i, j;

  for (i = 0; i < 3; i++)
    for (y[i] = 0.0, j = 0; j < 3; j++) y[i] += motion->matrix.entry[i][j][0] * x[j];
}

/* Of several points of b the one that lies farthest towards -direction. */
static void facing_point(random_source *r, const bms_body *b, int inside, const double direction[3], double x[3]) {
  double least = INFINITY, candidate[3], y[3];
  int tries;

  for (tries = 0; tries < 8; tries++) {
    double along;
    feature_point(r, &b->box, inside, candidate);
    apply(&b->motion, candidate, y);
    along = y[0] * direction[0] + y[1] * direction[1] + y[2] * direction[2];
    if (along < least) memcpy(x, candidate, sizeof candidate);
    least = fmin(least, along);
  }
}

/* A chosen point of a and one of b are the same at t = 1/2; b comes from the side on which the point of a lies. */
void family_features(random_source *r, bms_query *query) {
  double pa[3], pb[3], xa[3], xb[3], wa, wb;
  int i, j, inside = random_below(r, 3);

  aligned_pair(r, query);
  integer_turn(r, &query->a.motion);
  integer_turn(r, &query->b.motion);
  feature_point(r, &query->a.box, inside, pa);
  apply(&query->a.motion, pa, xa);
  facing_point(r, &query->b, inside, xa, pb);
  apply(&query->b.motion, pb, xb);
  wa = query->a.motion.matrix.weight[0];
  wb = query->b.motion.matrix.weight[0];
  for (i = 0; i < 3; i++) {
    double speed = grid(r, -4, 4, 0.25) - (xa[i] > 0.0 ? 3.0 : xa[i] < 0.0 ? -3.0 : 0.0);
    /* (xb + T_b) / wb = xa / wa at t = 1/2; everything times wa wb */
    query->b.motion.matrix.entry[i][3][0] = xa[i] * wb - xb[i] * wa - speed * wa * wb / 2.0;
    query->b.motion.matrix.entry[i][3][1] = speed * wa * wb;
    for (j = 0; j < 3; j++) query->b.motion.matrix.entry[i][j][0] *= wa;
  }
  query->b.motion.matrix.weight[0] *= wa;
  part_shuffle(r, query);
}

/* q = (1, u (t - 1/2)): not turned at the time of contact, turning before and after. */
void family_flush(random_source *r, bms_query *query) {
  int i;

  aligned_pair(r, query);
  for (i = 0; i < 3; i++) {
    double u = grid(r, -2, 2, 0.5);
    query->b.motion.rigid.quaternion[1 + i][0] = -u / 2.0;
    query->b.motion.rigid.quaternion[1 + i][1] = u;
    position(&query->b, i)[0] = grid(r, -4, 4, 0.25);
  }
  position(&query->b, 0)[0] = reach(query, 0) + 2.0;
  position(&query->b, 0)[1] = -4.0;
  part_shuffle(r, query);
}

/*
 * b turns about z with q = (1, 0, 0, t), n = 1 + t^2, and stands at x = p0 + p1 t + p2 t^2; its reach along x is
 * (b1 (1 - t^2) + b2 2 t) / n on [0, 1].  The gap to a's face x = a1, times n, is a quartic; that it be k (t^2 + e t +
 * f)^2 needs
 *
 *     p2 = k,  p1 = 2 k e,  b2 = k e (1 - f),  b1 = k (e^2 - (1 - f)^2) / 2,  p0 = a1 + k (e^2 + 2 f - 1 + f^2) / 2.
 *
 * The double root (-e + sqrt(e^2 - 4 f)) / 2 is in (0, 1) for f < 0 < 1 + e + f; with f, e dyadic of few bits all is
 * exact.
 */
void family_double_root(random_source *r, bms_query *query) {
  double f = grid(r, -7, -1, 0.125), e = 1.0 - f + grid(r, 1, 8, 0.125), k = grid(r, 1, 4, 0.5);

  aligned_pair(r, query);
  query->a.box = part_box(query->a.box.max[0], 16.0 * k * e, 16.0 * k * e);
  query->b.box.max[0] = k * (e * e - (1.0 - f) * (1.0 - f)) / 2.0;
  query->b.box.max[1] = k * e * (1.0 - f);
  query->b.box.min[0] = -query->b.box.max[0];
  query->b.box.min[1] = -query->b.box.max[1];
  query->b.motion.rigid.quaternion[3][1] = 1.0;
  position(&query->b, 0)[0] = query->a.box.max[0] + k * (e * e + 2.0 * f - 1.0 + f * f) / 2.0;
  position(&query->b, 0)[1] = 2.0 * k * e;
  position(&query->b, 0)[2] = k;
  part_shuffle(r, query);
}

void family_stacked(random_source *r, bms_query *query) {
  double speed = grid(r, -1, 1, 0.5);
  int i, k;

  aligned_pair(r, query);
  integer_turn(r, &query->a.motion);
  query->b = query->a;
  for (i = 0; i < 3; i++) {
    for (k = 0; k < 2; k++)
      query->b.motion.matrix.entry[i][3][k] =
          2.0 * query->a.box.max[2] * query->a.motion.matrix.entry[i][2][0] * (k == 0 ? 1.0 : 0.0) +
          query->a.motion.matrix.entry[i][0][0] * (k == 1 ? speed : 0.0);
  }
  part_shuffle(r, query);
}
