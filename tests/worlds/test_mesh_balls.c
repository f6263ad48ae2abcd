/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Balls and prisms that are meshes, in a closed room that is one: their cores stay apart at all times.
 *
 * The judge knows a ball by the sphere that its core holds, whatever way it is turned, and follows the straight ways
 * that ODE's step takes the bodies, each to where it was put back.  BMS_SOAK multiplies the rooms.
 */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <qmbox.h>

#include "repetitions.h"
#include "scenes.h"

enum { FRAMES = 60, ROOMS = 2, BALLS = 27, FIRST_SEED = 1 };

/* The core of a ball is it less a 16th, and the judge's distances are rounded. */
static const double CORE = 15.0 / 16, ROUNDING = 1e-9;

typedef double place[3];

/* The way of the balls in a step of ODE. */
typedef struct ways {
  const scene *s;
  place from[BALLS], to[BALLS];
  double waits[BALLS]; /* the part of the step after which one waits */
} ways;

static void note_places(const scene *s, place at[BALLS]) {
  int count = 0;
  for (int i = 0; i < s->geom_count; i++) {
    dBodyID body = dGeomGetBody(s->geoms[i]);
    if (body == NULL) continue;
    assert_true(count < BALLS);
    for (int k = 0; k < 3; k++) at[count][k] = (double)dBodyGetPosition(body)[k];
    count++;
  }
  assert_int_equal(count, BALLS);
}

static int noted_step(dWorldID world, dReal length) {
  ways *w = dWorldGetData(world);
  note_places(w->s, w->from);
  int done = dWorldQuickStep(world, length);
  note_places(w->s, w->to);
  return done;
}

static double distance(const place a, const place b) {
  return sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) + (a[2] - b[2]) * (a[2] - b[2]));
}

/* Finds for which part of the step each ball went. */
static void note_waits(ways *w) {
  place now[BALLS];
  note_places(w->s, now);
  for (int i = 0; i < BALLS; i++) {
    double way = distance(w->from[i], w->to[i]);
    w->waits[i] = way > 0 ? fmin(1, distance(w->from[i], now[i]) / way) : 1;
  }
}

static void place_at(const ways *w, int i, double part, place at) {
  for (int k = 0; k < 3; k++) at[k] = w->from[i][k] + fmin(part, w->waits[i]) * (w->to[i][k] - w->from[i][k]);
}

/* Returns the least distance of the centres of two balls in a part of the step in which both go steadily. */
static double nearest_within(const ways *w, int i, int j, double begin, double end) {
  place first[2], second[2];
  double along = 0, square = 0;
  for (int n = 0; n < 2; n++) {
    place_at(w, i, n ? end : begin, first[n]);
    place_at(w, j, n ? end : begin, second[n]);
  }
  for (int k = 0; k < 3; k++) {
    double gap = second[0][k] - first[0][k], change = second[1][k] - first[1][k] - gap;
    along -= gap * change;
    square += change * change;
  }
  double part = begin + (square > 0 ? fmax(0, fmin(1, along / square)) : 0) * (end - begin);
  place_at(w, i, part, first[0]);
  place_at(w, j, part, second[0]);
  return distance(first[0], second[0]);
}

static double nearest(const ways *w, int i, int j) {
  double sooner = fmin(w->waits[i], w->waits[j]), later = fmax(w->waits[i], w->waits[j]);
  return fmin(nearest_within(w, i, j, 0, sooner), nearest_within(w, i, j, sooner, later));
}

/* Returns the radius of the sphere about the middle of a ball that touches its nearest triangle. */
static double radius_within(dGeomID ball) {
  double least = HUGE_VAL;
  for (int n = 0; n < dGeomTriMeshGetTriangleCount(ball); n++) {
    dVector3 v[3];
    double u[3], w[3], normal[3], middle[3];
    dGeomTriMeshGetTriangle(ball, n, &v[0], &v[1], &v[2]);
    for (int k = 0; k < 3; k++) {
      u[k] = (double)(v[1][k] - v[0][k]);
      w[k] = (double)(v[2][k] - v[0][k]);
      middle[k] = (double)(dGeomGetPosition(ball)[k] - v[0][k]);
    }
    for (int k = 0; k < 3; k++) normal[k] = u[(k + 1) % 3] * w[(k + 2) % 3] - u[(k + 2) % 3] * w[(k + 1) % 3];
    double length = sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
    double deep = normal[0] * middle[0] + normal[1] * middle[1] + normal[2] * middle[2];
    least = fmin(least, fabs(deep) / length);
  }
  return least;
}

/* Counts the pairs of spheres that have shared a point in the last step, and those that are beyond a wall. */
static int count_met(const ways *w, double radius) {
  int met = 0;
  for (int i = 0; i < BALLS; i++) {
    place at;
    place_at(w, i, 1, at);
    for (int k = 0; k < 3; k++) {
      met += at[k] - radius + ROUNDING < w->s->room_low[k] || at[k] + radius - ROUNDING > w->s->room_high[k];
    }
    for (int j = 0; j < i; j++) met += nearest(w, i, j) < 2 * radius - ROUNDING;
  }
  return met;
}

/* The last geom is a ball. */
static double core_of_balls(const scene *s) {
  return CORE * radius_within(s->geoms[s->geom_count - 1]);
}

static void guard_frame(scene *s, int (*stepper)(dWorldID, dReal), qmboxSimulateReport *report) {
  qmboxSimulateOptions options = {
      .size = sizeof options, .nearCallback = scene_near, .nearData = s, .contacts = s->contacts, .stepper = stepper};
  assert_true(qmboxWorldSimulate(s->world, s->space, (dReal)s->frame, &options, report) > 0);
}

static void cores_stay_apart_at(double speed) {
  for (int n = 0; n < repetitions(ROOMS); n++) {
    scene *s = mesh_balls(FIRST_SEED + (uint64_t)n, speed);
    ways w = {.s = s};
    double radius = core_of_balls(s);
    int stops = 0;
    dWorldSetData(s->world, &w);
    for (int frame = 0; frame < FRAMES; frame++) {
      qmboxSimulateReport report;
      guard_frame(s, noted_step, &report);
      note_waits(&w);
      assert_int_equal(report.unguarded, 0);
      assert_int_equal(count_met(&w, radius), 0);
      stops += report.stops;
    }
    assert_true(stops > BALLS);
    dWorldSetData(s->world, NULL);
    scene_free(s);
  }
}

static void cores_stay_apart_at_1000(void **state) {
  (void)state;
  cores_stay_apart_at(1000);
}

static void cores_stay_apart_at_300(void **state) {
  (void)state;
  cores_stay_apart_at(300);
}

static void cores_stay_apart_at_30(void **state) {
  (void)state;
  cores_stay_apart_at(30);
}

/* No frame reports anything, and none gets out of the room. */
static void prisms_never_come_too_deep(void **state) {
  static const double SPEED[] = {1, 20, 100, 500};
  (void)state;
  for (int n = 0; n < repetitions(12); n++) {
    scene *s = mesh_prisms(FIRST_SEED + (uint64_t)n, SPEED[n / 3 % 4]);
    int stops = 0;
    for (int frame = 0; frame < FRAMES; frame++) {
      qmboxSimulateReport report;
      guard_frame(s, dWorldQuickStep, &report);
      if (report.unguarded != 0) fail_msg("prisms %d, frame %d: unguarded %u", n, frame, report.unguarded);
      stops += report.stops;
    }
    assert_int_equal(scene_outside(s), 0);
    assert_true(stops > 0);
    scene_free(s);
  }
}

/* The judge sees what plain ODE lets through. */
static void they_meet_in_plain_ode(void **state) {
  scene *s = mesh_balls(FIRST_SEED, 300);
  ways w = {.s = s};
  int met = 0;
  (void)state;
  dWorldSetData(s->world, &w);
  for (int frame = 0; frame < 3; frame++) {
    dSpaceCollide(s->space, s, scene_near);
    noted_step(s->world, (dReal)s->frame);
    dJointGroupEmpty(s->contacts);
    note_waits(&w);
    met += count_met(&w, core_of_balls(s));
  }
  assert_true(met > 20);
  dWorldSetData(s->world, NULL);
  scene_free(s);
}

static int start_ode(void **state) {
  (void)state;
  dInitODE();
  return 0;
}

static int end_ode(void **state) {
  (void)state;
  dCloseODE();
  return 0;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(cores_stay_apart_at_1000), cmocka_unit_test(cores_stay_apart_at_300),
      cmocka_unit_test(cores_stay_apart_at_30), cmocka_unit_test(prisms_never_come_too_deep),
      cmocka_unit_test(they_meet_in_plain_ode)};
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, start_ode, end_ode);
}
