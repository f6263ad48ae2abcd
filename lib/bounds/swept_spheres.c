/* SPDX-License-Identifier: BSD-3-Clause */

/* Swept spheres for any machine, and the choice between them and those for AVX2. */

#include "numeric/arithmetic.h"

#include "bounds/swept_spheres.h"

#include <math.h>

#include "bounds/swept_spheres_inline.h"
#include "numeric/compiler.h"
#include "numeric/vector.h"

unsigned bms_swept_spheres_apart_anywhere(const bms_swept_pair pair[BMS_SWEPT_PAIRS]) {
  return swept_spheres_apart(pair);
}

unsigned bms_swept_spheres_apart(const bms_swept_pair pair[BMS_SWEPT_PAIRS]) {
#if BMS_FAST_AVX2
  if (bms_processor_has_avx2()) return bms_swept_spheres_apart_avx2(pair);
#endif
  return bms_swept_spheres_apart_anywhere(pair);
}

/* The corner farthest from the origin. */
static double radius_of(const bms_box *box) {
  double square = 0;
  for (int r = 0; r < 3; r++) {
    double far = bms_max(fabs(box->min[r]), fabs(box->max[r]));
    square += far * far;
  }
  return sqrt(square);
}

double bms_swept_spheres_meet(const bms_swept_pair *pair) {
  double first[3], chord[3], t0 = pair->t0, t1 = pair->t1;
  if (!is_rigid_pair(pair)) return t0;
  for (int r = 0; r < 3; r++) {
    const double *p = pair->a->motion.rigid.position[r], *q = pair->b->motion.rigid.position[r];
    double c0 = q[0] - p[0], c1 = q[1] - p[1], c2 = q[2] - p[2];
    first[r] = c0 + t0 * (c1 + t0 * c2);
    chord[r] = c0 + t1 * (c1 + t1 * c2) - first[r];
  }
  /* |P0 + s chord| = R, as if the path were straight. */
  double reach = radius_of(&pair->a->box) + radius_of(&pair->b->box), distance = bms_dot(first, first) - reach * reach;
  double closing = -bms_dot(first, chord), root = closing * closing - distance * bms_dot(chord, chord);
  if (distance <= 0) return t0;
  if (!(closing > 0 && root > 0)) return INFINITY;
  double s = distance / (closing + sqrt(root));
  return s <= 1 ? t0 + s * (t1 - t0) : INFINITY;
}
