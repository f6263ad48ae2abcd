/* SPDX-License-Identifier: BSD-3-Clause */

/* With S = diag(+-1), -1 in the place of k, the image of R x + p is (S R S) (S x) + S p.  S R S turns about the image
   of R's axis the other way round: its quaternion is R's with the vector part negated but for component k. */

#include "numeric/arithmetic.h"

#include "motion/mirror.h"

#include <stdbool.h>

static bool is_image_box(const bms_box *a, const bms_box *b, int k) {
  for (int i = 0; i < 3; i++)
    if (i == k ? b->min[i] != -a->max[i] || b->max[i] != -a->min[i] : b->min[i] != a->min[i] || b->max[i] != a->max[i])
      return false;
  return true;
}

/* Returns true if q is the image of p, times `sign`. */
static bool is_image_rotation(const double p[4][2], const double q[4][2], int k, int sign) {
  for (int i = 0; i < 4; i++) {
    int factor = i == 0 || i == 1 + k ? sign : -sign;
    if (!(q[i][0] == factor * p[i][0] && q[i][1] == factor * p[i][1])) return false;
  }
  return true;
}

/* Returns true if two bodies always have the same place but for coordinate k. */
static bool is_across(const double p[3][3], const double q[3][3], int k) {
  for (int r = 0; r < 3; r++)
    for (int i = 0; i < 3; i++)
      if (r != k && p[r][i] != q[r][i]) return false;
  return true;
}

int bms_mirror_of(const bms_body *a, const bms_body *b) {
  if (a->motion.form != BMS_MOTION_RIGID || b->motion.form != BMS_MOTION_RIGID) return -1;
  const bms_motion *of_a = &a->motion, *of_b = &b->motion;
  for (int k = 0; k < 3; k++) {
    if (!is_across(of_a->rigid.position, of_b->rigid.position, k) || !is_image_box(&a->box, &b->box, k)) continue;
    for (int sign = -1; sign <= 1; sign += 2)
      if (is_image_rotation(of_a->rigid.quaternion, of_b->rigid.quaternion, k, sign)) return k;
  }
  return -1;
}
