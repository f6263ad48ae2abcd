/* SPDX-License-Identifier: BSD-3-Clause */

/* Linkages whose joints ODE's step tears go in parts of their own: the joints hold then, and no energy is gained. */

#include <limits.h>
#include <math.h>
#include <string.h>

#include "joints.h"
#include "loop.h"

enum { LINKS = 12, FRAMES = 60 };
static const dReal LENGTH = (dReal)(1.0 / 60);

typedef struct rope {
  loop *l;
  dBodyID link[LINKS];
  dJointID joint[LINKS];
} rope;

/* A rope of links of 10 cm that hangs from the world, level, with this gravity. */
static rope make_rope(double gravity) {
  rope r = {.l = make_loop(SPACE_HASH)};
  dWorldSetGravity(r.l->world, 0, 0, (dReal)-gravity);
  for (int i = 0; i < LINKS; i++) {
    r.link[i] = add_box(r.l, (dReal)0.08, (dReal)0.02, (dReal)0.02, (dReal)(0.1 * (i + 0.5)), 0, 0);
    r.joint[i] = join_by_ball(r.l->world, r.link[i], i > 0 ? r.link[i - 1] : 0, 0.1 * i, 0, 0);
  }
  return r;
}

static double energy_of(const rope *r, double gravity) {
  double energy = 0;
  for (int i = 0; i < LINKS; i++) {
    const dReal *v = dBodyGetLinearVel(r->link[i]), *w = dBodyGetAngularVel(r->link[i]);
    dVector3 own;
    dMass mass;
    dBodyGetMass(r->link[i], &mass);
    dBodyVectorFromWorld(r->link[i], w[0], w[1], w[2], own);
    energy += (double)mass.mass * gravity * (double)dBodyGetPosition(r->link[i])[2];
    for (int k = 0; k < 3; k++) {
      energy += 0.5 * (double)(mass.mass * v[k] * v[k]) + 0.5 * (double)(mass.I[5 * k] * own[k] * own[k]);
    }
  }
  return energy;
}

static double widest_gap(const rope *r) {
  double widest = 0;
  for (int i = 0; i < LINKS; i++) {
    dVector3 one, other;
    double square = 0;
    dJointGetBallAnchor(r->joint[i], one);
    dJointGetBallAnchor2(r->joint[i], other);
    for (int k = 0; k < 3; k++) square += (double)((one[k] - other[k]) * (one[k] - other[k]));
    widest = fmax(widest, sqrt(square));
  }
  return widest;
}

/* Swings a rope.  Returns its widest gap, and how much its energy rises at most above what it was before. */
static double swing(int linkage_parts, double *rise) {
  rope r = make_rope(9.81);
  double lowest = 0, widest = 0;
  r.l->options.linkageParts = linkage_parts;
  *rise = 0;
  for (int i = 0; i < FRAMES; i++) {
    qmboxSimulateReport report = frame(r.l, LENGTH);
    double energy = energy_of(&r, 9.81);
    assert_true(report.unguarded == 0 && report.subSteps == 1 && report.lostTime == 0);
    widest = fmax(widest, widest_gap(&r));
    lowest = fmin(lowest, energy);
    *rise = fmax(*rise, energy - lowest);
  }
  free_loop(r.l);
  return widest;
}

static void a_rope_that_swings_holds_and_gains_no_energy(void **state) {
  (void)state;
  double rise, torn_rise, gap = swing(0, &rise), torn = swing(1, &torn_rise);
  print_message("# widest gap %g m and %g J gained; without parts of its own %g m and %g J\n", gap, rise, torn,
                torn_rise);
  assert_true(gap < 0.002 && rise < 0.01);
  assert_true(torn > 0.05);
}

static void a_linkage_whose_joints_hold_moves_as_in_plain_ode(void **state) {
  (void)state;
  rope guarded = make_rope(1e-3), plain = make_rope(1e-3);
  for (int i = 0; i < FRAMES; i++) {
    dRandSetSeed(7);
    frame(guarded.l, LENGTH);
    dRandSetSeed(7);
    plain_frame(plain.l, LENGTH);
    for (int k = 0; k < LINKS; k++) {
      const dReal *at[2] = {dBodyGetPosition(guarded.link[k]), dBodyGetPosition(plain.link[k])};
      assert_memory_equal(at[0], at[1], 3 * sizeof(dReal));
    }
  }
  free_loop(guarded.l);
  free_loop(plain.l);
}

/* ------------------------------------------------------------------ the budget */

static int steps;

static int count_steps(dWorldID world, dReal length) {
  steps++;
  return dWorldQuickStep(world, length);
}

/* Returns how often ODE steps in a frame of a rope that swings. */
static int steps_of_frame(int slices, int linkage_parts) {
  rope r = make_rope(9.81);
  r.l->options.slices = slices;
  r.l->options.linkageParts = linkage_parts;
  r.l->options.stepper = count_steps;
  for (int i = 0; i < 10; i++) {
    steps = 0;
    frame(r.l, LENGTH);
  }
  free_loop(r.l);
  return steps;
}

static void the_parts_are_limited_by_the_program(void **state) {
  (void)state;
  assert_int_equal(steps_of_frame(0, 1), 1);
  assert_int_equal(steps_of_frame(0, 0), 1 + 16);
  assert_int_equal(steps_of_frame(0, 8), 1 + 8);
  assert_int_equal(steps_of_frame(0, 5), 1 + 4); /* of four slices each */
  assert_int_equal(steps_of_frame(8, 100), 1 + 8);
  assert_int_equal(steps_of_frame(0, INT_MAX), 1 + 16);
  assert_int_equal(steps_of_frame(1, 100), 1);
}

static void a_linkage_that_is_not_guarded_moves_as_in_plain_ode(void **state) {
  (void)state;
  qmboxSettings *settings = qmboxSettingsCreate();
  rope r = make_rope(9.81);
  assert_int_equal(qmboxSettingsSetContinuity(settings, r.link[3], QMBOX_CONTINUITY_OFF), 1);
  r.l->options.settings = settings;
  r.l->options.stepper = count_steps;
  for (int i = 0; i < 10; i++) {
    steps = 0;
    frame(r.l, LENGTH);
    assert_int_equal(steps, 1);
  }
  free_loop(r.l);
  qmboxSettingsDestroy(settings);
}

/* ------------------------------------------------------------------ soft joints */

static void springs_need_no_parts(void **state) {
  (void)state;
  rope r = make_rope(9.81);
  r.l->options.stepper = count_steps;
  for (int i = 0; i < LINKS; i++) {
    dJointSetBallParam(r.joint[i], dParamERP, (dReal)0.2);
    dJointSetBallParam(r.joint[i], dParamCFM, (dReal)0.1);
  }
  for (int i = 0; i < FRAMES; i++) {
    steps = 0;
    frame(r.l, LENGTH);
    assert_int_equal(steps, 1);
  }
  assert_true(widest_gap(&r) > 0.005);
  free_loop(r.l);
}

/* ------------------------------------------------------------------ contacts */

/* A ball of 20 cm that an impact has left 3 cm deep in the ground, and a spinning box that hangs from it.  Returns how
   fast the ball leaves the ground. */
static double speed_out_of_the_ground(void) {
  loop *l = make_loop(SPACE_HASH);
  dBodyID ball = dBodyCreate(l->world),
          box = add_box(l, (dReal)0.1, (dReal)0.1, (dReal)0.1, (dReal)0.2, 0, (dReal)0.17);
  dMass mass;
  dWorldSetGravity(l->world, 0, 0, 0);
  dCreatePlane(l->space, 0, 0, 1, 0);
  dMassSetSphere(&mass, 1000, (dReal)0.1);
  dBodySetMass(ball, &mass);
  dGeomSetBody(dCreateSphere(l->space, (dReal)0.1), ball);
  dBodySetPosition(ball, 0, 0, (dReal)0.07);
  join_by_ball(l->world, ball, box, 0.1, 0, 0.17);
  dBodySetLinearVel(box, 0, 2, 0);
  dBodySetAngularVel(box, 0, 0, 20);
  assert_int_equal(frame(l, LENGTH).unguarded, 0);
  double speed = (double)dBodyGetLinearVel(ball)[2];
  free_loop(l);
  return speed;
}

/* The whole frame would correct two allowances at this speed, 0.2 of them in the frame. */
static void the_contacts_of_a_linkage_push_no_faster_than_those_of_a_frame(void **state) {
  (void)state;
  double limit = 0.2 * 2 * 0.25 * 0.2 / (double)LENGTH, speed = speed_out_of_the_ground();
  print_message("# %g m/s\n", speed);
  assert_true(speed > 0 && speed < 1.01 * limit);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up_ode, tear_down_ode)

int main(void) {
  const struct CMUnitTest tests[] = {
      CASE(a_rope_that_swings_holds_and_gains_no_energy),
      CASE(a_linkage_whose_joints_hold_moves_as_in_plain_ode),
      CASE(the_parts_are_limited_by_the_program),
      CASE(a_linkage_that_is_not_guarded_moves_as_in_plain_ode),
      CASE(springs_need_no_parts),
      CASE(the_contacts_of_a_linkage_push_no_faster_than_those_of_a_frame),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, 0, 0);
}
