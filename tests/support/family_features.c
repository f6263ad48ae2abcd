/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Families of turned boxes whose features meet exactly.  Both are matrices of integer quaternions with the integer
 * weight |q|^2, and all numbers are dyadic with few bits: features meet as meant, to the last bit of the exact
 * answer.
 */

#include "family_list.h"
#include "family_parts.h"

#include <math.h>
#include <string.h>

/* Makes a turn by an integer quaternion as a matrix with weight |q|^2. */
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

/* Draws a point of the box: in each coordinate an end or, with `inside` out of 4, something between. */
static void feature_point(random_source *r, const bms_box *box, int inside, double x[3]) {
  int i;

  for (i = 0; i < 3; i++) {
    x[i] = random_below(r, 2) == 0 ? box->min[i] : box->max[i];
    if (random_below(r, 4) < inside) x[i] = box->min[i] + (box->max[i] - box->min[i]) * part_grid(r, 1, 7, 0.125);
  }
}

static void apply(const bms_motion *motion, const double x[3], double y[3]) {
  int i, j;

  for (i = 0; i < 3; i++)
    for (y[i] = 0.0, j = 0; j < 3; j++) y[i] += motion->matrix.entry[i][j][0] * x[j];
}

/* Finds the point of several of b that lies farthest towards -direction. */
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

/* Makes a chosen point of a and one of b equal at t = 1/2; b comes from the side on which the point of a lies. */
static void let_features_meet(random_source *r, bms_query *query) {
  double pa[3], pb[3], xa[3], xb[3], wa, wb;
  int i, j, inside = random_below(r, 3);

  integer_turn(r, &query->a.motion);
  integer_turn(r, &query->b.motion);
  feature_point(r, &query->a.box, inside, pa);
  apply(&query->a.motion, pa, xa);
  facing_point(r, &query->b, inside, xa, pb);
  apply(&query->b.motion, pb, xb);
  wa = query->a.motion.matrix.weight[0];
  wb = query->b.motion.matrix.weight[0];
  for (i = 0; i < 3; i++) {
    double speed = part_grid(r, -4, 4, 0.25) - (xa[i] > 0.0 ? 3.0 : xa[i] < 0.0 ? -3.0 : 0.0);
    /* (xb + T_b) / wb = xa / wa at t = 1/2; everything times wa wb */
    query->b.motion.matrix.entry[i][3][0] = xa[i] * wb - xb[i] * wa - speed * wa * wb / 2.0;
    query->b.motion.matrix.entry[i][3][1] = speed * wa * wb;
    for (j = 0; j < 3; j++) query->b.motion.matrix.entry[i][j][0] *= wa;
  }
  query->b.motion.matrix.weight[0] *= wa;
  part_shuffle(r, query);
}

void family_features(random_source *r, bms_query *query) {
  part_aligned_pair(r, query);
  let_features_meet(r, query);
}

/* Draws plates, segments and points, off the middle of their frames. */
void family_flat_features(random_source *r, bms_query *query) {
  int i;

  part_aligned_pair(r, query);
  for (i = 0; i < 3; i++) {
    if (random_below(r, 2) == 0) query->a.box.min[i] = query->a.box.max[i];
    if (random_below(r, 2) == 0) query->b.box.min[i] = query->b.box.max[i];
  }
  let_features_meet(r, query);
}

/* Makes features meet at the very end, an ulp before it or an ulp behind it; or at the start. */
void family_features_end(random_source *r, bms_query *query) {
  int ulps = random_below(r, 3) - 1;
  double end = ulps == 0 ? 0.5 : nextafter(0.5, ulps < 0 ? 0.0 : 1.0);

  if (random_below(r, 2) == 0)
    family_features(r, query);
  else
    family_flat_features(r, query);
  if (random_below(r, 4) == 0)
    query->t0 = end;
  else
    query->t1 = end;
}

/* Makes b, turned against a, stand with its lowest vertex, edge or face on the face x = max of a and slide along it;
   both are turned and stand still besides. In a's frame b is (B x + S) / w_b, in the world (A B x + A S) / (w_a
   w_b). */
void family_slide(random_source *r, bms_query *query) {
  double turn[3][3], way[3][3] = {{0.0}}, weight;
  bms_motion *b = &query->b.motion;
  int i, j, k, m;

  part_aligned_pair(r, query);
  if (random_below(r, 3) == 0) query->b.box.min[random_below(r, 3)] = 0.0;
  integer_turn(r, &query->a.motion);
  integer_turn(r, b);
  weight = b->matrix.weight[0];
  way[0][0] = weight * query->a.box.max[0];
  for (j = 0; j < 3; j++) {
    double along = b->matrix.entry[0][j][0];
    way[0][0] -= along < 0.0 ? along * query->b.box.max[j] : along * query->b.box.min[j];
  }
  for (i = 1; i < 3; i++)
    for (k = 0; k < 3; k++) way[i][k] = weight * part_grid(r, -4, 4, 0.5);
  for (i = 0; i < 3; i++)
    for (j = 0; j < 3; j++) turn[i][j] = b->matrix.entry[i][j][0];
  for (i = 0; i < 3; i++)
    for (j = 0; j < 3; j++)
      for (b->matrix.entry[i][j][0] = 0.0, m = 0; m < 3; m++)
        b->matrix.entry[i][j][0] += query->a.motion.matrix.entry[i][m][0] * turn[m][j];
  for (i = 0; i < 3; i++)
    for (k = 0; k < 3; k++)
      for (b->matrix.entry[i][3][k] = 0.0, m = 0; m < 3; m++)
        b->matrix.entry[i][3][k] += query->a.motion.matrix.entry[i][m][0] * way[m][k];
  b->matrix.weight[0] = weight * query->a.motion.matrix.weight[0];
  part_shuffle(r, query);
}

void family_stacked(random_source *r, bms_query *query) {
  double speed = part_grid(r, -1, 1, 0.5);
  int i, k;

  part_aligned_pair(r, query);
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
