/* SPDX-License-Identifier: BSD-3-Clause */

/* Motions rewritten as matrices. */

#include "matrix_forms.h"

#include <math.h>
#include <string.h>

#include "family_parts.h"

typedef enum form {
  FORM_AS_IS,
  FORM_RESTING,
  FORM_MATRIX,  /* w = |q|^2 */
  FORM_GROWING, /* as that one with w = 1: the box grows and shrinks with |q|^2 */
  FORM_BENT,    /* all coefficients changed at random, the weight, too */
  FORM_SHEARED, /* as that one with w = 1 */
  FORM_COUNT
} form;

static void bend(random_source *r, double *c, int count, double by) {
  double size = 0;
  for (int i = 0; i < count; i++) size = fmax(size, fabs(c[i]));
  for (int i = 0; i < count; i++) c[i] += size * random_uniform(r, -by, by);
}

/* Makes a rigid motion stand still as it is in the middle of the interval. */
static void stop(const bms_query *query, bms_motion *motion) {
  double t = query->t0 + 0.5 * (query->t1 - query->t0);
  if (motion->form == BMS_MOTION_MATRIX) return;
  for (int i = 0; i < 4; i++) {
    double *q = motion->rigid.quaternion[i];
    q[0] += t * q[1];
    q[1] = 0;
  }
  for (int k = 0; k < 3; k++) {
    double *p = motion->rigid.position[k];
    p[0] += t * (p[1] + t * p[2]);
    p[1] = p[2] = 0;
  }
}

static void rewrite(random_source *r, form as, const bms_query *query, bms_motion *motion) {
  static const double ONE[3] = {1, 0, 0};
  if (as == FORM_RESTING) stop(query, motion);
  if (as == FORM_AS_IS || as == FORM_RESTING) return;
  if (motion->form == BMS_MOTION_RIGID) part_to_matrix(motion);
  if (as == FORM_GROWING || as == FORM_SHEARED) memcpy(motion->matrix.weight, ONE, sizeof ONE);
  if (as != FORM_BENT && as != FORM_SHEARED) return;
  double by = random_power_of_ten(r, -3, -0.5);
  for (int row = 0; row < 3; row++)
    for (int column = 0; column < 4; column++) bend(r, motion->matrix.entry[row][column], 3, by);
  if (as == FORM_BENT) bend(r, motion->matrix.weight, 3, by);
}

/* Returns true if a matrix is among the two motions. */
static bool has_matrix(const bms_query *query) {
  return query->a.motion.form == BMS_MOTION_MATRIX || query->b.motion.form == BMS_MOTION_MATRIX;
}

void mix_forms(random_source *r, bms_query *query) {
  if (has_matrix(query) && random_below(r, 4) == 0) return;
  rewrite(r, (form)random_below(r, FORM_COUNT), query, &query->a.motion);
  rewrite(r, (form)random_below(r, FORM_COUNT), query, &query->b.motion);
  if (has_matrix(query)) return;
  bms_motion *one = random_below(r, 2) == 0 ? &query->a.motion : &query->b.motion;
  rewrite(r, (form)(FORM_MATRIX + random_below(r, FORM_COUNT - FORM_MATRIX)), query, one);
}

void shift_motion(bms_motion *motion, const double way[3]) {
  for (int r = 0; r < 3; r++) {
    if (motion->form == BMS_MOTION_RIGID)
      motion->rigid.position[r][0] += way[r];
    else
      for (int k = 0; k < 3; k++) motion->matrix.entry[r][3][k] += way[r] * motion->matrix.weight[k];
  }
}
