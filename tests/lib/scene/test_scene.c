/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Scenes: edges of random arms, against dense samples by kinematics of the tests' own (random_arm.c), against
 * clearances enclosed, and against themselves: whatever was asked before, in whatever lanes and threads.
 */

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bms_scene.h"
#include "long_pose.h"
#include "numeric/compiler.h"
#include "posed_boxes.h"
#include "random.h"
#include "random_arm.h"
#include "repetitions.h"
#include "scene/edge_look.h"

enum { SEED = 577, ROUNDS = 2000, SAMPLES = 60 };

/* The oracle's floor, of the interval, and its own rounding in lengths of about 1. */
static const double FINEST = 1.0 / 500, ORACLE = 1e-12;

/* A scene with a workspace. */
typedef struct asked_scene {
  bms_scene *scene;
  bms_scene_workspace *workspace;
} asked_scene;

static asked_scene ask(const bms_chain *chain) {
  char text[200] = "";
  asked_scene a = {.scene = bms_scene_create(chain, text, sizeof text)};
  if (a.scene == NULL) print_message("%s\n", text);
  assert_non_null(a.scene);
  a.workspace = bms_scene_workspace_create(a.scene);
  assert_non_null(a.workspace);
  return a;
}

static void end(asked_scene *a) {
  bms_scene_workspace_destroy(a->workspace);
  bms_scene_destroy(a->scene);
}

static bool is_free(const asked_scene *a, const bms_move *move, double tolerance) {
  bms_edge_answer answer = bms_scene_is_free(a->scene, a->workspace, move, tolerance);
  assert_int_not_equal(answer, BMS_EDGE_INVALID);
  return answer == BMS_EDGE_FREE;
}

/* ------------------------------------------------------------------ shapes of other kinds */

/* Makes some of the shapes round: boxes grown, balls and capsules, all of which are boxes with a radius. */
static void make_round(random_source *r, random_arm *arm) {
  for (int i = 0; i < arm->chain.shape_count; i++) {
    bms_convex *convex = &arm->box[i].convex;
    double size = random_power_of_ten(r, -2, -0.7);
    int kind = random_below(r, 5);
    if (kind == 0) convex->radius = 0.3 * size;
    if (kind == 1) *convex = bms_convex_sphere(size);
    if (kind == 2) *convex = bms_convex_capsule(0.5 * size, size);
  }
}

static double round_gap(const random_arm *arm, int a, double pose_a[3][4], int b, double pose_b[3][4]) {
  const bms_convex *convex_a = &arm->box[a].convex, *convex_b = &arm->box[b].convex;
  double apart = posed_distance(&convex_a->box, pose_a, &convex_b->box, pose_b);
  return apart - convex_a->radius - convex_b->radius - arm->chain.margin;
}

/* Returns no more than that gap: the one between balls around the boxes. */
static double ball_gap(const random_arm *arm, int a, double pose_a[3][4], int b, double pose_b[3][4]) {
  const bms_convex *convex[2] = {&arm->box[a].convex, &arm->box[b].convex};
  double square = 0, gap = -arm->chain.margin, way[3] = {0, 0, 0}, (*pose[2])[4] = {pose_a, pose_b};
  for (int k = 0; k < 2; k++) {
    const double *min = convex[k]->box.min, *max = convex[k]->box.max;
    gap -= 0.5 * hypot(hypot(max[0] - min[0], max[1] - min[1]), max[2] - min[2]) + convex[k]->radius;
    for (int r = 0; r < 3; r++) {
      double x = pose[k][r][3];
      for (int c = 0; c < 3; c++) x += pose[k][r][c] * (0.5 * min[c] + 0.5 * max[c]);
      way[r] += k == 0 ? -x : x;
    }
  }
  for (int r = 0; r < 3; r++) square += way[r] * way[r];
  return gap + sqrt(square);
}

/* Returns the least gap at t of shapes that are boxes with a radius; below 0 only by the radii. */
static double least_gap(const random_arm *arm, double t) {
  double pose[ARM_BOXES][3][4], least = INFINITY;
  for (int i = 0; i < arm->chain.shape_count; i++) arm_box_pose(&arm->chain, &arm->move, t, i, pose[i]);
  for (int b = 0; b < arm->chain.shape_count; b++)
    for (int a = 0; a < b; a++)
      if (arm_looks_at(&arm->chain, a, b) && ball_gap(arm, a, pose[a], b, pose[b]) < least)
        least = fmin(least, round_gap(arm, a, pose[a], b, pose[b]));
  return least;
}

/* ------------------------------------------------------------------ tests */

static void complain(const char *what, int round, const random_arm *arm, double tolerance) {
  print_message("round %d, tolerance %a: %s\n", round, tolerance, what);
  arm_tell(&arm->chain, &arm->move);
  fail();
}

/* Free is free all the way; not free comes closer than the tolerance. */
static void free_is_proved_and_the_rest_is_within_the_tolerance(void **state) {
  random_source r = random_from(SEED);
  int free_moves = 0, met = 0, close = 0;
  (void)state;
  for (int round = 0; round < repetitions(ROUNDS); round++) {
    random_arm arm;
    bms_link_clearance clearance;
    random_arm_make(&r, &arm);
    double tolerance = random_power_of_ten(&r, -7, -2), length = arm.move.t1 - arm.move.t0;
    asked_scene a = ask(&arm.chain);
    bool says_free = is_free(&a, &arm.move, tolerance);
    double sampled = arm_sampled_contact(&arm.chain, &arm.move, arm.move.t0, arm.move.t1, FINEST * length, ORACLE);
    if (says_free && isfinite(sampled)) complain("free, but sampled", round, &arm, tolerance);
    bms_chain_clearance(&arm.chain, &arm.move, 0.1 * tolerance, &clearance);
    if (says_free && !(clearance.least.upper > 0)) complain("free, but without clearance", round, &arm, tolerance);
    if (!says_free && clearance.least.lower > tolerance) complain("not free, but clear", round, &arm, tolerance);
    free_moves += says_free;
    met += isfinite(sampled);
    close += !says_free && !isfinite(sampled);
    end(&a);
  }
  assert_true(free_moves > 0 && met > 0);
  print_message("# %d free, %d with a sampled contact, %d only within the tolerance\n", free_moves, met, close);
}

/* Fails if a move that is refused has a first contact at which no shapes are as near as the tolerance. */
static void check_refusal(const asked_scene *a, const random_arm *arm, bool says_free, double tolerance, int round) {
  bms_chain_contact contact;
  if (says_free) return;
  bms_status status = bms_scene_first_contact(a->scene, a->workspace, &arm->move, tolerance, &contact);
  bool is_near = status == BMS_UNRESOLVED || least_gap(arm, contact.t) <= tolerance + ORACLE;
  if (status == BMS_SEPARATED || !is_near) complain("not free, but clear", round, arm, tolerance);
}

/* How many moves were free, had a sampled contact, and how many hulls the scenes had. */
typedef struct sampled_moves {
  int free_moves, met, hulls;
} sampled_moves;

/* Makes the shapes of an arm round, in one of three with a margin, and holds its move against samples; the tolerance is
   at least 10 to the power `finest`. */
static void check_by_samples(random_source *r, random_arm *arm, double finest, int round, sampled_moves *sum) {
  make_round(r, arm);
  if (round % 3 == 0) arm->chain.margin = random_power_of_ten(r, -3, -1);
  double tolerance = random_power_of_ten(r, finest, -2), least = INFINITY;
  asked_scene a = ask(&arm->chain);
  bool says_free = is_free(&a, &arm->move, tolerance);
  for (int k = 0; k <= SAMPLES; k++)
    least = fmin(least, least_gap(arm, arm->move.t0 + (arm->move.t1 - arm->move.t0) * k / SAMPLES));
  if (says_free && least < -ORACLE) complain("free, but sampled", round, arm, tolerance);
  check_refusal(&a, arm, says_free, tolerance, round);
  sum->free_moves += says_free;
  sum->met += least < 0;
  sum->hulls += a.scene->hull_count;
  end(&a);
}

/* ------------------------------------------------------------------ grazes */

enum { GRAZES = 3000, GRAZE_LINKS = 3, GRAZE_TERMS = 4 };

static void random_box(random_source *r, double least, double most, bms_convex *convex) {
  double size[3], radius = random_power_of_ten(r, least, most);
  for (int i = 0; i < 3; i++) size[i] = random_power_of_ten(r, least, most);
  bms_box box = bms_box_centred(size[0], size[1], size[2]);
  *convex = bms_convex_box(&box, random_below(r, 2) ? 0 : 0.5 * radius);
}

/* Two joints carry one shape, a third may carry the other. */
static void make_graze_arm(random_source *r, bool both_move, random_arm *arm) {
  const bms_pose rest = {{0, 0, 0}, {1, 0, 0, 0}};
  for (int i = 0; i < GRAZE_LINKS; i++) {
    bms_link *link = &arm->link[i];
    *link = (bms_link){i == 1 ? 0 : BMS_WORLD, BMS_JOINT_REVOLUTE, rest, {0, 0, 1}, i};
    if (random_below(r, 5) == 0) link->joint = BMS_JOINT_PRISMATIC;
    random_direction(r, link->frame.quaternion, 4);
    random_direction(r, link->axis, 3);
    random_numbers(r, -0.5, 0.5, link->frame.position, 3);
    int terms = 2 + random_below(r, GRAZE_TERMS - 1);
    memset(arm->value[i], 0, sizeof arm->value[i]);
    random_numbers(r, -2, 2, arm->value[i], terms);
  }
  bms_pose outside = rest;
  bms_convex convex;
  random_box(r, -2, 0, &convex);
  random_numbers(r, -1, 1, outside.position, 3);
  random_direction(r, outside.quaternion, 4);
  arm->box[1] = bms_placed_convex(1, &convex, &outside);
  random_box(r, -2, 0, &convex);
  arm->box[0] = bms_placed_convex(both_move ? 2 : BMS_WORLD, &convex, &rest);
  arm->chain = (bms_chain){
      .link_count = GRAZE_LINKS, .link = arm->link, .variable_count = GRAZE_LINKS, .shape_count = 2, .shape = arm->box};
  arm->move = (bms_move){0, 1, (const double(*)[BMS_MOVE_TERMS])arm->value};
}

/* Returns where the second shape's corner that is farthest from the world's origin is at t, and which way it is out. */
static void farthest_corner(const random_arm *arm, double t, double corner[3], double outwards[3]) {
  double pose[3][4], most = -1;
  const bms_box *box = &arm->box[1].convex.box;
  arm_box_pose(&arm->chain, &arm->move, t, 1, pose);
  for (int k = 0; k < 8; k++) {
    double x[3], length = 0;
    for (int i = 0; i < 3; i++) {
      x[i] = pose[i][3];
      for (int c = 0; c < 3; c++) x[i] += pose[i][c] * (k >> c & 1 ? box->max[c] : box->min[c]);
      length += x[i] * x[i];
    }
    if (length <= most) continue;
    most = length;
    memcpy(corner, x, 3 * sizeof *corner);
  }
  for (int i = 0; i < 3; i++) outwards[i] = corner[i] / sqrt(most);
}

/* Puts the first shape so that corners of both overlap by this depth at t, from where the second comes out. */
static void place_graze(random_source *r, random_arm *arm, double t, double depth) {
  double corner[3], outwards[3], pose[3][4];
  bms_placed_shape *other = &arm->box[0];
  bms_pose world = {{0, 0, 0}, {1, 0, 0, 0}}, carrier = bms_chain_pose(&arm->chain, &arm->move, t, other->link);
  double apart = other->convex.radius + arm->box[1].convex.radius + arm->chain.margin - depth;
  farthest_corner(arm, t, corner, outwards);
  random_direction(r, world.quaternion, 4);
  bms_motion still = bms_motion_fixed(world.position, world.quaternion);
  bms_motion_at(&still, 0, pose);
  for (int i = 0; i < 3; i++) world.position[i] = corner[i] + apart * outwards[i] - carrier.position[i];
  for (int c = 0; c < 3; c++) { /* from the corner that lies least far outwards to the middle */
    double along = pose[0][c] * outwards[0] + pose[1][c] * outwards[1] + pose[2][c] * outwards[2];
    for (int i = 0; i < 3; i++) world.position[i] += pose[i][c] * copysign(other->convex.box.max[c], along);
  }
  const double *q = carrier.quaternion;
  bms_pose back = {{0, 0, 0}, {q[0], -q[1], -q[2], -q[3]}};
  other->pose = bms_pose_product(&back, &world);
}

/* Shapes touch for as short a time as they can, between the configurations that are checked. */
static void grazes_between_configurations_are_seen(void **state) {
  random_source r = random_from(SEED + 40);
  int met = 0;
  (void)state;
  for (int round = 0; round < repetitions(GRAZES); round++) {
    random_arm arm;
    bms_chain_contact contact;
    double pose[2][3][4], t = random_uniform(&r, 0, 1), depth = random_power_of_ten(&r, -7, -2);
    make_graze_arm(&r, round % 2, &arm);
    arm.chain.margin = round % 3 == 0 ? random_power_of_ten(&r, -3, -1) : 0;
    place_graze(&r, &arm, t, depth);
    for (int i = 0; i < 2; i++) arm_box_pose(&arm.chain, &arm.move, t, i, pose[i]);
    double gap = round_gap(&arm, 0, pose[0], 1, pose[1]);
    if (!(arm.chain.margin + arm.box[0].convex.radius + arm.box[1].convex.radius > 0))
      gap = posed_gap(&arm.box[0].convex.box, pose[0], &arm.box[1].convex.box, pose[1]);
    if (!(gap < -ORACLE)) continue;
    met++;
    asked_scene a = ask(&arm.chain);
    if (is_free(&a, &arm.move, 1e-9)) complain("free, but grazed", round, &arm, 1e-9);
    bms_status status = bms_scene_first_contact(a.scene, a.workspace, &arm.move, 1e-9, &contact);
    if (status == BMS_SEPARATED || contact.t > t) complain("no contact, but grazed", round, &arm, 1e-9);
    end(&a);
  }
  assert_true(met > repetitions(GRAZES) / 2);
}

static void round_shapes_and_margins_are_kept(void **state) {
  random_source r = random_from(SEED + 1);
  sampled_moves sum = {0, 0, 0};
  (void)state;
  for (int round = 0; round < repetitions(ROUNDS) / 4; round++) {
    random_arm arm;
    random_arm_make(&r, &arm);
    check_by_samples(&r, &arm, -6, round, &sum);
  }
  assert_true(sum.free_moves > 0 && sum.met > 0);
  print_message("# %d free, %d with a sampled contact\n", sum.free_moves, sum.met);
}

/* Makes an arm whose links carry many shapes, so that they have hulls: its own, small, and again next to themselves;
   one link stays as it is. */
static void multiply_shapes(random_source *r, random_arm *arm) {
  int count = arm->chain.shape_count, alone = random_below(r, arm->chain.link_count);
  for (int i = 0; i < count && arm->box[i].link != BMS_WORLD; i++)
    for (int k = 0; k < 3 && arm->chain.shape_count < ARM_BOXES && arm->box[i].link != alone; k++) {
      bms_placed_shape *copy = &arm->box[arm->chain.shape_count++];
      *copy = arm->box[i];
      for (int c = 0; c < 3; c++) copy->pose.position[c] += random_uniform(r, -0.1, 0.1);
    }
}

static void arms_of_many_shapes_are_asked_by_their_hulls(void **state) {
  random_source r = random_from(SEED + 13);
  sampled_moves sum = {0, 0, 0};
  (void)state;
  for (int round = 0; round < repetitions(ROUNDS) / 4; round++) {
    random_arm arm;
    random_arm_make(&r, &arm);
    multiply_shapes(&r, &arm);
    check_by_samples(&r, &arm, -5, round, &sum);
  }
  assert_true(sum.free_moves > 0 && sum.met > 0 && sum.hulls > 0);
  print_message("# %d free, %d with a sampled contact, %d hulls\n", sum.free_moves, sum.met, sum.hulls);
}

/* A ball alone on its link, and small ones on a link three joints further, which are in it near its surface, or next to
   it. */
static void a_ball_alone_is_met_by_what_a_hull_holds(void **state) {
  enum { LINKS = 4, SMALL = 4 };
  const bms_convex ball = bms_convex_sphere(0.3), small = bms_convex_sphere(0.02);
  const double still[LINKS] = {0, 0, 0, 0};
  const bms_pose at_origin = {{0, 0, 0}, {1, 0, 0, 0}};
  (void)state;
  for (int inside = 0; inside < 2; inside++) {
    bms_link link[LINKS];
    bms_placed_shape shape[1 + SMALL] = {bms_placed_convex(0, &ball, &at_origin)};
    for (int i = 0; i < LINKS; i++)
      link[i] = (bms_link){i - 1, BMS_JOINT_REVOLUTE, at_origin, {0, i % 2, 1 - i % 2}, i};
    for (int i = 0; i < SMALL; i++) {
      bms_pose pose = {{inside ? 0.25 : 0.35, 0, 0.05 * i}, {1, 0, 0, 0}};
      shape[1 + i] = bms_placed_convex(LINKS - 1, &small, &pose);
    }
    bms_chain chain = {
        .link_count = LINKS, .link = link, .variable_count = LINKS, .shape_count = 1 + SMALL, .shape = shape};
    asked_scene a = ask(&chain);
    assert_int_equal(bms_scene_edge_is_free(a.scene, a.workspace, still, still, 1e-4),
                     inside ? BMS_EDGE_NOT_FREE : BMS_EDGE_FREE);
    end(&a);
  }
}

/* A margin counts over a half-space, and between balls whose circles keep them apart but not by that much. */
static void a_margin_counts_where_no_tree_is_asked(void **state) {
  const bms_convex ball = bms_convex_sphere(0.1), floor = bms_convex_half_space((const double[3]){0, 0, 1}, -0.15);
  const bms_pose at_origin = {{0, 0, 0}, {1, 0, 0, 0}}, on_arm = {{0.5, 0, 0}, {1, 0, 0, 0}};
  const bms_pose beside = {{2, 0, 0}, {0, 0, 0, 1}}; /* turned back, so that the balls begin 1 apart */
  static const double FROM[2] = {0, 0}, TO[2] = {1, 1};
  const bms_link link[2] = {{BMS_WORLD, BMS_JOINT_REVOLUTE, at_origin, {0, 0, 1}, 0},
                            {BMS_WORLD, BMS_JOINT_REVOLUTE, beside, {0, 0, 1}, 1}};
  (void)state;
  for (int with_floor = 0; with_floor < 2; with_floor++) {
    const bms_placed_shape shape[2] = {
        bms_placed_convex(0, &ball, &on_arm),
        with_floor ? bms_placed_convex(BMS_WORLD, &floor, &at_origin) : bms_placed_convex(1, &ball, &on_arm)};
    bms_chain chain = {.link_count = 2, .link = link, .variable_count = 2, .shape_count = 2, .shape = shape};
    double gap = with_floor ? 0.05 : 0.8;
    for (int is_beyond = 0; is_beyond < 2; is_beyond++) {
      chain.margin = gap + (is_beyond ? 0.01 : -0.01);
      asked_scene a = ask(&chain);
      assert_int_equal(bms_scene_edge_is_free(a.scene, a.workspace, FROM, TO, 1e-4),
                       is_beyond ? BMS_EDGE_NOT_FREE : BMS_EDGE_FREE);
      end(&a);
    }
  }
}

/* Small balls in the half of a corner's box that the corner does not fill are more than a level keeps, and no check
   shows that they are clear of it: that takes no longer than to ask about each, and one in the corner is met. */
static void a_crowd_that_no_look_tells_is_asked_one_by_one(void **state) {
  enum { ALONG = 10, MOST = ALONG * ALONG * ALONG + 3 };
  static const double CORNER[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1}, FROM = 0, TO = 0.01;
  const bms_convex corner = bms_convex_points(CORNER, 4, 0), ball = bms_convex_sphere(0.001);
  const bms_pose at_origin = {{0, 0, 0}, {1, 0, 0, 0}}, far_away = {{-9, 0, 0}, {1, 0, 0, 0}};
  const bms_link link = {BMS_WORLD, BMS_JOINT_PRISMATIC, at_origin, {1, 1, 1}, 0};
  static bms_placed_shape shape[MOST];
  random_source r = random_from(SEED + 16);
  int count = 0;
  (void)state;
  shape[count++] = bms_placed_convex(0, &ball, &far_away);
  shape[count++] = bms_placed_convex(0, &corner, &at_origin);
  for (int i = 0; i < ALONG * ALONG * ALONG; i++) {
    bms_pose pose = at_origin;
    for (int c = 0, k = i; c < 3; c++, k /= ALONG) pose.position[c] = (k % ALONG + 0.5) / ALONG;
    if (pose.position[0] + pose.position[1] + pose.position[2] > 1.1)
      shape[count++] = bms_placed_convex(BMS_WORLD, &ball, &pose);
  }
  assert_true(count > EDGE_PAIRS + 2);
  for (int met = 0; met < 10; met++) {
    bms_chain chain = {.link_count = 1, .link = &link, .variable_count = 1, .shape_count = count, .shape = shape};
    if (met > 0) {
      bms_pose pose = at_origin;
      for (int c = 0; c < 3; c++) pose.position[c] = random_uniform(&r, 0.02, 0.32);
      shape[chain.shape_count++] = bms_placed_convex(BMS_WORLD, &ball, &pose);
    }
    asked_scene a = ask(&chain);
    assert_int_equal(bms_scene_edge_is_free(a.scene, a.workspace, &FROM, &TO, 1e-4),
                     met > 0 ? BMS_EDGE_NOT_FREE : BMS_EDGE_FREE);
    end(&a);
  }
}

/* A hull holds its shapes, as they are placed in their body's frame. */
static void hulls_hold_their_shapes(void **state) {
  random_source r = random_from(SEED + 14);
  int hulls = 0;
  (void)state;
  for (int round = 0; round < repetitions(ROUNDS) / 20; round++) {
    random_arm arm;
    random_arm_make(&r, &arm);
    multiply_shapes(&r, &arm);
    make_round(&r, &arm);
    asked_scene a = ask(&arm.chain);
    for (int g = 0; g < a.scene->group_count; g++) {
      const scene_group *group = &a.scene->group[g];
      if (group->member_count < SCENE_MANY) continue;
      const scene_shape *hull = &a.scene->shape[group->whole];
      hulls++;
      for (int i = 0; i < 8 * group->member_count; i++) {
        const scene_shape *shape = &a.scene->shape[a.scene->member[group->first_member + i / 8]];
        for (int k = 0; k < 3; k++) {
          double x = shape->frame[k][3];
          for (int c = 0; c < 3; c++) x += (i >> c & 1 ? 1 : -1) * shape->frame[k][c] * shape->half[c];
          assert_true(fabs(x - hull->frame[k][3]) + shape->radius < hull->half[k]);
        }
      }
    }
    end(&a);
  }
  assert_true(hulls > 0);
}

static void no_first_contact_is_late_and_none_is_early_by_more_than_the_slack(void **state) {
  random_source r = random_from(SEED + 2);
  int met = 0;
  (void)state;
  for (int round = 0; round < repetitions(ROUNDS) / 2; round++) {
    random_arm arm;
    bms_chain_contact contact;
    random_arm_make(&r, &arm);
    double tolerance = random_power_of_ten(&r, -7, -2), length = arm.move.t1 - arm.move.t0;
    asked_scene a = ask(&arm.chain);
    bms_status status = bms_scene_first_contact(a.scene, a.workspace, &arm.move, tolerance, &contact);
    double until = status == BMS_SEPARATED ? arm.move.t1 : contact.t;
    double sampled = arm_sampled_contact(&arm.chain, &arm.move, arm.move.t0, until, FINEST * length, ORACLE);
    bool good = status != BMS_INVALID && status != BMS_UNRESOLVED && sampled >= until;
    good = good && (status == BMS_SEPARATED) == is_free(&a, &arm.move, tolerance);
    if (good && status != BMS_SEPARATED) {
      good = arm_gap(&arm.chain, &arm.move, contact.t, 1) <= contact.slack + ORACLE && contact.slack <= tolerance;
      good = good && (status == BMS_CONTACT) == (contact.t > arm.move.t0) && contact.point_count > 0;
      good = good && bms_chain_looks_at(&arm.chain, contact.a, contact.b);
      met += status == BMS_CONTACT;
    }
    if (!good) complain(bms_status_name(status), round, &arm, tolerance);
    end(&a);
  }
  assert_true(met > 0);
}

/* A look claims that parts without an open pair are free, up to the first part that ends at an overlap, and that knots
   that overlap do. */
static void what_a_look_settles_is_so(void **state) {
  random_source r = random_from(SEED + 3);
  int settled = 0, overlapping = 0;
  (void)state;
  for (int round = 0; round < repetitions(ROUNDS) / 2; round++) {
    random_arm arm;
    random_arm_make(&r, &arm);
    asked_scene a = ask(&arm.chain);
    edge_question question = {a.scene, a.workspace, &arm.move, 1e-4, false};
    edge_level *level = &a.workspace->level[EDGE_LEVELS - 1]; /* the last one is never coarse */
    double length = (arm.move.t1 - arm.move.t0) * random_power_of_ten(&r, -2, 0);
    edge_level_set(level, round % 2 == 0 ? EDGE_PARTS : EDGE_FEW_PARTS, arm.move.t0, arm.move.t0 + length);
    assert_true(edge_find_rates(a.scene, a.workspace, &arm.move, arm.move.t0, arm.move.t1));
    edge_look(&question, level, NULL, 0);
    unsigned open = 0;
    for (int i = 0; i < level->pair_count; i++) open |= level->pair[i].parts;
    for (int k = 0; k <= level->parts; k++) {
      double gap = arm_gap(&arm.chain, &arm.move, level->time[k], 0);
      if ((level->overlaps >> k & 1) != 0 && !(gap < ORACLE)) complain("no overlap", round, &arm, level->time[k]);
      overlapping += (level->overlaps >> k & 1) != 0;
    }
    for (int part = 0; part < level->parts; part++) {
      if (part > 0 && (level->overlaps >> part & 1) != 0) break;
      if ((open >> part & 1) != 0) continue;
      settled++;
      double t0 = level->time[part], t1 = level->time[part + 1];
      for (int k = 0; k <= 8; k++)
        if (arm_gap(&arm.chain, &arm.move, t0 + (t1 - t0) * k / 8, 0) < -ORACLE)
          complain("not free", round, &arm, t0 + (t1 - t0) * k / 8);
    }
    end(&a);
  }
  assert_true(settled > 0 && overlapping > 0);
}

/* Compares the levels of a look as numbers, since the structure has gaps. */
static bool same_level(const edge_level *a, const edge_level *b, int movers) {
  if (a->pair_count != b->pair_count || a->overlaps != b->overlaps) return false;
  for (int i = 0; i < a->pair_count; i++)
    if (a->pair[i].view != b->pair[i].view || a->pair[i].obstacle != b->pair[i].obstacle ||
        a->pair[i].parts != b->pair[i].parts || a->pair[i].is_near != b->pair[i].is_near)
      return false;
  return memcmp(a->asks_tree, b->asks_tree, (size_t)movers * sizeof *a->asks_tree) == 0;
}

static void lanes_of_every_kind_see_the_same(void **state) {
  random_source r = random_from(SEED + 4);
  (void)state;
  if (!bms_processor_has_avx2()) skip();
#if BMS_FAST_AVX2
  for (int round = 0; round < repetitions(ROUNDS) / 2; round++) {
    random_arm arm;
    random_arm_make(&r, &arm);
    if (round % 2 == 0) make_round(&r, &arm);
    asked_scene a = ask(&arm.chain), b = ask(&arm.chain);
    edge_question of_a = {a.scene, a.workspace, &arm.move, 1e-4, false};
    edge_question of_b = {b.scene, b.workspace, &arm.move, 1e-4, false};
    edge_level *level_a = &a.workspace->level[0], *level_b = &b.workspace->level[0];
    bool is_short = round % 4 > 1;
    edge_level_set(level_a, is_short ? EDGE_FEW_PARTS : EDGE_PARTS, arm.move.t0, arm.move.t1);
    edge_level_set(level_b, is_short ? EDGE_FEW_PARTS : EDGE_PARTS, arm.move.t0, arm.move.t1);
    assert_true(edge_find_rates(a.scene, a.workspace, &arm.move, arm.move.t0, arm.move.t1));
    assert_true(edge_find_rates(b.scene, b.workspace, &arm.move, arm.move.t0, arm.move.t1));
    (is_short ? edge_look_short_anywhere : edge_look_anywhere)(&of_a, level_a, NULL, 0);
    (is_short ? edge_look_short_avx2 : edge_look_avx2)(&of_b, level_b, NULL, 0);
    assert_true(same_level(level_a, level_b, a.scene->mover_count));
    size_t used = (is_short ? 1 : EDGE_BLOCKS) * sizeof(edge_frame);
    for (int i = 0; i < a.scene->mover_count; i++)
      assert_memory_equal(a.workspace->mover[i], b.workspace->mover[i], used);
    for (int i = 0; i < a.scene->body_count; i++) assert_memory_equal(a.workspace->body[i], b.workspace->body[i], used);
    end(&a);
    end(&b);
  }
#endif
}

/* ------------------------------------------------------------------ rates */

/* Makes an arm as fast as its rates allow: a rod of joints about z and slides along x or y, each a while along x from
   the one before, whose values pass through zero. */
static void stretch_out(random_source *r, random_arm *arm) {
  int links = arm->chain.link_count;
  double length = arm->move.t1 - arm->move.t0;
  for (int i = 0; i < links; i++) {
    bms_link *link = &arm->link[i];
    bool slides = random_below(r, 3) == 0, is_across = random_below(r, 2) == 0;
    *link = (bms_link){.parent = i - 1, .joint = slides ? BMS_JOINT_PRISMATIC : BMS_JOINT_REVOLUTE, .variable = i};
    link->frame = (bms_pose){{random_power_of_ten(r, -2, 0), 0, 0}, {1, 0, 0, 0}};
    link->axis[slides ? is_across : 2] = 1;
    double middle = 0.5 * length, size = slides ? 0.3 : 1, *value = arm->value[i];
    value[1] = size * random_uniform(r, -1, 1) / length;
    value[2] = random_below(r, 2) == 0 ? size * random_uniform(r, -3, 3) / (length * length) : 0;
    value[3] = 0;
    value[0] = -middle * (value[1] + middle * value[2]);
  }
  for (int i = 0; i < arm->chain.shape_count; i++) arm->box[i].pose.quaternion[0] = 1;
}

/* The corners and the axes of box b at t, in the frame of box a, or in the world. */
typedef struct seen_box {
  double point[11][3]; /* eight corners and the three axes */
} seen_box;

static seen_box see_box(const random_arm *arm, double t, int a, int b) {
  double of_a[3][4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}, of_b[3][4];
  const bms_box *box = &arm->chain.shape[b].convex.box;
  seen_box seen;
  if (a != BMS_WORLD) arm_box_pose(&arm->chain, &arm->move, t, a, of_a);
  arm_box_pose(&arm->chain, &arm->move, t, b, of_b);
  for (int i = 0; i < 11; i++)
    for (int c = 0; c < 3; c++) {
      seen.point[i][c] = 0;
      for (int k = 0; k < 3; k++) {
        double x = i < 8 ? of_b[k][3] - of_a[k][3] : of_b[k][i - 8];
        for (int j = 0; j < 3 && i < 8; j++) x += of_b[k][j] * (i >> j & 1 ? box->max[j] : box->min[j]);
        seen.point[i][c] += of_a[k][c] * x;
      }
    }
  return seen;
}

/* The greatest parts of a rate that have been seen: of the speed, the bend, and the directions' rates. */
typedef struct seen_parts {
  double part[4];
} seen_parts;

/* Takes in the differences of a shape between three times.  The first is a mean of the speed, the second one of the
   second derivative; so no rate is below them. */
static void take_differences(const random_arm *arm, const scene_view *view, const edge_rate *rate, double t, double h,
                             seen_parts *most) {
  seen_box before = see_box(arm, t - h, view->a, view->b), now = see_box(arm, t, view->a, view->b);
  seen_box after = see_box(arm, t + h, view->a, view->b);
  for (int i = 0; i < 11; i++) {
    double first = 0, second = 0;
    for (int c = 0; c < 3; c++) {
      first += pow((after.point[i][c] - before.point[i][c]) / (2 * h), 2);
      second += pow((after.point[i][c] - 2 * now.point[i][c] + before.point[i][c]) / (h * h), 2);
    }
    double *part = most->part + (i < 8 ? 0 : 2),
           bound[2] = {i < 8 ? rate->speed : rate->turn, i < 8 ? rate->bend : rate->turn_bend};
    double rounding = 1e-13 / h;
    if (bound[0] > 0) part[0] = fmax(part[0], (sqrt(first) - rounding) / bound[0]);
    if (bound[1] > 0) part[1] = fmax(part[1], (sqrt(second) - rounding / h) / bound[1]);
    assert_true(sqrt(first) <= bound[0] + rounding && sqrt(second) <= bound[1] + rounding / h);
  }
}

/* Rates bound what is seen of a shape from the world and from others, and arms are as fast as that. */
static void nothing_moves_faster_or_bends_more_than_its_rate(void **state) {
  random_source r = random_from(SEED + 15);
  seen_parts most = {{0}};
  (void)state;
  for (int round = 0; round < repetitions(ROUNDS) / 4; round++) {
    random_arm arm;
    random_arm_make(&r, &arm);
    if (round % 2 == 0) stretch_out(&r, &arm);
    asked_scene a = ask(&arm.chain);
    double length = arm.move.t1 - arm.move.t0, h = length / 1024;
    assert_true(edge_find_rates(a.scene, a.workspace, &arm.move, arm.move.t0, arm.move.t1));
    for (int i = 0; i < a.scene->view_count; i++) {
      const scene_view *view = &a.scene->view[i];
      if (view->a >= arm.chain.shape_count || view->b >= arm.chain.shape_count) continue; /* hulls */
      const edge_rate *rate = edge_rate_of(a.scene, a.workspace, i);
      for (int k = 0; k < 8; k++)
        take_differences(&arm, view, rate, arm.move.t0 + length * random_uniform(&r, 0.01, 0.99), h, &most);
    }
    end(&a);
  }
  print_message("# greatest parts of speed %.3f, bend %.3f, turn %.3f, its bend %.3f\n", most.part[0], most.part[1],
                most.part[2], most.part[3]);
}

/* ------------------------------------------------------------------ the same answer whatever was asked before */

/* Edges of one arm: rows of from and to, half of them short. */
enum { EDGES = 600 };

typedef struct edge_set {
  random_arm arm;
  double configuration[2 * EDGES][ARM_LINKS];
  int pair[EDGES][2];
} edge_set;

/* Makes edges of an arm whose rows are as long as it has variables: as many as links can be. */
static void make_edges(random_source *r, edge_set *set) {
  do random_arm_make(r, &set->arm);
  while (set->arm.chain.link_count < ARM_LINKS || set->arm.chain.shape_count < 10);
  for (int i = 0; i < EDGES; i++) {
    double size = i % 2 == 0 ? 0.1 : 3;
    for (int v = 0; v < ARM_LINKS; v++) {
      bool slides = set->arm.link[v].joint == BMS_JOINT_PRISMATIC;
      set->configuration[2 * i][v] = (slides ? 0.2 : 3) * random_uniform(r, -1, 1);
      set->configuration[2 * i + 1][v] =
          set->configuration[2 * i][v] + (slides ? 0.1 : size) * random_uniform(r, -1, 1);
    }
    set->pair[i][0] = 2 * i;
    set->pair[i][1] = 2 * i + 1;
  }
}

static bms_edge_answer answer_edge(const asked_scene *a, const edge_set *set, int i) {
  return bms_scene_edge_is_free(a->scene, a->workspace, set->configuration[2 * i], set->configuration[2 * i + 1], 1e-4);
}

static void no_answer_depends_on_what_was_asked_before(void **state) {
  random_source r = random_from(SEED + 5);
  static edge_set set;
  (void)state;
  for (int round = 0; round < repetitions(8); round++) {
    bms_edge_answer forwards[EDGES];
    int free_edges = 0;
    make_edges(&r, &set);
    asked_scene a = ask(&set.arm.chain);
    for (int i = 0; i < EDGES; i++) forwards[i] = answer_edge(&a, &set, i);
    for (int i = EDGES; i-- > 0;) assert_int_equal(answer_edge(&a, &set, i), forwards[i]);
    for (int i = 0; i < EDGES; i += 10) {
      asked_scene fresh = ask(&set.arm.chain);
      assert_int_equal(answer_edge(&fresh, &set, i), forwards[i]);
      end(&fresh);
    }
    for (int i = 0; i < EDGES; i++) free_edges += forwards[i] == BMS_EDGE_FREE;
    if (round == 0) print_message("# %d of %d free\n", free_edges, EDGES);
    end(&a);
  }
}

static void a_batch_gives_the_same_answers_by_any_number_of_threads(void **state) {
  enum { MOST = 3 };
  random_source r = random_from(SEED + 6);
  static edge_set set;
  bms_scene_workspace *workspace[MOST];
  (void)state;
  make_edges(&r, &set);
  asked_scene a = ask(&set.arm.chain);
  for (int k = 0; k < MOST; k++) assert_non_null(workspace[k] = bms_scene_workspace_create(a.scene));
  for (int threads = 1; threads <= MOST; threads++) {
    bms_edge_answer answer[EDGES];
    bms_scene_edges_are_free(a.scene, workspace, threads, &set.configuration[0][0], (const int(*)[2])set.pair, EDGES,
                             1e-4, answer);
    for (int i = 0; i < EDGES; i++) assert_int_equal(answer[i], answer_edge(&a, &set, i));
  }
  for (int k = 0; k < MOST; k++) bms_scene_workspace_destroy(workspace[k]);
  end(&a);
}

/* ------------------------------------------------------------------ many obstacles, and obstacles of other kinds */

/* Adds obstacles around the arm, more than a level keeps, as far as they do not touch it. Returns the number of
   shapes. */
static int surround(random_source *r, const random_arm *arm, bms_placed_shape *shape, int most) {
  int count = arm->chain.shape_count;
  memcpy(shape, arm->box, (size_t)count * sizeof *shape);
  while (count < most) {
    bms_pose pose = {{0, 0, 0}, {1, 0, 0, 0}};
    random_numbers(r, -2, 2, pose.position, 3);
    if (random_below(r, 2) == 0) random_direction(r, pose.quaternion, 4);
    bms_box box = bms_box_centred(0.02, random_power_of_ten(r, -2, -1), 0.03);
    shape[count++] = arm_box_on(BMS_WORLD, box, pose);
  }
  return count;
}

/* The least distance by the tree is compared with the chain's: both enclose the same number, and neither is much wider
   than twice the tolerance if it is above zero. */
static void clearances_agree(const asked_scene *a, const bms_move *move, double tolerance,
                             const bms_link_clearance *of_chain) {
  bms_link_clearance of_scene;
  bms_status status = bms_scene_clearance(a->scene, move, tolerance, &of_scene);
  assert_true(status == (of_scene.least.lower > 0 ? BMS_SEPARATED : BMS_CONTACT));
  assert_true(of_scene.least.lower <= of_chain->least.upper && of_chain->least.lower <= of_scene.least.upper);
  if (isfinite(of_scene.least.upper) && of_chain->least.lower > 4 * tolerance)
    assert_true(of_scene.least.upper - of_scene.least.lower <= 3 * tolerance);
  assert_true(isfinite(of_scene.least.upper) == isfinite(of_chain->least.upper));
  assert_true(isfinite(of_scene.least.upper) == (of_scene.a >= 0));
}

/* The tree, and levels that cannot keep all pairs, are held against bms_chain_clearance(), which examines each pair. */
static void many_obstacles_are_all_looked_at(void **state) {
  enum { MOST = 3000 };
  random_source r = random_from(SEED + 7);
  static bms_placed_shape shape[MOST];
  int free_moves = 0, met = 0;
  (void)state;
  for (int round = 0; round < repetitions(60); round++) {
    random_arm arm;
    bms_link_clearance clearance;
    bms_chain_contact contact;
    random_arm_make(&r, &arm);
    bms_chain chain = arm.chain;
    chain.shape = shape;
    chain.shape_count = surround(&r, &arm, shape, round % 3 == 0 ? MOST : round % 3 == 1 ? 200 : 20);
    if (round % 2 == 0) arm.move.t1 = arm.move.t0 + 0.05 * (arm.move.t1 - arm.move.t0);
    asked_scene a = ask(&chain);
    bool says_free = is_free(&a, &arm.move, 1e-4);
    assert_true(says_free ==
                (bms_scene_first_contact(a.scene, a.workspace, &arm.move, 1e-4, &contact) == BMS_SEPARATED));
    bms_chain_clearance(&chain, &arm.move, 1e-5, &clearance);
    clearances_agree(&a, &arm.move, 1e-5, &clearance);
    assert_true(!says_free || clearance.least.upper > 0);
    assert_true(says_free || clearance.least.lower <= 1e-4);
    free_moves += says_free;
    met += !says_free;
    end(&a);
  }
  assert_true(free_moves > 0 && met > 0);
  print_message("# %d free, %d not\n", free_moves, met);
}

/* Trees with empty places, and a tolerance that any distance meets. */
static void any_distance_will_do_if_the_tolerance_is_infinite(void **state) {
  random_source r = random_from(SEED + 8);
  bms_placed_shape shape[ARM_BOXES + 20];
  (void)state;
  for (int round = 0; round < repetitions(40); round++) {
    random_arm arm;
    bms_link_clearance least, any;
    random_arm_make(&r, &arm);
    bms_chain chain = arm.chain;
    chain.shape = shape;
    chain.shape_count = surround(&r, &arm, shape, arm.chain.shape_count + round % 20);
    asked_scene a = ask(&chain);
    bms_scene_clearance(a.scene, &arm.move, 1e-5, &least);
    assert_int_not_equal(bms_scene_clearance(a.scene, &arm.move, INFINITY, &any), BMS_INVALID);
    assert_true(any.least.lower <= least.least.upper && any.least.upper >= least.least.lower);
    assert_true((any.a >= 0) == (least.a >= 0) && isfinite(any.least.upper) == isfinite(least.least.upper));
    end(&a);
  }
}

static const double TETRAHEDRON[4][3] = {{0.1, 0.1, 0.1}, {0.1, -0.1, -0.1}, {-0.1, 0.1, -0.1}, {-0.1, -0.1, 0.1}};

/* Cylinders, hulls, meshes and a half-space are held against bms_chain_clearance(). */
static void shapes_of_all_kinds_are_looked_at(void **state) {
  static const int SIDES[4][3] = {{0, 1, 2}, {0, 3, 1}, {0, 2, 3}, {1, 3, 2}};
  static const double UP[3] = {0, 0.5, 2};
  random_source r = random_from(SEED + 8);
  bms_mesh_source source = {.vertex = TETRAHEDRON, .vertex_count = 4, .index = SIDES[0], .triangle_count = 4};
  bms_mesh *mesh = bms_mesh_create(&source, NULL, NULL);
  int free_moves = 0, met = 0;
  (void)state;
  assert_non_null(mesh);
  for (int round = 0; round < repetitions(600); round++) {
    random_arm arm;
    bms_link_clearance clearance;
    random_arm_make(&r, &arm);
    for (int i = 0; i < arm.chain.shape_count; i++) {
      bms_placed_shape *placed = &arm.box[i];
      double size = random_power_of_ten(&r, -2, -0.7);
      int kind = random_below(&r, 6);
      if (kind == 0) placed->convex = bms_convex_cylinder(size, 0.7 * size);
      if (kind == 1) placed->convex = bms_convex_points(TETRAHEDRON[0], 4, 0.1 * size);
      if (kind == 2) *placed = bms_placed_mesh(placed->link, mesh, 0.1 * size, &placed->pose);
      if (kind == 3 && placed->link == BMS_WORLD && random_below(&r, 3) == 0)
        placed->convex = bms_convex_half_space(UP, -random_uniform(&r, 1, 4));
    }
    asked_scene a = ask(&arm.chain);
    bool says_free = is_free(&a, &arm.move, 1e-3);
    bms_chain_clearance(&arm.chain, &arm.move, 1e-4, &clearance);
    clearances_agree(&a, &arm.move, 1e-4, &clearance);
    if (says_free && !(clearance.least.upper > 0)) complain("free, but without clearance", round, &arm, 1e-3);
    if (!says_free && clearance.least.lower > 1e-3) complain("not free, but clear", round, &arm, 1e-3);
    free_moves += says_free;
    met += !says_free;
    end(&a);
  }
  bms_mesh_destroy(mesh);
  assert_true(free_moves > 0 && met > 0);
  print_message("# %d free, %d not\n", free_moves, met);
}

/* With meshes the configuration at the start is checked first, and its contact is the answer. */
static void a_move_that_begins_in_contact_is_answered_as_its_start(void **state) {
  static const int SIDES[4][3] = {{0, 1, 2}, {0, 3, 1}, {0, 2, 3}, {1, 3, 2}};
  random_source r = random_from(SEED + 9);
  bms_mesh_source source = {.vertex = TETRAHEDRON[0], .vertex_count = 4, .index = SIDES[0], .triangle_count = 4};
  bms_mesh *mesh = bms_mesh_create(&source, NULL, NULL);
  int begun = 0;
  (void)state;
  assert_non_null(mesh);
  for (int round = 0; round < repetitions(300); round++) {
    random_arm arm;
    bms_chain_contact moving, standing;
    double still[ARM_LINKS][BMS_MOVE_TERMS] = {{0}};
    random_arm_make(&r, &arm);
    for (int i = 0; i < arm.chain.shape_count; i++)
      if (arm.box[i].link != BMS_WORLD) arm.box[i] = bms_placed_mesh(arm.box[i].link, mesh, 0, &arm.box[i].pose);
    for (int v = 0; v < arm.chain.variable_count; v++) still[v][0] = arm.move.value[v][0];
    const bms_move start = {arm.move.t0, arm.move.t1, (const double(*)[BMS_MOVE_TERMS])still};
    asked_scene a = ask(&arm.chain);
    bms_status status = bms_scene_first_contact(a.scene, a.workspace, &start, 1e-4, &standing);
    if (status == BMS_TOUCHING || status == BMS_OVERLAPPING) {
      assert_int_equal(bms_scene_first_contact(a.scene, a.workspace, &arm.move, 1e-4, &moving), status);
      assert_true(moving.t <= arm.move.t0 && moving.t >= arm.move.t0);
      assert_true(moving.slack <= 1e-4);
      assert_false(is_free(&a, &arm.move, 1e-4));
      begun++;
    }
    end(&a);
  }
  bms_mesh_destroy(mesh);
  assert_true(begun > 0);
  print_message("# %d moves begin in contact\n", begun);
}

/* ------------------------------------------------------------------ between two knots */

static bms_edge_answer answer_of(const bms_chain *chain, const double *from, const double *to) {
  asked_scene a = ask(chain);
  bms_edge_answer answer = bms_scene_edge_is_free(a.scene, a.workspace, from, to, 1e-5);
  end(&a);
  return answer;
}

/* Two bodies of `count` balls each slide past each other along x, or one past the other, `apart` times as far apart as
   they reach. */
static bms_edge_answer slide_past(random_source *r, int count, bool one, double apart) {
  enum { MOST = 4 };
  const bms_pose here = {{0, 0, 0}, {1, 0, 0, 0}};
  const bms_convex ball = bms_convex_sphere(random_power_of_ten(r, -3, -2));
  double travel = random_power_of_ten(r, -1.5, 0.5), met = random_uniform(r, 0.05, 0.95);
  double spacing = random_power_of_ten(r, -3, -1), margin = random_below(r, 2) * random_power_of_ten(r, -3, -1);
  const double from[2] = {-met * travel, met * travel}, to[2] = {(1 - met) * travel, (met - 1) * travel};
  bms_link link[2];
  bms_placed_shape shape[2 * MOST];
  for (int i = 0; i < 2; i++) {
    link[i] = (bms_link){BMS_WORLD, BMS_JOINT_PRISMATIC, here, {1, 0, 0}, i};
    link[i].frame.position[2] = i * apart * (2 * ball.radius + margin);
    for (int k = 0; k < count; k++) {
      bool stands = one && i == 1;
      bms_pose pose = {{0, k * spacing, stands ? link[i].frame.position[2] : 0}, {1, 0, 0, 0}};
      shape[i * count + k] = bms_placed_convex(stands ? BMS_WORLD : i, &ball, &pose);
    }
  }
  bms_chain chain = {.link_count = 2,
                     .link = link,
                     .variable_count = 2,
                     .shape_count = 2 * count,
                     .shape = shape,
                     .margin = margin,
                     .neighbours = true};
  return answer_of(&chain, from, to);
}

/* They meet at any time, most often between two knots at which they are farther apart than they are large. */
static void what_slides_past_is_met_between_two_knots(void **state) {
  random_source r = random_from(SEED + 14);
  (void)state;
  for (int round = 0; round < repetitions(1000); round++)
    for (int kind = 0; kind < 4; kind++) {
      int count = kind < 2 ? 1 : 4;
      bool one = kind % 2 == 1;
      assert_int_equal(slide_past(&r, count, one, random_uniform(&r, 0, 0.99)), BMS_EDGE_NOT_FREE);
      assert_int_equal(slide_past(&r, count, one, random_uniform(&r, 1.05, 1.2)), BMS_EDGE_FREE);
    }
}

/* Asks about a plate that turns while it slides along its own plane, and is touched in the middle between two of the
   knots of a look: at both it is farther from the obstacle, by what the turn makes of the slide. */
static bms_edge_answer turn_and_slide(random_source *r) {
  enum { PARTS = 7 };
  static const double DEEP = 1e-3, HALF = 0.01, THICK = 0.02, RIGHT_ANGLE = 1.5707963267948966;
  const bms_pose here = {{0, 0, 0}, {1, 0, 0, 0}};
  double met = (random_below(r, PARTS) + 0.5) / PARTS, turn = random_uniform(r, 2, 4), slide = random_uniform(r, 4, 10);
  double angle = RIGHT_ANGLE + random_uniform(r, -0.05, 0.05), cosine = cos(angle), sine = sin(angle);
  double along = -slide * cosine / turn, off = THICK + HALF - DEEP;
  const double from[2] = {-met * slide, angle - met * turn}, to[2] = {from[0] + slide, from[1] + turn};
  const bms_pose place = {{along * cosine - off * sine, along * sine + off * cosine, 0},
                          {cos(0.5 * angle), 0, 0, sin(0.5 * angle)}};
  const bms_link link[2] = {{BMS_WORLD, BMS_JOINT_PRISMATIC, here, {0, 1, 0}, 0},
                            {0, BMS_JOINT_REVOLUTE, here, {0, 0, 1}, 1}};
  const bms_placed_shape shape[2] = {arm_box_on(1, bms_box_centred(0.6, 2 * THICK, 0.6), here),
                                     arm_box_on(BMS_WORLD, bms_box_centred(2 * HALF, 2 * HALF, 2 * HALF), place)};
  bms_chain chain = {
      .link_count = 2, .link = link, .variable_count = 2, .shape_count = 2, .shape = shape, .neighbours = true};
  return answer_of(&chain, from, to);
}

static void what_turns_while_it_slides_is_met_between_two_knots(void **state) {
  random_source r = random_from(SEED + 23);
  (void)state;
  for (int round = 0; round < repetitions(1000); round++) assert_int_equal(turn_and_slide(&r), BMS_EDGE_NOT_FREE);
}

/* The end of a lever of length 1, and the obstacle that it passes by. */
typedef enum passed { SHEET_BY_BALL, SHEET_BY_EDGE, HALF_SPACE_BY_BALL, CORNER_BY_PLATE, PASSED } passed;

/* Sets the end of a lever along x, and an obstacle that it reaches into by `deep` there. */
static void place_lever(passed kind, double deep, bms_placed_shape shape[2]) {
  static const double BACK[3] = {-1, 0, 0};
  const double turned = 0.38268343236508977, straight = 0.92387953251128674; /* by half of 45 degrees */
  const bms_pose here = {{0, 0, 0}, {1, 0, 0, 0}}, tip = {{1, 0, 0}, {1, 0, 0, 0}};
  const bms_convex ball = bms_convex_sphere(0.01), space = bms_convex_half_space(BACK, -(1.01 - deep));
  shape[0] = bms_placed_convex(0, &ball, &tip);
  shape[1] = arm_box_on(BMS_WORLD, (bms_box){{1.01 - deep, -1, -1}, {1.012 - deep, 1, 1}}, here);
  if (kind == SHEET_BY_EDGE) shape[0] = arm_box_on(0, (bms_box){{0.95, 0, -0.02}, {1.01, 0, 0.02}}, here);
  if (kind == HALF_SPACE_BY_BALL) shape[1] = bms_placed_convex(BMS_WORLD, &space, &here);
  if (kind != CORNER_BY_PLATE) return;
  const bms_pose corner = {{1 + deep - 0.02 * sqrt(2), 0, 0}, {straight, 0, 0, turned}};
  shape[0] = arm_box_on(0, (bms_box){{1, -0.03, -0.03}, {1.01, 0.03, 0.03}}, here);
  shape[1] = arm_box_on(BMS_WORLD, bms_box_centred(0.04, 0.04, 0.02), corner);
}

static bms_edge_answer pass_by(random_source *r, passed kind, double deep) {
  double angle = random_power_of_ten(r, -1.5, 0), met = random_uniform(r, 0.05, 0.95);
  double from = -met * angle, to = (1 - met) * angle;
  bms_link link = {BMS_WORLD, BMS_JOINT_REVOLUTE, {{0, 0, 0}, {1, 0, 0, 0}}, {0, 0, 1}, 0};
  bms_placed_shape shape[2];
  place_lever(kind, deep, shape);
  bms_chain chain = {
      .link_count = 1, .link = &link, .variable_count = 1, .shape_count = 2, .shape = shape, .neighbours = true};
  return answer_of(&chain, &from, &to);
}

/* A lever reaches farthest at any time: there it goes into something by much less than its way is bent. */
static void levers_are_met_where_they_reach_farthest(void **state) {
  random_source r = random_from(SEED + 15);
  (void)state;
  for (int round = 0; round < repetitions(500); round++)
    for (int kind = 0; kind < PASSED; kind++) {
      assert_int_equal(pass_by(&r, (passed)kind, 1e-7), BMS_EDGE_NOT_FREE);
      assert_int_equal(pass_by(&r, (passed)kind, -5e-5), BMS_EDGE_FREE);
    }
}

/* A box slides along y and turns while a ball is next to its face, which goes into it by `deep` at some time: the face
   is nearest then, and at knots before and after it the turn has taken it away. */
static bms_edge_answer slide_and_turn(random_source *r, double deep) {
  const bms_pose here = {{0, 0, 0}, {1, 0, 0, 0}}, beside = {{0.15 - deep, 0, 0}, {1, 0, 0, 0}};
  double met = random_uniform(r, 0.05, 0.95), slide = random_uniform(r, 0.4, 2), turn = random_power_of_ten(r, -1, 0);
  double from[2] = {-met * slide, -met * turn}, to[2] = {(1 - met) * slide, (1 - met) * turn};
  bms_link link[2] = {{BMS_WORLD, BMS_JOINT_PRISMATIC, beside, {0, 1, 0}, 0},
                      {0, BMS_JOINT_REVOLUTE, here, {0, 0, 1}, 1}};
  const bms_convex ball = bms_convex_sphere(0.05);
  bms_placed_shape shape[2] = {bms_placed_convex(BMS_WORLD, &ball, &here),
                               arm_box_on(1, bms_box_centred(0.2, 0.4, 0.4), here)};
  bms_chain chain = {
      .link_count = 2, .link = link, .variable_count = 2, .shape_count = 2, .shape = shape, .neighbours = true};
  return answer_of(&chain, from, to);
}

static void balls_are_met_by_faces_that_slide_and_turn(void **state) {
  random_source r = random_from(SEED + 16);
  (void)state;
  for (int round = 0; round < repetitions(1000); round++) {
    assert_int_equal(slide_and_turn(&r, 1e-7), BMS_EDGE_NOT_FREE);
    assert_int_equal(slide_and_turn(&r, -5e-5), BMS_EDGE_FREE);
  }
}

/* ------------------------------------------------------------------ at the limits */

static void what_is_thinner_than_any_step_is_met(void **state) {
  random_source r = random_from(SEED + 9);
  (void)state;
  for (int round = 0; round < repetitions(300); round++) {
    /* A rod that turns about z from below the x axis to above it, and a plate of nearly no thickness on that. */
    double from = -random_uniform(&r, 0.1, 3), to = random_uniform(&r, 0.1, 3), thick = random_power_of_ten(&r, -9, -2);
    double middle = -from / (to - from), value[1][BMS_MOVE_TERMS];
    bms_link link = {BMS_WORLD, BMS_JOINT_REVOLUTE, {{0, 0, 0}, {1, 0, 0, 0}}, {0, 0, 1}, 0};
    bms_pose here = {{0, 0, 0}, {1, 0, 0, 0}}, there = {{0.8, 0, 0}, {1, 0, 0, 0}};
    bms_placed_shape shape[2] = {arm_box_on(BMS_WORLD, bms_box_centred(0.2, thick, 1), there),
                                 arm_box_on(0, (bms_box){{0.3, -1e-3, -0.01}, {1, 1e-3, 0.01}}, here)};
    bms_chain chain = {.link_count = 1, .link = &link, .variable_count = 1, .shape_count = 2, .shape = shape};
    bms_move_linear(1, 0, &from, 1, &to, value);
    bms_move move = {0, 1, (const double(*)[BMS_MOVE_TERMS])value};
    bms_chain_contact contact;
    asked_scene a = ask(&chain);
    assert_false(is_free(&a, &move, 1e-6));
    assert_int_equal(bms_scene_first_contact(a.scene, a.workspace, &move, 1e-6, &contact), BMS_CONTACT);
    assert_true(contact.t < middle && contact.a == 0 && contact.b == 1);
    end(&a);
  }
}

/* Angles and sizes for which lanes are of no use, intervals without length, tolerances below all roundings. */
static void what_is_out_of_the_ordinary_is_answered_as_by_the_chain(void **state) {
  random_source r = random_from(SEED + 10);
  (void)state;
  for (int round = 0; round < repetitions(400); round++) {
    random_arm arm;
    bms_chain_contact contact;
    random_arm_make(&r, &arm);
    double tolerance = 1e-6;
    int kind = random_below(&r, 4), v = random_below(&r, arm.chain.link_count);
    if (kind == 0) arm.value[v][0] = 1e7;
    if (kind == 1) arm.move.t1 = arm.move.t0;
    if (kind == 2) arm.box[0].pose.position[0] = 1e60;
    if (kind == 3) tolerance = 1e-40;
    if (kind == 3) arm.move.t1 = arm.move.t0 + 0.02 * (arm.move.t1 - arm.move.t0);
    asked_scene a = ask(&arm.chain);
    bool says_free = is_free(&a, &arm.move, tolerance);
    bms_status status = bms_chain_first_contact(&arm.chain, &arm.move, tolerance, &contact);
    if (says_free != (status == BMS_SEPARATED)) complain(bms_status_name(status), kind, &arm, tolerance);
    end(&a);
  }
}

/* Checks a ball of this radius, which does not move, next to an obstacle.  Returns the knots at which it sees them
   overlap, and sets whether it leaves them open. */
static unsigned look_at_ball(double radius, const bms_convex *obstacle, const bms_pose *obstacle_at, bool *is_open) {
  static const double STILL[1][BMS_MOVE_TERMS] = {{0}};
  const bms_pose here = {{0, 0, 0}, {1, 0, 0, 0}};
  const bms_link link = {BMS_WORLD, BMS_JOINT_REVOLUTE, here, {0, 0, 1}, 0};
  const bms_convex ball = bms_convex_sphere(radius);
  bms_placed_shape shape[2] = {bms_placed_convex(0, &ball, &here), bms_placed_convex(BMS_WORLD, obstacle, obstacle_at)};
  bms_chain chain = {
      .link_count = 1, .link = &link, .variable_count = 1, .shape_count = 2, .shape = shape, .neighbours = true};
  bms_move move = {0, 1, STILL};
  asked_scene a = ask(&chain);
  edge_question question = {a.scene, a.workspace, &move, 1e-4, false};
  edge_level *level = &a.workspace->level[EDGE_LEVELS - 1];
  edge_level_set(level, EDGE_PARTS, 0, 1);
  assert_true(edge_find_rates(a.scene, a.workspace, &move, 0, 1));
  edge_look(&question, level, NULL, 0);
  unsigned overlaps = level->overlaps;
  *is_open = level->pair_count > 0;
  end(&a);
  return overlaps;
}

/* A ball that reaches just into the obstacle overlaps it at all knots, and one that does not is known to be apart. */
static void check_ball(double distance, const bms_convex *obstacle, const bms_pose *at) {
  bool is_open;
  assert_int_equal(look_at_ball(distance * (1 + 1e-9), obstacle, at, &is_open), 255);
  assert_true(is_open);
  assert_int_equal(look_at_ball(distance * (1 - 1e-9), obstacle, at, &is_open), 0);
  assert_false(is_open);
}

/* A ball whose middle is outside of a sheet overlaps it by its radius: next to a face, an edge or a corner. */
static void a_look_sees_balls_that_reach_into_sheets(void **state) {
  const bms_box box = bms_box_centred(0.5, 0.002, 0.4);
  const bms_convex sheet = bms_convex_box(&box, 0);
  random_source r = random_from(SEED + 12);
  (void)state;
  for (int round = 0; round < 100; round++) {
    double inside[3] = {0.25, 0.001, 0.2}, way[3], square = 0;
    bms_pose at = {{0, 0, 0}, {1, 0, 0, 0}};
    for (int i = 0; i < 3; i++) {
      way[i] = random_uniform(&r, 0.01, 0.1) * (i == 1 || round >> (i / 2) & 1);
      if (way[i] == 0) inside[i] = random_uniform(&r, -inside[i], inside[i]);
      at.position[i] = -inside[i] - way[i];
      square += way[i] * way[i];
    }
    check_ball(sqrt(square), &sheet, &at);
  }
}

/* So it does with a cylinder: next to its side, above its end, or next to its rim, to which the box around it is
   nearer. */
static void a_look_sees_balls_that_reach_into_cylinders(void **state) {
  const bms_convex cylinder = bms_convex_cylinder(0.25, 0.2);
  random_source r = random_from(SEED + 13);
  (void)state;
  for (int round = 0; round < 150; round++) {
    double angle = random_uniform(&r, -3, 3), beside = random_uniform(&r, 0.01, 0.1) * (round % 3 != 0);
    double above = random_uniform(&r, 0.01, 0.1) * (round % 3 != 1), sign = round & 1 ? 1 : -1;
    double across = beside > 0 ? 0.25 + beside : random_uniform(&r, 0, 0.25);
    double height = above > 0 ? 0.2 + above : random_uniform(&r, 0, 0.2);
    bms_pose at = {{across * cos(angle), across * sin(angle), sign * height}, {1, 0, 0, 0}};
    check_ball(sqrt(beside * beside + above * above), &cylinder, &at);
  }
}

/* A ball in the box of a corner, beyond the face that cuts it off, does not overlap the corner. */
static void a_look_takes_no_corner_for_its_box(void **state) {
  static const double CORNER[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const bms_convex corner = bms_convex_points(CORNER[0], 4, 0);
  random_source r = random_from(SEED + 25);
  (void)state;
  for (int round = 0; round < 100; round++) {
    bms_pose at = {{0, 0, 0}, {1, 0, 0, 0}};
    double beyond = -1;
    bool is_open;
    for (int i = 0; i < 3; i++) {
      at.position[i] = -random_uniform(&r, 0.4, 0.9);
      beyond -= at.position[i];
    }
    assert_int_equal(look_at_ball(0.99 * beyond / sqrt(3), &corner, &at, &is_open), 0);
  }
}

/* Asks an arm of one joint, whose value stays 0, about its only shape on `link` and an obstacle. */
static bool holds_apart(int links, const bms_link *link, const bms_placed_shape shape[2]) {
  static const double STILL[1][BMS_MOVE_TERMS] = {{0}};
  bms_chain chain = {
      .link_count = links, .link = link, .variable_count = 1, .shape_count = 2, .shape = shape, .neighbours = true};
  bms_move move = {0, 1, STILL};
  asked_scene a = ask(&chain);
  bool says_free = is_free(&a, &move, 1e-3);
  end(&a);
  return says_free;
}

/* A ball of radius 1 is at the origin, and half-spaces reach into it: their normals' squares are not doubles. */
static void half_spaces_with_normals_of_any_length_are_met(void **state) {
  const bms_pose here = {{0, 0, 0}, {1, 0, 0, 0}};
  const bms_link link = {BMS_WORLD, BMS_JOINT_REVOLUTE, here, {0, 0, 1}, 0};
  const bms_convex ball = bms_convex_sphere(1);
  (void)state;
  for (int exponent = -300; exponent <= 300; exponent += 2) {
    double size = pow(10, exponent), normal[3] = {0.36 * size, 0.48 * size, 0.8 * size};
    bms_convex into = bms_convex_half_space(normal, -0.9999999 * size);
    bms_convex away = bms_convex_half_space(normal, -1.01 * size);
    bms_placed_shape met[2] = {bms_placed_convex(0, &ball, &here), bms_placed_convex(BMS_WORLD, &into, &here)};
    bms_placed_shape apart[2] = {met[0], bms_placed_convex(BMS_WORLD, &away, &here)};
    assert_false(holds_apart(1, &link, met));
    assert_true(holds_apart(1, &link, apart));
  }
}

/* Half-spaces have frames that are far away: the offset is a difference of large numbers, and its roundings count. */
static void half_spaces_of_far_frames_are_met(void **state) {
  random_source r = random_from(SEED + 12);
  const bms_pose here = {{0, 0, 0}, {1, 0, 0, 0}};
  const bms_link link = {BMS_WORLD, BMS_JOINT_REVOLUTE, here, {0, 0, 1}, 0};
  const bms_convex ball = bms_convex_sphere(1);
  (void)state;
  for (int round = 0; round < repetitions(2000); round++) {
    bms_pose far = here;
    double normal[3];
    random_direction(&r, normal, 3);
    for (int i = 0; i < 3; i++) far.position[i] = random_uniform(&r, -1e8, 1e8);
    long double place = 0, square = 0;
    for (int i = 0; i < 3; i++) {
      place += (long double)normal[i] * far.position[i];
      square += (long double)normal[i] * normal[i];
    }
    double height = (double)(-sqrtl(square) - place);
    if (height + place + sqrtl(square) < 1e-12L) continue; /* apart, as rounded */
    bms_convex into = bms_convex_half_space(normal, height);
    bms_placed_shape met[2] = {bms_placed_convex(0, &ball, &here), bms_placed_convex(BMS_WORLD, &into, &far)};
    assert_false(holds_apart(1, &link, met));
  }
}

/* Makes a shape in a frame that is so far: a ball near the origin, whose centre is kept in `centre`, or a box of which
   a face is.  Returns which radius of a ball about the origin, or half extent of a cube, touches it. */
static double make_far_shape(random_source *r, double distance, bool ball, bool cube, double centre[3],
                             bms_placed_shape *far) {
  bms_pose at = {.quaternion = {0}};
  random_direction(r, at.quaternion, 4);
  for (int i = 0; i < 3; i++) at.position[i] = random_uniform(r, -distance, distance);
  bms_motion motion = bms_motion_fixed(at.position, at.quaternion);
  long_pose exact = long_pose_at(&motion, 0);
  const long double place[3] = {3, random_uniform(r, -0.5, 0.5), random_uniform(r, -0.5, 0.5)};
  long double back[3], way[3], touch;
  for (int i = 0; i < 3; i++) back[i] = (ball ? place[i] : 0) - exact.translation[i];
  for (int i = 0; i < 3; i++) centre[i] = (double)long_dot(exact.column[i], back);
  if (ball) {
    for (int i = 0; i < 3; i++)
      way[i] = exact.translation[i] + exact.column[0][i] * centre[0] + exact.column[1][i] * centre[1] +
               exact.column[2][i] * centre[2];
    touch = (cube ? fabsl(way[0]) : sqrtl(long_dot(way, way))) - 1;
    bms_convex convex = bms_convex_points(centre, 1, 1);
    *far = bms_placed_convex(BMS_WORLD, &convex, &at);
  } else {
    bms_box box = {{centre[0] - 9, centre[1] - 9, centre[2] - 9}, {centre[0] - 1, centre[1] + 9, centre[2] + 9}};
    bms_convex convex = bms_convex_box(&box, 0);
    touch = long_dot(exact.column[0], back) - box.max[0];
    if (cube) touch /= fabsl(exact.column[0][0]) + fabsl(exact.column[0][1]) + fabsl(exact.column[0][2]);
    *far = bms_placed_convex(BMS_WORLD, &convex, &at);
  }
  return (double)touch;
}

/* Shapes in far frames are off by roundings of these, and meet what they reach into by less. */
static void shapes_of_far_frames_are_met(void **state) {
  static const double DEEP = 1e-17; /* of the distance: long doubles are off by less */
  random_source r = random_from(SEED + 24);
  const bms_pose here = {{0, 0, 0}, {1, 0, 0, 0}};
  const bms_link link = {BMS_WORLD, BMS_JOINT_REVOLUTE, here, {0, 0, 1}, 0};
  (void)state;
  if (!long_doubles_are_long()) skip();
  for (int round = 0; round < repetitions(2000); round++)
    for (int kind = 0; kind < 8; kind++) {
      bms_placed_shape shape[2];
      double centre[3];
      bool cube = kind & 1, far_moves = kind & 4;
      double distance = random_power_of_ten(&r, 6, 11);
      double size = make_far_shape(&r, distance, kind & 2, cube, centre, &shape[1]) + DEEP * distance;
      bms_box box = bms_box_centred(2 * size, 2 * size, 2 * size);
      bms_convex convex = cube ? bms_convex_box(&box, 0) : bms_convex_sphere(size);
      shape[0] = bms_placed_convex(far_moves ? BMS_WORLD : 0, &convex, &here);
      shape[1].link = far_moves ? 0 : BMS_WORLD;
      assert_false(holds_apart(1, &link, shape));
    }
}

/* Frames whose quaternions are far from unit length: the product of all of them is no double. */
static void frames_of_many_links_may_have_quaternions_of_any_length(void **state) {
  enum { LINKS = 40 };
  const bms_pose here = {{0, 0, 0}, {1, 0, 0, 0}}, beside = {{1.999, 0, 0}, {1, 0, 0, 0}};
  const bms_convex ball = bms_convex_sphere(1);
  bms_placed_shape shape[2] = {bms_placed_convex(LINKS - 1, &ball, &here),
                               bms_placed_convex(BMS_WORLD, &ball, &beside)};
  (void)state;
  for (int exponent = -48; exponent <= 48; exponent += 4) {
    bms_link link[LINKS];
    bms_chain chain = {.link_count = LINKS, .link = link, .variable_count = 1, .shape_count = 2, .shape = shape};
    static const double STILL[1][BMS_MOVE_TERMS] = {{0}};
    bms_move move = {0, 1, STILL};
    bms_chain_contact contact;
    for (int i = 0; i < LINKS; i++)
      link[i] = (bms_link){i - 1,
                           i == 0 ? BMS_JOINT_REVOLUTE : BMS_JOINT_FIXED,
                           {{0, 0, 0}, {0, 0, 0, pow(10, exponent)}},
                           {0, 0, 1},
                           0};
    assert_int_not_equal(bms_chain_first_contact(&chain, &move, 1e-3, &contact), BMS_SEPARATED);
    assert_false(holds_apart(LINKS, link, shape));
  }
}

/* A rod that turns by a right angle past a ball, or into it, in units so small that their squares are not doubles, and
   in large ones. */
static void arms_of_any_size_meet_what_they_meet(void **state) {
  const double from = 0, to = 1.5707963267948966;
  (void)state;
  for (int exponent = -170; exponent <= 95; exponent++) {
    double unit = pow(10, exponent), tolerance = fmax(1e-3 * unit, BMS_LEAST_TOLERANCE);
    const bms_pose here = {{0, 0, 0}, {1, 0, 0, 0}}, way = {{0.5 * unit, 0.5 * unit, 0}, {1, 0, 0, 0}};
    const bms_pose off = {{0.5 * unit, 0.5 * unit, 0.5 * unit}, {1, 0, 0, 0}};
    const bms_link link = {BMS_WORLD, BMS_JOINT_REVOLUTE, here, {0, 0, 1}, 0};
    const bms_convex ball = bms_convex_sphere(0.1 * unit);
    const bms_box rod = {{0, -0.01 * unit, -0.01 * unit}, {unit, 0.01 * unit, 0.01 * unit}};
    for (int meets = 0; meets < 2; meets++) {
      bms_placed_shape shape[2] = {arm_box_on(0, rod, here),
                                   bms_placed_convex(BMS_WORLD, &ball, meets == 1 ? &way : &off)};
      bms_chain chain = {.link_count = 1, .link = &link, .variable_count = 1, .shape_count = 2, .shape = shape};
      bms_chain_contact contact;
      double value[1][BMS_MOVE_TERMS];
      bms_move_linear(1, 0, &from, 1, &to, value);
      bms_move move = {0, 1, (const double(*)[BMS_MOVE_TERMS])value};
      asked_scene a = ask(&chain);
      bool says_free = is_free(&a, &move, tolerance);
      bms_status status = bms_chain_first_contact(&chain, &move, tolerance, &contact);
      assert_true((status == BMS_SEPARATED) == says_free);
      assert_true(!says_free || meets == 0);
      assert_true(says_free || meets == 1 || exponent < -138);
      end(&a);
    }
  }
}

static void what_is_not_valid_is_refused(void **state) {
  random_source r = random_from(SEED + 11);
  char text[100];
  random_arm arm;
  bms_chain_contact contact;
  (void)state;
  do random_arm_make(&r, &arm);
  while (arm.chain.shape_count == 0);
  asked_scene a = ask(&arm.chain);
  assert_int_equal(bms_scene_is_free(a.scene, a.workspace, &arm.move, 0), BMS_EDGE_INVALID);
  assert_int_equal(bms_scene_is_free(a.scene, a.workspace, &arm.move, 0.5 * BMS_LEAST_TOLERANCE), BMS_EDGE_INVALID);
  assert_int_equal(bms_scene_is_free(a.scene, a.workspace, &arm.move, NAN), BMS_EDGE_INVALID);
  arm.value[0][1] = INFINITY;
  assert_int_equal(bms_scene_is_free(a.scene, a.workspace, &arm.move, 1e-3), BMS_EDGE_INVALID);
  assert_int_equal(bms_scene_first_contact(a.scene, a.workspace, &arm.move, 1e-3, &contact), BMS_INVALID);
  arm.value[0][1] = 0;
  arm.move.t1 = arm.move.t0 - 1;
  assert_int_equal(bms_scene_is_free(a.scene, a.workspace, &arm.move, 1e-3), BMS_EDGE_INVALID);
  end(&a);
  arm.box[0].convex.box.min[1] = 1 + arm.box[0].convex.box.max[1];
  assert_null(bms_scene_create(&arm.chain, text, sizeof text));
  assert_string_equal(text, "shape 0: min exceeds max in a coordinate");
  assert_null(bms_scene_create(&arm.chain, NULL, 0));
  bms_scene_destroy(NULL);
  bms_scene_workspace_destroy(NULL);
}

/* ------------------------------------------------------------------ foreseen contacts */

enum { FORESEEN = 3000, NEAR_BALLS = 40 };

/* A ball on an arm's joint passes a ball that stands: the gap over the angle between them, and the angle at which they
   meet, are known. */
typedef struct passing_ball {
  double around, away, radii, start, rate;
  bms_link link;
  bms_placed_shape shape[1 + NEAR_BALLS];
  double value[1][BMS_MOVE_TERMS];
  bms_chain chain;
} passing_ball;

static void make_passing_ball(random_source *r, passing_ball *p) {
  const bms_pose rest = {{0, 0, 0}, {1, 0, 0, 0}};
  double radius[2] = {random_uniform(r, 0.005, 0.05), random_uniform(r, 0.005, 0.05)};
  p->around = random_uniform(r, 0.5, 1);
  p->radii = radius[0] + radius[1];
  p->away = p->around + random_uniform(r, -0.99, 0.99) * p->radii;
  p->start = random_uniform(r, 0.3, 1.2);
  p->rate = p->start + random_uniform(r, 0, 0.5);
  p->link = (bms_link){BMS_WORLD, BMS_JOINT_REVOLUTE, rest, {0, 0, 1}, 0};
  bms_convex ball[2] = {bms_convex_sphere(radius[0]), bms_convex_sphere(radius[1])};
  bms_pose on_arm = rest, standing = rest;
  on_arm.position[0] = p->around;
  standing.position[0] = p->away;
  p->shape[0] = bms_placed_convex(BMS_WORLD, &ball[1], &standing);
  p->shape[1] = bms_placed_convex(0, &ball[0], &on_arm);
  memset(p->value, 0, sizeof p->value);
  p->value[0][0] = -p->start;
  p->value[0][1] = p->rate;
  p->chain = (bms_chain){
      .link_count = 1, .link = &p->link, .shape_count = 2, .shape = p->shape, .variable_count = 1, .margin = 0};
}

static double passing_gap(const passing_ball *p, double t) {
  double along = p->around - p->away, half = sin(0.5 * (p->rate * t - p->start));
  return sqrt(along * along + 4 * p->around * p->away * half * half) - p->radii;
}

/* Returns the time at which the two balls meet. */
static double passing_time(const passing_ball *p) {
  double along = p->around - p->away, half = (p->radii - along) * (p->radii + along) / (4 * p->around * p->away);
  return (p->start - 2 * asin(sqrt(half))) / p->rate;
}

static void check_passing(const passing_ball *p, const bms_chain_contact *contact, double tolerance, int round) {
  double gap = passing_gap(p, contact->t);
  bool good = contact->status == BMS_CONTACT && contact->t <= passing_time(p) + ORACLE;
  good = good && gap <= contact->slack + ORACLE && contact->slack <= tolerance;
  if (!good)
    print_message("round %d: status %d at %a, they meet at %a, gap %g, slack %g, tolerance %g\n", round,
                  (int)contact->status, contact->t, passing_time(p), gap, contact->slack, tolerance);
  assert_true(good);
}

/* Whatever time is foreseen, also one at which the balls have met or are far apart: the contact is never late, and the
   balls are as near as is said. */
static void what_is_foreseen_changes_no_answer(void **state) {
  random_source r = random_from(SEED + 31);
  int taken = 0;
  (void)state;
  for (int round = 0; round < repetitions(FORESEEN); round++) {
    passing_ball p;
    make_passing_ball(&r, &p);
    const bms_move move = {0, 1, (const double(*)[BMS_MOVE_TERMS])p.value};
    double tolerance = random_power_of_ten(&r, -6, -3), meets = passing_time(&p);
    double begin = random_uniform(&r, 0.1, 0.9) * meets;
    bms_pair_hint hint = {.meets = random_uniform(&r, begin, round % 2 ? 1 : 1.01 * meets)};
    if (round % 3 == 0) hint.meets = meets + random_uniform(&r, -2, 2) * tolerance;
    bms_chain_contact contact = {.status = BMS_SEPARATED, .t = 1, .a = -1, .b = -1};
    bms_chain_pair_contact(&p.chain, &move, 0, 1, begin, tolerance, &hint, &contact);
    check_passing(&p, &contact, tolerance, round);
    taken += contact.t >= hint.meets && contact.t <= hint.meets;
  }
  assert_true(taken > 0);
  print_message("# %d contacts at the time that was foreseen\n", taken);
}

/* A scene foresees by itself; with others in the room, which are never met. */
static void scenes_meet_balls_when_they_come(void **state) {
  random_source r = random_from(SEED + 32);
  (void)state;
  for (int round = 0; round < repetitions(FORESEEN) / 3; round++) {
    passing_ball p;
    make_passing_ball(&r, &p);
    const bms_move move = {0, 1, (const double(*)[BMS_MOVE_TERMS])p.value};
    const bms_convex other = bms_convex_sphere(0.02);
    double tolerance = random_power_of_ten(&r, -6, -3);
    for (int i = 1; i < NEAR_BALLS; i++) {
      bms_pose pose = {{0, 0, 0}, {1, 0, 0, 0}};
      random_numbers(&r, -1, 1, pose.position, 2);
      pose.position[2] = i % 2 ? 0.1 : -0.1;
      p.shape[++p.chain.shape_count - 1] = bms_placed_convex(BMS_WORLD, &other, &pose);
    }
    bms_chain_contact contact;
    asked_scene a = ask(&p.chain);
    bms_scene_first_contact(a.scene, a.workspace, &move, tolerance, &contact);
    check_passing(&p, &contact, tolerance, round);
    end(&a);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_is_foreseen_changes_no_answer),
      cmocka_unit_test(scenes_meet_balls_when_they_come),
      cmocka_unit_test(free_is_proved_and_the_rest_is_within_the_tolerance),
      cmocka_unit_test(grazes_between_configurations_are_seen),
      cmocka_unit_test(round_shapes_and_margins_are_kept),
      cmocka_unit_test(arms_of_many_shapes_are_asked_by_their_hulls),
      cmocka_unit_test(a_ball_alone_is_met_by_what_a_hull_holds),
      cmocka_unit_test(a_margin_counts_where_no_tree_is_asked),
      cmocka_unit_test(a_crowd_that_no_look_tells_is_asked_one_by_one),
      cmocka_unit_test(hulls_hold_their_shapes),
      cmocka_unit_test(no_first_contact_is_late_and_none_is_early_by_more_than_the_slack),
      cmocka_unit_test(what_a_look_settles_is_so),
      cmocka_unit_test(nothing_moves_faster_or_bends_more_than_its_rate),
      cmocka_unit_test(lanes_of_every_kind_see_the_same),
      cmocka_unit_test(no_answer_depends_on_what_was_asked_before),
      cmocka_unit_test(a_batch_gives_the_same_answers_by_any_number_of_threads),
      cmocka_unit_test(many_obstacles_are_all_looked_at),
      cmocka_unit_test(any_distance_will_do_if_the_tolerance_is_infinite),
      cmocka_unit_test(shapes_of_all_kinds_are_looked_at),
      cmocka_unit_test(a_move_that_begins_in_contact_is_answered_as_its_start),
      cmocka_unit_test(what_slides_past_is_met_between_two_knots),
      cmocka_unit_test(what_turns_while_it_slides_is_met_between_two_knots),
      cmocka_unit_test(levers_are_met_where_they_reach_farthest),
      cmocka_unit_test(balls_are_met_by_faces_that_slide_and_turn),
      cmocka_unit_test(what_is_thinner_than_any_step_is_met),
      cmocka_unit_test(what_is_out_of_the_ordinary_is_answered_as_by_the_chain),
      cmocka_unit_test(a_look_sees_balls_that_reach_into_sheets),
      cmocka_unit_test(a_look_sees_balls_that_reach_into_cylinders),
      cmocka_unit_test(a_look_takes_no_corner_for_its_box),
      cmocka_unit_test(half_spaces_with_normals_of_any_length_are_met),
      cmocka_unit_test(half_spaces_of_far_frames_are_met),
      cmocka_unit_test(shapes_of_far_frames_are_met),
      cmocka_unit_test(frames_of_many_links_may_have_quaternions_of_any_length),
      cmocka_unit_test(arms_of_any_size_meet_what_they_meet),
      cmocka_unit_test(what_is_not_valid_is_refused),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
