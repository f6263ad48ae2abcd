/* SPDX-License-Identifier: BSD-3-Clause */

/* Cheap bounds of a box's path: they hold every vertex and the certified bounds of the solver, and call nothing clear
   of a plane that the solver does not call separated, be it nearer than rounding. */

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "fixture.h"
#include "moving/moving_bounds.h"

enum { TIMES = 16 };

static double pick(random_source *source, double low, double high) {
  return (double)uniform(source, (dReal)low, (dReal)high);
}

/* Returns a path of a box that may be flat, not centred in its frame, or far away, and that moves and turns by anything
   from hardly to several turns. */
static qmboxMoving make_path(random_source *source) {
  double start[3], linear[3], angular[3], acceleration[3], quaternion[4];
  double size = (double)log_uniform(source, (dReal)1e-3, 10), away = (double)log_uniform(source, (dReal)1e-3, 1000);
  double speed = (double)log_uniform(source, (dReal)1e-9, 100), spin = (double)log_uniform(source, (dReal)1e-9, 100);
  double scale = (double)log_uniform(source, (dReal)1e-3, 1000);
  qmboxMoving path;
  int k;

  memset(&path, 0, sizeof path);
  path.shape = QMBOX_SHAPE_BOX;
  path.moves = 1;
  path.t0 = -HUGE_VAL;
  path.t1 = HUGE_VAL;
  for (k = 0; k < 4; k++) quaternion[k] = scale * pick(source, -1, 1);
  for (k = 0; k < 3; k++) {
    start[k] = away * pick(source, -1, 1);
    linear[k] = speed * pick(source, -1, 1);
    angular[k] = spin * pick(source, -1, 1);
    acceleration[k] = speed * pick(source, -1, 1);
    path.body.box.min[k] = size * pick(source, -2, 1);
    path.body.box.max[k] = path.body.box.min[k] + (k == 0 && pick(source, 0, 1) < 0.1 ? 0 : size * pick(source, 0, 2));
  }
  path.body.motion = bms_motion_step(start, quaternion, linear, angular, acceleration);
  return path;
}

static void vertex_at(const qmboxMoving *path, int vertex, double t, double x[3]) {
  double pose[3][4];
  int k, c;

  bms_motion_at(&path->body.motion, t, pose);
  for (k = 0; k < 3; k++) {
    x[k] = pose[k][3];
    for (c = 0; c < 3; c++) x[k] += pose[k][c] * (vertex >> c & 1 ? path->body.box.max[c] : path->body.box.min[c]);
  }
}

static void the_bounds_hold_all_vertices_and_those_of_the_solver(void **state) {
  random_source source = seeded("hull", 0x54);
  int cases = 2000 * soak(), narrow = 0, n, i, j, k;

  (void)state;
  for (n = 0; n < cases; n++) {
    qmboxMoving path = make_path(&source);
    double t0 = pick(&source, 0, 1), t1 = t0 + (double)log_uniform(&source, (dReal)1e-6, 1), width[2] = {0, 0};
    double min[3], max[3], tight_min[3], tight_max[3], x[3], reach = qmboxHullBounds(&path, t0, t1, min, max);

    for (i = 0; i <= TIMES; i++) {
      for (j = 0; j < 8; j++) {
        vertex_at(&path, j, t0 + (t1 - t0) * i / TIMES, x);
        for (k = 0; k < 3; k++) {
          if (!(min[k] <= x[k] && x[k] <= max[k] && fabs(x[k]) <= reach))
            fail_msg("case %d: %a of [%a, %a]", n, x[k], min[k], max[k]);
        }
      }
    }
    bms_swept_bounds(&path.body, t0, t1, tight_min, tight_max);
    for (k = 0; k < 3; k++) {
      double rounding = 1e-13 * reach; /* the bounds are too large by this */
      if (!(min[k] <= tight_min[k] + rounding && tight_max[k] - rounding <= max[k])) fail_msg("case %d: too narrow", n);
      width[0] += max[k] - min[k];
      width[1] += tight_max[k] - tight_min[k];
    }
    narrow += width[0] <= 1.2 * width[1] + 1e-12 * reach;
  }
  printf("# hull: %d of %d at most a fifth too wide\n", narrow, cases);
  assert_true(narrow > cases / 2);
}

/* Returns the vertex that is farthest down, at the time when it is, over some times. */
static double lowest_of(const qmboxMoving *path, const double normal[3], double t0, double t1) {
  double lowest = HUGE_VAL, x[3];
  int i, j;

  for (i = 0; i <= TIMES; i++) {
    for (j = 0; j < 8; j++) {
      vertex_at(path, j, t0 + (t1 - t0) * i / TIMES, x);
      lowest = fmin(lowest, normal[0] * x[0] + normal[1] * x[1] + normal[2] * x[2]);
    }
  }
  return lowest;
}

static void what_is_clear_of_a_plane_is_separated_for_the_solver(void **state) {
  random_source source = seeded("plane", 0x55);
  int cases = 3000 * soak(), clear = 0, near = 0, touching = 0, n, k;

  (void)state;
  for (n = 0; n < cases; n++) {
    qmboxMoving path = make_path(&source);
    double t0 = pick(&source, 0, 1), t1 = t0 + (double)log_uniform(&source, (dReal)1e-6, 1);
    double gap = (double)log_uniform(&source, (dReal)1e-17, 1) * (n % 3 - 1), size;
    bms_half_space plane = {{0, 0, 0}, 0};
    bms_contact contact;

    if (n % 2) {
      for (k = 0; k < 3; k++) plane.normal[k] = pick(&source, -2, 2);
    } else {
      plane.normal[n / 2 % 3] = 1;
    }
    /* A little above, on or below the lowest place of the path. */
    size = fabs(path.body.motion.rigid.position[0][0]) + 10;
    plane.offset = lowest_of(&path, plane.normal, t0, t1) - gap * size;
    bms_half_space_first_contact(&plane, &path.body, t0, t1, &contact);
    touching += contact.status != BMS_SEPARATED;
    if (!qmboxClearOf(&path, &plane, t0, t1)) continue;
    clear++;
    near += gap < 1e-9;
    if (contact.status != BMS_SEPARATED) fail_msg("case %d: gap %a, status %d", n, gap, (int)contact.status);
  }
  printf("# plane: %d of %d clear, %d of these nearer than 1e-9; %d met\n", clear, cases, near, touching);
  assert_true(clear > cases / 10 && near > 0 && touching > cases / 3);
}

static void numbers_that_do_not_go_are_clear_of_nothing(void **state) {
  static const double bad[] = {(double)NAN, HUGE_VAL, -HUGE_VAL, 1e200};
  bms_half_space plane = {{0, 0, 1}, 0};
  random_source source = seeded("bad numbers", 0x56);
  int i, k;

  (void)state;
  for (i = 0; i < 4; i++) {
    for (k = 0; k < 7; k++) {
      qmboxMoving path = make_path(&source);
      path.body.motion.rigid.position[2][0] = 1e6;
      assert_true(qmboxClearOf(&path, &plane, 0, 1e-6));
      if (k < 3) {
        path.body.motion.rigid.position[k][i % 3] = bad[i];
      } else {
        path.body.motion.rigid.quaternion[k - 3][i % 2] = bad[i];
      }
      assert_false(qmboxClearOf(&path, &plane, 0, 1e-6));
    }
  }
  plane.normal[2] = 0;
  plane.offset = -1;
  {
    qmboxMoving path = make_path(&source);
    assert_false(qmboxClearOf(&path, &plane, 0, 1e-6)); /* a plane that is none */
  }
}

static void no_vertex_moves_farther_than_the_farthest_move(void **state) {
  random_source source = seeded("move", 0x57);
  int cases = 2000 * soak(), close = 0, n, i, j, k;

  (void)state;
  for (n = 0; n < cases; n++) {
    qmboxMoving path = make_path(&source);
    double t = (double)log_uniform(&source, (dReal)1e-6, 1), move = qmboxFarthestMove(&path, t), most = 0, reach = 0;

    for (j = 0; j < 8; j++) {
      double from[3], to[3];
      vertex_at(&path, j, 0, from);
      for (i = 1; i <= TIMES; i++) {
        double square = 0;
        vertex_at(&path, j, t * i / TIMES, to);
        for (k = 0; k < 3; k++) square += (to[k] - from[k]) * (to[k] - from[k]);
        for (k = 0; k < 3; k++) reach = fmax(reach, fabs(to[k]));
        most = fmax(most, sqrt(square));
      }
    }
    if (!(most <= move + 1e-14 * reach)) fail_msg("case %d: %a, said to be %a at most", n, most, move);
    close += most >= move / 3;
    path.moves = 0;
    assert_true(qmboxFarthestMove(&path, t) == 0);
  }
  assert_true(close > cases / 2);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_bounds_hold_all_vertices_and_those_of_the_solver),
      cmocka_unit_test(what_is_clear_of_a_plane_is_separated_for_the_solver),
      cmocka_unit_test(numbers_that_do_not_go_are_clear_of_nothing),
      cmocka_unit_test(no_vertex_moves_farther_than_the_farthest_move),
  };

  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, 0, 0);
}
