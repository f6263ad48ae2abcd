/* SPDX-License-Identifier: BSD-3-Clause */

/* The cylinder of a body that turns holds all places that ODE's steps turn it to, and no more than it has to; a body
   that turns ever so fast is found apart by it.  And depths are those by which shapes have to shrink. */

#include <math.h>

#include "class/registration.h"
#include "fixture.h"
#include "pairs/pair.h"
#include "pairs/piecewise.h"

enum { BOX, BALL, CAPSULE, CYLINDER, KINDS };

static const double LONG = 0.5, WIDE = 0.1; /* half of its length along the z-axis, and of its width */

static dGeomID make_geom(int kind, dSpaceID space) {
  if (kind == BOX) return dCreateBox(space, (dReal)(2 * WIDE), (dReal)(2 * WIDE), (dReal)(2 * LONG));
  if (kind == BALL) return dCreateSphere(space, (dReal)LONG);
  if (kind == CAPSULE) return dCreateCapsule(space, (dReal)WIDE, (dReal)(2 * (LONG - WIDE)));
  return dCreateCylinder(space, (dReal)WIDE, (dReal)(2 * LONG));
}

/* Draws a point of the surface that is farthest in some direction, in the geom's frame. */
static void draw_point(random_source *source, int kind, double point[3]) {
  dVector3 u;
  random_vector(source, 1, u);
  double length = sqrt((double)dCalcVectorDot3(u, u)), across = hypot((double)u[0], (double)u[1]);
  double end = u[2] < 0 ? -1 : 1;
  for (int i = 0; i < 3; i++) {
    double side = u[i] < 0 ? -1 : 1;
    if (kind == BOX) point[i] = side * (i == 2 ? LONG : WIDE);
    if (kind == BALL) point[i] = LONG * (double)u[i] / length;
    if (kind == CAPSULE) point[i] = WIDE * (double)u[i] / length + (i == 2 ? end * (LONG - WIDE) : 0);
    if (kind == CYLINDER) point[i] = i == 2 ? end * LONG : WIDE * (double)u[i] / across;
  }
}

/* A body in finite rotation mode with a geom, and its path in a step. */
typedef struct turner {
  dWorldID world;
  dBodyID body;
  dGeomID geom;
  qmboxMoving path;
} turner;

static turner make_turner(dSpaceID space, int kind, const double spin[3], const double offset[3]) {
  turner t = {.world = dWorldCreate()};
  dMass mass;
  t.body = dBodyCreate(t.world);
  t.geom = make_geom(kind, space);
  dMassSetSphere(&mass, 1, 1); /* it does not precess */
  dBodySetMass(t.body, &mass);
  dGeomSetBody(t.geom, t.body);
  if (offset[0] != 0) dGeomSetOffsetPosition(t.geom, (dReal)offset[0], (dReal)offset[1], (dReal)offset[2]);
  dBodySetFiniteRotationMode(t.body, 1);
  dBodySetAngularVel(t.body, (dReal)spin[0], (dReal)spin[1], (dReal)spin[2]);
  return t;
}

/* Finds the path that a step of this length takes, and puts the body back. */
static void find_path(turner *t, dSpaceID space, double length) {
  qmboxWorldState state;
  assert_true(qmboxSaveState(&state, t->world, space, 0, 0));
  dWorldStep(t->world, (dReal)length);
  qmboxMovingTaken(t->geom, qmboxRegisteredClass(), qmboxSavedOf(&state, t->body), length, &t->path);
  qmboxTakeBack(&state);
  qmboxForgetState(&state);
  assert_true(t->path.turns);
}

/* Measures a point of the geom, at its place now, from the axis of a cylinder around the body's position. */
static void measure(const turner *t, const double point[3], const dVector3 axis, double *along, double *aside) {
  const dReal *position = dGeomGetPosition(t->geom), *rotation = dGeomGetRotation(t->geom);
  const dReal *from = dBodyGetPosition(t->body);
  double square = 0;
  *along = 0;
  for (int i = 0; i < 3; i++) {
    double x = (double)(position[i] - from[i]);
    for (int j = 0; j < 3; j++) x += (double)rotation[4 * i + j] * point[j];
    *along += x * (double)axis[i];
    square += x * x;
  }
  *aside = sqrt(fmax(0, square - *along * *along));
}

static void the_cylinder_holds_all_turns(void **state) {
  random_source source = seeded("turns", 0x71);
  const double nowhere[3] = {0, 0, 0};
  (void)state;
  for (int n = 0; n < 400 * soak(); n++) {
    int kind = n % KINDS, own = n / KINDS % 3; /* with an axis of its own: not all of the turn is about it */
    double spin[3], offset[3], most[2] = {0, 0}, along, aside, point[3], tight = -HUGE_VAL;
    dVector3 v, axis;
    dQuaternion turn;
    dMatrix3 rotation;
    random_vector(&source, 50, v);
    for (int i = 0; i < 3; i++) spin[i] = (double)v[i];
    random_vector(&source, 1, v);
    for (int i = 0; i < 3; i++) offset[i] = (double)v[i];
    dSpaceID space = dSimpleSpaceCreate(0);
    turner t = make_turner(space, kind, spin, own == 1 ? offset : nowhere);
    random_quaternion(&source, turn);
    dBodySetQuaternion(t.body, turn);
    if (own == 2) dBodySetFiniteRotationAxis(t.body, 1, 2, 3);
    find_path(&t, space, 0.1);
    qmboxMoving whole;
    qmboxAllTurns(&t.path, 0, 0, 0.1, &whole);
    assert_true(whole.shape == QMBOX_SHAPE_CONVEX && !whole.turns && whole.figure.shape.core == BMS_CORE_CYLINDER);
    for (int i = 0; i < 4; i++) turn[i] = (dReal)whole.body.motion.rigid.quaternion[i][0];
    dNormalize4(turn);
    dRfromQ(rotation, turn);
    for (int i = 0; i < 3; i++) axis[i] = rotation[4 * i + 2];
    for (int k = 0; k < 40; k++) {
      for (int j = 0; j < 20; j++) {
        draw_point(&source, kind, point);
        measure(&t, point, axis, &along, &aside);
        most[0] = fmax(most[0], fabs(along));
        most[1] = fmax(most[1], aside);
      }
      dWorldStep(t.world, (dReal)0.0025);
    }
    double radius = whole.figure.shape.cylinder.radius, half = whole.figure.shape.cylinder.half_length;
    if (most[0] > half * (1 + 1e-9) || most[1] > radius * (1 + 1e-6))
      fail_msg("case %d: %.17g of %.17g along, %.17g of %.17g aside", n, most[0], half, most[1], radius);
    tight = fmin(most[0] / half, most[1] / radius);
    /* corners are drawn often, and the rims of others nearly */
    if (own == 0 && kind == BOX && !(tight > 1 - 1e-6)) fail_msg("case %d: only %g of the cylinder", n, tight);
    if (own == 0 && kind != CYLINDER && !(tight > 0.6)) fail_msg("case %d: only %g of the cylinder", n, tight);
    dSpaceDestroy(space);
    dWorldDestroy(t.world);
  }
}

static void a_shape_that_turns_about_its_own_axis_is_its_own_cylinder(void **state) {
  const double spin[3] = {0, 0, 1000}, nowhere[3] = {0, 0, 0};
  (void)state;
  for (int kind = BALL; kind < KINDS; kind++) {
    dSpaceID space = dSimpleSpaceCreate(0);
    turner t = make_turner(space, kind, spin, nowhere);
    qmboxMoving whole;
    find_path(&t, space, 1);
    qmboxAllTurns(&t.path, 0, 0, 1, &whole);
    assert_true(fabs(whole.figure.shape.cylinder.half_length - LONG) < 1e-12);
    assert_true(fabs(whole.figure.shape.cylinder.radius - (kind == BALL ? LONG : WIDE)) < 1e-12);
    dSpaceDestroy(space);
    dWorldDestroy(t.world);
  }
}

/* An offset of a geom that a program has rounded leaves a quaternion that is not quite unit. */
static void rounded_offsets_make_no_other_cylinder(void **state) {
  const double spin[3] = {1, 2, -5}, nowhere[3] = {0, 0, 0};
  dQuaternion turn = {(dReal)0.5, (dReal)0.1, (dReal)0.7, (dReal)0.5};
  dSpaceID space = dSimpleSpaceCreate(0);
  (void)state;
  turner t = make_turner(space, BOX, spin, nowhere);
  dBodySetQuaternion(t.body, turn);
  find_path(&t, space, 1);
  qmboxMoving whole, other;
  qmboxAllTurns(&t.path, 0, 0, 1, &whole);
  for (int i = 0; i < 4; i++) t.path.turn.start[i] *= 1 - 1e-6;
  qmboxAllTurns(&t.path, 0, 0, 1, &other);
  assert_true(fabs(whole.figure.shape.cylinder.radius - other.figure.shape.cylinder.radius) < 1e-12);
  assert_true(fabs(whole.figure.shape.cylinder.half_length - other.figure.shape.cylinder.half_length) < 1e-12);
  dSpaceDestroy(space);
  dWorldDestroy(t.world);
}

/* 100,000 radians are more than pieces can be made for. */
static void what_turns_ever_so_fast_is_found_apart(void **state) {
  const double spin[3] = {0, 1e5, 0}, nowhere[3] = {0, 0, 0};
  (void)state;
  for (int kind = 0; kind < KINDS; kind++) {
    for (int hits = 0; hits < 2; hits++) {
      dSpaceID space = dSimpleSpaceCreate(0);
      turner t = make_turner(space, kind, spin, nowhere);
      qmboxMoving wall;
      qmboxContact contact;
      dGeomID plane = dCreatePlane(space, -1, 0, 0, -2); /* the half-space x >= 2 */
      dBodySetLinearVel(t.body, (dReal)(hits ? 1.6 : 1.4), 0, 0);
      find_path(&t, space, 1);
      qmboxMovingOf(plane, qmboxRegisteredClass(), QMBOX_FOLLOW_BODY, &wall);
      qmboxSolveGrown(&t.path, 0, &wall, 0, 0, 1, 1e-9, &contact);
      double reach = kind == BOX || kind == CYLINDER ? hypot(LONG, WIDE) : LONG;
      if (contact.status != (hits ? BMS_CONTACT : BMS_SEPARATED)) fail_msg("kind %d: status %d", kind, contact.status);
      /* it comes so much nearer in a turn */
      if (hits) assert_true(fabs(1.6 * contact.time - (2 - reach)) < 1.6 * 2 * M_PI / 1e5);
      dSpaceDestroy(space);
      dWorldDestroy(t.world);
    }
  }
}

static bool is_round(int kind) {
  return kind == BALL || kind == CAPSULE;
}

/* The shapes are apart when they shrink by a little more than the depth, together, and those that are not round, not by
   a little less. */
static void depths_are_what_shapes_have_to_shrink_by(void **state) {
  random_source source = seeded("depths", 0x72);
  const double spin[3] = {0, 0, 1}, nowhere[3] = {0, 0, 0};
  int deep = 0;
  (void)state;
  for (int n = 0; n < 600 * soak(); n++) {
    turner t[2];
    double part[2], room = 0;
    for (int k = 0; k < 2; k++) {
      dVector3 x;
      dQuaternion q;
      t[k] = make_turner(0, (k == 0 ? n : n / KINDS) % KINDS, spin, nowhere);
      random_vector(&source, 0.5, x);
      random_quaternion(&source, q);
      dBodySetPosition(t[k].body, x[0], x[1], x[2]);
      dBodySetQuaternion(t[k].body, q);
      qmboxMovingOf(t[k].geom, qmboxRegisteredClass(), QMBOX_FOLLOW_NOTHING, &t[k].path);
      part[k] = (k == 0 ? n : n / KINDS) % KINDS == BALL ? LONG : WIDE;
      room += part[k];
    }
    double depth = -qmboxGap(&t[0].path, &t[1].path, 0);
    bool both = n % KINDS == BOX && n / KINDS % KINDS == BOX; /* the depth of boxes is another */
    bool round = is_round(n % KINDS) || is_round(n / KINDS % KINDS);
    for (int k = 0; k < (round ? 1 : 2) && depth > 1e-6 && depth < 0.9 * room && !both; k++) {
      double less = depth + (k == 0 ? 1e-7 : -1e-7);
      qmboxMoving smaller[2];
      for (int j = 0; j < 2; j++) {
        smaller[j] = t[j].path;
        smaller[j].growth -= less * part[j] / room;
        for (int i = 0; i < 3; i++) {
          smaller[j].body.box.min[i] += less * part[j] / room;
          smaller[j].body.box.max[i] -= less * part[j] / room;
        }
      }
      double gap = qmboxGap(&smaller[0], &smaller[1], 0);
      if ((gap > 0) != (k == 0)) fail_msg("case %d: depth %g, gap %g at %g", n, depth, gap, less);
      deep++;
    }
    for (int k = 0; k < 2; k++) {
      dGeomDestroy(t[k].geom);
      dWorldDestroy(t[k].world);
    }
  }
  assert_true(deep > 200);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up_ode, tear_down_ode)

int main(void) {
  const struct CMUnitTest tests[] = {
      CASE(the_cylinder_holds_all_turns),
      CASE(a_shape_that_turns_about_its_own_axis_is_its_own_cylinder),
      CASE(rounded_offsets_make_no_other_cylinder),
      CASE(what_turns_ever_so_fast_is_found_apart),
      CASE(depths_are_what_shapes_have_to_shrink_by),
  };

  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, 0, 0);
}
