/* SPDX-License-Identifier: BSD-3-Clause */

/* The guard's bounds of how near cores can come: a geom that turns into a plane with no more than the skin of its core
   is stopped. */

#include <math.h>
#include <stdio.h>

#include "guard/guard.h"
#include "thrown.h"

enum { THROWS = 4000, LOOKS = 64 };

/* The length of a step, s, and the part of an allowance by which a core would be in the plane. */
static const double LENGTH = 0.01, SKIN = 0.05;

static bool always_wanted(dWorldID world, dGeomID o1, dGeomID o2, bool touched) {
  (void)world;
  (void)o1;
  (void)o2;
  (void)touched;
  return true;
}

/* The height of the lowest point of the core over the plane z = 0. */
static double lowest(dGeomID geom, const pose *body, double less) {
  const double down[3] = {0, 0, -1};
  extent core = extent_at(geom, body, less);
  return -extent_along(&core, down);
}

static void set_state(dBodyID body, const pose *from, double height, const dReal v[3], const dReal w[3]) {
  const dQuaternion q = {(dReal)from->q[0], (dReal)from->q[1], (dReal)from->q[2], (dReal)from->q[3]};
  dBodySetPosition(body, (dReal)from->x[0], (dReal)from->x[1], (dReal)(from->x[2] + height));
  dBodySetQuaternion(body, q);
  dBodySetLinearVel(body, v[0], v[1], v[2]);
  dBodySetAngularVel(body, w[0], w[1], w[2]);
}

/* Returns how far the core of a geom that is thrown gets down below where it begins, and sets `*start` to where it
   begins. */
static double descent(const taken_step *step, dGeomID geom, double less, double *start) {
  double least = HUGE_VAL;
  *start = lowest(geom, &step->from, less);
  for (int i = 0; i <= LOOKS; i++) {
    pose at = at_part(step, (double)i / LOOKS);
    least = fmin(least, lowest(geom, &at, less));
  }
  return *start - least;
}

/* Returns true if the guard stops the body in a step of the world. */
static bool is_stopped(dWorldID world, dSpaceID space) {
  qmboxGuard guard = {0};
  const qmboxGuardCalls calls = {.wanted = always_wanted};
  qmboxGuardTally tally = {0};
  assert_true(qmboxGuardBegin(&guard, world, space));
  assert_true(dWorldStep(world, (dReal)LENGTH));
  qmboxGuardFinish(&guard, LENGTH, &calls, &tally);
  qmboxGuardFree(&guard);
  assert_int_equal(tally.unguarded + tally.deep, 0);
  return tally.held > 0;
}

static void what_turns_into_a_plane_with_the_skin_of_its_core_is_stopped(void **state) {
  random_source source = seeded("skins", 0xa9);
  int turned = 0;
  (void)state;
  for (int n = 0; n < THROWS * soak(); n++) {
    dWorldID world = dWorldCreate();
    dSpaceID space = dSimpleSpaceCreate(0);
    dGeomID geom = random_geom(&source, space, n % 2 ? KIND_BOX : KIND_CYLINDER);
    dGeomID plane = dCreatePlane(space, 0, 0, 1, 0);
    dBodyID body = throw_geom(&source, world, geom, 1, 0.2 / LENGTH, 2.5 / LENGTH);
    double less = core_allowance(geom, plane), start;
    taken_step step;
    dVector3 v, w;
    for (int i = 0; i < 3; i++) v[i] = dBodyGetLinearVel(body)[i];
    for (int i = 0; i < 3; i++) w[i] = dBodyGetAngularVel(body)[i];
    take_step(world, LENGTH, &geom, 1, &step);
    double down = descent(&step, geom, less, &start);
    if (down > 2 * SKIN * less) {
      set_state(body, &step.from, down - SKIN * less - start, v, w);
      if (!is_stopped(world, space)) fail_msg("throw %d gets through", n);
      turned++;
    }
    dSpaceDestroy(space);
    dWorldDestroy(world);
  }
  printf("# %d would have met\n", turned);
  assert_true(turned > 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(what_turns_into_a_plane_with_the_skin_of_its_core_is_stopped, set_up_ode,
                                      tear_down_ode),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, 0, 0);
}
