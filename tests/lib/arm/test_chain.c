/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Jointed arms: first contact and margin of random arms in random scenes, against dense samples of the same moves by
 * kinematics of their own (random_arm.c).
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
#include "arm/chain.h"
#include "arm/pose.h"
#include "posed_boxes.h"
#include "random.h"
#include "random_arm.h"
#include "repetitions.h"

enum { SEED = 1729, ROUNDS = 3000 };

/* The oracle's floor, of the interval, and its own rounding in lengths of about 1. */
static const double FINEST = 1.0 / 500, ORACLE = 1e-12;

/* How far a box moves in the roundings of the time that bms_chain_piece_time() stays below: 1e-13 of |t|. */
static const double EARLY = 1e-10;

static const double PI = 3.141592653589793;

/* ------------------------------------------------------------------ an arm to reckon by hand */

/*
 * A rod of length 1 along x that turns about z, with a second rod of length 1 at its end that turns about z as well (an
 * arm in the plane), and one more box fixed at the tip.
 */
typedef struct plane_arm {
  bms_link link[3];
  bms_placed_shape box[4];
  double value[2][BMS_MOVE_TERMS];
  bms_chain chain;
  bms_move move;
} plane_arm;

static const bms_pose HERE = {{0, 0, 0}, {1, 0, 0, 0}}, ONE_ALONG_X = {{1, 0, 0}, {1, 0, 0, 0}};

static void make_plane_arm(plane_arm *arm, const double from[2], const double to[2]) {
  bms_box rod = {{0, -0.01, -0.01}, {1, 0.01, 0.01}}, tip = {{0, -0.02, -0.02}, {0.02, 0.02, 0.02}};
  memset(arm, 0, sizeof *arm);
  arm->link[0] = (bms_link){BMS_WORLD, BMS_JOINT_REVOLUTE, HERE, {0, 0, 2}, 0};
  arm->link[1] = (bms_link){0, BMS_JOINT_REVOLUTE, ONE_ALONG_X, {0, 0, 0.5}, 1};
  arm->link[2] = (bms_link){1, BMS_JOINT_FIXED, ONE_ALONG_X, {0, 0, 0}, 0};
  arm->box[0] = arm_box_on(0, rod, HERE);
  arm->box[1] = arm_box_on(1, rod, HERE);
  arm->box[2] = arm_box_on(2, tip, HERE);
  bms_move_linear(2, 0, from, 1, to, arm->value);
  arm->move = (bms_move){0, 1, (const double(*)[BMS_MOVE_TERMS])arm->value};
  arm->chain =
      (bms_chain){.link_count = 3, .link = arm->link, .variable_count = 2, .shape_count = 3, .shape = arm->box};
}

/* Adds one more box, an obstacle. */
static void add_obstacle(plane_arm *arm, double x, double y, double width, double height) {
  arm->box[3] = arm_box_on(BMS_WORLD, bms_box_centred(width, height, 1), HERE);
  arm->box[3].pose.position[0] = x;
  arm->box[3].pose.position[1] = y;
  arm->chain.shape_count = 4;
}

/* ------------------------------------------------------------------ tests */

/* Takes x from the world into the frame of a pose that is a rotation. */
static void into_frame(double pose[3][4], const double x[3], double out[3]) {
  for (int j = 0; j < 3; j++) {
    out[j] = 0;
    for (int i = 0; i < 3; i++) out[j] += pose[i][j] * (x[i] - pose[i][3]);
  }
}

static void corner_in_world(double pose[3][4], const bms_box *box, int corner, double out[3]) {
  for (int i = 0; i < 3; i++) {
    out[i] = pose[i][3];
    for (int j = 0; j < 3; j++) out[i] += pose[i][j] * (corner >> j & 1 ? box->max[j] : box->min[j]);
  }
}

/* Returns the worst excess as seen from any other box's link, by the kinematics of the oracle; the viewer's frame is
   its box's, undone. */
static double worst_excess(random_source *r, const random_arm *arm, const bms_link_view *view, int viewer,
                           const bms_chain_piece *piece) {
  double worst = -HUGE_VAL;
  for (int k = 0; k < 20; k++) {
    double s = piece->s0 + (piece->s1 - piece->s0) * random_uniform(r, 0, 1), t = bms_chain_piece_time(piece, s);
    double of_box[3][4], of_viewer[3][4], own[3][4], fit[3][4], x[3], y[3], seen[3], fitted[3], off = 0;
    arm_box_pose(&arm->chain, &arm->move, t, view->shape, of_box);
    arm_box_pose(&arm->chain, &arm->move, t, viewer, of_viewer);
    bms_pose_matrix(&arm->box[viewer].pose, own);
    bms_motion_at(&piece->body.motion, s, fit);
    for (int corner = 0; corner < 8; corner++) {
      corner_in_world(of_box, &piece->body.box, corner, x);
      into_frame(of_viewer, x, y);
      for (int i = 0; i < 3; i++) seen[i] = own[i][3] + own[i][0] * y[0] + own[i][1] * y[1] + own[i][2] * y[2];
      corner_in_world(fit, &piece->body.box, corner, fitted);
      off = 0;
      for (int i = 0; i < 3; i++) off += (seen[i] - fitted[i]) * (seen[i] - fitted[i]);
      worst = fmax(worst, sqrt(off) - piece->radius);
    }
  }
  return worst;
}

static void pieces_hold_every_box_as_seen_from_every_link(void **state) {
  random_source r = random_from(SEED + 3);
  int fitted = 0;
  (void)state;
  for (int round = 0; round < repetitions(ROUNDS); round++) {
    random_arm arm;
    random_arm_make(&r, &arm);
    if (arm.chain.shape_count < 2) continue;
    int box = random_below(&r, arm.chain.shape_count), viewer = random_below(&r, arm.chain.shape_count);
    bms_link_view view = bms_link_view_of(&arm.chain, &arm.move, arm.box[viewer].link, box);
    double length = (arm.move.t1 - arm.move.t0) * random_power_of_ten(&r, -2, 0);
    double start = random_uniform(&r, arm.move.t0, arm.move.t1 - length);
    bms_chain_span span = bms_chain_span_over(&view, start, start + length);
    bms_chain_piece piece = bms_chain_piece_over(&view, &span);
    if (isinf(piece.radius)) continue;
    fitted += piece.s0 < 0;
    double excess = worst_excess(&r, &arm, &view, viewer, &piece);
    if (!(excess <= EARLY)) {
      print_message("round %d: box %d from %d, on %a %a: %a too far\n", round, box, viewer, piece.t0, piece.t1, excess);
      arm_tell(&arm.chain, &arm.move);
    }
    assert_true(excess <= EARLY);
  }
  assert_true(fitted > 0);
}

/* Returns how much farther a corner of the box gets from the bounds at the middle, or the box to `other`, than the span
   allows. */
static double span_excess(random_source *r, const random_arm *arm, const bms_link_view *view, int viewer,
                          const bms_chain_span *span) {
  double of_box[3][4], of_viewer[3][4], own[3][4], x[3], y[3], min[3], max[3], worst = -HUGE_VAL;
  const bms_box *box = &arm->box[view->shape].convex.box;
  bms_pose_matrix(&arm->box[viewer].pose, own);
  bms_pose_bounds(&arm->box[viewer].pose, &arm->box[viewer].convex.box, min, max);
  double gap = bms_chain_span_gap(span, min, max);
  for (int k = 0; k < 20; k++) {
    double t = span->t0 + (span->t1 - span->t0) * (k == 0 ? 0 : k == 1 ? 1 : random_uniform(r, 0, 1));
    arm_box_pose(&arm->chain, &arm->move, t, view->shape, of_box);
    arm_box_pose(&arm->chain, &arm->move, t, viewer, of_viewer);
    for (int corner = 0; corner < 8; corner++) {
      double middle[3], off = 0;
      corner_in_world(of_box, box, corner, x);
      into_frame(of_viewer, x, y);
      for (int i = 0; i < 3; i++) middle[i] = corner >> i & 1 ? box->max[i] : box->min[i];
      bms_pose_place(&span->middle, middle, x);
      for (int i = 0; i < 3; i++) {
        off += pow(own[i][3] + own[i][0] * y[0] + own[i][1] * y[1] + own[i][2] * y[2] - x[i], 2);
        worst = fmax(worst, fmax(x[i] - span->max[i], span->min[i] - x[i]));
      }
      worst = fmax(worst, sqrt(off) - span->sweep);
    }
    worst = fmax(worst, gap - posed_distance(&arm->box[viewer].convex.box, of_viewer, box, of_box));
  }
  return worst;
}

static void no_box_leaves_its_span(void **state) {
  random_source r = random_from(SEED + 4);
  int far = 0;
  (void)state;
  for (int round = 0; round < repetitions(ROUNDS); round++) {
    random_arm arm;
    random_arm_make(&r, &arm);
    if (arm.chain.shape_count < 2) continue;
    int box = random_below(&r, arm.chain.shape_count), viewer = random_below(&r, arm.chain.shape_count);
    bms_link_view view = bms_link_view_of(&arm.chain, &arm.move, arm.box[viewer].link, box);
    double length = (arm.move.t1 - arm.move.t0) * random_power_of_ten(&r, -2, 0);
    double start = random_uniform(&r, arm.move.t0, arm.move.t1 - length);
    bms_chain_span span = bms_chain_span_over(&view, start, start + length);
    double excess = span_excess(&r, &arm, &view, viewer, &span), min[3], max[3];
    bms_pose_bounds(&arm.box[viewer].pose, &arm.box[viewer].convex.box, min, max);
    far += bms_chain_span_gap(&span, min, max) > 0;
    if (!(excess <= EARLY)) {
      print_message("round %d: box %d from %d, on %a %a: %a too far\n", round, box, viewer, span.t0, span.t1, excess);
      arm_tell(&arm.chain, &arm.move);
    }
    assert_true(excess <= EARLY);
  }
  assert_true(far > 0);
}

/* A box on a link that stands still is seen from a link above it: places, errors and the shared way up the chain. */
static void what_stands_still_is_where_it_is_from_above(void **state) {
  random_source r = random_from(SEED + 5);
  int above = 0;
  (void)state;
  for (int round = 0; round < repetitions(ROUNDS); round++) {
    random_arm arm;
    random_arm_make(&r, &arm);
    if (arm.chain.shape_count < 1) continue;
    int box = random_below(&r, arm.chain.shape_count);
    int from = bms_static_root_of(&arm.chain, &arm.move, arm.box[box].link);
    bms_link_view view = bms_link_view_of(&arm.chain, &arm.move, from, box);
    bms_pose place = bms_link_view_static_pose(&view, box);
    double error = bms_link_view_static_error(&view, box), fixed[3][4], x[3], at[3], reached[3], wanted[3];
    assert_int_equal(view.moving, 0);
    assert_true(from == arm.box[box].link ? error <= 0 : error > 0);
    above += from < arm.box[box].link && from >= 0;
    for (int k = 0; k < 8; k++) {
      /* Into the world, by the link above and by the box's own. */
      double t = random_uniform(&r, arm.move.t0, arm.move.t1), off = 0;
      bms_pose anchor = bms_chain_pose(&arm.chain, &arm.move, t, from);
      for (int i = 0; i < 3; i++) x[i] = k >> i & 1 ? arm.box[box].convex.box.max[i] : arm.box[box].convex.box.min[i];
      bms_pose_place(&place, x, at);
      bms_pose_place(&anchor, at, reached);
      arm_box_pose(&arm.chain, &arm.move, t, box, fixed);
      corner_in_world(fixed, &arm.box[box].convex.box, k, wanted);
      for (int i = 0; i < 3; i++) off += pow(reached[i] - wanted[i], 2);
      assert_true(sqrt(off) <= error + ORACLE && error < ORACLE);
    }
  }
  assert_true(above > 0);
}

static void a_shared_way_up_the_chain_is_the_same_way(void **state) {
  random_source r = random_from(SEED + 6);
  (void)state;
  for (int round = 0; round < repetitions(ROUNDS) / 10; round++) {
    random_arm arm;
    random_arm_make(&r, &arm);
    if (arm.chain.shape_count < 1) continue;
    int box = random_below(&r, arm.chain.shape_count);
    bms_pose_cache cache = {0.5 * arm.move.t0 + 0.5 * arm.move.t1, arm.box[box].link, arm.box[box].pose};
    for (int from = arm.chain.link_count - 1; from >= BMS_WORLD; from--) {
      bms_link_view view = bms_link_view_of(&arm.chain, &arm.move, from, box);
      bms_chain_span alone = bms_chain_span_over(&view, arm.move.t0, arm.move.t1);
      view.cache = &cache;
      bms_chain_span shared = bms_chain_span_over(&view, arm.move.t0, arm.move.t1);
      assert_memory_equal(&alone.middle, &shared.middle, sizeof alone.middle);
    }
  }
}

static void one_of_many_obstacles_is_found_wherever_it_stands(void **state) {
  enum { MANY = 70 };
  static const double FROM[2] = {0, 0.3}, TO[2] = {3, -0.3};
  bms_placed_shape box[3 + MANY];
  bms_chain_contact alone, among;
  plane_arm arm;
  (void)state;
  make_plane_arm(&arm, FROM, TO);
  add_obstacle(&arm, 0, 1.5, 0.1, 1);
  assert_int_equal(bms_chain_first_contact(&arm.chain, &arm.move, 1e-6, &alone), BMS_CONTACT);
  for (int place = 0; place < MANY; place++) {
    memcpy(box, arm.box, 3 * sizeof *box);
    for (int i = 0; i < MANY; i++) {
      box[3 + i] = arm.box[3];
      /* The others are out of reach. */
      box[3 + i].pose.position[i % 3] -= i == place ? 0 : i % 3 == 1 ? 4.5 : 5.0;
    }
    arm.chain.shape = box;
    arm.chain.shape_count = 3 + MANY;
    assert_int_equal(bms_chain_first_contact(&arm.chain, &arm.move, 1e-6, &among), BMS_CONTACT);
    assert_true(among.a == 3 + place && among.b == alone.b && fabs(among.t - alone.t) < 1e-5);
  }
}

/* Both rods turn about axes that stay parallel, and so are edges of theirs and of the posts: the walk cannot find the
   signs of axes that vanish, and a contact that it leaves open is taken if it is within the tolerance. */
static void parallel_edges_are_met_within_the_tolerance_and_never_late(void **state) {
  random_source r = random_from(SEED + 7);
  int met = 0;
  (void)state;
  for (int round = 0; round < repetitions(ROUNDS) / 10; round++) {
    double from[2], to[2], tolerance = random_power_of_ten(&r, -8, -2);
    plane_arm arm;
    bms_chain_contact contact;
    for (int v = 0; v < 2; v++) {
      from[v] = random_uniform(&r, -PI, PI);
      to[v] = from[v] + random_uniform(&r, -2, 2);
    }
    make_plane_arm(&arm, from, to);
    double angle = random_uniform(&r, -PI, PI), far = random_uniform(&r, 0.5, 2.2);
    add_obstacle(&arm, far * cos(angle), far * sin(angle), 0.1, 0.1);
    bms_status status = bms_chain_first_contact(&arm.chain, &arm.move, tolerance, &contact);
    double until = status == BMS_SEPARATED ? 1 : contact.t;
    assert_true(arm_sampled_contact(&arm.chain, &arm.move, 0, until, 1e-3, ORACLE) >= until);
    if (status == BMS_SEPARATED) continue;
    assert_true(arm_gap(&arm.chain, &arm.move, contact.t, 1) <= contact.slack + ORACLE);
    assert_true(contact.slack <= tolerance && (status == BMS_CONTACT) == (contact.t > 0));
    if (status != BMS_CONTACT) continue;
    assert_true(contact.point_count > 0);
    met++;
  }
  assert_true(met > 0);
}

static void one_turning_joint_is_exact(void **state) {
  static const double FROM[2] = {0, 0}, TO[2] = {3.125, 0};
  plane_arm arm;
  bms_chain_contact contact;
  (void)state;
  make_plane_arm(&arm, FROM, TO);
  /* A post with its corner at (-0.5, 1 / 100): the outer rod's edge y = 0.01 meets it first at the angle whose line
     goes through there: the corner is at distance d and angle atan2(0.01, -0.5), the edge asin(0.01 / d) above the
     axis. */
  add_obstacle(&arm, -0.6, 0.01 - 0.05, 0.2, 0.1);
  assert_int_equal(bms_chain_first_contact(&arm.chain, &arm.move, 1e-3, &contact), BMS_CONTACT);
  double d = sqrt(0.25 + 1e-4), angle = atan2(0.01, -0.5) - asin(0.01 / d), wanted = angle / 3.125;
  assert_true(contact.t <= wanted + 1e-15 && contact.t >= wanted - 1e-12);
  assert_true(contact.slack < 1e-11);
  assert_true(contact.a == 3 && contact.b == 0);
  bms_link_clearance clearance;
  bms_move_linear(2, 0, FROM, 1, (const double[2]){angle - 1e-3, 0}, arm.value);
  assert_int_equal(bms_chain_clearance(&arm.chain, &arm.move, 1e-5, &clearance), BMS_SEPARATED);
  assert_true(clearance.a == 3 && clearance.b == 0 && clearance.least.t > 0.99 && clearance.least.upper < 6e-4);
  assert_true(fabs(contact.point[0][0] + 0.5) < 1e-9 && fabs(contact.point[0][1] - 0.01) < 1e-9);
}

/* Angles of 2e16 are 4 apart: from the second piece on nothing is known of where the rod is.  And a turn may be so fast
   that the next time after this one is more than a piece away. */
static void a_turn_that_doubles_do_not_tell_is_left_open(void **state) {
  static const double FROM[2] = {0, 0}, ANGLE = 2e16, LATEST = 3;
  plane_arm arm;
  bms_chain_contact contact;
  bms_link_clearance clearance;
  (void)state;
  make_plane_arm(&arm, FROM, FROM);
  double way = atan2(sin(ANGLE), cos(ANGLE)) + LATEST;
  add_obstacle(&arm, 0.5 * cos(way), 0.5 * sin(way), 0.02, 0.02);
  arm.value[0][0] = ANGLE;
  arm.value[0][1] = 1;
  arm.move.t1 = 4;
  for (double tolerance = 1e-3; tolerance < 10; tolerance *= 10) {
    assert_int_equal(bms_chain_first_contact(&arm.chain, &arm.move, tolerance, &contact), BMS_UNRESOLVED);
    assert_true(contact.t <= LATEST);
    assert_int_equal(bms_chain_clearance(&arm.chain, &arm.move, tolerance, &clearance), BMS_CONTACT);
  }
  arm.value[0][0] = 0;
  arm.value[0][1] = 1e17;
  arm.move = (bms_move){1, 1 + 0x1p-46, (const double(*)[BMS_MOVE_TERMS])arm.value};
  assert_int_equal(bms_chain_first_contact(&arm.chain, &arm.move, 100, &contact), BMS_UNRESOLVED);
  assert_true(contact.t <= 1 + 1 / arm.value[0][1]);
}

/* A turn of very many pieces is searched piece by piece, with no more memory than one takes; and if there are more than
   anybody would wait for, the result so far is the answer. */
static void a_turn_of_very_many_pieces_comes_to_an_end(void **state) {
  static const double FROM[2] = {0, 0}, MANY[2] = {3e4, 0}, TOO_MANY[2] = {1e12, 0}, NEAREST = 2.1 - 0.01;
  plane_arm arm;
  bms_chain_contact contact;
  bms_link_clearance clearance;
  (void)state;
  make_plane_arm(&arm, FROM, MANY);
  add_obstacle(&arm, 2.1, 0, 0.02, 0.02);
  double tip = sqrt(2.02 * 2.02 + 0.02 * 0.02); /* of the farthest corner, and some corner of the tip gets this far */
  assert_int_equal(bms_chain_clearance(&arm.chain, &arm.move, 1e-3, &clearance), BMS_SEPARATED);
  assert_true(clearance.least.lower <= NEAREST - 2.02 && clearance.least.upper >= NEAREST - tip);
  assert_int_equal(bms_chain_first_contact(&arm.chain, &arm.move, 1e-3, &contact), BMS_SEPARATED);
  bms_move_linear(2, 0, FROM, 1, TOO_MANY, arm.value);
  assert_int_equal(bms_chain_clearance(&arm.chain, &arm.move, 1e-3, &clearance), BMS_CONTACT);
  assert_true(clearance.least.upper >= NEAREST - tip && clearance.least.upper < 1 && clearance.a == 3);
  assert_int_equal(bms_chain_first_contact(&arm.chain, &arm.move, 1e-3, &contact), BMS_UNRESOLVED);
  assert_true(contact.t > 0 && contact.t < 1 && contact.a == 3 && contact.b >= 0);
}

/* The check at the end is not after it, however the interval's length is rounded. */
static void the_least_distance_is_at_a_time_of_the_move(void **state) {
  static const double T0 = -0x1p53, T1 = 3;
  plane_arm arm;
  bms_link_clearance clearance;
  (void)state;
  assert_true(T0 + (T1 - T0) > T1);
  make_plane_arm(&arm, (const double[2]){0, 0}, (const double[2]){0, 0});
  add_obstacle(&arm, 0, 3, 0.1, 0.1);
  arm.move.t0 = T0;
  arm.move.t1 = T1;
  arm.box[3].convex.radius = 0.01; /* pairs of boxes are checked in the middle */
  arm.value[0][1] = 0x1p-53;       /* to a radian: nearest at the end */
  assert_true(bms_chain_clearance(&arm.chain, &arm.move, 1e-3, &clearance) != BMS_INVALID);
  assert_true(clearance.least.t >= T0 && clearance.least.t <= T1);
}

static void a_margin_late_in_a_long_turn_is_found(void **state) {
  static const double FROM[2] = {0, 0}, TO[2] = {6, 0};
  plane_arm arm;
  bms_link_clearance clearance;
  (void)state;
  make_plane_arm(&arm, FROM, TO);
  /* A post straight beyond the tip at 5.3 radians: the tip ends 2.02 from the axis and is 0.04 wide. */
  add_obstacle(&arm, 2.1 * cos(5.3), 2.1 * sin(5.3), 0.02, 0.02);
  assert_int_equal(bms_chain_clearance(&arm.chain, &arm.move, 1e-6, &clearance), BMS_SEPARATED);
  assert_true(clearance.a == 3 && clearance.b == 2);
  assert_true(clearance.least.upper < 0.08 && fabs(clearance.least.t - 5.3 / 6) < 0.01);
}

static void two_turning_joints_meet_within_the_tolerance(void **state) {
  static const double FROM[2] = {0, 0}, TO[2] = {2, -4};
  (void)state;
  for (double tolerance = 1e-2; tolerance > 1e-9; tolerance *= 0.1) {
    /* Both turn so that the elbow leads up and the tip is always on the x axis, at 2 cos(2 t). */
    plane_arm arm;
    bms_chain_contact contact;
    make_plane_arm(&arm, FROM, TO);
    add_obstacle(&arm, -1, 0, 0.5, 2);
    assert_int_equal(bms_chain_first_contact(&arm.chain, &arm.move, tolerance, &contact), BMS_CONTACT);
    double gap = arm_gap(&arm.chain, &arm.move, contact.t, 1);
    assert_true(gap <= contact.slack + ORACLE && contact.slack <= tolerance);
    assert_true(arm_sampled_contact(&arm.chain, &arm.move, 0, contact.t, 1e-4, ORACLE) >= contact.t);
    assert_true(contact.normal[0] > 0.99); /* the normal leads from the obstacle to the link */
  }
}

static void a_plate_thinner_than_any_step_stops_the_arm(void **state) {
  static const double FROM[2] = {0, 0.3}, TO[2] = {PI, -0.3};
  plane_arm arm;
  bms_chain_contact contact;
  (void)state;
  make_plane_arm(&arm, FROM, TO);
  add_obstacle(&arm, 0, 1.5, 1e-6, 1);
  assert_int_equal(bms_chain_first_contact(&arm.chain, &arm.move, 1e-9, &contact), BMS_CONTACT);
  assert_true(contact.t > 0.4 && contact.t < 0.5 && contact.a == 3);
}

static void neighbours_unless_asked_for_and_allowed_pairs_are_passed_over(void **state) {
  static const double FROM[2] = {0, 0}, TO[2] = {1, 1};
  unsigned char allowed[2] = {0};
  plane_arm arm;
  bms_chain_contact contact;
  bms_link_clearance clearance;
  (void)state;
  make_plane_arm(&arm, FROM, TO);
  assert_int_equal(bms_chain_first_contact(&arm.chain, &arm.move, 1e-3, &contact), BMS_SEPARATED);
  assert_int_equal(bms_chain_clearance(&arm.chain, &arm.move, 1e-3, &clearance), BMS_SEPARATED);
  assert_true(isinf(clearance.least.lower) && clearance.a == -1);
  add_obstacle(&arm, 0, 0, 0.5, 0.5);
  assert_int_equal(bms_chain_first_contact(&arm.chain, &arm.move, 1e-3, &contact), BMS_OVERLAPPING);
  assert_true(contact.t == 0 && contact.a == 3 && contact.b == 0);
  assert_int_equal(bms_allowed_size(4), sizeof allowed);
  for (int i = 0; i < 4; i++) arm.box[i].object = i;
  for (int i = 0; i < 3; i++) bms_allow(allowed, 4, i, 3);
  arm.chain.object_count = 4;
  arm.chain.allowed = allowed;
  assert_int_equal(bms_chain_first_contact(&arm.chain, &arm.move, 1e-3, &contact), BMS_SEPARATED);
  arm.chain.neighbours = true;
  bms_status status = bms_chain_first_contact(&arm.chain, &arm.move, 1e-3, &contact);
  assert_true((status == BMS_OVERLAPPING || status == BMS_TOUCHING) && contact.b == contact.a + 1);
  for (int i = 0; i < 2; i++) bms_allow(allowed, 4, i, i + 1);
  assert_int_equal(bms_chain_first_contact(&arm.chain, &arm.move, 1e-3, &contact), BMS_SEPARATED);
}

static void no_contact_is_missed_and_none_is_early_by_more_than_the_slack(void **state) {
  random_source r = random_from(SEED);
  int met = 0, late = 0, initial = 0, thin = 0;
  (void)state;
  for (int round = 0; round < repetitions(ROUNDS); round++) {
    random_arm arm;
    bms_chain_contact contact;
    random_arm_make(&r, &arm);
    double tolerance = random_power_of_ten(&r, -7, -2);
    bms_status status = bms_chain_first_contact(&arm.chain, &arm.move, tolerance, &contact);
    double length = arm.move.t1 - arm.move.t0;
    double until = status == BMS_SEPARATED ? arm.move.t1 : contact.t;
    double sampled = arm_sampled_contact(&arm.chain, &arm.move, arm.move.t0, until, FINEST * length, ORACLE);
    bool good = status != BMS_INVALID && status != BMS_UNRESOLVED && sampled >= until;
    if (good && status != BMS_SEPARATED) {
      double gap = arm_gap(&arm.chain, &arm.move, contact.t, 1);
      good = gap <= contact.slack + ORACLE && contact.slack <= tolerance;
      good = good && (status == BMS_CONTACT) == (contact.t > arm.move.t0);
      good = good && fabs(contact.normal[0]) <= 1 + 1e-9 && contact.point_count > 0;
      met += status == BMS_CONTACT;
      initial += status != BMS_CONTACT;
      late += gap > 0;
      thin += arm.box[contact.a].convex.box.max[0] - arm.box[contact.a].convex.box.min[0] < 0.0021;
    }
    if (!good) {
      print_message("round %d: status %d, t %a, sampled %a, tolerance %a\n", round, status, until, sampled, tolerance);
      arm_tell(&arm.chain, &arm.move);
      fail();
    }
  }
  print_message("# %d of %d met on the way, %d at once; %d with a plate; %d a little apart at the reported time\n", met,
                repetitions(ROUNDS), initial, thin, late);
}

/* Both boxes named are in contact at the reported time, and the point lies on both. */
static void the_named_boxes_meet_at_the_point(void **state) {
  random_source r = random_from(SEED + 1);
  (void)state;
  for (int round = 0; round < repetitions(ROUNDS) / 6; round++) {
    random_arm arm;
    bms_chain_contact contact;
    random_arm_make(&r, &arm);
    if (bms_chain_first_contact(&arm.chain, &arm.move, 1e-5, &contact) != BMS_CONTACT) continue;
    bms_box point = {{0, 0, 0}, {0, 0, 0}};
    double at[3][4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}, pose[3][4];
    for (int i = 0; i < 3; i++) at[i][3] = contact.point[0][i];
    for (int k = 0; k < 2; k++) {
      int box = k == 0 ? contact.a : contact.b;
      arm_box_pose(&arm.chain, &arm.move, contact.t, box, pose);
      assert_true(posed_distance(&arm.box[box].convex.box, pose, &point, at) <= contact.slack + ORACLE);
    }
  }
}

static void the_margin_encloses_the_least_distance(void **state) {
  random_source r = random_from(SEED + 2);
  int apart = 0;
  (void)state;
  for (int round = 0; round < repetitions(ROUNDS) / 10; round++) {
    random_arm arm;
    bms_link_clearance clearance;
    random_arm_make(&r, &arm);
    double tolerance = random_power_of_ten(&r, -6, -2), least = HUGE_VAL;
    bms_status status = bms_chain_clearance(&arm.chain, &arm.move, tolerance, &clearance);
    const bms_clearance *margin = &clearance.least;
    for (int k = 0; k <= 200; k++) {
      double t = arm.move.t0 + (arm.move.t1 - arm.move.t0) * k / 200;
      least = fmin(least, arm_gap(&arm.chain, &arm.move, t, 1));
    }
    bool good = margin->lower <= least + ORACLE && margin->lower <= margin->upper;
    good = good && (status == BMS_SEPARATED) == (margin->lower > 0) && (clearance.a < 0) == isinf(margin->upper);
    if (good && clearance.a >= 0) {
      double pose_a[3][4], pose_b[3][4];
      arm_box_pose(&arm.chain, &arm.move, margin->t, clearance.a, pose_a);
      arm_box_pose(&arm.chain, &arm.move, margin->t, clearance.b, pose_b);
      double there = posed_distance(&arm.box[clearance.a].convex.box, pose_a, &arm.box[clearance.b].convex.box, pose_b);
      good = there <= margin->upper + ORACLE && (margin->lower <= 0 || margin->upper - margin->lower <= 2 * tolerance);
    }
    if (!good) {
      print_message("round %d: %a to %a at %a, sampled %a, tolerance %a\n", round, margin->lower, margin->upper,
                    margin->t, least, tolerance);
      arm_tell(&arm.chain, &arm.move);
      fail();
    }
    apart += status == BMS_SEPARATED;
  }
  print_message("# %d of %d apart\n", apart, repetitions(ROUNDS) / 10);
}

/* A tolerance that is far below the rounding of the poses leaves wider bounds, of a pair that is named. */
static void a_tolerance_below_rounding_still_has_bounds(void **state) {
  static const double FROM[2] = {0, 0}, TO[2] = {0.1, 0.1};
  plane_arm arm;
  bms_link_clearance fine, finest;
  (void)state;
  make_plane_arm(&arm, FROM, TO);
  add_obstacle(&arm, 0, 5, 1, 1);
  assert_int_equal(bms_chain_clearance(&arm.chain, &arm.move, 1e-9, &fine), BMS_SEPARATED);
  for (double tolerance = 1e-14; tolerance >= BMS_LEAST_TOLERANCE; tolerance *= 1e-40) {
    bms_chain_clearance(&arm.chain, &arm.move, tolerance, &finest);
    assert_true(finest.least.lower <= fine.least.upper && finest.least.upper >= fine.least.lower);
    assert_true(isfinite(finest.least.upper) && finest.a >= 0 && finest.b >= 0);
  }
}

static void cubic_moves_have_their_values_and_rates_at_the_ends(void **state) {
  static const double FROM[2] = {1, 2}, RATE0[2] = {-1, 3}, TO[2] = {0, 7}, RATE1[2] = {0.5, -4};
  double value[2][BMS_MOVE_TERMS];
  (void)state;
  bms_move_cubic(2, 3, FROM, RATE0, 5, TO, RATE1, value);
  for (int v = 0; v < 2; v++) {
    const double *c = value[v];
    assert_true(c[0] == FROM[v] && c[1] == RATE0[v]);
    assert_true(fabs(c[0] + 2 * (c[1] + 2 * (c[2] + 2 * c[3])) - TO[v]) < 1e-14);
    assert_true(fabs(c[1] + 2 * (2 * c[2] + 2 * 3 * c[3]) - RATE1[v]) < 1e-14);
  }
}

static void quintic_moves_have_their_values_rates_and_accelerations_at_the_ends(void **state) {
  (void)state;
  random_source r = random_from(SEED + 19);
  for (int i = 0; i < 100; i++) {
    double end[2][3], value[1][BMS_MOVE_TERMS], t0 = random_uniform(&r, -2, 2), t1 = t0 + random_uniform(&r, 0.1, 3);
    for (int k = 0; k < 6; k++) end[k / 3][k % 3] = random_uniform(&r, -3, 3);
    bms_move_quintic(1, t0, &end[0][0], &end[0][1], &end[0][2], t1, &end[1][0], &end[1][1], &end[1][2], value);
    const bms_move move = {t0, t1, (const double(*)[BMS_MOVE_TERMS])value};
    for (int side = 0; side < 2; side++) {
      double at = side == 0 ? t0 : t1, here, rate = 0, acceleration = 0, s = at - t0;
      bms_move_at(&move, 1, at, &here);
      for (int k = BMS_MOVE_TERMS - 1; k > 0; k--) rate = rate * s + k * value[0][k];
      for (int k = BMS_MOVE_TERMS - 1; k > 1; k--) acceleration = acceleration * s + k * (k - 1) * value[0][k];
      assert_true(fabs(here - end[side][0]) < 1e-11);
      assert_true(fabs(rate - end[side][1]) < 1e-10);
      assert_true(fabs(acceleration - end[side][2]) < 1e-8);
    }
  }
}

static void what_is_no_chain_is_named(void **state) {
  static const double FROM[2] = {0, 0}, TO[2] = {1, 1};
  plane_arm arm;
  bms_chain_contact contact;
  bms_link_clearance clearance;
  char text[80];
  (void)state;
  for (int wrong = 0; wrong < 9; wrong++) {
    static const char *const SAYS[] = {"link 1: its parent is not",       "link 1: its joint has no such variable",
                                       "link 0: its joint's axis",        "link 2: its quaternion is zero",
                                       "shape 1: there is no such",       "shape 3: min exceeds",
                                       "variable 1: a coefficient",       "the move: its interval",
                                       "shape 3: there is no such object"};
    static const unsigned char NONE[2] = {0};
    make_plane_arm(&arm, FROM, TO);
    add_obstacle(&arm, 0, 0, 1, 1);
    if (wrong == 0) arm.link[1].parent = 1;
    if (wrong == 1) arm.link[1].variable = 2;
    if (wrong == 2) arm.link[0].axis[2] = 0;
    if (wrong == 3) arm.link[2].frame.quaternion[0] = 0;
    if (wrong == 4) arm.box[1].link = 3;
    if (wrong == 5) arm.box[3].convex.box.min[1] = 2;
    if (wrong == 6) arm.value[1][2] = (double)NAN;
    if (wrong == 7) arm.move.t1 = -1;
    if (wrong == 8) arm.box[3].object = 4;
    if (wrong == 8) arm.chain.allowed = NONE;
    arm.chain.object_count = 4;
    assert_int_equal(bms_chain_check(&arm.chain, &arm.move, text, sizeof text), -1);
    if (strncmp(text, SAYS[wrong], strlen(SAYS[wrong])) != 0) print_message("said: %s\n", text);
    assert_int_equal(strncmp(text, SAYS[wrong], strlen(SAYS[wrong])), 0);
    assert_int_equal(bms_chain_first_contact(&arm.chain, &arm.move, 1e-3, &contact), BMS_INVALID);
    assert_int_equal(bms_chain_clearance(&arm.chain, &arm.move, 1e-3, &clearance), BMS_INVALID);
  }
  make_plane_arm(&arm, FROM, TO);
  assert_int_equal(bms_chain_check(&arm.chain, &arm.move, text, sizeof text), 0);
  assert_int_equal(bms_chain_first_contact(&arm.chain, &arm.move, 0, &contact), BMS_INVALID);
}

static void numbers_of_parts_below_zero_are_refused(void **state) {
  static const double FROM[2] = {0, 0}, TO[2] = {1, 1};
  static const unsigned char NONE[2] = {0};
  (void)state;
  for (int wrong = 0; wrong < 7; wrong++) {
    plane_arm arm;
    bms_chain_contact contact;
    char text[80] = "";
    make_plane_arm(&arm, FROM, TO);
    if (wrong == 0) arm.chain.link_count = -1;
    if (wrong == 1) arm.chain.shape_count = -1;
    if (wrong == 2) arm.chain.variable_count = -1;
    if (wrong == 3) arm.chain.allowed = NONE;
    arm.chain.object_count = -1; /* read only with allowed pairs */
    if (wrong == 4) arm.chain.link = NULL;
    if (wrong == 5) arm.chain.shape = NULL;
    if (wrong == 6) arm.move.value = NULL;
    assert_int_equal(bms_chain_first_contact(&arm.chain, &arm.move, 1e-3, &contact), BMS_INVALID);
    assert_int_equal(bms_chain_check(&arm.chain, &arm.move, text, sizeof text), -1);
    assert_true(strlen(text) > 0);
    if (wrong < 6) assert_null(bms_scene_create(&arm.chain, text, sizeof text));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(pieces_hold_every_box_as_seen_from_every_link),
      cmocka_unit_test(no_box_leaves_its_span),
      cmocka_unit_test(what_stands_still_is_where_it_is_from_above),
      cmocka_unit_test(a_shared_way_up_the_chain_is_the_same_way),
      cmocka_unit_test(one_of_many_obstacles_is_found_wherever_it_stands),
      cmocka_unit_test(parallel_edges_are_met_within_the_tolerance_and_never_late),
      cmocka_unit_test(one_turning_joint_is_exact),
      cmocka_unit_test(a_turn_that_doubles_do_not_tell_is_left_open),
      cmocka_unit_test(a_turn_of_very_many_pieces_comes_to_an_end),
      cmocka_unit_test(the_least_distance_is_at_a_time_of_the_move),
      cmocka_unit_test(a_margin_late_in_a_long_turn_is_found),
      cmocka_unit_test(two_turning_joints_meet_within_the_tolerance),
      cmocka_unit_test(a_plate_thinner_than_any_step_stops_the_arm),
      cmocka_unit_test(neighbours_unless_asked_for_and_allowed_pairs_are_passed_over),
      cmocka_unit_test(no_contact_is_missed_and_none_is_early_by_more_than_the_slack),
      cmocka_unit_test(the_named_boxes_meet_at_the_point),
      cmocka_unit_test(the_margin_encloses_the_least_distance),
      cmocka_unit_test(a_tolerance_below_rounding_still_has_bounds),
      cmocka_unit_test(cubic_moves_have_their_values_and_rates_at_the_ends),
      cmocka_unit_test(quintic_moves_have_their_values_rates_and_accelerations_at_the_ends),
      cmocka_unit_test(what_is_no_chain_is_named),
      cmocka_unit_test(numbers_of_parts_below_zero_are_refused),
  };
  printf("# seed %d\n", SEED);
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
