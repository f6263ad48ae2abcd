/* SPDX-License-Identifier: BSD-3-Clause */

/* Tests the queries of one or two paths other than a first contact: gaps, depths, bounds, what ODE overlooks. */

#include <math.h>

#include "class/registration.h"
#include "fixture.h"
#include "moving/moving_bounds.h"
#include "pairs/piecewise.h"
#include "pairs/convex_pair.h"
#include "pairs/initial_depth.h"
#include "pairs/pair.h"

static qmboxMoving path_of(dGeomID geom) {
  qmboxMoving path;
  qmboxMovingOf(geom, qmboxRegisteredClass(), QMBOX_FOLLOW_NOTHING, &path);
  return path;
}

static void a_box_with_an_offset_is_as_high_above_a_plane_as_its_lowest_corner(void **state) {
  random_source r = seeded("gap", 1);
  (void)state;
  for (int n = 0; n < 100; n++) {
    dWorldID world = dWorldCreate();
    dBodyID body = random_body(&r, world, 2, 0, 0);
    dGeomID plane = dCreatePlane(0, 0, 0, 1, (dReal)0.5), box = dCreateBox(0, 1, 2, 3);
    dVector3 offset, corner;
    double lowest = HUGE_VAL;
    random_vector(&r, 2, offset);
    dGeomSetBody(box, body);
    dGeomSetOffsetPosition(box, offset[0], offset[1], offset[2]);
    for (int k = 0; k < 8; k++) {
      dGeomGetRelPointPos(box, (dReal)(k & 1 ? 0.5 : -0.5), k & 2 ? 1 : -1, (dReal)(k & 4 ? 1.5 : -1.5), corner);
      lowest = fmin(lowest, (double)corner[2] - 0.5);
    }
    qmboxMoving below = path_of(plane), above = path_of(box);
    assert_true(fabs(qmboxGap(&below, &above, 0) - lowest) < 1e-12);
    assert_true(fabs(qmboxGap(&above, &below, 0) - lowest) < 1e-12);
    dGeomDestroy(plane);
    dGeomDestroy(box);
    dWorldDestroy(world);
  }
}

/* libccd finds no contact where a cylinder is hardly deep: steps stop as much later, whichever of the two it is. */
static void what_libccd_overlooks_is_in_the_resolution(void **state) {
  dGeomID box = dCreateBox(0, 1, 1, 1), ball = dCreateSphere(0, 1), cylinder = dCreateCylinder(0, 1, 1);
  qmboxMoving paths[3] = {path_of(box), path_of(ball), path_of(cylinder)};
  (void)state;
  assert_true(qmboxConvexResolution(&paths[0], &paths[1], 1) < 1e-10);
  assert_true(qmboxConvexResolution(&paths[1], &paths[2], 1) > 1e-5);
  assert_true(qmboxConvexResolution(&paths[2], &paths[1], 1) > 1e-5);
  dGeomDestroy(box);
  dGeomDestroy(ball);
  dGeomDestroy(cylinder);
}

/* However deep, and never less: the way that they have to shrink to be apart would be less by roundings. */
static void the_gap_of_two_balls_is_that_of_their_middles_less_their_radii(void **state) {
  const double places[] = {0.1, 0.4, 0.6, 0.79, 0.81, 3};
  dGeomID small = dCreateSphere(0, 0.25), large = dCreateSphere(0, 0.5);
  qmboxMoving still = path_of(small);
  (void)state;
  for (int n = 0; n < 6; n++) {
    dGeomSetPosition(large, 0, (dReal)places[n], 0);
    qmboxMoving other = path_of(large);
    double more = qmboxGap(&still, &other, 0) - (places[n] - 0.75);
    assert_true(more >= 0 && more < 1e-12);
    more = qmboxGap(&other, &still, 0) - (places[n] - 0.75);
    assert_true(more >= 0 && more < 1e-12);
  }
  dGeomDestroy(small);
  dGeomDestroy(large);
}

/* A gap that cannot be computed is none, and a first contact is refused. */
static void what_is_too_far_out_is_said(void **state) {
  dGeomID box = dCreateBox(0, 1, 1, 1), ball = dCreateSphere(0, 1), far = dCreateBox(0, 1, 1, 1);
  qmboxContact contact;
  (void)state;
  dGeomSetPosition(far, (dReal)1e200, 0, 0);
  qmboxMoving ball_path = path_of(ball), far_path = path_of(far);
  assert_true(qmboxGap(&ball_path, &far_path, 0) == -HUGE_VAL);
  assert_int_equal(qmboxFirstContact(box, far, 1, &contact), BMS_INVALID);
  assert_int_equal(contact.inexact, QMBOX_INEXACT_NUMBERS);
  assert_int_equal(qmboxFirstContact(ball, far, 1, &contact), BMS_INVALID);
  assert_int_equal(contact.inexact, QMBOX_INEXACT_NUMBERS);
  dGeomDestroy(box);
  dGeomDestroy(ball);
  dGeomDestroy(far);
}

static void two_balls_that_graze_are_unresolved(void **state) {
  dWorldID world = dWorldCreate();
  dBodyID body = dBodyCreate(world);
  dGeomID still = dCreateSphere(0, (dReal)0.5), ball = dCreateSphere(0, (dReal)0.5);
  qmboxContact contact;
  (void)state;
  dGeomSetBody(ball, body);
  dBodySetPosition(body, -3, 1, 0);
  dBodySetLinearVel(body, 7, 0, 0);
  assert_true(qmboxFirstContact(ball, still, 1, &contact) == BMS_UNRESOLVED);
  assert_int_equal(contact.inexact, QMBOX_INEXACT_UNRESOLVED);
  dGeomDestroy(still);
  dGeomDestroy(ball);
  dWorldDestroy(world);
}

/* A slab on a body is in three others, in a space within another: the middle one of these is the deepest. */
static void the_deepest_of_all_overlaps_is_known(void **state) {
  const double depth[3] = {0.01, 0.04, 0.02};
  (void)state;
  for (int kind = 0; kind < SPACE_NESTED; kind++) {
    dWorldID world = dWorldCreate();
    dSpaceID outer = dHashSpaceCreate(0), space = make_space(kind);
    dGeomID slab = dCreateBox(space, 10, 1, 1), block[3];
    qmboxInitialDepths rest;
    dGeomSetBody(slab, dBodyCreate(world));
    for (int k = 0; k < 3; k++) {
      block[k] = dCreateBox(space, 1, 1, 1);
      dGeomSetPosition(block[k], 3 * (k - 1), 0, (dReal)(1 - depth[k]));
    }
    if (kind != SPACE_QUADTREE) dSpaceAdd(outer, (dGeomID)space);
    assert_true(qmboxMeasureInitialDepths(&rest, kind == SPACE_QUADTREE ? space : outer));
    assert_true(fabs(qmboxInitialDepthOf(&rest, slab) - 0.04) < 1e-12);
    assert_true(qmboxInitialDepthOf(&rest, block[1]) == 0); /* it has no body */
    assert_true(fabs(rest.deepest - 0.04) < 1e-12);
    for (int k = 0; k < 3; k++) {
      assert_true(fabs(qmboxInitialDepthOfPair(&rest, slab, block[k]) - depth[k]) < 1e-12);
      assert_true(fabs(qmboxInitialDepthOfPair(&rest, block[k], slab) - depth[k]) < 1e-12);
    }
    qmboxForgetInitialDepths(&rest);
    dSpaceDestroy(space);
    dSpaceDestroy(outer);
    dWorldDestroy(world);
  }
}

/* The axis of the cylinder around all turns does not point down: there is no shortest way from there to the z-axis. */
static void turns_about_an_axis_that_points_down_have_a_cylinder(void **state) {
  dGeomID box = dCreateBox(0, 2, 4, 6);
  (void)state;
  for (int down = 0; down < 2; down++) {
    qmboxMoving path = path_of(box), whole;
    path.moves = path.turns = true;
    path.turn = (qmboxFiniteRotation){.start = {1, 0, 0, 0}, .finite = {0, 0, down ? -5 : 5}, .speed = 5};
    qmboxAllTurns(&path, 0, 0, 1, &whole);
    assert_true(fabs(whole.body.box.max[0] - sqrt(5)) < 1e-12 && fabs(whole.body.box.max[2] - 3) < 1e-12);
    assert_true(whole.body.motion.rigid.quaternion[0][0] > 1);
  }
  dGeomDestroy(box);
}

/* Half of the cases only turn, so that hardly more than the turn is in the bound. */
static void no_corner_moves_farther_than_the_bound(void **state) {
  random_source r = seeded("move", 2);
  double most = 0;
  (void)state;
  for (int n = 0; n < 200; n++) {
    dWorldID world = dWorldCreate();
    dBodyID body = random_body(&r, world, 2, n % 2 ? 0 : 5, n % 3 ? 5 : 0);
    dGeomID box = dCreateBox(0, 1, 2, 3);
    qmboxMoving path;
    double start[3][4], end[3][4], t = (double)uniform(&r, 0.01, 0.2);
    dGeomSetBody(box, body);
    dBodyAddForce(body, (dReal)(n % 5 ? 0 : 1000), 0, 0);
    qmboxMovingOf(box, qmboxRegisteredClass(), QMBOX_FOLLOW_BODY, &path);
    double bound = qmboxFarthestMove(&path, t);
    bms_motion_at(&path.body.motion, 0, start);
    bms_motion_at(&path.body.motion, t, end);
    for (int k = 0; k < 8; k++) {
      double square = 0;
      for (int i = 0; i < 3; i++) {
        double way = end[i][3] - start[i][3];
        for (int j = 0; j < 3; j++)
          way += (end[i][j] - start[i][j]) * (k >> j & 1 ? path.body.box.max[j] : path.body.box.min[j]);
        square += way * way;
      }
      assert_true(sqrt(square) <= bound);
      if (bound > 0) most = fmax(most, sqrt(square) / bound);
    }
    dGeomDestroy(box);
    dWorldDestroy(world);
  }
  assert_true(most > 0.9);
}

/* A motion of its own replaces what its body would do, and nothing is guessed of it. */
static void a_motion_of_its_own_is_exact_whatever_holds_the_body(void **state) {
  const double from[3] = {-3, 0, 0}, velocity[3] = {4, 0, 0}, still[3] = {0, 0, 0}, unturned[4] = {1, 0, 0, 0};
  dWorldID world = dWorldCreate();
  dBodyID body = dBodyCreate(world);
  dGeomID wall = dCreateBox(0, 1, 1, 1), box = qmboxCreate(0, 1, 1, 1);
  bms_motion motion = bms_motion_step(from, unturned, velocity, still, still);
  qmboxContact contact;
  (void)state;
  dGeomSetBody(box, body);
  dBodySetPosition(body, -3, 0, 0);
  dBodyAddTorque(body, 0, 0, 1);
  assert_true(qmboxFirstContact(box, wall, 1, &contact) == BMS_SEPARATED && contact.inexact == QMBOX_INEXACT_TORQUE);
  assert_int_equal(qmboxSetMotion(box, &motion, 0, 1), 1);
  assert_true(qmboxFirstContact(box, wall, 1, &contact) == BMS_CONTACT && contact.inexact == 0);
  dGeomDestroy(wall);
  dGeomDestroy(box);
  dWorldDestroy(world);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up_ode, tear_down_ode)

int main(void) {
  const struct CMUnitTest tests[] = {
      CASE(a_box_with_an_offset_is_as_high_above_a_plane_as_its_lowest_corner),
      CASE(what_libccd_overlooks_is_in_the_resolution),
      CASE(the_gap_of_two_balls_is_that_of_their_middles_less_their_radii),
      CASE(what_is_too_far_out_is_said),
      CASE(two_balls_that_graze_are_unresolved),
      CASE(the_deepest_of_all_overlaps_is_known),
      CASE(turns_about_an_axis_that_points_down_have_a_cylinder),
      CASE(no_corner_moves_farther_than_the_bound),
      CASE(a_motion_of_its_own_is_exact_whatever_holds_the_body),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, 0, 0);
}
