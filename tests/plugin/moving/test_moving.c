/* SPDX-License-Identifier: BSD-3-Clause */

/* Solids: at every time of a step, and however much smaller, each extends as far in every direction as its geom does by
   definition on the path by definition. */

#include <math.h>
#include <string.h>

#include "moving/moving.h"
#include "class/registration.h"
#include "thrown.h"

enum { STEPS = 60, LOOKS = 20 };

/* The tolerance in metres: sizes and distances are some metres. */
#define ROUNDING (sizeof(dReal) == sizeof(double) ? 1e-12 : 1e-5)

static double dot3(const double a[3], const double b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* Returns how far the core of a convex shape reaches along a direction in its own frame. */
static double core_along(const bms_convex *shape, const double d[3]) {
  double point[3] = {0, 0, 0}, far = -HUGE_VAL;
  switch (shape->core) {
    case BMS_CORE_BOX:
      for (int i = 0; i < 3; i++) point[i] = d[i] < 0 ? shape->box.min[i] : shape->box.max[i];
      return dot3(point, d);
    case BMS_CORE_POINTS:
      for (int k = 0; k < shape->points.count; k++) far = fmax(far, dot3(&shape->points.vertex[3 * k], d));
      return far;
    case BMS_CORE_CYLINDER:
      return hypot(d[0], d[1]) * shape->cylinder.radius + fabs(d[2]) * shape->cylinder.half_length;
    case BMS_CORE_SUPPORT:
      shape->support.function(shape->support.data, d, point);
      assert_true(sqrt(dot3(point, point)) <= shape->support.reach * (1 + 1e-12));
      return dot3(point, d);
    default:
      fail_msg("a core that no solid here has");
      return 0;
  }
}

static double shell_along(const qmboxConvexQuery *shell, double t, const double d[3]) {
  double q[4], x[3], turned[3], size = 0, far = 0;
  for (int i = 0; i < 4; i++) {
    q[i] = shell->query.motion_a.rigid.quaternion[i][0] + t * shell->query.motion_a.rigid.quaternion[i][1];
    size += q[i] * q[i];
  }
  for (int i = 0; i < 4; i++) q[i] /= sqrt(size);
  for (int i = 0; i < 3; i++) {
    const double *c = shell->query.motion_a.rigid.position[i];
    x[i] = c[0] + t * (c[1] + t * c[2]);
    far += d[i] * x[i];
  }
  /* The direction in the frame of the shape: turned by the inverse. */
  const double u[3] = {-q[1], -q[2], -q[3]};
  double ud = dot3(u, d), uu = dot3(u, u);
  for (int i = 0; i < 3; i++) {
    double cross = u[(i + 1) % 3] * d[(i + 2) % 3] - u[(i + 2) % 3] * d[(i + 1) % 3];
    turned[i] = 2 * ud * u[i] + (q[0] * q[0] - uu) * d[i] + 2 * q[0] * cross;
  }
  return far + core_along(&shell->query.a, turned) + shell->query.a.radius;
}

/* A body in flight that takes a step, and its solid. */
typedef struct flight {
  dWorldID world;
  dGeomID geom;
  taken_step step;
  qmboxMoving solid;
} flight;

static flight take_off(random_source *source, int kind, int finite) {
  flight f = {.world = dWorldCreate(), .geom = random_geom(source, 0, kind)};
  dBodyID body = throw_geom(source, f.world, f.geom, 3, 10, finite ? 300 : 30);
  dBodySetFiniteRotationMode(body, finite);
  take_step(f.world, (double)log_uniform(source, 1e-3, 0.1), &f.geom, 1, &f.step);
  qmboxMakeGuarded(&f.solid, f.geom, qmboxRegisteredClass(), &f.step.start, &f.step.end, f.step.length);
  return f;
}

static void land(flight *f) {
  dGeomDestroy(f->geom);
  dWorldDestroy(f->world);
}

static void random_direction(random_source *source, double d[3]) {
  dReal v[3];
  double size = 0;
  random_vector(source, 1, v);
  for (int i = 0; i < 3; i++) size += (double)v[i] * (double)v[i];
  for (int i = 0; i < 3; i++) d[i] = (double)v[i] / sqrt(size);
}

/* Compares at one time with the geom by definition; `shell` is made for an interval or this time.  It may be larger. */
static void compare(const flight *f, const qmboxConvexQuery *shell, double less, double t, double larger,
                    random_source *source) {
  pose body = at_part(&f->step, t / f->step.length);
  extent e = extent_at(f->geom, &body, less);
  double d[3];
  random_direction(source, d);
  double shell_reaches = shell_along(shell, t, d), reaches = extent_along(&e, d);
  double rounding = ROUNDING * (1 + fabs(reaches) + (f->step.finite ? 100 : 10));
  if (shell_reaches < reaches - rounding || shell_reaches > reaches + larger + rounding)
    fail_msg("class %d, finite %d, t %a of %a, less %a: %a for %a", dGeomGetClass(f->geom), f->step.finite, t,
             f->step.length, less, shell_reaches, reaches);
}

static void solids_are_where_and_as_large_as_their_geoms(void **state) {
  (void)state;
  random_source source = seeded("solids", 0x501);
  for (int n = 0; n < STEPS * soak(); n++) {
    for (int kind = 0; kind < 2 * KINDS; kind++) {
      flight f = take_off(&source, kind / 2, kind % 2);
      assert_true(qmboxIsConvex(&f.solid));
      assert_true(fabs(f.solid.figure.thickness - extent_thickness(f.geom)) <= ROUNDING);
      for (int k = 0; k < LOOKS; k++) {
        double t = (double)uniform(&source, 0, 1) * f.step.length;
        double less = (double)uniform(&source, 0, 0.25) * f.solid.figure.thickness;
        qmboxConvexQuery shell;
        qmboxSetSolid(&shell, 0, &f.solid, less, t, t);
        compare(&f, &shell, less, t, 0, &source);
      }
      land(&f);
    }
  }
}

static void solids_on_an_interval_hold_their_geoms_and_are_hardly_larger(void **state) {
  (void)state;
  random_source source = seeded("intervals", 0x502);
  for (int n = 0; n < STEPS * soak(); n++) {
    for (int kind = 0; kind < 2 * KINDS; kind++) {
      flight f = take_off(&source, kind / 2, kind % 2);
      double t0 = (double)uniform(&source, 0, 0.9) * f.step.length, t1 = f.step.length;
      if (f.solid.turns) t1 = fmin(t1, t0 + (double)uniform(&source, 0.01, 0.5) / f.solid.turn.speed);
      double larger = f.solid.turns ? 2 * qmboxFiniteRotationError(&f.solid.turn, t1 - t0, f.solid.radius) : 0;
      for (int k = 0; k < LOOKS; k++) {
        double t = fmin(t1, t0 + (double)uniform(&source, 0, 1) * (t1 - t0));
        qmboxConvexQuery shell;
        qmboxSetSolid(&shell, 0, &f.solid, 0, t0, t1);
        compare(&f, &shell, 0, t, larger, &source);
      }
      land(&f);
    }
  }
}

static void radius_and_reach_hold_the_geom(void **state) {
  (void)state;
  random_source source = seeded("radii", 0x503);
  for (int n = 0; n < STEPS * soak(); n++) {
    for (int kind = 0; kind < KINDS; kind++) {
      flight f = take_off(&source, kind, 0);
      extent e = extent_at(f.geom, &f.step.from, 0);
      for (int k = 0; k < LOOKS; k++) {
        double d[3];
        random_direction(&source, d);
        assert_true(extent_along(&e, d) - dot3(f.step.from.x, d) <= f.solid.radius + ROUNDING);
      }
      for (int i = 0; i < 3; i++) assert_true(fabs(f.step.from.x[i]) <= f.solid.reach + ROUNDING);
      land(&f);
    }
  }
}

/* The radius of a triangle in a core holds its corners and the middle of the core, whichever is farther. */
static void radius_of_a_triangle_holds_the_way_into_the_core(void **state) {
  (void)state;
  const double vertex[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, away[2] = {0.5, 2};
  for (int k = 0; k < 2; k++) {
    qmboxMoving mesh = {.shape = QMBOX_SHAPE_MESH, .moves = true, .body.motion = {.form = BMS_MOTION_RIGID}}, triangle;
    for (int i = 0; i < 3; i++) mesh.pose[i][i] = 1;
    mesh.figure.core.inner = 0.25;
    mesh.figure.core.middle[0] = away[k];
    qmboxMakeTriangle(&triangle, &mesh, vertex);
    assert_true(triangle.radius >= 1 && triangle.radius >= away[k] && triangle.radius <= 2 + ROUNDING);
  }
}

static void what_stands_still_is_a_solid_too(void **state) {
  (void)state;
  dGeomID plane = dCreatePlane(0, 0, (dReal)0.6, (dReal)0.8, 3);
  dGeomID sphere = dCreateSphere(0, 2), ray = dCreateRay(0, 1);
  qmboxMoving moving;
  qmboxMakeGuarded(&moving, plane, qmboxRegisteredClass(), 0, 0, 1);
  assert_int_equal(moving.shape, QMBOX_SHAPE_PLANE);
  assert_int_equal(moving.figure.shape.core, BMS_CORE_HALF_SPACE);
  assert_true(moving.figure.shape.half_space.offset == 3 && !moving.moves && moving.figure.thickness == HUGE_VAL);
  dGeomSetPosition(sphere, 1, 2, 3);
  qmboxMakeGuarded(&moving, sphere, qmboxRegisteredClass(), 0, 0, 1);
  qmboxConvexQuery shell;
  qmboxSetSolid(&shell, 0, &moving, 0.5, 0, 1);
  assert_true(fabs(shell_along(&shell, 0.7, (const double[]){1, 0, 0}) - 2.5) < 1e-12);
  qmboxMakeGuarded(&moving, ray, qmboxRegisteredClass(), 0, 0, 1);
  assert_int_equal(moving.shape, QMBOX_SHAPE_OTHER);
  dGeomDestroy(plane);
  dGeomDestroy(sphere);
  dGeomDestroy(ray);
}

/* In finite rotation mode with an axis that the angular velocity is not along, the turn is known, and leads to where
   ODE has turned the body. */
static void turns_with_a_finite_axis_are_known(void **state) {
  (void)state;
  random_source source = seeded("finite axes", 0x504);
  for (int n = 0; n < STEPS * soak(); n++) {
    dWorldID world = dWorldCreate();
    dGeomID geom = random_geom(&source, 0, n % KINDS);
    dBodyID body = throw_geom(&source, world, geom, 3, 10, 100);
    double length = (double)log_uniform(&source, 1e-3, 0.1), end[4], minus = 0, plus = 0;
    dReal axis[3];
    taken_step step;
    qmboxMoving taken;
    random_vector(&source, 1, axis);
    dBodySetGyroscopicMode(body, 0);
    dBodySetFiniteRotationMode(body, 1);
    dBodySetFiniteRotationAxis(body, axis[0], axis[1], axis[2]);
    take_step(world, length, &geom, 1, &step);
    qmboxMotionBetween(geom, &step.start, &step.end, length, &taken);
    assert_true(taken.turns);
    memcpy(taken.turn.start, step.from.q, sizeof taken.turn.start);
    qmboxFiniteRotationAt(&taken.turn, length, end);
    for (int i = 0; i < 4; i++) {
      minus += (end[i] - step.to.q[i]) * (end[i] - step.to.q[i]);
      plus += (end[i] + step.to.q[i]) * (end[i] + step.to.q[i]);
    }
    assert_true(sqrt(fmin(minus, plus)) < ROUNDING * 10);
    dGeomDestroy(geom);
    dWorldDestroy(world);
  }
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up_shapes, tear_down_ode)

int main(void) {
  const struct CMUnitTest tests[] = {
      CASE(solids_are_where_and_as_large_as_their_geoms),
      CASE(solids_on_an_interval_hold_their_geoms_and_are_hardly_larger),
      CASE(radius_and_reach_hold_the_geom),
      CASE(radius_of_a_triangle_holds_the_way_into_the_core),
      CASE(what_stands_still_is_a_solid_too),
      CASE(turns_with_a_finite_axis_are_known),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, 0, 0);
}
