/* SPDX-License-Identifier: BSD-3-Clause */

/* A joint is torn by as much as one of its bodies is moved off. */

#include "ode/joint_tear.h"

#include <math.h>
#include <string.h>

#include "fixture.h"
#include "joints.h"

static const double CLOSE = sizeof(dReal) == sizeof(double) ? 1e-9 : 1e-4;

static dBodyID make_body(dWorldID world, double x) {
  dBodyID body = dBodyCreate(world);
  dMass mass;
  dMassSetBox(&mass, 1000, (dReal)0.3, (dReal)0.2, (dReal)0.1);
  dBodySetMass(body, &mass);
  dBodySetPosition(body, (dReal)x, 0, 0);
  return body;
}

/* ------------------------------------------------------------------ joints */

typedef dJointID make_joint(dWorldID world, dBodyID one, dBodyID other);

static dJointID make_ball(dWorldID world, dBodyID one, dBodyID other) {
  return join_by_ball(world, one, other, 1, 0, 0);
}

static dJointID make_hinge(dWorldID world, dBodyID one, dBodyID other) {
  return join_by_hinge(world, one, other, 1, 0, 0);
}

static dJointID make_slider(dWorldID world, dBodyID one, dBodyID other) {
  return join_by_slider(world, one, other, 1, 0, 0);
}

/* A move of the first body from the origin, and by how much it tears the joint; `unseen`: ODE returns no points. */
static const struct {
  const char *name;
  make_joint *make;
  double move[3], tear;
  bool unseen;
} CASES[] = {
    {"ball", make_ball, {0.003, -0.004, 0}, 0.005, false},
    {"hinge", make_hinge, {0, 0.002, 0}, 0.002, false},
    {"universal", join_by_universal, {0, 0, 0.01}, 0.01, false},
    {"hinge 2", join_by_hinge2, {0.02, 0, 0}, 0.02, false},
    {"suspension", join_by_hinge2, {0, 0, 0.02}, 0, false},
    {"piston", join_by_piston, {0, 0.003, 0}, 0.003, false},
    {"along a piston", join_by_piston, {0.2, 0, 0}, 0, false},
    {"DBall", join_by_dball, {-0.01, 0, 0}, 0.01, false},
    {"DHinge", join_by_dhinge, {-0.02, 0, 0}, 0.02, false},
    {"PR", join_by_pr, {0.1, 0.006, 0.008}, 0.01, true},
    {"PU", join_by_pu, {0.2, 0, 0.007}, 0.007, true},
    {"fixed", join_by_fixed, {0.003, 0, 0.004}, 0.005, true},
    {"slider", make_slider, {0.1, 0.006, 0.008}, 0.01, true},
};

static void joints_are_torn_by_as_much_as_a_body_is_moved_off(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
    dWorldID world = dWorldCreate();
    dBodyID one = make_body(world, 0), other = make_body(world, 2);
    dJointID joint = CASES[i].make(world, one, other);
    static const dVector3 STARTS[2] = {{0, 0, 0, 0}, {2, 0, 0, 0}};
    static const dQuaternion UNTURNED = {1, 0, 0, 0};
    const qmboxEarlierPose earlier[2] = {{STARTS[0], UNTURNED}, {STARTS[1], UNTURNED}};
    const double *move = CASES[i].move;
    assert_true(qmboxTearOfBody(one) + qmboxTearByStep(joint, earlier, 1) < CLOSE);
    dBodySetPosition(one, (dReal)move[0], (dReal)move[1], (dReal)move[2]);
    double tear = qmboxTearOfBody(other), new = qmboxTearByStep(joint, earlier, 1);
    if (!(fabs(new - CASES[i].tear) < CLOSE && fabs(tear - (CASES[i].unseen ? 0 : new)) < CLOSE)) {
      fail_msg("%s: %g and %g, not %g", CASES[i].name, tear, new, CASES[i].tear);
    }
    const qmboxEarlierPose here[2] = {{dBodyGetPosition(one), dBodyGetQuaternion(one)},
                                      {dBodyGetPosition(other), dBodyGetQuaternion(other)}};
    assert_true(qmboxTearByStep(joint, here, 1) < CLOSE);
    dJointDisable(joint);
    assert_true(qmboxTearOfBody(other) == 0);
    dWorldDestroy(world);
  }
}

/* Joints of a body that has turned, and with it the axis along which they move; or of a body and the world. */
static void pr_and_pu_joints_let_bodies_turn(void **state) {
  (void)state;
  static const dVector3 STARTS[2] = {{0, 0, 0, 0}, {2, 0, 0, 0}};
  static const dQuaternion UNTURNED = {1, 0, 0, 0};
  make_joint *makes[2] = {join_by_pr, join_by_pu};
  for (int i = 0; i < 4; i++) {
    dWorldID world = dWorldCreate();
    dBodyID one = i / 2 ? 0 : make_body(world, 0), other = make_body(world, 2);
    dJointID joint = makes[i % 2](world, one, other);
    const qmboxEarlierPose earlier[2] = {{STARTS[0], UNTURNED}, {STARTS[1], UNTURNED}};
    dQuaternion q;
    dQFromAxisAndAngle(q, 0, 0, 1, (dReal)0.5);
    dBodySetQuaternion(other, q); /* about its own position, and the anchor is 1 m from there */
    double tear = qmboxTearByStep(joint, earlier, 1);
    dBodySetPosition(other, 1 + (dReal)cos(0.5), (dReal)sin(0.5), 0); /* about the anchor */
    assert_true(fabs(tear - sin(0.5)) < CLOSE);
    assert_true(qmboxTearByStep(joint, earlier, 1) < CLOSE);
    dWorldDestroy(world);
  }
}

/* Joints to the world, of a body that has turned: a turn counts by the size. */
static void turns_of_sliders_and_fixed_joints_count_by_the_size(void **state) {
  (void)state;
  dWorldID world = dWorldCreate();
  dBodyID body = make_body(world, 0);
  static const dVector3 ORIGIN = {0, 0, 0, 0};
  static const dQuaternion UNTURNED = {1, 0, 0, 0};
  const qmboxEarlierPose earlier[2] = {{ORIGIN, UNTURNED}, {ORIGIN, UNTURNED}};
  dJointID joints[2] = {make_slider(world, body, 0), join_by_fixed(world, body, 0)};
  dQuaternion q;
  dQFromAxisAndAngle(q, 0, 0, 1, (dReal)0.01);
  dBodySetQuaternion(body, q);
  for (int i = 0; i < 2; i++) assert_true(fabs(qmboxTearByStep(joints[i], earlier, 3) - 0.03) < 1e-6);
  dWorldDestroy(world);
}

static void the_size_of_a_body_is_that_of_its_points(void **state) {
  (void)state;
  dWorldID world = dWorldCreate();
  dBodyID body = make_body(world, 0);
  double expected = sqrt((0.3 * 0.3 + 0.2 * 0.2 + 0.1 * 0.1) / 12 / 3);
  assert_true(fabs(qmboxSizeOfBody(body) - expected) < 1e-6);
  dBodySetKinematic(body);
  assert_true(qmboxSizeOfBody(body) == HUGE_VAL);
  dWorldDestroy(world);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up_ode, tear_down_ode)

int main(void) {
  const struct CMUnitTest tests[] = {
      CASE(joints_are_torn_by_as_much_as_a_body_is_moved_off),
      CASE(pr_and_pu_joints_let_bodies_turn),
      CASE(turns_of_sliders_and_fixed_joints_count_by_the_size),
      CASE(the_size_of_a_body_is_that_of_its_points),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, 0, 0);
}
