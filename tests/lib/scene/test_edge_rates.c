/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Tests bounds of how fast shapes move and how much their ways bend, for each view of random arms, against the motion
 * of corners and axes between two times, by kinematics of the tests' own (random_arm.c); and roundings, against the
 * places that lanes compute.
 */

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "bms_scene.h"
#include "long_pose.h"
#include "random.h"
#include "random_arm.h"
#include "repetitions.h"
#include "scene/edge_kinematics.h"
#include "scene/edge_look.h"

enum { SEED = 911, ROUNDS = 4000, TIMES = 9, POINTS = 11 };

/* Roundings of the oracle, in lengths of about 1 and angles of some radians. */
static const double ORACLE = 1e-11;

/* A random arm with its scene, and a stretch of its move for which the workspace has the rates. */
typedef struct rated_arm {
  random_arm arm;
  bms_scene *scene;
  bms_scene_workspace *workspace;
  double t0, length;
} rated_arm;

static void begin(random_source *r, rated_arm *rated) {
  random_arm_make(r, &rated->arm);
  rated->scene = bms_scene_create(&rated->arm.chain, NULL, 0);
  rated->workspace = bms_scene_workspace_create(rated->scene);
}

/* Takes a stretch of at least 10^shortest of the move. */
static void find_rates(random_source *r, double shortest, rated_arm *rated) {
  const bms_move *move = &rated->arm.move;
  rated->length = (move->t1 - move->t0) * random_power_of_ten(r, shortest, 0);
  rated->t0 = random_uniform(r, move->t0, move->t1 - rated->length);
  assert_true(edge_find_rates(rated->scene, rated->workspace, move, rated->t0, rated->t0 + rated->length));
}

/* Returns true if a view is of shapes of the arm. */
static bool has_no_hull(const rated_arm *rated, int view) {
  int shapes = rated->arm.chain.shape_count;
  return rated->scene->view[view].a < shapes && rated->scene->view[view].b < shapes;
}

static void end(rated_arm *rated) {
  bms_scene_workspace_destroy(rated->workspace);
  bms_scene_destroy(rated->scene);
}

/* The things that a view shows at a time, in a's frame: the corners of b, then its three axes. */
typedef struct sight {
  double x[POINTS][3];
} sight;

/* The greatest part of each bound that was reached. */
typedef struct reached {
  double speed, bend, turn, turn_bend;
} reached;

static void look(const random_arm *arm, const scene_view *view, double t, sight *out) {
  double of_a[3][4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}, of_b[3][4];
  const bms_box *box = &arm->box[view->b].convex.box;
  if (view->a != BMS_WORLD) arm_box_pose(&arm->chain, &arm->move, t, view->a, of_a);
  arm_box_pose(&arm->chain, &arm->move, t, view->b, of_b);
  for (int p = 0; p < POINTS; p++) {
    double world[3];
    for (int i = 0; i < 3; i++) {
      world[i] = p < 8 ? of_b[i][3] - of_a[i][3] : of_b[i][p - 8];
      for (int j = 0; j < 3 && p < 8; j++) world[i] += of_b[i][j] * (p >> j & 1 ? box->max[j] : box->min[j]);
    }
    for (int c = 0; c < 3; c++) out->x[p][c] = of_a[0][c] * world[0] + of_a[1][c] * world[1] + of_a[2][c] * world[2];
  }
}

static double distance(const double x[3], const double y[3]) {
  double square = 0;
  for (int r = 0; r < 3; r++) square += (x[r] - y[r]) * (x[r] - y[r]);
  return sqrt(square);
}

/* Keeps the greatest part; fails where it is more than the whole. */
static void reach(double off, double bound, double *part) {
  assert_true(off <= bound + ORACLE);
  if (bound > 1e-3) *part = fmax(*part, off / bound);
}

/* Compares a stretch of time with the straight line between its ends. */
static void compare(const random_arm *arm, const scene_view *view, const edge_rate *rate, double t0, double t1,
                    reached *most) {
  double square = 0.125 * (t1 - t0) * (t1 - t0);
  sight first, last, now;
  look(arm, view, t0, &first);
  look(arm, view, t1, &last);
  for (int k = 1; k < TIMES; k++) {
    double part = (double)k / TIMES;
    look(arm, view, t0 + part * (t1 - t0), &now);
    for (int p = 0; p < POINTS; p++) {
      double straight[3], passed = part * (t1 - t0);
      for (int r = 0; r < 3; r++) straight[r] = (1 - part) * first.x[p][r] + part * last.x[p][r];
      reach(distance(now.x[p], straight), square * (p < 8 ? rate->bend : rate->turn_bend),
            p < 8 ? &most->bend : &most->turn_bend);
      reach(distance(now.x[p], first.x[p]), passed * (p < 8 ? rate->speed : rate->turn),
            p < 8 ? &most->speed : &most->turn);
    }
  }
}

static void no_point_moves_faster_or_bends_more(void **state) {
  random_source r = random_from(SEED);
  reached most = {0, 0, 0, 0};
  (void)state;
  for (int round = 0; round < repetitions(ROUNDS); round++) {
    rated_arm a;
    begin(&r, &a);
    find_rates(&r, -3, &a);
    for (int i = 0; i < a.scene->view_count; i++)
      if (has_no_hull(&a, i))
        compare(&a.arm, &a.scene->view[i], edge_rate_of(a.scene, a.workspace, i), a.t0, a.t0 + a.length, &most);
    end(&a);
  }
  print_message("# reached of the bounds: speed %.3f, bend %.3f, turn %.3f, bend of directions %.3f\n", most.speed,
                most.bend, most.turn, most.turn_bend);
  assert_true(most.speed > 0.9 && most.bend > 0.9 && most.turn > 0.9 && most.turn_bend > 0.9);
}

/* The gap along a product of axes of a and b, between points of each that meet at some time, falls below both its
   values at the ends by no more than the bound of its second derivative allows. */
static void no_gap_along_a_product_of_axes_bends_more(void **state) {
  random_source r = random_from(SEED + 1);
  double most = 0;
  (void)state;
  for (int round = 0; round < repetitions(ROUNDS); round++) {
    rated_arm a;
    double y[3], n[3];
    begin(&r, &a);
    find_rates(&r, -2, &a);
    random_direction(&r, n, 3);
    for (int i = 0; i < a.scene->view_count; i++) {
      if (!has_no_hull(&a, i)) continue;
      const edge_rate *rate = edge_rate_of(a.scene, a.workspace, i);
      int corner = random_below(&r, 8), axis = 8 + random_below(&r, 3);
      double value[TIMES + 1];
      sight now;
      look(&a.arm, &a.scene->view[i], a.t0 + a.length * random_uniform(&r, 0, 1), &now);
      for (int c = 0; c < 3; c++) y[c] = now.x[corner][c];
      for (int k = 0; k <= TIMES; k++) {
        look(&a.arm, &a.scene->view[i], a.t0 + a.length * k / TIMES, &now);
        const double *b = now.x[axis], *x = now.x[corner];
        double product[3] = {n[1] * b[2] - n[2] * b[1], n[2] * b[0] - n[0] * b[2], n[0] * b[1] - n[1] * b[0]};
        value[k] = 0;
        for (int c = 0; c < 3; c++) value[k] += product[c] * (x[c] - y[c]);
      }
      double second = (rate->turn_bend * a.length + 2 * rate->turn) * rate->speed + rate->bend;
      for (int k = 1; k < TIMES; k++)
        reach(fmin(value[0], value[TIMES]) - value[k], 0.125 * a.length * a.length * second, &most);
    }
    end(&a);
  }
  print_message("# reached of the bound: %.3f\n", most);
  assert_true(most > (repetitions(ROUNDS) < ROUNDS ? 0.25 : 0.5)); /* few rounds come less near it */
}

/* ------------------------------------------------------------------ roundings */

typedef struct long_frame {
  long double r[3][3], p[3];
} long_frame;

static long_frame long_product(const long_frame *a, const long_frame *b) {
  long_frame out;
  for (int i = 0; i < 3; i++) {
    out.p[i] = a->p[i];
    for (int j = 0; j < 3; j++) {
      out.r[i][j] = a->r[i][0] * b->r[0][j] + a->r[i][1] * b->r[1][j] + a->r[i][2] * b->r[2][j];
      out.p[i] += a->r[i][j] * b->p[j];
    }
  }
  return out;
}

/* Computes the rotation of w + v . (i, j, k), of any length: x + 2 v x (v x x + w x) / |q|^2. */
static void long_rotation(long double w, const long double v[3], long double r[3][3]) {
  long double square = w * w + v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      int k = 3 - i - j;
      long double cross = i == j ? 0 : (j == (i + 1) % 3 ? -1 : 1) * w * v[k];
      long double own = i == j ? w * w - (square - w * w) : 0;
      r[i][j] = (own + 2 * (v[i] * v[j] + cross)) / square;
    }
}

static long_frame long_of_pose(const bms_pose *pose) {
  long_frame out;
  const double *q = pose->quaternion;
  long_rotation(q[0], (const long double[3]){q[1], q[2], q[3]}, out.r);
  for (int i = 0; i < 3; i++) out.p[i] = pose->position[i];
  return out;
}

static long_frame long_joint(const bms_link *link, const bms_move *move, double t) {
  long double value = 0, length = 0, v[3], half;
  long_frame out = {.p = {0, 0, 0}};
  for (int k = BMS_MOVE_TERMS - 1; k >= 0; k--)
    value = move->value[link->variable][k] + value * ((long double)t - move->t0);
  for (int i = 0; i < 3; i++) length += (long double)link->axis[i] * link->axis[i];
  half = link->joint == BMS_JOINT_REVOLUTE ? value / 2 : 0;
  for (int i = 0; i < 3; i++) {
    v[i] = sinl(half) * link->axis[i] / sqrtl(length);
    if (link->joint == BMS_JOINT_PRISMATIC) out.p[i] = value * link->axis[i] / sqrtl(length);
  }
  long_rotation(cosl(half), v, out.r);
  return out;
}

static long_frame long_shape(const random_arm *arm, int shape, double t) {
  long_frame out = long_of_pose(&arm->box[shape].pose);
  for (int i = arm->box[shape].link; i >= 0; i = arm->link[i].parent) {
    long_frame frame = long_of_pose(&arm->link[i].frame);
    if (arm->link[i].joint != BMS_JOINT_FIXED) {
      long_frame joint = long_joint(&arm->link[i], &arm->move, t);
      out = long_product(&joint, &out);
    }
    out = long_product(&frame, &out);
  }
  return out;
}

/* Returns how far the place of a mover at a knot is off, as a part of its bound. */
static double place_error(const random_arm *arm, const bms_scene *scene, bms_scene_workspace *workspace, int mover,
                          int knot, double t) {
  const edge_frame *at = &edge_mover_origin(scene, workspace, mover)[knot / 4];
  const edge_frame *turned = &edge_mover_axes(scene, workspace, mover)[knot / 4];
  const edge_rate *rate = edge_rate_of(scene, workspace, mover);
  int shape = scene->view[mover].b;
  long_frame exact = long_shape(arm, shape, t);
  double worst = 0;
  for (int i = 0; i < 3; i++) {
    const bms_box *box = &arm->box[shape].convex.box;
    long double origin = exact.p[i];
    for (int c = 0; c < 3; c++) {
      origin += exact.r[i][c] * ((long double)box->min[c] + box->max[c]) / 2;
      double off = (double)fabsl(exact.r[i][c] - lanes_get(turned->axis[c][i], knot % 4));
      worst = fmax(worst, off / rate->turn_rounding);
    }
    worst = fmax(worst, (double)fabsl(origin - lanes_get(at->origin[i], knot % 4)) / rate->rounding);
  }
  return worst;
}

static void no_place_is_off_by_more_than_its_roundings(void **state) {
  random_source r = random_from(SEED + 2);
  double worst = 0;
  (void)state;
  if (!long_doubles_are_long()) skip();
  for (int round = 0; round < repetitions(ROUNDS); round++) {
    rated_arm a;
    const bms_move *move = &a.arm.move;
    begin(&r, &a);
    if (round % 2 == 0) a.arm.value[0][0] += 1e4; /* turns whose own roundings are more than all others */
    edge_question question = {a.scene, a.workspace, move, 1e-4, false};
    edge_level *level = &a.workspace->level[0];
    edge_level_set(level, EDGE_PARTS, move->t0, move->t1);
    assert_true(edge_find_rates(a.scene, a.workspace, move, move->t0, move->t1));
    edge_look(&question, level, NULL, 0);
    for (int m = 0; m < a.scene->mover_count; m++)
      for (int k = 0; k < EDGE_KNOTS; k++)
        worst = fmax(worst, place_error(&a.arm, a.scene, a.workspace, m, k, level->time[k]));
    end(&a);
  }
  print_message("# at most %.4f of the bound\n", worst);
  assert_true(worst > 1e-4 && worst < 0.25); /* a fourth is for places, the rest for what is computed from them */
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(no_point_moves_faster_or_bends_more),
      cmocka_unit_test(no_gap_along_a_product_of_axes_bends_more),
      cmocka_unit_test(no_place_is_off_by_more_than_its_roundings),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
