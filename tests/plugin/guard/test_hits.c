/* SPDX-License-Identifier: BSD-3-Clause */

/* Balls that lie on a plane, and so touch something, bounce off what they hit. */

#include <math.h>

#include "fixture.h"
#include "qmbox.h"

static const double RADIUS = 0.02;

typedef struct table {
  dWorldID world;
  dSpaceID space;
  dJointGroupID contacts;
  qmboxSimulateOptions options;
} table;

/* Balls bounce off each other without loss, nothing has friction. */
static void collide(void *data, dGeomID one, dGeomID other) {
  table *t = data;
  dContact contact[8];
  dBodyID body[2] = {dGeomGetBody(one), dGeomGetBody(other)};
  if (!body[0] && !body[1]) return;
  int count = dCollide(one, other, 8, &contact[0].geom, sizeof *contact);
  for (int i = 0; i < count; i++) {
    contact[i].surface.mode = dContactApprox1 | dContactBounce;
    contact[i].surface.bounce = body[0] && body[1] ? 1 : 0;
    contact[i].surface.bounce_vel = (dReal)0.1;
    contact[i].surface.mu = 0;
    dJointAttach(dJointCreateContact(t->world, t->contacts, &contact[i]), body[0], body[1]);
  }
}

static void make_table(table *t) {
  t->world = dWorldCreate();
  t->space = dSimpleSpaceCreate(0);
  t->contacts = dJointGroupCreate(0);
  t->options = (qmboxSimulateOptions){
      .size = sizeof t->options, .nearCallback = collide, .nearData = t, .contacts = t->contacts};
  dWorldSetGravity(t->world, 0, 0, (dReal)-9.81);
  dCreatePlane(t->space, 0, 0, 1, 0);
}

static dBodyID add_ball(table *t, double x, double y) {
  dBodyID body = dBodyCreate(t->world);
  dMass mass;
  dMassSetSphere(&mass, 1000, (dReal)RADIUS);
  dBodySetMass(body, &mass);
  dGeomSetBody(dCreateSphere(t->space, (dReal)RADIUS), body);
  dBodySetPosition(body, (dReal)x, (dReal)y, (dReal)(RADIUS - 1e-5));
  return body;
}

static void free_table(table *t) {
  dJointGroupDestroy(t->contacts);
  dSpaceDestroy(t->space);
  dWorldDestroy(t->world);
}

static void run(table *t, int frames) {
  for (int i = 0; i < frames; i++) {
    qmboxSimulateReport report;
    assert_int_equal(qmboxWorldSimulate(t->world, t->space, (dReal)(1.0 / 60), &t->options, &report) > 0, 1);
    assert_true(report.unguarded == 0);
  }
}

/* Hits a resting ball off centre: it leaves along the line of centres, with that part of the speed. */
static void balls_that_hit_leave_along_the_line_of_centres(void **state) {
  static const double SPEED[] = {5, 20, 40, 80}, OFFSET[] = {0, 0.01, 0.02, 0.03};
  (void)state;
  for (size_t i = 0; i < sizeof SPEED / sizeof *SPEED; i++) {
    for (size_t k = 0; k < sizeof OFFSET / sizeof *OFFSET; k++) {
      double sine = OFFSET[k] / (2 * RADIUS), expected = SPEED[i] * (1 - sine * sine);
      table t;
      make_table(&t);
      dBodyID ball = add_ball(&t, 0, 0), other = add_ball(&t, 1, OFFSET[k]);
      dBodySetLinearVel(ball, (dReal)SPEED[i], 0, 0);
      run(&t, (int)(120 / SPEED[i]) + 4);
      double gone = (double)dBodyGetLinearVel(other)[0];
      if (!(fabs(gone - expected) < 0.15 * SPEED[i])) {
        fail_msg("%g m/s, %g m beside: %g, not %g m/s", SPEED[i], OFFSET[k], gone, expected);
      }
      free_table(&t);
    }
  }
}

/* Throws a ball between the edges of two boxes that are nearer than its diameter: it does not hang there at full
   speed. */
static void a_ball_between_two_edges_stops(void **state) {
  (void)state;
  table t;
  make_table(&t);
  for (int side = -1; side <= 1; side += 2) {
    dGeomSetPosition(dCreateBox(t.space, (dReal)0.2, (dReal)0.2, 1), (dReal)1.1, (dReal)(side * 0.108), (dReal)0.5);
  }
  dBodyID ball = add_ball(&t, 0.5, 0);
  dBodySetLinearVel(ball, 30, 0, 0);
  run(&t, 20);
  assert_true(fabs((double)dBodyGetLinearVel(ball)[0]) < 1 && dBodyGetPosition(ball)[0] < 1);
  free_table(&t);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up_ode, tear_down_ode)

int main(void) {
  const struct CMUnitTest tests[] = {
      CASE(balls_that_hit_leave_along_the_line_of_centres),
      CASE(a_ball_between_two_edges_stops),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, 0, 0);
}
