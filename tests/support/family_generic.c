/* SPDX-License-Identifier: BSD-3-Clause */

/* Families of generic motions, rigid ones and matrices. */

#include "family_list.h"
#include "family_parts.h"

#include <math.h>

static const double RIGHT_ANGLE = 1.5707963267948966;

/* ------------------------------------------------------------------ rigid */

void family_tumble(random_source *r, bms_query *query) {
  part_encounter(r, query, 0.1, 1.0, RIGHT_ANGLE, random_uniform(r, 0.0, 1.5));
}

static void off_centre(random_source *r, bms_box *box, double by) {
  int i;

  for (i = 0; i < 3; i++) {
    double shift = random_uniform(r, -by, by);
    box->min[i] += shift;
    box->max[i] += shift;
  }
}

void family_accelerate(random_source *r, bms_query *query) {
  int i;

  part_encounter(r, query, 0.1, 1.0, RIGHT_ANGLE, random_uniform(r, 0.0, 1.5));
  off_centre(r, &query->a.box, 1.0);
  off_centre(r, &query->b.box, 1.0);
  for (i = 0; i < 3; i++) {
    query->a.motion.rigid.position[i][2] = random_uniform(r, -3.0, 3.0);
    query->b.motion.rigid.position[i][2] = random_uniform(r, -3.0, 3.0);
  }
}

void family_nearmiss(random_source *r, bms_query *query) {
  part_encounter(r, query, 0.3, 1.0, RIGHT_ANGLE, random_uniform(r, 1.0, 2.2));
}

void family_wide_turn(random_source *r, bms_query *query) {
  part_encounter(r, query, 0.1, 1.0, RIGHT_ANGLE, random_uniform(r, 0.0, 1.5));
  part_random_turn(r, &query->a.motion, random_uniform(r, 1.0, 1.99) * RIGHT_ANGLE);
  part_random_turn(r, &query->b.motion, random_uniform(r, 1.0, 1.99) * RIGHT_ANGLE);
}

void family_far(random_source *r, bms_query *query) {
  double away[3];
  int i;

  part_encounter(r, query, 0.1, 1.0, RIGHT_ANGLE, 1.0);
  random_direction(r, away, 3);
  for (i = 0; i < 3; i++) query->b.motion.rigid.position[i][0] += 40.0 * away[i];
}

void family_many_passes(random_source *r, bms_query *query) {
  double q[4], rate[4];
  int i;

  part_encounter(r, query, 0.1, 0.3, 0.0, random_uniform(r, 0.5, 1.5));
  query->b.box.max[0] = random_uniform(r, 1.0, 2.0);
  query->b.box.min[0] = -query->b.box.max[0];
  random_direction(r, q, 4);
  random_direction(r, rate, 4);
  for (i = 0; i < 4; i++) {
    query->b.motion.rigid.quaternion[i][0] = q[i];
    query->b.motion.rigid.quaternion[i][1] = 16.0 * rate[i];
  }
  for (i = 0; i < 3; i++) query->b.motion.rigid.position[i][1] *= 0.3;
  part_set_interval(query, -1.0, 1.0);
}

void family_half_turn(random_source *r, bms_query *query) {
  part_encounter(r, query, 0.1, 1.0, RIGHT_ANGLE, random_uniform(r, 0.0, 1.5));
  part_random_turn(r, &query->b.motion, 2.0 * RIGHT_ANGLE - random_power_of_ten(r, -6.0, -1.0));
}

void family_overlap(random_source *r, bms_query *query) {
  int i;

  part_encounter(r, query, 0.3, 1.0, RIGHT_ANGLE, 0.0);
  for (i = 0; i < 3; i++) query->b.motion.rigid.position[i][0] = random_uniform(r, -0.3, 0.3);
}

void family_still_pair(random_source *r, bms_query *query) {
  int i;

  part_encounter(r, query, 0.1, 1.0, 0.0, 1.0);
  for (i = 0; i < 3; i++) {
    query->a.motion.rigid.position[i][1] = query->b.motion.rigid.position[i][1] = 0.0;
    query->b.motion.rigid.position[i][0] = random_uniform(r, -1.2, 1.2);
  }
}

/* ------------------------------------------------------------------ matrix */

/* Takes the turn out of a rigid motion and puts in a quadratic change of every entry of the matrix at its start. */
static void shear(random_source *r, bms_motion *motion, double by) {
  int i, j;

  for (i = 0; i < 4; i++) motion->rigid.quaternion[i][1] = 0.0;
  part_to_matrix(motion);
  for (i = 0; i < 3; i++)
    for (j = 0; j < 3; j++) {
      motion->matrix.entry[i][j][1] = random_uniform(r, -by, by);
      motion->matrix.entry[i][j][2] = random_uniform(r, -by / 2.0, by / 2.0);
    }
}

void family_shear(random_source *r, bms_query *query) {
  part_encounter(r, query, 0.1, 1.0, RIGHT_ANGLE, random_uniform(r, 0.0, 1.5));
  shear(r, &query->a.motion, 0.3);
  shear(r, &query->b.motion, 0.3);
}

void family_homogeneous(random_source *r, bms_query *query) {
  part_encounter(r, query, 0.1, 1.0, RIGHT_ANGLE, random_uniform(r, 0.0, 1.5));
  part_to_matrix(&query->a.motion);
  part_to_matrix(&query->b.motion);
}

/* Makes an edge of b a multiple of one of a, at all times, and turns the others of b about it in a's frame. */
void family_common_column(random_source *r, bms_query *query) {
  int i = random_below(r, 3), j = random_below(r, 3);
  double factor = random_sign(r) * ldexp(1, random_below(r, 3)), angle = random_uniform(r, 0.1, 3);
  double c = cos(angle), s = sin(angle);
  family_homogeneous(r, query);
  for (int k = 0; k < 3; k++)
    for (int power = 0; power < 3; power++) {
      double column[3];
      for (int n = 0; n < 3; n++) column[n] = query->a.motion.matrix.entry[k][(i + n) % 3][power];
      query->b.motion.matrix.entry[k][j][power] = factor * column[0];
      query->b.motion.matrix.entry[k][(j + 1) % 3][power] = c * column[1] + s * column[2];
      query->b.motion.matrix.entry[k][(j + 2) % 3][power] = c * column[2] - s * column[1];
    }
  part_shuffle(r, query);
}

void family_mixed(random_source *r, bms_query *query) {
  part_encounter(r, query, 0.1, 1.0, RIGHT_ANGLE, random_uniform(r, 0.0, 1.5));
  if (random_below(r, 2) == 0)
    part_to_matrix(&query->a.motion);
  else
    shear(r, &query->a.motion, 0.2);
  part_shuffle(r, query);
}

void family_flattened(random_source *r, bms_query *query) {
  int i, column = random_below(r, 3), k;

  part_encounter(r, query, 0.1, 1.0, RIGHT_ANGLE, random_uniform(r, 0.0, 1.2));
  shear(r, &query->a.motion, 0.1);
  for (i = 0; i < 3; i++)
    for (k = 0; k < 3; k++) query->a.motion.matrix.entry[i][column][k] *= 1e-6;
  part_shuffle(r, query);
}

/* Makes the weight small. The lengths A/w and T/w grow by the same factor as w falls. */
void family_small_weight(random_source *r, bms_query *query) {
  double when = random_uniform(r, 0.2, 0.8), least = random_power_of_ten(r, -10.0, -2.0);
  double *weight = query->b.motion.matrix.weight;

  part_encounter(r, query, 0.1, 1.0, RIGHT_ANGLE, random_uniform(r, 0.0, 1.5));
  shear(r, &query->b.motion, 0.05);
  weight[0] = when * when + least;
  weight[1] = -2.0 * when;
  weight[2] = 1.0;
}

void family_left_handed(random_source *r, bms_query *query) {
  int i, k;

  family_homogeneous(r, query);
  for (i = 0; i < 3; i++)
    for (k = 0; k < 3; k++) query->a.motion.matrix.entry[i][1][k] *= -1.0;
  part_shuffle(r, query);
}
