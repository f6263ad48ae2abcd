/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Balls and prisms that are meshes, in a closed room that is one: their cores stay apart at all times.
 *
 * The judge knows a ball by the sphere that its core holds, whatever way it is turned, and follows the straight pieces
 * of each path that options.path reports.  BMS_SOAK multiplies the rooms.
 */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <string.h>
#include <qmbox.h>

#include "repetitions.h"
#include "scenes.h"

enum { FRAMES = 60, ROOMS = 2, BALLS = 27, FIRST_SEED = 1 };

/* The core of a ball is it less a 16th, and the judge's distances are rounded. */
static const double CORE = 15.0 / 16, ROUNDING = 1e-9;

typedef double place[3];

/* The paths of the balls in a frame, as pieces in the order of time. */
enum { MOST_PIECES = 256 };

typedef struct ways {
  const scene *s;
  dBodyID ball[BALLS];
  place from[BALLS], to[BALLS]; /* at the start and the end of the frame */
  qmboxPathPiece piece[BALLS][MOST_PIECES];
  int pieces[BALLS];
} ways;

static void find_balls(const scene *s, ways *w) {
  int count = 0;
  w->s = s;
  for (int i = 0; i < s->geom_count; i++) {
    dBodyID body = dGeomGetBody(s->geoms[i]);
    if (body == NULL) continue;
    assert_true(count < BALLS);
    w->ball[count++] = body;
  }
  assert_int_equal(count, BALLS);
}

static void note_places(const ways *w, place at[BALLS]) {
  for (int i = 0; i < BALLS; i++) {
    for (int k = 0; k < 3; k++) at[i][k] = (double)dBodyGetPosition(w->ball[i])[k];
  }
}

static void begin_ways(ways *w) {
  note_places(w, w->from);
  memset(w->pieces, 0, sizeof w->pieces);
}

static void note_piece(void *data, const qmboxPathPiece *piece) {
  ways *w = data;
  for (int i = 0; i < BALLS; i++) {
    if (w->ball[i] != piece->body) continue;
    assert_true(w->pieces[i] < MOST_PIECES);
    w->piece[i][w->pieces[i]++] = *piece;
  }
}

static double distance(const place a, const place b) {
  return sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) + (a[2] - b[2]) * (a[2] - b[2]));
}

/* Writes where a ball is at a time of the frame, in the piece of this number or at its end. */
static void place_in(const ways *w, int i, int number, double time, place at) {
  const qmboxPathPiece *piece = &w->piece[i][number];
  double part = (fmin(time, (double)piece->until) - (double)piece->from) / (double)piece->length;
  for (int k = 0; k < 3; k++)
    at[k] = (double)piece->position[0][k] + part * (double)(piece->position[1][k] - piece->position[0][k]);
}

/* Writes where a ball is just after a time of the frame. */
static void place_after(const ways *w, int i, double time, place at) {
  int number = 0;
  if (w->pieces[i] == 0) {
    memcpy(at, w->from[i], sizeof(place));
    return;
  }
  while (number + 1 < w->pieces[i] && (double)w->piece[i][number + 1].from <= time) number++;
  place_in(w, i, number, time, at);
}

/* Writes the time of the next end or beginning of a piece, the end of the frame after the last one. */
static double next_change(const ways *w, int i, double time) {
  double next = w->s->frame;
  for (int n = 0; n < w->pieces[i]; n++) {
    double from = (double)w->piece[i][n].from, until = (double)w->piece[i][n].until;
    if (from > time) next = fmin(next, from);
    if (until > time) next = fmin(next, until);
  }
  return next;
}

/* Each path begins where the ball was, ends where it is, and has no gaps. */
static void check_ways(const ways *w) {
  for (int i = 0; i < BALLS; i++) {
    place at, last;
    memcpy(last, w->from[i], sizeof last);
    for (int n = 0; n < w->pieces[i]; n++) {
      place_in(w, i, n, (double)w->piece[i][n].from, at);
      assert_true(distance(at, last) < ROUNDING);
      place_in(w, i, n, w->s->frame, last);
    }
    assert_true(distance(last, w->to[i]) < ROUNDING);
  }
}

/* Returns the least distance of the centres of two balls in a time in which both go steadily. */
static double nearest_within(const ways *w, int i, int j, double begin, double end) {
  place first[2], second[2];
  double along = 0, square = 0, middle = begin + (end - begin) / 2;
  int ball[2] = {i, j};
  for (int n = 0; n < 2; n++) {
    place half;
    place_after(w, ball[n], begin, n ? second[0] : first[0]);
    place_after(w, ball[n], middle, half);
    for (int k = 0; k < 3; k++) {
      double begun = n ? second[0][k] : first[0][k];
      (n ? second : first)[1][k] = begun + 2 * (half[k] - begun);
    }
  }
  for (int k = 0; k < 3; k++) {
    double gap = second[0][k] - first[0][k], change = second[1][k] - first[1][k] - gap;
    along -= gap * change;
    square += change * change;
  }
  double part = square > 0 ? fmax(0, fmin(1, along / square)) : 0;
  for (int k = 0; k < 3; k++) {
    first[0][k] += part * (first[1][k] - first[0][k]);
    second[0][k] += part * (second[1][k] - second[0][k]);
  }
  return distance(first[0], second[0]);
}

static double nearest(const ways *w, int i, int j) {
  double least = HUGE_VAL;
  for (double time = 0, next; time < w->s->frame; time = next) {
    next = fmin(next_change(w, i, time), next_change(w, j, time));
    least = fmin(least, nearest_within(w, i, j, time, next));
  }
  return least;
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

/* Counts the pairs of spheres that have shared a point in the last frame, and those that are beyond a wall. */
static int count_met(const ways *w, double radius) {
  int met = 0;
  for (int i = 0; i < BALLS; i++) {
    const double *at = w->to[i];
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

/* Makes a frame, and notes the ways of the balls if they are wanted. */
static void guard_frame(scene *s, ways *w, qmboxSimulateReport *report) {
  qmboxSimulateOptions options = {
      .size = sizeof options, .nearCallback = scene_near, .nearData = s, .contacts = s->contacts};
  if (w) options.path = note_piece;
  options.pathData = w;
  assert_true(qmboxWorldSimulate(s->world, s->space, (dReal)s->frame, &options, report) > 0);
}

static void cores_stay_apart_at(double speed) {
  for (int n = 0; n < repetitions(ROOMS); n++) {
    scene *s = mesh_balls(FIRST_SEED + (uint64_t)n, speed);
    ways w;
    double radius = core_of_balls(s);
    int stops = 0;
    find_balls(s, &w);
    for (int frame = 0; frame < FRAMES; frame++) {
      qmboxSimulateReport report;
      begin_ways(&w);
      guard_frame(s, &w, &report);
      note_places(&w, w.to);
      check_ways(&w);
      assert_int_equal(report.unguarded, 0);
      assert_int_equal(count_met(&w, radius), 0);
      stops += report.stops;
    }
    assert_true(stops > BALLS);
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
      guard_frame(s, NULL, &report);
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
  ways w;
  int met = 0;
  (void)state;
  find_balls(s, &w);
  for (int frame = 0; frame < 3; frame++) {
    begin_ways(&w);
    dSpaceCollide(s->space, s, scene_near);
    dWorldQuickStep(s->world, (dReal)s->frame);
    dJointGroupEmpty(s->contacts);
    note_places(&w, w.to);
    for (int i = 0; i < BALLS; i++) {
      qmboxPathPiece piece = {w.ball[i], 0, (dReal)s->frame, (dReal)s->frame, {{0}}, {{0}}};
      for (int k = 0; k < 3; k++) {
        piece.position[0][k] = (dReal)w.from[i][k];
        piece.position[1][k] = (dReal)w.to[i][k];
      }
      note_piece(&w, &piece);
    }
    check_ways(&w);
    met += count_met(&w, core_of_balls(s));
  }
  assert_true(met > 20);
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
