/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Convex hulls and geoms of a program's own class against boxes and spheres of the same form: they meet others at the
 * same times.  And cores of hulls, by their definition: deep enough inside, and there wherever the hull's planes are
 * those of its points.
 */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "extent.h"
#include "loop.h"
#include "own_shapes.h"
#include "shapes/allowance.h"
#include "shapes/figure.h"
#include "shapes/known_hull.h"

enum { PAIRS = 150 };

/* Normals of shapes that are known by a support function: bms_shapes.h. */
#define TURNED 1e-4

#define CLOSE (sizeof(dReal) == sizeof(double) ? 1e-8 : 1e-3)

/* ------------------------------------------------------------------ twins */

/* A box as a dConvex. */
typedef struct box_hull {
  dReal plane[24], point[24];
} box_hull;

static dGeomID hull_of_box(dReal x, dReal y, dReal z, box_hull *hull) {
  static const unsigned polygon[30] = {4, 0, 4, 6, 2, 4, 1, 3, 7, 5, 4, 0, 1, 5, 4,
                                       4, 2, 6, 7, 3, 4, 0, 2, 3, 1, 4, 4, 5, 7, 6};
  const dReal side[3] = {x, y, z};
  memset(hull, 0, sizeof *hull);
  for (int k = 0; k < 6; k++) {
    hull->plane[4 * k + k / 2] = k % 2 ? 1 : -1;
    hull->plane[4 * k + 3] = side[k / 2] / 2;
  }
  for (int v = 0; v < 8; v++) {
    for (int i = 0; i < 3; i++) hull->point[3 * v + i] = (v >> i & 1 ? 1 : -1) * side[i] / 2;
  }
  return dCreateConvex(0, hull->plane, 6, hull->point, 8, polygon);
}

static dGeomID other_shape(random_source *source, int kind) {
  dReal a = uniform(source, 0.2, 1), b = uniform(source, 0.2, 1);
  switch (kind) {
    case 0:
      return dCreateBox(0, a, b, uniform(source, 0.2, 1));
    case 1:
      return dCreateSphere(0, a / 2);
    case 2:
      return dCreateCapsule(0, a / 3, b);
    case 3:
      return dCreateCylinder(0, a / 2, b);
    case 4:
      return dCreatePlane(0, (dReal)0.6, 0, (dReal)0.8, uniform(source, -2, -1));
    default:
      return slanted_box(source, 0, (double)a, (double)b, 0.5);
  }
}

/* Puts a geom on a body that flies at the middle. */
static dBodyID throw_at_middle(random_source *source, dWorldID world, dGeomID geom) {
  dBodyID body = random_body(source, world, 3, 0, 3);
  const dReal *x = dBodyGetPosition(body);
  dBodySetLinearVel(body, (dReal)-1.2 * x[0], (dReal)-1.2 * x[1], (dReal)-1.2 * x[2]);
  dGeomSetBody(geom, body);
  return body;
}

/* Compares the first contacts of two geoms, which take turns on one body, with a third. */
static int compare_twins(random_source *source, dGeomID one, dGeomID twin, int kind) {
  dWorldID world = dWorldCreate();
  dGeomID other = other_shape(source, kind);
  qmboxContact first, second;
  dBodyID body = throw_at_middle(source, world, one);
  if (kind != 4) throw_at_middle(source, world, other);
  bms_status status = qmboxFirstContact(one, other, 1, &first);
  dGeomSetBody(one, 0);
  dGeomSetBody(twin, body);
  assert_int_equal(qmboxFirstContact(twin, other, 1, &second), status);
  if (status == BMS_CONTACT) {
    if (!(fabs(first.time - second.time) < CLOSE)) fail_msg("kind %d: %a and %a", kind, first.time, second.time);
    for (int i = 0; i < 3; i++) assert_true(fabs((double)(first.normal[i] - second.normal[i])) < TURNED);
  }
  dGeomDestroy(one);
  dGeomDestroy(twin);
  dGeomDestroy(other);
  dWorldDestroy(world);
  return status == BMS_CONTACT;
}

static void a_hull_of_a_box_meets_others_when_the_box_does(void **state) {
  random_source source = seeded("hulls", 0x71);
  int met = 0;
  (void)state;
  for (int n = 0; n < PAIRS * soak(); n++) {
    dReal x = uniform(&source, 0.2, 1), y = uniform(&source, 0.2, 1), z = uniform(&source, 0.2, 1);
    box_hull hull;
    met += compare_twins(&source, dCreateBox(0, x, y, z), hull_of_box(x, y, z, &hull), n % 6);
  }
  printf("# hulls: %d met\n", met);
  assert_true(met > PAIRS / 4);
}

static void a_round_ellipsoid_meets_others_when_a_sphere_does(void **state) {
  random_source source = seeded("ellipsoids", 0x72);
  int met = 0;
  (void)state;
  register_ellipsoids();
  for (int n = 0; n < PAIRS * soak(); n++) {
    double r = (double)uniform(&source, 0.1, 0.5);
    met += compare_twins(&source, dCreateSphere(0, (dReal)r), ellipsoid(0, r, r, r), n % 6);
  }
  printf("# ellipsoids: %d met\n", met);
  assert_true(met > PAIRS / 4);
}

static void a_class_is_refused_with_a_reason(void **state) {
  qmboxSupport support = {.size = sizeof support};
  (void)state;
  register_ellipsoids();
  assert_int_equal(qmboxSetSupport(dBoxClass, &support), 0);
  assert_int_equal(qmboxSetSupport(dFirstUserClass, &support), 0);
  support.size = 1;
  assert_int_equal(qmboxSetSupport(dFirstUserClass, &support), 0);
  assert_int_equal(messages(), 3);
  assert_int_equal(qmboxSetSupport(dFirstUserClass, 0), 1);
  dGeomID egg = ellipsoid(0, 1, 1, 2), box = dCreateBox(0, 1, 1, 1);
  qmboxContact contact;
  assert_int_equal(qmboxFirstContact(egg, box, 1, &contact), BMS_INVALID);
  dGeomDestroy(egg);
  dGeomDestroy(box);
}

/* ------------------------------------------------------------------ functions that return impossible values */

static int liar_class;
static int lie;

enum { LIE_NAN, LIE_INFINITE, LIE_FAR, LIE_WRONG_SIDE, LIE_REACH, LIE_INNER, LIE_DEEP, LIES, LIE_LATER };

static void farthest_of_liar(dGeomID geom, const double direction[3], double point[3]) {
  static int calls;
  double length = sqrt(direction[0] * direction[0] + direction[1] * direction[1] + direction[2] * direction[2]);
  (void)geom;
  for (int i = 0; i < 3; i++) point[i] = direction[i] / length;
  if (lie == LIE_NAN) point[1] = NAN;
  if (lie == LIE_INFINITE) point[2] = HUGE_VAL;
  for (int i = 0; i < 3 && lie == LIE_FAR; i++) point[i] *= 1e6;
  for (int i = 0; i < 3 && lie == LIE_WRONG_SIDE; i++) point[i] *= -1;
  if (lie == LIE_LATER && ++calls % 17 == 0) point[0] = NAN;
}

static double reach_of_liar(dGeomID geom) {
  (void)geom;
  return lie == LIE_REACH ? -1 : 1;
}

static double inner_of_liar(dGeomID geom) {
  (void)geom;
  return lie == LIE_INNER ? NAN : lie == LIE_DEEP ? 2 : 0.9;
}

static void bound_liar(dGeomID geom, dReal aabb[6]) {
  const dReal *x = dGeomGetPosition(geom);
  for (int i = 0; i < 6; i++) aabb[i] = x[i / 2] + (dReal)(i % 2 ? 1.001 : -1.001);
}

static int collide_liar(dGeomID o1, dGeomID o2, int flags, dContactGeom *contact, int skip) {
  const dReal *x = dGeomGetPosition(o1);
  dGeomID ball = dCreateSphere(0, 1);
  dGeomSetPosition(ball, x[0], x[1], x[2]);
  int count = dCollide(ball, o2, flags, contact, skip);
  dGeomDestroy(ball);
  return count;
}

static dColliderFn *collider_of_liar(int other) {
  (void)other;
  return collide_liar;
}

static void register_liars(void) {
  static const dGeomClass class = {0, collider_of_liar, bound_liar, 0, 0};
  static const qmboxSupport support = {
      .size = sizeof support, .farthest = farthest_of_liar, .reach = reach_of_liar, .inner = inner_of_liar};
  liar_class = dCreateGeomClass(&class);
  assert_int_equal(qmboxSetSupport(liar_class, &support), 1);
}

/* Returns a loop in which a liar flies at a thin wall from above. */
static loop *make_liar_loop(double height, dBodyID *body) {
  loop *l = make_loop(SPACE_SIMPLE);
  dGeomID liar = dCreateGeom(liar_class);
  dSpaceAdd(l->space, liar);
  dCreateBox(l->space, 20, 20, (dReal)0.001);
  *body = dBodyCreate(l->world);
  dGeomSetBody(liar, *body);
  dBodySetPosition(*body, 0, 0, (dReal)height);
  dBodySetLinearVel(*body, 0, 0, -300);
  return l;
}

static unsigned simulate_liar(loop *l, qmboxContinuity continuity) {
  l->options.continuity = continuity;
  return frame(l, (dReal)(1.0 / 60)).unguarded;
}

/* A ball of radius 1 that may shrink to its middle is no thicker than 2, of which the guard takes a quarter. */
static double inner_of_ball(dGeomID geom) {
  (void)geom;
  return 1;
}

static void a_geom_of_a_users_class_is_no_thicker_than_it_is(void **state) {
  static const dGeomClass class = {0, collider_of_liar, bound_liar, 0, 0};
  static const qmboxSupport support = {
      .size = sizeof support, .farthest = farthest_of_liar, .reach = reach_of_liar, .inner = inner_of_ball};
  const double centre[3] = {0, 0, 0};
  qmboxFigure figure;
  (void)state;
  lie = LIES;
  int ball_class = dCreateGeomClass(&class);
  assert_int_equal(qmboxSetSupport(ball_class, &support), 1);
  dGeomID ball = dCreateGeom(ball_class);
  assert_true(qmboxMakeFigure(ball, qmboxClassNumber(), centre, &figure));
  assert_true(figure.thickness <= 2 && figure.thickness > 1.9);
  dGeomDestroy(ball);
}

static void functions_that_tell_what_cannot_be_are_noticed_and_said_so_once(void **state) {
  dBodyID body;
  (void)state;
  register_liars();
  for (lie = 0; lie < LIES; lie++) {
    for (int exact = 0; exact < 2; exact++) {
      loop *l = make_liar_loop(2.5, &body);
      assert_int_equal(simulate_liar(l, exact ? QMBOX_CONTINUITY_EXACT : QMBOX_CONTINUITY_GUARDED),
                       QMBOX_UNGUARDED_SHAPE);
      free_loop(l);
    }
  }
  assert_int_equal(messages(), 1);
}

static void a_support_function_that_fails_later_is_met_early_never_late(void **state) {
  dBodyID body;
  (void)state;
  register_liars();
  lie = LIE_LATER;
  for (int n = 0; n < 20; n++) {
    loop *l = make_liar_loop(2.5 + 0.1 * n, &body);
    bool clean = true;
    for (int k = 0; k < 30; k++) {
      if (simulate_liar(l, QMBOX_CONTINUITY_GUARDED) != 0) clean = false;
    }
    assert_true(!clean || dBodyGetPosition(body)[2] > 0);
    free_loop(l);
  }
}

/* ------------------------------------------------------------------ cores */

static qmboxConvexData data_of(const box_hull *hull) {
  return (qmboxConvexData){hull->plane, hull->point, 6, 8};
}

static void the_core_of_a_box_is_a_smaller_box(void **state) {
  random_source source = seeded("cores", 0x73);
  (void)state;
  for (int n = 0; n < PAIRS * soak(); n++) {
    dReal side[3];
    for (int k = 0; k < 3; k++) side[k] = log_uniform(&source, 1e-3, 10);
    double thin = fmin((double)side[0], fmin((double)side[1], (double)side[2]));
    box_hull hull;
    dGeomDestroy(hull_of_box(side[0], side[1], side[2], &hull));
    const qmboxConvexData data = data_of(&hull);
    const qmboxKnownHull *known = qmboxKnowHull(&data);
    assert_non_null(known);
    assert_true(known == qmboxKnowHull(&data)); /* it is remembered */
    const qmboxHullCore *core = &known->core;
    assert_true(core->inner > 0.94 * thin / 2 && core->inner <= thin / 2);
    assert_int_equal(core->count, 8);
    for (int k = 0; k < core->count; k++) {
      for (int i = 0; i < 3; i++) {
        double inside = (double)side[i] / 2 - fabs(core->point[3 * k + i]);
        assert_true(inside >= core->inner && inside <= core->inner * (1 + 1e-3) + 1e-9 * (double)side[i]);
      }
    }
  }
}

static void what_is_no_closed_hull_has_no_core(void **state) {
  box_hull hull;
  (void)state;
  dGeomDestroy(hull_of_box(1, 2, 3, &hull));
  qmboxConvexData open = data_of(&hull), flat;
  open.planeCount = 5; /* a side is missing */
  assert_false(qmboxKnowHull(&open)->core.inner > 0);
  dGeomDestroy(hull_of_box(1, 2, 0, &hull));
  flat = data_of(&hull);
  assert_false(qmboxKnowHull(&flat)->core.inner > 0);
  dGeomDestroy(hull_of_box(1, 2, 3, &hull));
  hull.point[0] = NAN;
  flat = data_of(&hull);
  assert_false(qmboxKnowHull(&flat)->core.inner > 0);
}

/* Returns the first of the points that are farthest along a direction. */
static int farthest_of_all(const dReal *point, int count, const double direction[3]) {
  double most = -HUGE_VAL;
  int farthest = 0;
  for (int k = 0; k < count; k++) {
    const dReal *x = point + 3 * k;
    double along = direction[0] * (double)x[0] + direction[1] * (double)x[1] + direction[2] * (double)x[2];
    farthest = along > most ? k : farthest;
    most = fmax(most, along);
  }
  return farthest;
}

/* Points on a ball, in a ball, on the edges of a grid, or all in one plane. */
static void scatter(random_source *source, int kind, dReal *point, int count) {
  for (int k = 0; k < count; k++) {
    double x[3];
    for (int i = 0; i < 3; i++) x[i] = (double)uniform(source, -1, 1);
    double length = sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
    for (int i = 0; i < 3; i++) {
      if (kind == 0) x[i] /= length;
      if (kind == 2) x[i] = round(2 * x[i]) / 2;
      if (kind == 3 && i == 2) x[i] = 3;
      point[3 * k + i] = (dReal)x[i];
    }
  }
}

static void the_farthest_point_of_a_table_is_that_of_all_points(void **state) {
  enum { MOST = 200, LOOKS = 300 };
  random_source source = seeded("farthest points", 0x74);
  (void)state;
  for (int n = 0; n < PAIRS * soak(); n++) {
    dReal point[3 * MOST];
    int count = 1 + (int)((MOST - 1) * (double)uniform(&source, 0, 1));
    scatter(&source, n % 4, point, count);
    qmboxFarthestTable *table = qmboxMakeFarthestTable(point, count);
    assert_true(count < 16 || table);
    for (int k = 0; k < LOOKS; k++) {
      double direction[3], size = (double)log_uniform(&source, 1e-9, 1e9);
      for (int i = 0; i < 3; i++) direction[i] = size * (double)uniform(&source, -1, 1);
      if (k % 3 == 1) direction[k % 9 / 3] = direction[(k + 3) % 9 / 3]; /* on an edge of the cube */
      for (int i = 0; i < 3 && k % 3 == 2; i++) direction[i] = round(4 * direction[i] / size) / 4; /* of a cell */
      assert_int_equal(qmboxFarthestPoint(table, point, count, direction), farthest_of_all(point, count, direction));
    }
    free(table);
  }
}

static void the_arrays_of_a_dConvex_are_found(void **state) {
  box_hull hull;
  qmboxConvexData data;
  (void)state;
  dGeomID geom = hull_of_box(1, 2, 3, &hull);
  assert_true(qmboxReadConvex(geom, &data));
  assert_true(data.plane == hull.plane && data.point == hull.point && data.planeCount == 6 && data.pointCount == 8);
  dGeomDestroy(geom);
}

/* ------------------------------------------------------------------ allowances */

static void judges_and_plugin_have_the_same_allowance(void **state) {
  (void)state;
  assert_true(QMBOX_ALLOWANCE == JUDGED_ALLOWANCE);
}

static void allowances_keep_cracks_tight_and_cores_at_all_levels(void **state) {
  (void)state;
  assert_true(QMBOX_LIMIT_LEVEL * QMBOX_ALLOWANCE <= 0.25);
  assert_true(QMBOX_MOST_SHRINKING < QMBOX_INNER_CORE && QMBOX_INNER_CORE < 0.5);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up_ode, tear_down_ode)

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(judges_and_plugin_have_the_same_allowance),
      cmocka_unit_test(allowances_keep_cracks_tight_and_cores_at_all_levels),
      CASE(the_arrays_of_a_dConvex_are_found),
      CASE(the_core_of_a_box_is_a_smaller_box),
      CASE(what_is_no_closed_hull_has_no_core),
      CASE(the_farthest_point_of_a_table_is_that_of_all_points),
      CASE(a_hull_of_a_box_meets_others_when_the_box_does),
      CASE(a_round_ellipsoid_meets_others_when_a_sphere_does),
      CASE(a_class_is_refused_with_a_reason),
      CASE(a_geom_of_a_users_class_is_no_thicker_than_it_is),
      CASE(functions_that_tell_what_cannot_be_are_noticed_and_said_so_once),
      CASE(a_support_function_that_fails_later_is_met_early_never_late),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, 0, 0);
}
