/* SPDX-License-Identifier: BSD-3-Clause */

/* The qmbox as a geom: compared with ODE's own box wherever both have the same answer. */

#include "fixture.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Returns a motion that turns and accelerates, from the pose (p, identity). */
static bms_motion some_motion(void) {
  const double position[3] = {1, 2, 3}, quaternion[4] = {1, 0, 0, 0}, linear[3] = {4, -3, 1}, angular[3] = {1, 2, -3},
               acceleration[3] = {0, 0, -5};

  return bms_motion_step(position, quaternion, linear, angular, acceleration);
}

static void lengths_are_kept_as_given(void **state) {
  dGeomID box = qmboxCreate(0, 1, 2, 3);
  dVector3 lengths;

  (void)state;
  qmboxGetLengths(box, lengths);
  assert_true(lengths[0] == 1 && lengths[1] == 2 && lengths[2] == 3);
  qmboxSetLengths(box, 0, (dReal)0.5, 7);
  qmboxGetLengths(box, lengths);
  assert_true(lengths[0] == 0 && lengths[1] == (dReal)0.5 && lengths[2] == 7);
  assert_int_equal(messages(), 0);
  dGeomDestroy(box);
}

/* Sets random poses, on a body and off it, with and without offset. */
static void place(random_source *source, dGeomID geom, dBodyID body, int offset) {
  dQuaternion q;
  dReal v[3];

  random_vector(source, 5, v);
  random_quaternion(source, q);
  dGeomSetBody(geom, body);
  if (offset) {
    dGeomSetOffsetPosition(geom, v[0], v[1], v[2]);
    dGeomSetOffsetQuaternion(geom, q);
  } else {
    dGeomSetPosition(geom, v[0], v[1], v[2]);
    dGeomSetQuaternion(geom, q);
  }
}

static void pose_bounds_and_point_depth_are_those_of_odes_box(void **state) {
  random_source source = seeded("geom", 1), same;
  dWorldID world = dWorldCreate();
  int i;

  (void)state;
  for (i = 0; i < 2000 * soak(); i++) {
    dBodyID body = i % 3 ? random_body(&source, world, 3, 1, 1) : 0;
    dReal lx = uniform(&source, 0, 3), ly = uniform(&source, 0, 3), lz = uniform(&source, 0, 3);
    dGeomID ours = qmboxCreate(0, lx, ly, lz), theirs = dCreateBox(0, lx, ly, lz);
    dReal bounds[6], expected[6], p[3], depth, wanted;

    same = source;
    place(&source, ours, body, i % 3 == 2);
    place(&same, theirs, body, i % 3 == 2);
    assert_memory_equal(dGeomGetPosition(ours), dGeomGetPosition(theirs), 3 * sizeof(dReal));
    assert_memory_equal(dGeomGetRotation(ours), dGeomGetRotation(theirs), 12 * sizeof(dReal));
    dGeomGetAABB(ours, bounds);
    dGeomGetAABB(theirs, expected);
    assert_memory_equal(bounds, expected, sizeof bounds);

    random_vector(&source, 10, p);
    depth = qmboxPointDepth(ours, p[0], p[1], p[2]);
    wanted = dGeomBoxPointDepth(theirs, p[0], p[1], p[2]);
    if (depth != wanted) {
      fail_msg("case %d: depth %a, ODE's box %a", i, (double)depth, (double)wanted);
    }
    dGeomDestroy(ours);
    dGeomDestroy(theirs);
    if (body) dBodyDestroy(body);
  }
  dWorldDestroy(world);
}

static void bounds_with_a_motion_hold_the_sweep_and_are_tight(void **state) {
  random_source source = seeded("sweep", 2);
  dWorldID world = dWorldCreate();
  int i, k;

  (void)state;
  for (i = 0; i < 200 * soak(); i++) {
    const double h = 0.25;
    enum { SAMPLES = 500 };
    dBodyID body = random_body(&source, world, 3, 10, 10);
    dReal width = uniform(&source, 0, 3), depth = uniform(&source, 0, 3);
    dGeomID box = qmboxCreate(0, width, depth, uniform(&source, 0, 3));
    dReal swept[6], hull[6] = {HUGE_VAL, -HUGE_VAL, HUGE_VAL, -HUGE_VAL, HUGE_VAL, -HUGE_VAL};
    dVector3 position, start;
    dQuaternion quaternion, start_quaternion;
    dReal linear[3], angular[3], still[3] = {0, 0, 0};

    place(&source, box, body, i % 2);
    assert_true(qmboxSetMotionFromBody(box, (dReal)h));
    dGeomGetAABB(box, swept);
    qmboxClearMotion(box);
    dBodyCopyPosition(body, start);
    dBodyCopyQuaternion(body, start_quaternion);
    memcpy(linear, dBodyGetLinearVel(body), sizeof linear);
    memcpy(angular, dBodyGetAngularVel(body), sizeof angular);
    for (k = 0; k <= SAMPLES; k++) {
      dReal bounds[6];
      int side;
      step_pose(start, start_quaternion, linear, angular, still, h * k / SAMPLES, position, quaternion);
      dBodySetPosition(body, position[0], position[1], position[2]);
      dBodySetQuaternion(body, quaternion);
      dGeomGetAABB(box, bounds);
      for (side = 0; side < 6; side++) {
        hull[side] = side % 2 ? fmax(hull[side], bounds[side]) : fmin(hull[side], bounds[side]);
      }
    }
    for (k = 0; k < 6; k++) {
      double out = (double)(k % 2 ? swept[k] - hull[k] : hull[k] - swept[k]);
      /* Between two samples a point leaves their chord by less than the square of the turn, 0.005, times the
         reach, 10. */
      if (out < -1e-13 || out > 1e-3) fail_msg("case %d side %d: swept %a, samples %a", i, k, swept[k], hull[k]);
    }
    dGeomDestroy(box);
    dBodyDestroy(body);
  }
  dWorldDestroy(world);
}

static void giving_and_taking_a_motion_moves_nothing_by_a_bit(void **state) {
  random_source source = seeded("untouched", 3);
  dWorldID world = dWorldCreate();
  bms_motion motion = some_motion();
  int i;

  (void)state;
  for (i = 0; i < 300; i++) {
    dBodyID body = i % 3 ? random_body(&source, world, 3, 1, 1) : 0;
    dGeomID box = qmboxCreate(0, 1, 2, 3);
    dVector3 position, body_position;
    dQuaternion body_quaternion;
    dMatrix3 rotation;

    place(&source, box, body, i % 3 == 2);
    dGeomCopyPosition(box, position);
    memcpy(rotation, dGeomGetRotation(box), sizeof rotation);
    if (body) dBodyCopyPosition(body, body_position);
    if (body) dBodyCopyQuaternion(body, body_quaternion);
    assert_true(qmboxSetMotion(box, &motion, 0, 1));
    assert_true(qmboxSetMotionFromBody(box, 1));
    qmboxClearMotion(box);
    assert_memory_equal(dGeomGetPosition(box), position, 3 * sizeof(dReal));
    assert_memory_equal(dGeomGetRotation(box), rotation, sizeof rotation);
    if (body) assert_memory_equal(dBodyGetPosition(body), body_position, 3 * sizeof(dReal));
    if (body) assert_memory_equal(dBodyGetQuaternion(body), body_quaternion, 4 * sizeof(dReal));
    dGeomDestroy(box);
    if (body) dBodyDestroy(body);
  }
  assert_int_equal(messages(), 0);
  dWorldDestroy(world);
}

static void a_motion_can_be_read_back(void **state) {
  dGeomID box = qmboxCreate(0, 1, 1, 1);
  bms_motion motion = some_motion(), read;
  dReal t0, t1;

  (void)state;
  assert_false(qmboxGetMotion(box, &read, &t0, &t1));
  assert_true(qmboxSetMotion(box, &motion, -1, 2));
  assert_true(qmboxGetMotion(box, &read, &t0, &t1));
  assert_true(t0 == -1 && t1 == 2);
  assert_memory_equal(&read.rigid, &motion.rigid, sizeof motion.rigid);
  assert_true(qmboxGetMotion(box, 0, 0, 0));
  qmboxClearMotion(box);
  assert_false(qmboxGetMotion(box, 0, 0, 0));
  dGeomDestroy(box);
}

static void new_lengths_show_in_the_bounds_of_a_motion(void **state) {
  const double origin[3] = {0, 0, 0}, identity[4] = {1, 0, 0, 0};
  bms_motion still = bms_motion_fixed(origin, identity);
  dGeomID box = qmboxCreate(0, 1, 1, 1);
  dReal bounds[6];

  (void)state;
  assert_true(qmboxSetMotion(box, &still, 0, 1));
  dGeomGetAABB(box, bounds);
  qmboxSetLengths(box, 4, 1, 1);
  dGeomGetAABB(box, bounds);
  assert_true(fabs((double)bounds[1] - 2) < 1e-6 && fabs((double)bounds[3] - 0.5) < 1e-6);
  dGeomDestroy(box);
}

static void bad_lengths_are_refused_with_a_message(void **state) {
  const dReal bad[] = {-1, (dReal)NAN, dInfinity, -dInfinity};
  dGeomID box = qmboxCreate(0, 1, 2, 3);
  dVector3 lengths;
  int i, axis;

  (void)state;
  for (i = 0; i < 4; i++) {
    for (axis = 0; axis < 3; axis++) {
      dReal l[3] = {1, 1, 1};
      l[axis] = bad[i];
      assert_null(qmboxCreate(0, l[0], l[1], l[2]));
      assert_int_equal(messages(), 1);
      qmboxSetLengths(box, l[0], l[1], l[2]);
      assert_int_equal(messages(), 1);
    }
  }
  qmboxGetLengths(box, lengths);
  assert_true(lengths[0] == 1 && lengths[1] == 2 && lengths[2] == 3);
  assert_null(qmboxCreate((dSpaceID)box, 1, 1, 1));
  assert_int_equal(messages(), 1);
  dGeomDestroy(box);
}

static void null_and_foreign_geoms_are_refused_with_a_message(void **state) {
  dGeomID foreign[] = {0, dCreateBox(0, 1, 1, 1), dCreatePlane(0, 0, 0, 1, 0), (dGeomID)dSimpleSpaceCreate(0)};
  bms_motion motion = some_motion();
  int i;

  (void)state;
  for (i = 0; i < 4; i++) {
    dVector3 lengths = {9, 9, 9, 9};
    assert_false(qmboxIsQmbox(foreign[i]));
    qmboxSetLengths(foreign[i], 1, 1, 1);
    qmboxGetLengths(foreign[i], lengths);
    assert_true(lengths[0] == 0 && lengths[1] == 0 && lengths[2] == 0);
    assert_true(qmboxPointDepth(foreign[i], 0, 0, 0) == 0);
    assert_false(qmboxSetMotion(foreign[i], &motion, 0, 1));
    assert_false(qmboxSetMotionFromBody(foreign[i], 1));
    assert_false(qmboxGetMotion(foreign[i], &motion, 0, 0));
    qmboxClearMotion(foreign[i]);
    assert_int_equal(messages(), 7);
  }
  qmboxGetLengths(0, 0);
  assert_int_equal(messages(), 1);
  for (i = 1; i < 4; i++) dGeomDestroy(foreign[i]);
}

static void an_invalid_motion_is_refused_and_leaves_the_old_one(void **state) {
  dGeomID box = qmboxCreate(0, 1, 1, 1);
  bms_motion good = some_motion(), bad = good, weightless;
  dReal before[6], after[6];

  (void)state;
  memset(&weightless, 0, sizeof weightless);
  weightless.form = BMS_MOTION_MATRIX;
  weightless.matrix.entry[0][0][0] = weightless.matrix.entry[1][1][0] = weightless.matrix.entry[2][2][0] = 1;
  weightless.matrix.weight[0] = 1;
  weightless.matrix.weight[1] = -2; /* zero half-way */
  bad.rigid.position[1][2] = NAN;

  assert_true(qmboxSetMotion(box, &good, 0, 1));
  dGeomGetAABB(box, before);
  assert_false(qmboxSetMotion(box, 0, 0, 1));
  assert_false(qmboxSetMotion(box, &bad, 0, 1));
  assert_false(qmboxSetMotion(box, &weightless, 0, 1));
  assert_false(qmboxSetMotion(box, &good, 1, 0));
  assert_false(qmboxSetMotion(box, &good, 0, (dReal)NAN));
  assert_false(qmboxSetMotion(box, &good, 0, dInfinity));
  assert_false(qmboxSetMotionFromBody(box, 0));
  assert_false(qmboxSetMotionFromBody(box, -1));
  assert_false(qmboxSetMotionFromBody(box, (dReal)NAN));
  assert_int_equal(messages(), 9);
  dGeomGetAABB(box, after);
  assert_memory_equal(before, after, sizeof before);
  dGeomDestroy(box);
}

static void other_geom_functions_work_as_with_any_geom(void **state) {
  dSpaceID space = dSimpleSpaceCreate(0);
  dGeomID box = qmboxCreate(space, 1, 1, 1);
  int data;

  (void)state;
  assert_ptr_equal(dGeomGetSpace(box), space);
  assert_null(dGeomGetData(box));
  dGeomSetData(box, &data);
  assert_ptr_equal(dGeomGetData(box), &data);
  dGeomSetCategoryBits(box, 5);
  dGeomSetCollideBits(box, 6);
  assert_int_equal(dGeomGetCategoryBits(box), 5);
  assert_int_equal(dGeomGetCollideBits(box), 6);
  dGeomDisable(box);
  assert_false(dGeomIsEnabled(box));
  assert_int_equal(dSpaceGetNumGeoms(space), 1);
  dSpaceDestroy(space); /* this destroys the box with it */
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(lengths_are_kept_as_given, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(pose_bounds_and_point_depth_are_those_of_odes_box, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(bounds_with_a_motion_hold_the_sweep_and_are_tight, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(giving_and_taking_a_motion_moves_nothing_by_a_bit, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(a_motion_can_be_read_back, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(new_lengths_show_in_the_bounds_of_a_motion, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(bad_lengths_are_refused_with_a_message, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(null_and_foreign_geoms_are_refused_with_a_message, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(an_invalid_motion_is_refused_and_leaves_the_old_one, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(other_geom_functions_work_as_with_any_geom, set_up_ode, tear_down_ode),
  };

  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, 0, 0);
}
