/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Homogeneous matrices.
 *
 * A quaternion q = a + b t, not normalised, has the matrix |q|^2 R(q), whose entries are sums of products of two
 * components of q: quadratic in t.  With w = |q|^2 the weight undoes the norm.
 */

#include "matrix_motion.h"

#include <string.h>

void matrix_sheared(random_source *r, const course *body, double shear, bms_motion *motion) {
  double rotation[3][3];
  int i, j;

  memset(motion, 0, sizeof *motion);
  motion->form = BMS_MOTION_MATRIX;
  motion->matrix.weight[0] = 1.0;
  quaternion_matrix(body->quaternion[START], rotation);
  for (i = 0; i < 3; i++) {
    motion->matrix.entry[i][3][0] = body->position[START][i];
    motion->matrix.entry[i][3][1] = body->position[END][i] - body->position[START][i];
    for (j = 0; j < 3; j++) {
      motion->matrix.entry[i][j][0] = rotation[i][j];
      motion->matrix.entry[i][j][1] = random_uniform(r, -shear, shear);
      motion->matrix.entry[i][j][2] = random_uniform(r, -shear, shear) / 2.0;
    }
  }
}

/* Sets c += factor q_i q_j. */
static void add_product(double c[3], double factor, double q[4][2], int i, int j) {
  c[0] += factor * q[i][0] * q[j][0];
  c[1] += factor * (q[i][0] * q[j][1] + q[i][1] * q[j][0]);
  c[2] += factor * q[i][1] * q[j][1];
}

/* Sets the entries off the diagonal: 2 (q_j q_k -+ w q_i), for cyclic i, j, k. */
static void turning_entries(double q[4][2], double entry[3][4][3]) {
  int i, j, k;

  for (i = 0; i < 3; i++) {
    j = (i + 1) % 3;
    k = (i + 2) % 3;
    add_product(entry[i][i], 1.0, q, 0, 0);
    add_product(entry[i][i], 1.0, q, 1 + i, 1 + i);
    add_product(entry[i][i], -1.0, q, 1 + j, 1 + j);
    add_product(entry[i][i], -1.0, q, 1 + k, 1 + k);
    add_product(entry[j][k], 2.0, q, 1 + j, 1 + k);
    add_product(entry[j][k], -2.0, q, 0, 1 + i);
    add_product(entry[k][j], 2.0, q, 1 + j, 1 + k);
    add_product(entry[k][j], 2.0, q, 0, 1 + i);
  }
}

void matrix_weighted(const course *body, bms_motion *motion) {
  bms_motion rigid = bms_motion_between(0.0, body->position[START], body->quaternion[START], 1.0, body->position[END],
                                        body->quaternion[END]);
  double(*q)[2] = rigid.rigid.quaternion, *w = motion->matrix.weight;
  int i;

  memset(motion, 0, sizeof *motion);
  motion->form = BMS_MOTION_MATRIX;
  for (i = 0; i < 4; i++) add_product(w, 1.0, q, i, i);
  turning_entries(q, motion->matrix.entry);
  for (i = 0; i < 3; i++) {
    const double p0 = body->position[START][i], p1 = body->position[END][i];
    double at0 = p0 * w[0], at1 = p1 * (w[0] + w[1] + w[2]),
           middle = 0.5 * (p0 + p1) * (w[0] + 0.5 * w[1] + 0.25 * w[2]);
    motion->matrix.entry[i][3][0] = at0;
    motion->matrix.entry[i][3][1] = 4.0 * middle - 3.0 * at0 - at1;
    motion->matrix.entry[i][3][2] = 2.0 * at0 + 2.0 * at1 - 4.0 * middle;
  }
}
