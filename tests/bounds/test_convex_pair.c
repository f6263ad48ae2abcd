/* SPDX-License-Identifier: BSD-3-Clause */

/* How early the solver finds a contact, and how deep a cylinder has to be for libccd to find one. */

#include "pairs/convex_pair.c"

#include "bounds.h"
#include "util/real.h"

static void make_ball(double radius, qmboxMoving *path) {
  *path = (qmboxMoving){.shape = QMBOX_SHAPE_CONVEX, .moves = true};
  path->figure.shape = bms_convex_points(path->figure.point[0], 1, radius);
  path->figure.radius = radius;
}

/* The inputs are the positions of two balls (6), their velocities (6) and radii (2): they are apart before the contact,
   by as much as it is early. */
static double share_of_a_contact(const double *x, const void *context) {
  (void)context;
  const double unturned[4] = {1, 0, 0, 0};
  qmboxMoving ball[2];
  qmboxContact contact = {.status = BMS_INVALID};
  double reach = 0;
  for (int k = 0; k < 2; k++) {
    make_ball(0.1 + 0.1 * fabs(x[12 + k]), &ball[k]);
    ball[k].body.motion = bms_motion_fixed(x + 3 * k, unturned);
    for (int i = 0; i < 3; i++) {
      ball[k].body.motion.rigid.position[i][1] = x[6 + 3 * k + i];
      reach = fmax(reach, fabs(x[3 * k + i]) + fabs(x[6 + 3 * k + i]) + ball[k].figure.radius);
    }
  }
  qmboxSolveConvex(&ball[0], &ball[1], 0, 1, &contact);
  if (contact.status != BMS_CONTACT) return 0;
  precise square = precise_of(0);
  for (int i = 0; i < 3; i++) {
    precise here = bounds_polynomial(ball[0].body.motion.rigid.position[i], 1, contact.timeLower);
    precise there = bounds_polynomial(ball[1].body.motion.rigid.position[i], 1, contact.timeLower);
    precise way = precise_minus(there, here);
    square = precise_plus(square, precise_times(way, way));
  }
  precise radii = precise_plus(precise_of(ball[0].figure.radius), precise_of(ball[1].figure.radius));
  double gap = precise_double(precise_minus(precise_root(square), radii));
  return gap / qmboxConvexResolution(&ball[0], &ball[1], reach);
}

/* Returns true if ODE finds a contact of two cylinders side by side, the second turned about its axis and moved along
   that, at this distance of the axes. */
static bool collide(const dGeomID cylinder[2], const double *x, double distance) {
  dContactGeom contact[4];
  dGeomSetPosition(cylinder[0], (dReal)x[4], (dReal)x[5], (dReal)x[6]);
  dGeomSetPosition(cylinder[1], (dReal)(x[4] + distance), (dReal)x[5], (dReal)(x[6] + 0.05 * x[7]));
  return dCollide(cylinder[0], cylinder[1], 4, contact, (int)sizeof *contact) > 0;
}

/* The inputs are two radii and two lengths, a place (3), and how far the second is aside. */
static double share_of_a_depth(const double *x, const void *context) {
  (void)context;
  double radius[2], size = 0, found = 1, missed = 0;
  dGeomID cylinder[2];
  for (int k = 0; k < 2; k++) {
    double length = 0.1 + fabs(x[2 + k]);
    radius[k] = 0.1 + fabs(x[k]);
    cylinder[k] = dCreateCylinder(NULL, (dReal)radius[k], (dReal)length);
    size += hypot(radius[k], length / 2);
  }
  double touch = radius[0] + radius[1];
  for (int n = 0; n < 12; n++) {
    double middle = (found + missed) / 2;
    *(collide(cylinder, x, touch - middle * LIBCCD_ERROR * size) ? &found : &missed) = middle;
  }
  dGeomDestroy(cylinder[0]);
  dGeomDestroy(cylinder[1]);
  return found < 1 ? found : 2;
}

static void contacts_are_not_too_early(void **state) {
  (void)state;
  bounds_measure("QMBOX_SOLVER_ERROR", share_of_a_contact, NULL, 14, 1);
}

/* Two cubes of edge 1 are apart along x, or overlap, by more than the solver's error: this is the gap. */
static void gaps_of_boxes_tell_if_they_are_apart(void **state) {
  (void)state;
  for (int exponent = -38; exponent <= -2; exponent++)
    for (int sign = -1; sign <= 1; sign += 2) {
      const double gap = sign * ldexp(1, exponent), place[2][3] = {{0, 0, 0}, {1 + gap, 0.25, 0}};
      const double unturned[4] = {1, 0, 0, 0};
      qmboxMoving cube[2] = {{.shape = QMBOX_SHAPE_BOX}, {.shape = QMBOX_SHAPE_BOX}};
      for (int k = 0; k < 2; k++)
        cube[k].body = (bms_body){bms_box_centred(1, 1, 1), bms_motion_fixed(place[k], unturned)};
      double found = qmboxConvexGap(&cube[0], &cube[1], 0);
      assert_true((found > 0) == (gap > 0) && fabs(found - gap) < 0x1p-38);
    }
}

/* Returns true if ODE has a collider of cylinders, which it has by libccd alone. */
static bool has_libccd(void) {
  const double x[8] = {0};
  const dGeomID cylinder[2] = {dCreateCylinder(NULL, 1, 1), dCreateCylinder(NULL, 1, 1)};
  bool has = collide(cylinder, x, 1.5);
  for (int k = 0; k < 2; k++) dGeomDestroy(cylinder[k]);
  return has;
}

static void contacts_as_deep_as_libccd_needs_are_found(void **state) {
  (void)state;
  dInitODE();
  bool known = has_libccd();
  if (known) bounds_measure("LIBCCD_ERROR", share_of_a_depth, NULL, 8, 1);
  dCloseODE();
  if (!known) skip();
}

BOUNDS_MAIN(cmocka_unit_test(contacts_are_not_too_early), cmocka_unit_test(gaps_of_boxes_tell_if_they_are_apart),
            cmocka_unit_test(contacts_as_deep_as_libccd_needs_are_found))
