/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Tests the contact that a stop of the world reports: the normal points into g1, with all of g2 before it, and the
 * speed of what approaches is not negative.  Bars fall edge on edge, bricks of one heading meet, boxes tumble; the
 * quaternions of one heading are normalised one by one.
 *
 * No reference is needed: at the poses after the step the corners of both boxes are projected on the normal.
 */

#include "fixture.h"

#include <math.h>
#include <stdio.h>

/* The tolerance, for sizes of about 1. */
static const double TOLERANCE = sizeof(dReal) == sizeof(double) ? 1e-11 : 1e-4;

/* Computes how far a box reaches along a direction: its least and its greatest corner. */
static void extent_along(dGeomID box, const dReal n[3], double *low, double *high) {
  const dReal *p = dGeomGetPosition(box), *r = dGeomGetRotation(box);
  dVector3 sides;
  double middle = 0, spread = 0;
  dGeomBoxGetLengths(box, sides);
  for (int k = 0; k < 3; k++) middle += (double)n[k] * (double)p[k];
  for (int i = 0; i < 3; i++) {
    double along = 0;
    for (int k = 0; k < 3; k++) along += (double)n[k] * (double)r[4 * k + i];
    spread += 0.5 * fabs(along) * (double)sides[i];
  }
  *low = middle - spread;
  *high = middle + spread;
}

/* Turns a body as q, and then about an axis of its own; the quaternion is stretched before ODE normalises it. */
static void set_heading(dBodyID body, const dQuaternion q, int axis, double angle, double factor) {
  dQuaternion turn, out;
  dQFromAxisAndAngle(turn, axis == 0, axis == 1, axis == 2, (dReal)angle);
  dQMultiply0(out, q, turn);
  for (int i = 0; i < 4; i++) out[i] *= (dReal)factor;
  dBodySetQuaternion(body, out);
}

typedef struct scene {
  dWorldID world;
  dSpaceID space;
  dBodyID body[2];
  dGeomID box[2];
} scene;

static scene scene_of(random_source *r, double bars) {
  scene s = {.world = dWorldCreate(), .space = dSimpleSpaceCreate(0)};
  for (int k = 0; k < 2; k++) {
    dReal side = uniform(r, 0.2, 1), depth = uniform(r, 0.2, 1);
    s.body[k] = dBodyCreate(s.world);
    s.box[k] = bars > 0 ? dCreateBox(s.space, uniform(r, 0.5, 2), (dReal)bars, (dReal)bars)
                        : dCreateBox(s.space, side, depth, uniform(r, 0.2, 1));
    dGeomSetBody(s.box[k], s.body[k]);
  }
  return s;
}

/* Brings body 1 above body 0, along a direction of the world, and lets it fall. */
static void let_fall(random_source *r, const scene *s, const double up[3], double height) {
  dReal aside[3];
  random_vector(r, 0.05, aside);
  dBodySetPosition(s->body[1], (dReal)(up[0] * height) + aside[0], (dReal)(up[1] * height) + aside[1],
                   (dReal)(up[2] * height) + aside[2]);
  dBodySetLinearVel(s->body[1], (dReal)(-2 * up[0]), (dReal)(-2 * up[1]), (dReal)(-2 * up[2]));
}

static void direction_of(const dReal *rotation, int i, int j, double up[3]) {
  for (int k = 0; k < 3; k++)
    up[k] = ((double)rotation[4 * k + i] + (double)rotation[4 * k + j]) / (i == j ? 2 : sqrt(2));
}

/* Makes a step. Returns 1 if the world stopped and its contact is right. */
static int check_stop(const scene *s, int number) {
  qmboxStep step;
  double low[2], high[2];
  if (!(qmboxWorldStepReport(s->world, s->space, 2, &step) > 0) || !step.stopped) return 0;
  const qmboxContact *c = &step.contact;
  const dReal *v1 = dBodyGetLinearVel(dGeomGetBody(c->g1)), *v2 = dBodyGetLinearVel(dGeomGetBody(c->g2));
  extent_along(c->g1, c->normal, &low[0], &high[0]);
  extent_along(c->g2, c->normal, &low[1], &high[1]);
  double into = low[0] - high[1], closing = 0;
  for (int k = 0; k < 3; k++) closing += (double)c->normal[k] * ((double)v2[k] - (double)v1[k]);
  if (into >= -TOLERANCE && (double)c->approachSpeed >= -TOLERANCE && closing >= -TOLERANCE) return 1;
  print_message("# scene %d: normal %g %g %g, overlap %g along it, speed %g, closing by %g\n", number,
                (double)c->normal[0], (double)c->normal[1], (double)c->normal[2], -into, (double)c->approachSpeed,
                closing);
  fail();
  return 0;
}

/* Lets boxes fall. `bars` is the side of square sections that point their edges at each other, or 0 for boxes face to
   face. */
static void fall(const char *what, double bars, double angle) {
  enum { SCENES = 500 };
  random_source r = seeded(what, 15);
  int stops = 0, count = SCENES * soak();
  for (int n = 0; n < count; n++) {
    scene s = scene_of(&r, bars);
    dQuaternion q;
    double up[3];
    random_quaternion(&r, q);
    dBodySetQuaternion(s.body[0], q);
    double turned = angle * (double)uniform(&r, -1, 1);
    set_heading(s.body[1], q, 0, turned, (double)uniform(&r, 0.5, 2));
    direction_of(dBodyGetRotation(s.body[0]), bars > 0 ? 1 : n % 3, bars > 0 ? 2 : n % 3, up);
    let_fall(&r, &s, up, 2);
    stops += check_stop(&s, n);
    dSpaceDestroy(s.space);
    dWorldDestroy(s.world);
  }
  print_message("# %d stops of %d\n", stops, count);
  assert_true(2 * stops > count);
}

static void bars_of_one_heading_meet_edge_on_edge(void **state) {
  (void)state;
  fall("bars", 0.3, 0);
}

static void bars_of_nearly_one_heading_meet_edge_on_edge(void **state) {
  (void)state;
  fall("bars that differ by roundings", 0.3, 1e-13);
}

static void bricks_of_one_heading_meet_face_to_face(void **state) {
  (void)state;
  fall("bricks", 0, 0);
}

static void boxes_that_are_turned_anyhow_meet(void **state) {
  (void)state;
  fall("turned boxes", 0, 3);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(bars_of_one_heading_meet_edge_on_edge, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(bars_of_nearly_one_heading_meet_edge_on_edge, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(bricks_of_one_heading_meet_face_to_face, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(boxes_that_are_turned_anyhow_meet, set_up_ode, tear_down_ode),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
