/* SPDX-License-Identifier: BSD-3-Clause */

/* The AABB of the probe that a cast asks a space with. */

#include "api/space_cast.c"

#include "bounds.h"

/* The inputs are a position (3), a way (3) and halves of a box (3), which are small. */
static double share_of_a_probe(const double *x, const void *context) {
  qmboxCasting casting = {.geom = *(const dGeomID *)context, .t1 = 1};
  bms_body *body = &casting.caster.body;
  double min[3], max[3], most = 0;
  const double unturned[4] = {1, 0, 0, 0};
  dReal aabb[6];
  body->motion = bms_motion_fixed(x, unturned);
  for (int i = 0; i < 3; i++) {
    body->motion.rigid.position[i][1] = ldexp(x[3 + i], -60);
    body->box.max[i] = ldexp(fabs(x[6 + i]), -60);
    body->box.min[i] = -body->box.max[i];
  }
  dGeomID probe = makeProbe(&casting);
  if (!probe) return 0;
  dGeomGetAABB(probe, aabb);
  dGeomDestroy(probe);
  bms_swept_bounds(body, 0, 1, min, max);
  for (int i = 0; i < 3; i++) {
    double margin = PROBE_ROUNDING * (fabs(min[i]) + fabs(max[i])) / 2;
    double below = min[i] - (double)aabb[2 * i], above = (double)aabb[2 * i + 1] - max[i];
    if (margin > 0) most = fmax(most, (margin - fmin(below, above)) / margin);
  }
  return most;
}

static void probes_hold_the_whole_way(void **state) {
  (void)state;
  dInitODE();
  dGeomID geom = dCreateBox(NULL, 1, 1, 1);
  bounds_measure("PROBE_ROUNDING", share_of_a_probe, &geom, 9, 5);
  dGeomDestroy(geom);
  dCloseODE();
}

/* Half of a side has to cover the roundings of the middle, of the half side and of their sum, each half a unit of the
   largest coordinate.  Doubles never need all of it, as the bounds are larger by some of these already. */
static void the_margin_is_the_sum_of_its_items(void **state) {
  (void)state;
  bounds_sum("PROBE_ROUNDING", 2 * (0.5 + 0.5 + 0.5), PROBE_ROUNDING / QMBOX_EPSILON);
}

BOUNDS_MAIN(cmocka_unit_test(probes_hold_the_whole_way), cmocka_unit_test(the_margin_is_the_sum_of_its_items))
