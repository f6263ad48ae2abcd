/* SPDX-License-Identifier: BSD-3-Clause */

/* In a piece of a step the error of a joint of any type, and a contact, are corrected at the speed of the whole step;
   in a slice by the whole ERP, up to a limit. */

#include "ode/erp_scaling.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fixture.h"
#include "joints.h"
#include "ode/contact_joint.h"

#define WHOLE (1.0 / 60)

enum { PARTS = 4, CONTACT_ROUNDS = 40 };

static const double PART[PARTS] = {0.5, 0.25, 1.0 / 16, 1.0 / 64};

/* Speeds are equal to this part of them: CFM softens the joints by 1e-10 or 1e-5. */
static const double EQUAL = sizeof(dReal) == sizeof(double) ? 1e-5 : 1e-2;

/* ------------------------------------------------------------------ joints */

typedef dJointID make_joint(dWorldID world, dBodyID one, dBodyID other);

static dJointID attached(dJointID joint, dBodyID one, dBodyID other) {
  dJointAttach(joint, one, other);
  return joint;
}

static dJointID make_ball(dWorldID world, dBodyID one, dBodyID other) {
  return join_by_ball(world, one, other, 1, 0, 0);
}

static dJointID make_hinge(dWorldID world, dBodyID one, dBodyID other) {
  return join_by_hinge(world, one, other, 1, 0, 0);
}

static dJointID make_slider(dWorldID world, dBodyID one, dBodyID other) {
  return join_by_slider(world, one, other, 1, 0, 0);
}

static dJointID make_pr(dWorldID world, dBodyID one, dBodyID other) {
  dJointID joint = attached(dJointCreatePR(world, 0), one, other);
  dJointSetPRAnchor(joint, 1, 0, 0);
  dJointSetPRAxis1(joint, 1, 0, 0);
  dJointSetPRAxis2(joint, 0, 0, 1);
  return joint;
}

static dJointID make_pu(dWorldID world, dBodyID one, dBodyID other) {
  dJointID joint = attached(dJointCreatePU(world, 0), one, other);
  dJointSetPUAnchor(joint, 1, 0, 0);
  dJointSetPUAxis1(joint, 0, 1, 0);
  dJointSetPUAxis2(joint, 0, 0, 1);
  dJointSetPUAxisP(joint, 1, 0, 0);
  return joint;
}

static const struct joint_maker {
  const char *name;
  make_joint *make;
  bool pair; /* it cannot join a body to the world */
} MAKERS[] = {
    {"ball", make_ball, false},
    {"hinge", make_hinge, false},
    {"slider", make_slider, false},
    {"universal", join_by_universal, false},
    {"hinge 2", join_by_hinge2, true},
    {"fixed", join_by_fixed, false},
    {"piston", join_by_piston, false},
    {"PR", make_pr, false},
    {"PU", make_pu, false},
    {"DBall", join_by_dball, false},
    {"DHinge", join_by_dhinge, false},
};

/* ------------------------------------------------------------------ steps */

static dBodyID make_body(dWorldID world, double x) {
  dBodyID body = dBodyCreate(world);
  dMass mass;
  dMassSetBox(&mass, 1000, (dReal)0.3, (dReal)0.2, (dReal)0.1);
  dBodySetMass(body, &mass);
  dBodySetPosition(body, (dReal)x, 0, 0);
  return body;
}

/* How a piece of a step corrects errors. */
typedef enum correction { AS_WHOLE, BY_SLICE, LIMITED } correction;

/* The widest tear of the joints, in depths to which a slice that is limited limits it. */
static const double TEAR = 4;

/* The ERP of worlds and joints; a slice closes a wide tear at the speed that closes it in the whole step. */
static const double USUAL_ERP = 0.2;

/* Makes a step of this part of the whole step. */
static void step(dWorldID world, dSpaceID space, const dBodyID *body, int bodies, double part, correction how) {
  qmboxWorldState state;
  qmboxErpScaling scaling;
  memset(&state, 0, sizeof state);
  assert_true(qmboxSaveState(&state, world, space, body, bodies));
  assert_true(qmboxBeginErpScaling(&scaling, &state));
  if (how == AS_WHOLE) qmboxScaleErp(&scaling, part, WHOLE, HUGE_VAL);
  if (how == BY_SLICE) qmboxShortenStep(&scaling, part, WHOLE, HUGE_VAL, 0);
  if (how == LIMITED) qmboxShortenStep(&scaling, part, WHOLE, 1, TEAR);
  assert_int_equal(dWorldStep(world, (dReal)(part * WHOLE)), 1);
  qmboxEndErpScaling(&scaling);
  qmboxForgetState(&state);
}

/* Joins two bodies, or one and the world if `alone` is true, puts one of them off, and makes a step.  Writes the
   velocities after it. */
static void correct(const struct joint_maker *maker, bool alone, double part, correction how, double velocity[6]) {
  dWorldID world = dWorldCreate();
  dSpaceID space = dSimpleSpaceCreate(0);
  const dBodyID body[2] = {make_body(world, 2), make_body(world, 0)};
  dQuaternion q;
  (void)maker->make(world, body[0], alone ? 0 : body[1]);
  dBodySetPosition(body[0], (dReal)2.003, (dReal)0.004, (dReal)0.002);
  dQFromAxisAndAngle(q, 1, 2, 3, (dReal)0.01);
  dBodySetQuaternion(body[0], q);
  step(world, space, body, 2, part, how);
  for (int i = 0; i < 3; i++) {
    velocity[i] = (double)dBodyGetLinearVel(body[0])[i];
    velocity[3 + i] = (double)dBodyGetAngularVel(body[0])[i];
  }
  dSpaceDestroy(space);
  dWorldDestroy(world);
}

static double length_of(const double v[6]) {
  double square = 0;
  for (int i = 0; i < 6; i++) square += v[i] * v[i];
  return sqrt(square);
}

/* Returns how many times as fast as in the whole step errors are corrected, of joints that are not fixed. */
static double pace_of(double part, correction how) {
  return how == AS_WHOLE ? 1 : how == BY_SLICE ? 1 / part : fmin(1, part / USUAL_ERP) / part;
}

static void check_pace(const struct joint_maker *maker, bool alone, double part, correction how) {
  double whole[6], velocity[6], off[6], pace = pace_of(part, how);
  if (maker->make == join_by_fixed && how == BY_SLICE)
    return; /* its turn goes by the world's ERP, its move by its own */
  correct(maker, alone, 1, AS_WHOLE, whole);
  assert_true(length_of(whole) > 1e-3);
  correct(maker, alone, part, how, velocity);
  for (int i = 0; i < 6; i++) off[i] = velocity[i] - pace * whole[i];
  if (length_of(off) > EQUAL * pace * length_of(whole)) {
    fail_msg("%s joint, part %a, %d: %a m/s or rad/s, %a in the whole step", maker->name, part, (int)how,
             length_of(velocity), length_of(whole));
  }
}

static void joints_of_all_types_are_corrected_at_the_speed_of_the_whole_step_or_of_slices(void **state) {
  (void)state;
  for (size_t m = 0; m < 2 * sizeof MAKERS / sizeof *MAKERS; m++) {
    const struct joint_maker *maker = &MAKERS[m / 2];
    if (m % 2 && maker->pair) continue;
    for (int p = 0; p < PARTS; p++) {
      for (int how = AS_WHOLE; how <= LIMITED; how++) check_pace(maker, m % 2, PART[p], (correction)how);
    }
  }
}

static dJointID make_spring(dWorldID world, dBodyID one, dBodyID other) {
  dJointID joint = make_ball(world, one, other);
  dJointSetBallParam(joint, dParamERP, (dReal)0.5);
  dJointSetBallParam(joint, dParamCFM, (dReal)0.1);
  return joint;
}

/* A spring has the same stiffness e / (h c) and damping (1 - e) / c in steps of slices. */
static void springs_are_as_stiff_in_slices(void **state) {
  (void)state;
  dWorldID world = dWorldCreate();
  dSpaceID space = dSimpleSpaceCreate(0);
  const dBodyID body = make_body(world, 0);
  dJointID joint = make_spring(world, body, 0);
  for (int p = 0; p < PARTS; p++) {
    qmboxWorldState before;
    qmboxErpScaling scaling;
    memset(&before, 0, sizeof before);
    assert_true(qmboxSaveState(&before, world, space, &body, 1));
    assert_true(qmboxBeginErpScaling(&scaling, &before));
    qmboxShortenStep(&scaling, PART[p], WHOLE, 1, TEAR);
    double erp = (double)dJointGetBallParam(joint, dParamERP), cfm = (double)dJointGetBallParam(joint, dParamCFM);
    assert_true(fabs(erp / (PART[p] * cfm) - 0.5 / 0.1) < EQUAL * 5);
    assert_true(fabs((1 - erp) / cfm - 0.5 / 0.1) < EQUAL * 5);
    qmboxEndErpScaling(&scaling);
    qmboxForgetState(&before);
    assert_true(dJointGetBallParam(joint, dParamERP) == (dReal)0.5);
    assert_true(dJointGetBallParam(joint, dParamCFM) == (dReal)0.1);
  }
  dSpaceDestroy(space);
  dWorldDestroy(world);
}

/* ------------------------------------------------------------------ contacts */

/* Returns the speed at which a contact of this depth, less the layer, is corrected by the world's ERP, or its own if
   that is not 0. */
static double speed_of_contact(double erp, double depth, double own, double part, correction how) {
  if (own > 0) return own * depth / (part * WHOLE);
  return erp * depth / WHOLE * pace_of(part, how);
}

static void contacts_are_corrected_in_parts_or_by_their_own_steps(void **state) {
  random_source source = seeded("erp scaling", 1);
  (void)state;
  for (int i = 0; i < CONTACT_ROUNDS; i++) {
    dWorldID world = dWorldCreate();
    dSpaceID space = dSimpleSpaceCreate(0);
    dJointGroupID group = dJointGroupCreate(0);
    const dBodyID body = make_body(world, 0);
    dGeomID ball = dCreateSphere(space, (dReal)0.1);
    double depth = log_uniform(&source, 1e-4, 1e-2), layer = i % 4 ? 0 : 3e-3, part = PART[i % PARTS];
    double own = i % 2 ? uniform(&source, 0.05, 0.9) : 0;
    correction how = (correction)(i % 3);
    dContact contact;
    dWorldSetContactSurfaceLayer(world, (dReal)layer);
    dGeomSetBody(ball, body);
    memset(&contact, 0, sizeof contact);
    contact.surface.mode = own > 0 ? dContactSoftERP : 0;
    contact.surface.soft_erp = (dReal)own;
    contact.geom.normal[2] = 1;
    contact.geom.depth = (dReal)depth;
    dJointAttach(dJointCreateContact(world, group, &contact), body, 0);
    double wanted = speed_of_contact((double)dWorldGetERP(world), fmax(0, depth - layer), own, part, how);
    step(world, space, &body, 1, part, how);
    double speed = (double)dBodyGetLinearVel(body)[2];
    if (!(fabs(speed - wanted) <= EQUAL * wanted)) {
      fail_msg("depth %a, layer %a, erp %a, part %a, %d: %a m/s, not %a", depth, layer, own, part, (int)how, speed,
               wanted);
    }
    dJointGroupDestroy(group);
    dSpaceDestroy(space);
    dWorldDestroy(world);
  }
}

/* Joints and the world keep their values after the step. */
static void joints_and_the_world_are_as_before(void **state) {
  (void)state;
  dWorldID world = dWorldCreate();
  dSpaceID space = dSimpleSpaceCreate(0);
  const dBodyID body = make_body(world, 0);
  dGeomID ball = dCreateSphere(space, (dReal)0.1);
  dContact contact;
  dReal erp = dWorldGetERP(world), cfm = dWorldGetCFM(world);
  dGeomSetBody(ball, body);
  memset(&contact, 0, sizeof contact);
  contact.geom.normal[2] = 1;
  contact.geom.depth = (dReal)0.01;
  contact.geom.g1 = ball;
  dJointID joint = dJointCreateContact(world, 0, &contact);
  dJointAttach(joint, body, 0);
  dJointID ball_joint = make_spring(world, body, 0);
  dJointSetBallParam(ball_joint, dParamCFM, 0);
  step(world, space, &body, 1, 0.125, LIMITED);
  assert_true(dJointGetBallParam(ball_joint, dParamERP) == (dReal)0.5);
  assert_true(qmboxContactOf(joint)->depth == contact.geom.depth);
  assert_true(dWorldGetERP(world) == erp && dWorldGetCFM(world) == cfm);
  dSpaceDestroy(space);
  dWorldDestroy(world);
}

static void on_moved(dBodyID body) {
  (void)body;
}

/* Destroys a body and a joint of another one meanwhile, as a moved callback may. */
static void destroyed_bodies_and_joints_are_left_alone(void **state) {
  (void)state;
  dWorldID world = dWorldCreate();
  dSpaceID space = dSimpleSpaceCreate(0);
  dBodyID body[3];
  dJointID joint[2];
  qmboxWorldState saved;
  qmboxErpScaling scaling;
  memset(&saved, 0, sizeof saved);
  for (int i = 0; i < 3; i++) {
    body[i] = make_body(world, i);
    dBodySetLinearDamping(body[i], (dReal)0.25);
  }
  for (int i = 0; i < 2; i++) joint[i] = make_ball(world, body[2 * i], 0);
  dBodySetMovedCallback(body[2], on_moved);
  dReal erp = dJointGetBallParam(joint[1], dParamERP);
  assert_true(qmboxSaveState(&saved, world, space, body, 3) && qmboxBeginErpScaling(&scaling, &saved));
  qmboxShortenStep(&scaling, 0.125, WHOLE, 1, TEAR);
  assert_true(dJointGetBallParam(joint[1], dParamERP) != erp && dBodyGetLinearDamping(body[2]) != (dReal)0.25);
  dJointDestroy(joint[0]);
  dBodyDestroy(body[1]);
  qmboxEndErpScaling(&scaling);
  assert_true(dJointGetBallParam(joint[1], dParamERP) == erp);
  assert_true(dBodyGetLinearDamping(body[0]) == (dReal)0.25 && dBodyGetLinearDamping(body[2]) == (dReal)0.25);
  qmboxForgetState(&saved);
  dSpaceDestroy(space);
  dWorldDestroy(world);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up_ode, tear_down_ode)

int main(void) {
  const struct CMUnitTest tests[] = {
      CASE(joints_of_all_types_are_corrected_at_the_speed_of_the_whole_step_or_of_slices),
      CASE(springs_are_as_stiff_in_slices),
      CASE(contacts_are_corrected_in_parts_or_by_their_own_steps),
      CASE(joints_and_the_world_are_as_before),
      CASE(destroyed_bodies_and_joints_are_left_alone),
  };

  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, 0, 0);
}
