/* SPDX-License-Identifier: BSD-3-Clause */

/* Tests which geoms are meant to collide: those that the near callback makes contact joints for, pair by pair, and no
   others. */

#include <math.h>
#include <stdlib.h>

#include "joints.h"
#include "loop.h"

/* A near callback that refuses one pair of geoms, and counts how often it is asked and how often the two are not in
   contact then. */
typedef struct chooser {
  loop *l;
  dGeomID one, other;
  int asked, missed;
} chooser;

static void choose(void *data, dGeomID o1, dGeomID o2) {
  chooser *c = data;
  dContactGeom contact;
  if ((o1 == c->one && o2 == c->other) || (o1 == c->other && o2 == c->one)) {
    c->asked++;
    c->missed += dCollide(o1, o2, 1, &contact, sizeof contact) == 0;
    return;
  }
  qmboxSimulateOptions usual = c->l->options;
  usual.nearCallback(c->l, o1, o2);
}

/* Runs a frame with the chooser in place of the loop's own callback. */
static qmboxSimulateReport chosen_frame(chooser *c, dReal h) {
  qmboxSimulateOptions options = c->l->options;
  qmboxSimulateReport report;
  options.nearCallback = choose;
  options.nearData = c;
  assert_true(qmboxWorldSimulate(c->l->world, c->l->space, h, &options, &report) == h);
  return report;
}

/* A hammer flies head first: only its shaft collides with the wall, or only its head. */
static void of_a_compound_body_one_geom_may_pass_and_the_other_is_stopped(void **state) {
  (void)state;
  for (int refuse_head = 0; refuse_head < 2; refuse_head++) {
    loop *l = make_loop(SPACE_HASH);
    chooser c = {.l = l};
    dBodyID hammer = add_box(l, (dReal)0.2, (dReal)0.2, (dReal)0.2, 0, 0, 0);
    dGeomID head = dBodyGetFirstGeom(hammer), shaft = dCreateBox(l->space, 1, (dReal)0.1, (dReal)0.1);
    dGeomID wall = add_tile(l, (dReal)0.01, 3, 3, 5, 0, 0);
    dWorldSetGravity(l->world, 0, 0, 0);
    dGeomSetBody(shaft, hammer);
    dGeomSetOffsetPosition(shaft, (dReal)-0.6, 0, 0);
    c.one = refuse_head ? head : shaft;
    c.other = wall;
    dBodySetLinearVel(hammer, 100, 0, 0);
    qmboxSimulateReport report = chosen_frame(&c, (dReal)0.1);
    double x = (double)dBodyGetPosition(hammer)[0];
    assert_int_equal(report.stops, 1);
    assert_int_equal(report.refusedPairs, refuse_head);
    /* the front of the shaft is at -0.1, the front of the head at 0.1; each may go in by a quarter of the wall */
    assert_true(fabs(x - (4.995 - (refuse_head ? -0.1 : 0.1))) < 0.0025);
    free_loop(l);
  }
}

static void the_callback_is_asked_where_the_two_are_in_contact(void **state) {
  (void)state;
  loop *l = make_loop(SPACE_HASH);
  dBodyID bullet = add_box(l, (dReal)0.02, (dReal)0.02, (dReal)0.02, 0, 0, 0);
  chooser c = {.l = l, .one = dBodyGetFirstGeom(bullet), .other = add_tile(l, (dReal)1e-4, 3, 3, 5, 0, 0)};
  dWorldSetGravity(l->world, 0, 0, 0);
  dBodySetLinearVel(bullet, 700, 0, 0);
  dBodySetAngularVel(bullet, 10, 20, 30);
  qmboxSimulateReport report = chosen_frame(&c, (dReal)0.01);
  assert_int_equal(c.asked, 1);
  assert_int_equal(c.missed, 0);
  assert_true(report.refusedPairs == 1 && report.stops == 0 && report.lostTime == 0);
  assert_true(fabs((double)dBodyGetPosition(bullet)[0] - 7) < 1e-12);
  free_loop(l);
}

/* Two links overlap at their joint and turn through each other; the callback would make contacts. */
static void bodies_that_a_joint_connects_do_not_stop_each_other(void **state) {
  (void)state;
  loop *l = make_loop(SPACE_HASH);
  dBodyID one = add_box(l, 1, (dReal)0.1, (dReal)0.1, 0, 0, 0),
          two = add_box(l, 1, (dReal)0.1, (dReal)0.1, (dReal)1.1, 0, 0);
  dWorldSetGravity(l->world, 0, 0, 0);
  dJointSetHingeAxis(join_by_hinge(l->world, one, two, 0.55, 0, 0), 0, 1, 0);
  dBodySetAngularVel(two, 0, 60, 0);
  for (int i = 0; i < 20; i++) {
    qmboxSimulateReport report = frame(l, (dReal)0.01);
    assert_true(report.stops == 0 && report.lostTime == 0);
  }
  free_loop(l);
}

/* ------------------------------------------------------------------ nested spaces */

/* A near callback that comes by nested spaces, and collides what is in one with each other: never, always, or when it
   comes by a geom besides. */
typedef enum inside { NEVER, ALWAYS, BESIDE_A_GEOM } inside;

typedef struct comer {
  loop *l;
  inside within;
  int pairs; /* calls for two geoms */
} comer;

static void come_by(void *data, dGeomID o1, dGeomID o2) {
  comer *c = data;
  if (!dGeomIsSpace(o1) && !dGeomIsSpace(o2)) {
    c->pairs++;
    c->l->options.nearCallback(c->l, o1, o2);
    return;
  }
  dSpaceCollide2(o1, o2, data, come_by);
  bool both = dGeomIsSpace(o1) && dGeomIsSpace(o2);
  if (c->within == NEVER || (both && c->within == BESIDE_A_GEOM)) return;
  if (dGeomIsSpace(o1)) dSpaceCollide((dSpaceID)o1, data, come_by);
  if (dGeomIsSpace(o2)) dSpaceCollide((dSpaceID)o2, data, come_by);
}

/* Two limbs of a doll, the second thrown at the first, and others that touch each other meanwhile. */
static dBodyID throw_limb(loop *l, dSpaceID doll, dReal x) {
  dBodyID limb[4];
  for (int i = 0; i < 4; i++) {
    limb[i] = add_box(l, 1, 1, 1, 0, i < 2 ? 0 : 10 + (dReal)0.9 * (dReal)i, 0);
    dSpaceRemove(l->space, dBodyGetFirstGeom(limb[i]));
    dSpaceAdd(doll, dBodyGetFirstGeom(limb[i]));
  }
  dBodySetPosition(limb[1], x, 0, 0);
  dBodySetLinearVel(limb[1], -60, 0, 0);
  return limb[1];
}

static void geoms_of_a_nested_space_stop_each_other_only_if_it_is_collided_within(void **state) {
  (void)state;
  for (inside within = NEVER; within <= BESIDE_A_GEOM; within++) {
    for (int deep = 0; deep < 2; deep++) {
      loop *l = make_loop(SPACE_HASH);
      dSpaceID outer = dSimpleSpaceCreate(l->space), inner = dHashSpaceCreate(outer);
      dGeomSetPosition(dCreateBox(outer, 1, 1, 1), 0, 5, 0);
      comer c = {.l = l, .within = within};
      dBodyID limb = throw_limb(l, inner, deep ? (dReal)0.4 : (dReal)1.5);
      qmboxSimulateOptions options = l->options;
      qmboxSimulateReport report;
      options.nearCallback = come_by;
      options.nearData = &c;
      options.slices = 1; /* what is stopped waits where it is */
      dWorldSetGravity(l->world, 0, 0, 0);
      assert_true(qmboxWorldSimulate(l->world, l->space, (dReal)0.05, &options, &report) == (dReal)0.05);
      bool passes = !within || deep;
      assert_int_equal(report.stops, passes ? 0 : 1);
      assert_int_equal(report.deepPairs, within && deep);
      assert_int_equal(report.refusedPairs, !within && !deep);
      assert_true(passes == ((double)dBodyGetPosition(limb)[0] < 0));
      /* the two that touch are not shown to it besides */
      assert_int_equal(c.pairs, within ? 2 : 1);
      for (int i = 0; i < dSpaceGetNumGeoms(inner); i++) assert_true(dGeomIsEnabled(dSpaceGetGeom(inner, i)));
      free_loop(l);
    }
  }
}

/* ODE's hash space does not find a box in the unit cell above the origin among larger ones that reach below it. */
static void a_pair_that_odes_hash_space_loses_is_not_refused(void **state) {
  (void)state;
  loop *l = make_loop(SPACE_HASH);
  dSpaceID inner = dHashSpaceCreate(l->space);
  dGeomSetPosition(dCreateBox(l->space, 1, 1, 1), 0, 5, 0);
  dGeomSetPosition(dCreateBox(inner, (dReal)0.8, (dReal)0.8, (dReal)0.8), (dReal)0.45, (dReal)0.45, (dReal)-0.1);
  dBodyID bullet = add_box(l, (dReal)0.3, (dReal)0.3, (dReal)0.3, (dReal)0.5, (dReal)0.5, 2);
  dSpaceRemove(l->space, dBodyGetFirstGeom(bullet));
  dSpaceAdd(inner, dBodyGetFirstGeom(bullet));
  dBodySetLinearVel(bullet, 0, 0, -60);
  comer c = {.l = l, .within = ALWAYS};
  qmboxSimulateOptions options = l->options;
  qmboxSimulateReport report;
  options.nearCallback = come_by;
  options.nearData = &c;
  assert_true(qmboxWorldSimulate(l->world, l->space, (dReal)0.05, &options, &report) == (dReal)0.05);
  assert_true(report.stops == 1 && report.refusedPairs == 0 && report.unguarded == 0);
  assert_true((double)dBodyGetPosition(bullet)[2] > 0.3);
  free_loop(l);
}

/* ------------------------------------------------------------------ modes */

static int is_sensor(void *data, dGeomID geom) {
  return geom == data;
}

static void sense(void *data, const qmboxContact *contact) {
  loop *l = data;
  l->pairs++;
  l->last = *contact;
}

static void sensors_tell_when_they_are_met_and_stop_nothing(void **state) {
  (void)state;
  loop *l = make_loop(SPACE_HASH);
  dBodyID bullet = add_box(l, (dReal)0.02, (dReal)0.02, (dReal)0.02, 0, 0, 0);
  dGeomID gate = add_tile(l, (dReal)0.01, 3, 3, 5, 0, 0);
  dWorldSetGravity(l->world, 0, 0, 0);
  dBodySetLinearVel(bullet, 1000, 0, 0);
  l->options.sensor = is_sensor;
  l->options.sensorData = gate;
  l->options.sense = sense;
  l->options.senseData = l;
  l->pairs = 0;
  qmboxSimulateReport report = frame(l, (dReal)0.01);
  assert_true(report.stops == 0 && report.lostTime == 0 && report.unguarded == 0);
  assert_int_equal(l->pairs, 1);
  assert_true(fabs(l->last.time - 4.985 / 1000) < 1e-6);
  assert_true(fabs((double)dBodyGetPosition(bullet)[0] - 10) < 1e-12);
  free_loop(l);
}

/* Returns a thin wall at x = 5 on a body of another world. */
static dGeomID add_foreign_wall(const loop *l, dWorldID other) {
  dGeomID wall = dCreateBox(l->space, (dReal)0.01, 3, 3);
  dGeomSetBody(wall, dBodyCreate(other));
  dGeomSetPosition(wall, 5, 0, 0);
  return wall;
}

/* A body of another world stands still, and its geoms are joined to as to those that have no body. */
static void a_geom_on_a_body_of_another_world_stops_what_is_joined_to_it(void **state) {
  (void)state;
  loop *l = make_loop(SPACE_HASH);
  dWorldID other = dWorldCreate();
  dBodyID bullet = add_box(l, (dReal)0.02, (dReal)0.02, (dReal)0.02, 0, 0, 0);
  add_foreign_wall(l, other);
  dWorldSetGravity(l->world, 0, 0, 0);
  dBodySetLinearVel(bullet, 1000, 0, 0);
  qmboxSimulateReport report = frame(l, (dReal)0.01);
  assert_true(report.stops == 1 && report.refusedPairs == 0 && report.unguarded == 0);
  assert_true((double)dBodyGetPosition(bullet)[0] < 5);
  free_loop(l);
  dWorldDestroy(other);
}

/* A contact joint with the floor, which has no body either, is none with that geom. */
static void what_lies_on_a_floor_passes_a_geom_of_another_world_that_is_refused(void **state) {
  (void)state;
  loop *l = make_loop(SPACE_HASH);
  dWorldID other = dWorldCreate();
  dBodyID slider = add_box(l, (dReal)0.2, (dReal)0.2, (dReal)0.2, 0, 0, (dReal)0.0999);
  chooser c = {.l = l, .one = dBodyGetFirstGeom(slider), .other = add_foreign_wall(l, other)};
  dCreatePlane(l->space, 0, 0, 1, 0);
  l->friction = 0;
  dBodySetLinearVel(slider, 1000, 0, 0);
  qmboxSimulateReport report = chosen_frame(&c, (dReal)0.01);
  assert_true(report.stops == 0 && report.refusedPairs == 1 && c.asked > 0);
  assert_true((double)dBodyGetPosition(slider)[0] > 9);
  free_loop(l);
  dWorldDestroy(other);
}

static dBodyID chosen_body;
static qmboxContinuity chosen_mode;

static qmboxContinuity mode_of(void *data, dBodyID body) {
  (void)data;
  return body == chosen_body ? chosen_mode : QMBOX_CONTINUITY_DEFAULT;
}

static void a_body_may_be_left_to_ode_alone(void **state) {
  (void)state;
  loop *l = make_loop(SPACE_HASH);
  dBodyID bullet[2];
  dWorldSetGravity(l->world, 0, 0, 0);
  add_tile(l, (dReal)0.01, 3, 3, 5, 0, 0);
  for (int i = 0; i < 2; i++) {
    bullet[i] = add_box(l, (dReal)0.02, (dReal)0.02, (dReal)0.02, 0, i, 0);
    dBodySetLinearVel(bullet[i], 1000, 0, 0);
  }
  chosen_body = bullet[0];
  chosen_mode = QMBOX_CONTINUITY_OFF;
  l->options.bodyContinuity = mode_of;
  assert_int_equal(frame(l, (dReal)0.01).stops, 1);
  assert_true(fabs((double)dBodyGetPosition(bullet[0])[0] - 10) < 1e-12);
  assert_true((double)dBodyGetPosition(bullet[1])[0] < 5);
  free_loop(l);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up_ode, tear_down_ode)

int main(void) {
  const struct CMUnitTest tests[] = {
      CASE(of_a_compound_body_one_geom_may_pass_and_the_other_is_stopped),
      CASE(the_callback_is_asked_where_the_two_are_in_contact),
      CASE(bodies_that_a_joint_connects_do_not_stop_each_other),
      CASE(geoms_of_a_nested_space_stop_each_other_only_if_it_is_collided_within),
      CASE(a_pair_that_odes_hash_space_loses_is_not_refused),
      CASE(a_geom_on_a_body_of_another_world_stops_what_is_joined_to_it),
      CASE(what_lies_on_a_floor_passes_a_geom_of_another_world_that_is_refused),
      CASE(sensors_tell_when_they_are_met_and_stop_nothing),
      CASE(a_body_may_be_left_to_ode_alone),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, 0, 0);
}
