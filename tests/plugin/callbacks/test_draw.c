/* SPDX-License-Identifier: BSD-3-Clause */

/* Debug drawing: the drawn things are where ODE's own functions and the near callback have them. */

#include <math.h>
#include <string.h>

#include "extent.h"
#include "loop.h"

enum { MOST_DRAWN = 4096, KINDS = QMBOX_DRAW_CAST + 1 };

typedef struct drawing {
  struct {
    qmboxDrawKind kind;
    dReal from[3], to[3];
  } line[MOST_DRAWN];
  struct {
    qmboxDrawKind kind;
    dReal at[3];
  } point[MOST_DRAWN];
  int lines, points, lines_of[KINDS], points_of[KINDS];
} drawing;

static void draw_line(void *data, qmboxDrawKind kind, const dReal from[3], const dReal to[3]) {
  drawing *d = data;
  assert_true(d->lines < MOST_DRAWN);
  d->line[d->lines].kind = kind;
  memcpy(d->line[d->lines].from, from, 3 * sizeof(dReal));
  memcpy(d->line[d->lines].to, to, 3 * sizeof(dReal));
  d->lines++;
  d->lines_of[kind]++;
}

static void draw_point(void *data, qmboxDrawKind kind, const dReal at[3]) {
  drawing *d = data;
  assert_true(d->points < MOST_DRAWN);
  d->point[d->points].kind = kind;
  memcpy(d->point[d->points].at, at, 3 * sizeof(dReal));
  d->points++;
  d->points_of[kind]++;
}

static drawing drawn;

static qmboxDraw drawer(void) {
  memset(&drawn, 0, sizeof drawn);
  return (qmboxDraw){.size = sizeof(qmboxDraw), .line = draw_line, .point = draw_point, .data = &drawn};
}

/* ------------------------------------------------------------------ cores */

/* Returns how deep a point is in a geom, by ODE. */
static double depth_in(dGeomID geom, const dReal at[3]) {
  switch (dGeomGetClass(geom)) {
    case dBoxClass:
      return (double)dGeomBoxPointDepth(geom, at[0], at[1], at[2]);
    case dSphereClass:
      return (double)dGeomSpherePointDepth(geom, at[0], at[1], at[2]);
    default:
      return (double)dGeomCapsulePointDepth(geom, at[0], at[1], at[2]);
  }
}

/* Each end of a line of a core is as deep in the geom as its allowance against what cannot move, or what
   is set. */
static void cores_are_as_deep_as_their_allowances(void **state) {
  random_source r = seeded("cores", 1);
  (void)state;
  for (int i = 0; i < 60; i++) {
    loop *l = make_loop(SPACE_SIMPLE);
    qmboxDraw draw = drawer();
    qmboxSettings *settings = qmboxSettingsCreate();
    dVector3 size = {uniform(&r, 0.1, 1), uniform(&r, 0.1, 1), uniform(&r, 0.1, 1)};
    double least = fmin((double)size[0], fmin((double)size[1], (double)size[2]));
    dGeomID geom = i % 3 == 0   ? dCreateBox(l->space, size[0], size[1], size[2])
                   : i % 3 == 1 ? dCreateSphere(l->space, size[0])
                                : dCreateCapsule(l->space, size[0], size[1]);
    dBodyID body = random_body(&r, l->world, 1, 1, 3);
    dGeomSetBody(geom, body);
    double allowance = JUDGED_ALLOWANCE * (i % 3 == 0 ? least : 2 * (double)size[0]);
    if (i % 2) allowance *= 0.3;
    if (i % 2) qmboxSettingsSetAllowance(settings, geom, 0, (dReal)allowance);
    l->options.settings = settings;
    l->options.draw = &draw;
    draw.kinds = 1u << QMBOX_DRAW_CORE;
    frame(l, (dReal)0.01);
    assert_int_equal(drawn.lines, drawn.lines_of[QMBOX_DRAW_CORE]);
    assert_int_equal(drawn.lines, i % 3 == 0 ? 12 : 72);
    for (int k = 0; k < drawn.lines; k++) {
      assert_true(fabs(depth_in(geom, drawn.line[k].from) - allowance) < 1e-9);
      assert_true(fabs(depth_in(geom, drawn.line[k].to) - allowance) < 1e-9);
    }
    free_loop(l);
    qmboxSettingsDestroy(settings);
  }
}

/* ------------------------------------------------------------------ contacts, islands, stops */

/* A tower of three cubes on the ground: four contacts for each pair, and lines between the two that touch. */
static void contacts_and_islands_are_those_of_the_joints(void **state) {
  (void)state;
  dReal end[2][3];
  for (int draws = 0; draws < 2; draws++) {
    loop *l = make_loop(SPACE_SIMPLE);
    qmboxDraw draw = drawer();
    dBodyID body[3];
    dRandSetSeed(1);
    (void)dCreatePlane(l->space, 0, 0, 1, 0);
    for (int i = 0; i < 3; i++) body[i] = add_box(l, 1, 1, 1, 0, 0, (dReal)(0.4999 + 0.9999 * i));
    if (draws) l->options.draw = &draw;
    double z[3];
    for (int i = 0; i < 3; i++) z[i] = (double)dBodyGetPosition(body[i])[2];
    frame(l, (dReal)0.01);
    if (draws) {
      assert_int_equal(drawn.points_of[QMBOX_DRAW_CONTACT], 12);
      assert_int_equal(drawn.lines_of[QMBOX_DRAW_CONTACT], 12);
      assert_int_equal(drawn.lines_of[QMBOX_DRAW_ISLAND], 2 * 4); /* one for each joint of two bodies */
      for (int i = 0; i < drawn.points; i++) {
        double height = (double)drawn.point[i].at[2];
        assert_true(fabs(height) < 1e-3 || fabs(height - 0.9999) < 1e-3 || fabs(height - 1.9998) < 1e-3);
        assert_true(fabs(fabs((double)drawn.point[i].at[0]) - 0.5) < 1e-9);
      }
      for (int i = 0; i < drawn.lines; i++) {
        if (drawn.line[i].kind != QMBOX_DRAW_ISLAND) continue;
        double low = fmin((double)drawn.line[i].from[2], (double)drawn.line[i].to[2]);
        double high = fmax((double)drawn.line[i].from[2], (double)drawn.line[i].to[2]);
        assert_true((low >= z[0] && low <= z[0] && high >= z[1] && high <= z[1]) ||
                    (low >= z[1] && low <= z[1] && high >= z[2] && high <= z[2]));
      }
    }
    for (int i = 1; i < 20; i++) frame(l, (dReal)0.01);
    memcpy(end[draws], dBodyGetPosition(body[2]), sizeof end[draws]);
    free_loop(l);
  }
  assert_memory_equal(end[0], end[1], sizeof end[0]); /* drawing changes nothing */
}

static void a_stop_is_drawn_where_the_two_touch(void **state) {
  (void)state;
  loop *l = make_loop(SPACE_SIMPLE);
  qmboxDraw draw = drawer();
  draw.normalLength = (dReal)0.25;
  (void)dCreatePlane(l->space, -1, 0, 0, -1);
  dBodyID body = add_box(l, (dReal)0.1, (dReal)0.1, (dReal)0.1, 0, 0, 0);
  dBodySetLinearVel(body, 100, 0, 0);
  l->options.draw = &draw;
  l->options.stop = 0;
  frame(l, (dReal)(1.0 / 60));
  assert_true(drawn.points_of[QMBOX_DRAW_STOP] > 0);
  for (int i = 0; i < drawn.points; i++) {
    if (drawn.point[i].kind == QMBOX_DRAW_STOP) assert_true(fabs((double)drawn.point[i].at[0] - 1) < 1e-3);
  }
  for (int i = 0; i < drawn.lines; i++) {
    if (drawn.line[i].kind != QMBOX_DRAW_STOP) continue;
    assert_true(fabs(fabs((double)(drawn.line[i].to[0] - drawn.line[i].from[0])) - 0.25) < 1e-9);
  }
  free_loop(l);
}

/* ------------------------------------------------------------------ casts, errors */

static void a_cast_is_drawn_up_to_its_first_hit(void **state) {
  (void)state;
  loop *l = make_loop(SPACE_SIMPLE);
  qmboxDraw draw = drawer();
  dGeomID ball = dCreateSphere(0, (dReal)0.5);
  (void)dCreatePlane(l->space, 0, 0, 1, 0);
  const double start[3] = {0, 0, 5}, end[3] = {0, 0, -15}, no_turn[4] = {1, 0, 0, 0};
  bms_motion motion = bms_motion_between(0, start, no_turn, 10, end, no_turn);
  qmboxCast cast = {.t0 = 0, .t1 = 10, .motion = &motion};
  qmboxContact hit;
  assert_int_equal(qmboxSpaceCast(l->space, ball, &cast, &hit, 1), 1);
  assert_int_equal(qmboxDrawCast(&draw, ball, &cast, &hit, 1), 1);
  double lowest = 5, least = 5;
  for (int i = 0; i < drawn.lines; i++) lowest = fmin(lowest, (double)drawn.line[i].to[2]);
  for (int i = 0; i < 16; i++) least = fmin(least, (double)drawn.line[i].to[2]);
  assert_true(fabs(lowest) < 1e-2 && fabs(least - 0.5) < 1e-6); /* 24 pieces around miss the lowest point, perhaps */
  assert_true(fabs((double)drawn.line[0].from[2] - 5) < 1e-12);
  assert_int_equal(drawn.points, hit.pointCount);
  draw.kinds = 1u << QMBOX_DRAW_CORE;
  assert_int_equal(qmboxDrawCast(&draw, ball, &cast, &hit, 1), 1);
  assert_int_equal(drawn.points, hit.pointCount);
  dGeomDestroy(ball);
  free_loop(l);
}

static void bad_arguments_get_a_message(void **state) {
  (void)state;
  loop *l = make_loop(SPACE_SIMPLE);
  qmboxDraw draw = drawer();
  qmboxCast cast = {.t0 = 0, .t1 = 1}, backwards = {.t0 = 1, .t1 = 0};
  dGeomID ball = dCreateSphere(l->space, 1), plane = dCreatePlane(l->space, 0, 0, 1, 0);
  (void)messages();
  assert_int_equal(qmboxDrawCast(0, ball, &cast, 0, 0), 0);
  assert_int_equal(qmboxDrawCast(&draw, 0, &cast, 0, 0), 0);
  assert_int_equal(qmboxDrawCast(&draw, plane, &cast, 0, 0), 0);
  assert_int_equal(qmboxDrawCast(&draw, ball, 0, 0, 0), 0);
  assert_int_equal(qmboxDrawCast(&draw, ball, &backwards, 0, 0), 0);
  assert_int_equal(qmboxDrawCast(&draw, ball, &cast, 0, 1), 0);
  draw.size = 1;
  assert_int_equal(qmboxDrawCast(&draw, ball, &cast, 0, 0), 0);
  l->options.draw = &draw;
  assert_true(qmboxWorldSimulate(l->world, l->space, 1, &l->options, 0) <= 0);
  assert_int_equal(messages(), 8);
  assert_int_equal(drawn.lines + drawn.points, 0);
  free_loop(l);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(cores_are_as_deep_as_their_allowances, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(contacts_and_islands_are_those_of_the_joints, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(a_stop_is_drawn_where_the_two_touch, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(a_cast_is_drawn_up_to_its_first_hit, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(bad_arguments_get_a_message, set_up_ode, tear_down_ode),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests_name("draw", tests, 0, 0);
}
