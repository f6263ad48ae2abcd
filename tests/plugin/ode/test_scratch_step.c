/* SPDX-License-Identifier: BSD-3-Clause */

/* Copies of bodies are where the step puts the bodies, whatever of ODE's modes these are in. */

#include <math.h>
#include <stdio.h>

#include "fixture.h"
#include "util/real.h"
#include "ode/scratch_step.h"

static int chance(random_source *source) {
  return uniform(source, 0, 2) < 1;
}

/* Returns a box on a body in which each mode is on or off. */
static dGeomID random_box(random_source *source, dWorldID world, dSpaceID space) {
  dReal lx = log_uniform(source, 0.1, 1), ly = log_uniform(source, 0.1, 1), lz = log_uniform(source, 0.1, 1), v[3];
  dBodyID body = random_body(source, world, 5, 10, 20);
  dGeomID box = dCreateBox(space, lx, ly, lz);
  dMass mass;

  dMassSetBox(&mass, 10, lx, ly, lz);
  dBodySetMass(body, &mass);
  dGeomSetBody(box, body);
  if (uniform(source, 0, 6) < 1) dBodySetKinematic(body);
  dBodySetGravityMode(body, chance(source));
  dBodySetGyroscopicMode(body, chance(source));
  if (chance(source)) dBodySetMaxAngularSpeed(body, 5);
  if (chance(source)) dBodySetDamping(body, (dReal)0.1, (dReal)0.1);
  if (chance(source)) {
    dBodySetFiniteRotationMode(body, 1);
    random_vector(source, 1, v);
    if (chance(source)) dBodySetFiniteRotationAxis(body, v[0], v[1], v[2]);
  }
  random_vector(source, 50, v);
  if (chance(source)) dBodyAddForce(body, v[0], v[1], v[2]);
  random_vector(source, 2, v);
  if (chance(source)) dBodyAddTorque(body, v[0], v[1], v[2]);
  return box;
}

/* Returns the farthest distance of two vectors. A quaternion is normalised once more when it is set, so that its last
   bit may differ. */
static double farthest(const dReal *a, const dReal *b, int count) {
  double most = 0;
  int i;

  for (i = 0; i < count; i++) most = fmax(most, fabs((double)a[i] - (double)b[i]));
  return most;
}

static void copies_go_where_the_bodies_go(void **state) {
  random_source source = seeded("rehearsal", 0x55);
  int cases = 200 * soak(), i, k;

  (void)state;
  for (i = 0; i < cases; i++) {
    dWorldID world = dWorldCreate();
    dSpaceID space = dSimpleSpaceCreate(0);
    dGeomID box[2];
    dReal h = log_uniform(&source, 1e-4, 0.1);
    int (*stepper)(dWorldID, dReal) = i % 2 ? dWorldQuickStep : dWorldStep;
    qmboxScratchStep scratch;
    qmboxWorldState saved;

    dWorldSetGravity(world, 1, 2, -9);
    for (k = 0; k < 2; k++) box[k] = random_box(&source, world, space);
    assert_true(qmboxSaveState(&saved, world, space, 0, 0));
    assert_true(qmboxCanScratchStep(&saved, box[0]) && qmboxCanScratchStep(&saved, box[1]));
    assert_true(stepper(world, h));
    qmboxBeginScratchStep(&scratch, &saved, box);
    assert_true(qmboxMakeScratchStep(&scratch, 10 * (double)h)); /* this leaves no trace */
    assert_true(qmboxMakeScratchStep(&scratch, (double)h));
    for (k = 0; k < 2; k++) {
      dBodyID body = dGeomGetBody(box[k]), copy = scratch.copy[k];
      double away = farthest(dBodyGetPosition(body), dBodyGetPosition(copy), 3) +
                    farthest(dBodyGetQuaternion(body), dBodyGetQuaternion(copy), 4);
      if (!(away <= 1024 * QMBOX_EPSILON)) fail_msg("case %d, body %d: off by %a", i, k, away);
    }
    qmboxEndScratchStep(&scratch);
    qmboxForgetState(&saved);
    dSpaceDestroy(space);
    dWorldDestroy(world);
  }
}

static void what_joints_hold_or_sleeps_is_not_stepped(void **state) {
  dWorldID world = dWorldCreate();
  dSpaceID space = dSimpleSpaceCreate(0);
  random_source source = seeded("held", 0x56);
  dGeomID held = random_box(&source, world, space), asleep = random_box(&source, world, space);
  dGeomID wall = dCreateBox(space, 1, 1, 1);
  dGeomID pair[2] = {wall, wall};
  dJointID joint = dJointCreateBall(world, 0);
  qmboxScratchStep scratch;
  qmboxWorldState saved;

  (void)state;
  dJointAttach(joint, dGeomGetBody(held), 0);
  dBodyDisable(dGeomGetBody(asleep));
  assert_true(qmboxSaveState(&saved, world, space, 0, 0));
  assert_false(qmboxCanScratchStep(&saved, held));
  assert_false(qmboxCanScratchStep(&saved, asleep));
  assert_true(qmboxCanScratchStep(&saved, wall));
  qmboxBeginScratchStep(&scratch, &saved, pair);
  assert_true(qmboxMakeScratchStep(&scratch, 1) && !scratch.copy[0]);
  qmboxEndScratchStep(&scratch);
  qmboxForgetState(&saved);
  dSpaceDestroy(space);
  dWorldDestroy(world);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(copies_go_where_the_bodies_go, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(what_joints_hold_or_sleeps_is_not_stepped, set_up_ode, tear_down_ode),
  };

  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, 0, 0);
}
