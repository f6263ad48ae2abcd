/* SPDX-License-Identifier: BSD-3-Clause */

/* The time before which a shape on its way does not touch a triangle. */

#include "meshes/triangle_rank.c"

#include "bounds.h"

/* The inputs are a quaternion (4), a position and a velocity (6), a box (6), a radius, a triangle (9) and when the
   interval begins; then how the quaternion changes (4) and the acceleration (3). */
enum { STRAIGHT_INPUTS = 27, INPUTS = 34 };

typedef struct scene {
  bms_convex_query query;
  double from, vertex[9];
  qmboxRanking ranking;
} scene;

static bool make_scene(const double *x, bool turns, scene *s) {
  bms_box box;
  double length = 0, reach = 0;
  for (int i = 0; i < 3; i++) {
    box.min[i] = fmin(x[10 + i], x[13 + i]);
    box.max[i] = fmax(x[10 + i], x[13 + i]);
  }
  for (int i = 0; i < 4; i++) length += x[i] * x[i];
  if (!(length > 0.1)) return false;
  *s = (scene){.from = 0.25 * (x[26] + 1), .query = {.t1 = 1, .a = bms_convex_box(&box, fabs(x[16]))}};
  s->query.motion_a = bms_motion_fixed(x + 4, x);
  for (int i = 0; i < 3; i++) {
    s->query.motion_a.rigid.position[i][0] *= 4;
    s->query.motion_a.rigid.position[i][1] = 8 * x[7 + i];
    s->query.motion_a.rigid.position[i][2] = turns ? x[31 + i] : 0;
  }
  for (int i = 0; i < 4 && turns; i++) s->query.motion_a.rigid.quaternion[i][1] = 0.2 * x[27 + i];
  for (int k = 0; k < 9; k++) {
    s->vertex[k] = x[17 + k];
    reach = fmax(reach, fabs(s->vertex[k]));
  }
  qmboxPrepareRanking(&s->query, &box, s->from, 0, reach, &s->ranking);
  return true;
}

/* Returns the gap at a time between the shape and the triangle along a direction, which leads from it to the shape. */
static precise gap_at(const scene *s, double time, const double direction[3]) {
  const bms_box *box = &s->query.a.box;
  precise_vector w = precise_vector_of(direction), place;
  precise q[4], least = NULL, most = NULL;
  for (int i = 0; i < 4; i++) q[i] = bounds_polynomial(s->query.motion_a.rigid.quaternion[i], 1, time);
  for (int i = 0; i < 3; i++) place.x[i] = bounds_polynomial(s->query.motion_a.rigid.position[i], 2, time);
  for (int k = 0; k < 8; k++) {
    double corner[3];
    for (int i = 0; i < 3; i++) corner[i] = k >> i & 1 ? box->max[i] : box->min[i];
    precise at = precise_dot(w, precise_vector_plus(place, precise_rotated(q, precise_vector_of(corner))));
    if (!least || precise_double(precise_minus(at, least)) < 0) least = at;
  }
  for (int k = 0; k < 3; k++) {
    precise at = precise_dot(w, precise_vector_of(s->vertex + 3 * k));
    if (!most || precise_double(precise_minus(at, most)) > 0) most = at;
  }
  precise grown = precise_times(precise_of(s->query.a.radius), precise_root(precise_dot(w, w)));
  return precise_minus(precise_minus(least, most), grown);
}

/* Writes the directions that are tried. */
static void find_directions(const scene *s, double direction[2][3]) {
  qmboxEdges edges;
  findEdges(s->vertex, &edges);
  nearestWay(&edges, s->ranking.centre, direction[0]);
  for (int i = 0; i < 3; i++) direction[1][i] = edges.normal[i];
  for (int k = 0; k < 2; k++) {
    double length = qmboxLength(direction[k]);
    for (int i = 0; i < 3; i++) direction[k][i] /= length;
  }
}

/* Returns how much of the rounding is used up where the shape is in the end, if it does not turn. */
static double share_of_a_rank(const double *x, const void *context) {
  double direction[2][3], most = 0;
  scene s;
  (void)context;
  if (!make_scene(x, false, &s)) return 0;
  find_directions(&s, direction);
  for (int k = 0; k < 2; k++) {
    double rank = rankAlong(&s.ranking, s.vertex, direction[k]);
    if (!(rank > s.from && rank < HUGE_VAL)) continue;
    most = fmax(most, 1 - precise_double(gap_at(&s, rank, direction[k])) / s.ranking.rounding);
  }
  return most;
}

static void ranks_are_as_good_as_counted(void **state) {
  (void)state;
  bounds_measure("RANK_ERROR", share_of_a_rank, NULL, STRAIGHT_INPUTS, 4);
}

/* The shape is apart at its rank, and half-way to it, however it turns.  One that ranks behind the interval is apart at
   its end. */
static void nothing_touches_before_its_rank(void **state) {
  random_source r = random_from(3);
  int inside = 0, behind = 0;
  (void)state;
  for (int n = 0; n < repetitions(2000); n++) {
    double x[INPUTS], direction[2][3];
    scene s;
    random_numbers(&r, -1, 1, x, INPUTS);
    if (!make_scene(x, true, &s)) continue;
    find_directions(&s, direction);
    for (int k = 0; k < 2; k++) {
      double rank = rankAlong(&s.ranking, s.vertex, direction[k]), end = fmin(rank, s.query.t1);
      if (!(rank > s.from)) continue;
      *(rank < HUGE_VAL ? &inside : &behind) += 1;
      assert_true(precise_double(gap_at(&s, end, direction[k])) > 0);
      assert_true(precise_double(gap_at(&s, (s.from + end) / 2, direction[k])) > 0);
      assert_true(qmboxRankTriangle(&s.ranking, s.vertex) >= (k == 0 ? end - 1e-9 : s.from));
    }
    precise_forget();
  }
  print_message("# %d ranks in the interval, %d behind it\n", inside, behind);
  assert_true(inside > 100 && behind > 100);
}

/* A ball of the ranking holds all corners of the box, grown, at all times. */
static void a_ball_holds_the_way(void **state) {
  random_source r = random_from(5);
  const double middle[3] = {0.5, -1, 0.25};
  (void)state;
  for (int n = 0; n < 1000; n++) {
    double x[INPUTS], pose[3][4];
    scene s;
    random_numbers(&r, -1, 1, x, INPUTS);
    if (!make_scene(x, true, &s)) continue;
    double radius = qmboxBallOfRanking(&s.ranking, middle), farthest = 0;
    for (int m = 0; m <= 8; m++) {
      bms_motion_at(&s.query.motion_a, s.from + m * (1 - s.from) / 8, pose);
      for (int k = 0; k < 8; k++) {
        double corner[3], away[3];
        for (int i = 0; i < 3; i++) corner[i] = k >> i & 1 ? s.query.a.box.max[i] : s.query.a.box.min[i];
        for (int i = 0; i < 3; i++) away[i] = pose[i][3] + qmboxDot(pose[i], corner) - middle[i];
        farthest = fmax(farthest, qmboxLength(away) + s.query.a.radius);
      }
    }
    assert_true(farthest <= radius);
  }
}

BOUNDS_MAIN(cmocka_unit_test(ranks_are_as_good_as_counted), cmocka_unit_test(nothing_touches_before_its_rank),
            cmocka_unit_test(a_ball_holds_the_way))
