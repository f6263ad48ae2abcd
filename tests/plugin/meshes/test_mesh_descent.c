/* SPDX-License-Identifier: BSD-3-Clause */

/* Tests the descent of two trees: no two triangles that share a point at some time are left out, and the interval in
   which they are handed on holds all such times.  The judge places triangles in long double, time by time. */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../fixture.h"
#include "meshes/mesh_descent.h"
#include "meshes/mesh_relation.h"

enum { TRIANGLES = 24, CASES = 60, LOOKS = 12, KINDS = 5 };

typedef long double place[3];

static struct {
  double from[TRIANGLES][TRIANGLES], to[TRIANGLES][TRIANGLES];
  int visited, putOff;
  qmboxMoving *spoilt; /* the array that the solids were in before */
} seen;

/* ------------------------------------------------------------------ the two meshes */

typedef struct two_meshes {
  qmboxBodies bodies;
  qmboxForest forest;
} two_meshes;

static two_meshes *make_meshes(void) {
  two_meshes *meshes = calloc(1, sizeof *meshes);
  meshes->bodies.body = calloc(2, sizeof *meshes->bodies.body);
  meshes->bodies.geom = calloc(2, sizeof *meshes->bodies.geom);
  meshes->bodies.solid = calloc(2, sizeof *meshes->bodies.solid);
  meshes->bodies.length = 1.0 / 60;
  return meshes;
}

static void free_meshes(two_meshes *meshes) {
  qmboxFreeForest(&meshes->forest);
  free(meshes->bodies.body);
  free(meshes->bodies.geom);
  free(meshes->bodies.solid);
  free(meshes);
}

/* Lets a mesh start near the origin and go and turn as fast as that. */
static void throw_mesh(random_source *source, two_meshes *meshes, int k, double speed, double spin) {
  qmboxGuardedBody *body = &meshes->bodies.body[k];
  qmboxMoving *solid = &meshes->bodies.solid[k];
  bms_motion *motion = &solid->body.motion;
  dQuaternion q;
  dReal way[3], w[3], at[3];
  meshes->bodies.geom[k].body = k;
  solid->moves = true;
  solid->body.motion.form = BMS_MOTION_RIGID;
  solid->body.motion.origin = 0;
  random_quaternion(source, q);
  random_vector(source, 1, at);
  random_vector(source, speed, way);
  random_vector(source, spin, w);
  for (int i = 0; i < 4; i++) motion->rigid.quaternion[i][0] = (double)q[i];
  motion->rigid.quaternion[0][1] = (double)(-w[0] * q[1] - w[1] * q[2] - w[2] * q[3]) / 2;
  motion->rigid.quaternion[1][1] = (double)(w[0] * q[0] + w[1] * q[3] - w[2] * q[2]) / 2;
  motion->rigid.quaternion[2][1] = (double)(w[1] * q[0] + w[2] * q[1] - w[0] * q[3]) / 2;
  motion->rigid.quaternion[3][1] = (double)(w[2] * q[0] + w[0] * q[2] - w[1] * q[1]) / 2;
  for (int i = 0; i < 3; i++) {
    motion->rigid.position[i][0] = (double)at[i];
    motion->rigid.position[i][1] = (double)way[i];
    motion->rigid.position[i][2] = 0;
    body->shift[i] = (double)way[i] * meshes->bodies.length;
    solid->centre[i] = uniform(source, -0.3, 0.3);
    solid->figure.core.middle[i] = solid->centre[i] + uniform(source, -0.1, 0.1);
  }
  solid->figure.core.inner = uniform(source, 0, 1) < 0.5 ? 0 : 0.4;
  bms_motion_at(&solid->body.motion, 0, solid->pose);
}

/* Lets it stand still: its triangles are in world coordinates. */
static void stand(two_meshes *meshes, int k) {
  meshes->bodies.solid[k].moves = false;
  meshes->bodies.solid[k].figure.core.inner = 0;
}

static int plant_triangles(random_source *source, two_meshes *meshes) {
  int first = meshes->forest.triangles;
  for (int i = 0; i < TRIANGLES; i++) {
    dReal at[3], to[3];
    double vertex[9], size = (double)log_uniform(source, 0.05, 0.6);
    random_vector(source, 1, at);
    for (int k = 0; k < 9; k += 3) {
      random_vector(source, size, to);
      for (int j = 0; j < 3; j++) vertex[k + j] = (double)(at[j] + to[j]);
    }
    if (i % 8 == 7) memcpy(vertex + 6, vertex, 3 * sizeof *vertex); /* a segment */
    assert_true(qmboxAddTreeTriangle(&meshes->forest, vertex));
  }
  return qmboxPlantTree(&meshes->forest, first);
}

/* ------------------------------------------------------------------ the judge */

/* Writes where the triangle of a mesh is at a time, if it does not wait. */
static void put(const qmboxDescent *descent, int k, int triangle, double time, place corner[3]) {
  const qmboxBodies *bodies = descent->bodies;
  const qmboxMoving *solid = &bodies->solid[k];
  const double *vertex = descent->mesh[k].tree.forest->triangle[triangle].vertex;
  const bms_motion *motion = &solid->body.motion;
  long double t = fmin(time, bodies->body[k].stop), q[4], square = 0;
  long double scale = solid->figure.core.inner > 0 ? 1 - descent->mesh[k].less / solid->figure.core.inner : 1;
  for (int i = 0; i < 4; i++)
    q[i] = (long double)motion->rigid.quaternion[i][0] + t * (long double)motion->rigid.quaternion[i][1];
  for (int i = 0; i < 4; i++) square += q[i] * q[i];
  for (int n = 0; n < 3; n++) {
    place x;
    for (int i = 0; i < 3; i++) {
      long double middle = solid->figure.core.middle[i], own = (long double)vertex[3 * n + i];
      x[i] = solid->moves ? middle + scale * (own + (long double)solid->centre[i] - middle) : own;
      corner[n][i] = x[i];
    }
    if (!solid->moves) continue;
    for (int i = 0; i < 3; i++) { /* x + 2 u x (u x x + s x) / q q */
      int j = (i + 1) % 3, m = (i + 2) % 3;
      long double inner_j = q[1 + m] * x[i] - q[1 + i] * x[m] + q[0] * x[j];
      long double inner_m = q[1 + i] * x[j] - q[1 + j] * x[i] + q[0] * x[m];
      corner[n][i] = x[i] + 2 * (q[1 + j] * inner_m - q[1 + m] * inner_j) / square +
                     (long double)motion->rigid.position[i][0] + t * (long double)motion->rigid.position[i][1];
    }
  }
}

static long double volume(const place a, const place b, const place c, const place d) {
  place u, v, w;
  for (int i = 0; i < 3; i++) {
    u[i] = b[i] - a[i];
    v[i] = c[i] - a[i];
    w[i] = d[i] - a[i];
  }
  return u[0] * (v[1] * w[2] - v[2] * w[1]) + u[1] * (v[2] * w[0] - v[0] * w[2]) + u[2] * (v[0] * w[1] - v[1] * w[0]);
}

/* Returns true if a segment goes through the inside of a triangle. */
static bool pierces(const place from, const place to, place t[3]) {
  if (volume(t[0], t[1], t[2], from) * volume(t[0], t[1], t[2], to) >= 0) return false;
  long double x = volume(from, to, t[0], t[1]), y = volume(from, to, t[1], t[2]), z = volume(from, to, t[2], t[0]);
  return (x > 0 && y > 0 && z > 0) || (x < 0 && y < 0 && z < 0);
}

static bool share_a_point(place a[3], place b[3]) {
  for (int k = 0; k < 3; k++) {
    if (pierces(a[k], a[(k + 1) % 3], b) || pierces(b[k], b[(k + 1) % 3], a)) return true;
  }
  return false;
}

/* ------------------------------------------------------------------ the test */

/* Moves the solids to another array, as visitors do that add some; the old ones would be somewhere else. */
static void move_solids(qmboxBodies *bodies) {
  qmboxMoving *moved = calloc(2, sizeof *moved);
  memcpy(moved, bodies->solid, 2 * sizeof *moved);
  bodies->solid[0].body.motion.rigid.position[0][0] += 1000;
  free(seen.spoilt);
  seen.spoilt = bodies->solid;
  bodies->solid = moved;
}

static double note(qmboxDescent *descent, const int triangle[2], double from, double to) {
  int i = triangle[0] % TRIANGLES, j = triangle[1] % TRIANGLES;
  move_solids(descent->bodies);
  seen.visited++;
  seen.from[i][j] = fmin(seen.from[i][j], from);
  seen.to[i][j] = fmax(seen.to[i][j], to);
  return HUGE_VAL;
}

static void forget(void) {
  seen.visited = 0;
  for (int i = 0; i < TRIANGLES; i++) {
    for (int j = 0; j < TRIANGLES; j++) {
      seen.from[i][j] = HUGE_VAL;
      seen.to[i][j] = -HUGE_VAL;
    }
  }
}

/* Counts the triangles that share a point at some times, each of which has to be in the interval that was seen. */
static int judge(const qmboxDescent *descent) {
  int count = 0;
  for (int n = 0; n <= LOOKS; n++) {
    double time = fmin(descent->to, descent->from + n * (descent->to - descent->from) / LOOKS);
    place corner[2][TRIANGLES][3];
    for (int k = 0; k < 2; k++) {
      for (int i = 0; i < TRIANGLES; i++) put(descent, k, k * TRIANGLES + i, time, corner[k][i]);
    }
    for (int i = 0; i < TRIANGLES; i++) {
      for (int j = 0; j < TRIANGLES; j++) {
        if (!share_a_point(corner[0][i], corner[1][j])) continue;
        assert_true(seen.from[i][j] <= time && time <= seen.to[i][j]);
        count++;
      }
    }
  }
  return count;
}

/* Makes a case: thrown past each other, spinning, at one time, with one that stands or waits. */
static qmboxDescent make_case(random_source *source, two_meshes *meshes, int kind, bool late) {
  qmboxDescent descent = {.bodies = &meshes->bodies, .from = 0, .to = meshes->bodies.length, .visit = note};
  for (int k = 0; k < 2; k++) {
    throw_mesh(source, meshes, k, kind == 1 ? 5 : kind == 4 ? 100 : 300, kind == 1 ? 200 : kind == 4 ? 5000 : 20);
    meshes->bodies.body[k].stop = meshes->bodies.length;
    meshes->bodies.solid[k].reach = 2;
    descent.mesh[k] = (qmboxDescended){.geom = k, .solid = k, .less = 0.025};
  }
  for (int i = 0; i < 3 && late && kind == 0; i++) { /* near each other in the middle of the time */
    double back = meshes->bodies.body[1].shift[i] / 2 - meshes->bodies.body[0].shift[i] / 2;
    meshes->bodies.solid[1].pose[i][3] = meshes->bodies.solid[1].body.motion.rigid.position[i][0] -= back;
  }
  if (kind == 2)
    descent.from = descent.to = uniform(source, 0, 1) < 0.5 ? 0 : uniform(source, 0, meshes->bodies.length);
  if (kind == 3) {
    descent.from = uniform(source, 0, 0.5 * meshes->bodies.length);
    meshes->bodies.body[0].stop = uniform(source, 0, 1) * descent.from;
    if (uniform(source, 0, 1) < 0.5) stand(meshes, 1);
  }
  if (kind == 4) descent.from = uniform(source, 0, 1) < 0.5 ? 0 : uniform(source, 0, 0.5 * meshes->bodies.length);
  for (int k = 0; k < 2; k++) descent.mesh[k].tree = (qmboxTree){&meshes->forest, plant_triangles(source, meshes)};
  return descent;
}

/* Searches all of the time at once, or patiently. */
static void search(qmboxDescent *descent, bool patient) {
  double from = descent->from, to = descent->to;
  descent->patient = patient;
  qmboxDescend(descent);
  while (descent->to < to) {
    assert_true(patient && descent->to > descent->from && seen.visited == 0);
    seen.putOff++;
    descent->from = descent->to;
    descent->to = to;
    qmboxDescend(descent);
  }
  descent->from = from;
}

static void no_triangles_that_touch_are_left_out(void **state) {
  random_source source = seeded("descents", 0x5e);
  (void)state;
  for (int kind = 0; kind < KINDS; kind++) {
    int touching = 0, visited = 0;
    seen.putOff = 0;
    for (int n = 0; n < CASES * soak(); n++) {
      two_meshes *meshes = make_meshes();
      qmboxDescent descent = make_case(&source, meshes, kind, n % 2 == 1);
      forget();
      search(&descent, n % 2 == 1);
      assert_false(meshes->bodies.failed);
      touching += judge(&descent);
      visited += seen.visited;
      free(seen.spoilt);
      seen.spoilt = NULL;
      free_meshes(meshes);
    }
    print_message("# kind %d: %d touches, %d visits, put off %d times\n", kind, touching, visited, seen.putOff);
    assert_true(touching > 60);
    assert_true(kind != 0 || seen.putOff > 0);
    assert_true(visited < CASES * soak() * TRIANGLES * TRIANGLES / 4);
  }
}

/* Turns a corner at a distance of 1 from minus an angle to it, in front of a wall at this distance, which it is in at
   half time if the wall is nearer than 1. */
static bool stays_clear(random_source *source, double angle, double wall) {
  double turn = uniform(source, 0, 1), length = uniform(source, 0.001, 1);
  qmboxChordTriangle two[2] = {{.reach = 10}, {.reach = 1, .acceleration = 4 * angle * angle / (length * length)}};
  for (int end = 0; end < 2; end++) {
    double at = end == 0 ? -angle : angle;
    double fixed[3][3] = {{wall, -4, -4}, {wall, 4, -4}, {wall, 0, 4}};
    double spun[3][3] = {{cos(at), sin(at), 0}, {0.1 * turn, 0, 0.1}, {0, 0.1 * turn, -0.1}};
    memcpy(two[0].corner[end], fixed, sizeof fixed);
    memcpy(two[1].corner[end], spun, sizeof spun);
  }
  return uniform(source, 0, 1) < 0.5 ? qmboxChordsStayApart(two, length, 1e-14)
                                     : qmboxChordsStayApart((qmboxChordTriangle[2]){two[1], two[0]}, length, 1e-14);
}

static void a_corner_that_swings_out_between_both_ends_is_seen(void **state) {
  random_source source = seeded("corners", 0xc0);
  (void)state;
  for (int n = 0; n < 1000 * soak(); n++) {
    double angle = (double)log_uniform(&source, 1e-5, 0.7), nearest = cos(angle);
    assert_false(stays_clear(&source, angle, nearest + uniform(&source, 0, 1) * (1 - nearest)));
    assert_true(stays_clear(&source, angle, nearest + (double)uniform(&source, 0.7, 1) * angle * angle + 1e-13));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(no_triangles_that_touch_are_left_out),
                                     cmocka_unit_test(a_corner_that_swings_out_between_both_ends_is_seen)};
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, set_up_ode, tear_down_ode);
}
