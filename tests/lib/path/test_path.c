/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Paths of pieces: the fit, first contact, contact intervals, margin.
 *
 * Oracle: the smooth motions themselves, sampled.  The step from one sample to the next is the gap over a bound of the
 * closing speed, so that nothing happens in between, but not below a small part of the interval.  A sample that
 * overlaps before the reported time is a contact missed.  At the reported time the boxes' distance is at most the
 * slack.
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

#include "bms_path.h"
#include "cmocka_names.h"
#include "posed_boxes.h"
#include "random.h"
#include "repetitions.h"

enum { SEED = 600613, ROUNDS = 250, MOST_PIECES = 20000 };

/* The least step of the oracle, of the interval. */
static const double FINEST = 1.0 / 4000;

/* The rounding of the oracle's own arithmetic, for sizes of about 1 to 10. */
static const double ORACLE = 1e-13;

/* ------------------------------------------------------------------ random motions */

typedef struct moving {
  bms_box box;
  bms_spin spin;
  bms_cubic_pose cubic;
  bool is_cubic;
  double speed; /* a bound of the speed of any point */
} moving;

static double length_of(const double *x, int count) {
  double sum = 0;
  for (int i = 0; i < count; i++) sum += x[i] * x[i];
  return sqrt(sum);
}

static double reach_of(const bms_box *box) {
  double sum = 0;
  for (int i = 0; i < 3; i++) sum += pow(fmax(fabs(box->min[i]), fabs(box->max[i])), 2);
  return sqrt(sum);
}

static bms_smooth smooth_of(const moving *m) {
  return m->is_cubic ? bms_cubic_pose_motion(&m->cubic) : bms_spin_motion(&m->spin);
}

static void vector_of(random_source *r, double size, double x[3]) {
  for (int i = 0; i < 3; i++) x[i] = size * random_uniform(r, -1, 1);
}

static moving random_moving(random_source *r, double turns, double place) {
  moving m = {.is_cubic = random_below(r, 2) == 0};
  double turn = 6.3 * turns * random_uniform(r, 0, 1);
  for (int i = 0; i < 3; i++) {
    double size = random_power_of_ten(r, -1.5, 0.2), offset = 0.3 * random_uniform(r, -1, 1);
    m.box.min[i] = offset - size;
    m.box.max[i] = offset + size;
  }
  vector_of(r, place, m.spin.centre);
  vector_of(r, 3, m.spin.velocity);
  vector_of(r, random_below(r, 2), m.spin.arm);
  random_direction(r, m.spin.quaternion, 4);
  random_direction(r, m.spin.turn, 3);
  for (int i = 0; i < 3; i++) m.spin.turn[i] *= turn;
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 4; k++) m.cubic.position[i][k] = (k == 0 ? place : 1.5) * random_uniform(r, -1, 1);
  random_direction(r, m.spin.quaternion, 4);
  for (int i = 0; i < 4; i++)
    for (int k = 0; k < 4; k++)
      m.cubic.quaternion[i][k] = k == 0 ? m.spin.quaternion[i] : 0.2 * random_uniform(r, -1, 1);
  bms_smooth_bounds bounds;
  bms_smooth smooth = smooth_of(&m);
  double worst = 0; /* the speed of a cubic quaternion is bounded on short intervals only */
  for (int k = 0; k < 64; k++) {
    smooth.bounds(smooth.context, k / 64.0, (k + 1) / 64.0, &bounds);
    worst = fmax(worst, bounds.origin_speed + bounds.turn_speed * reach_of(&m.box));
  }
  m.speed = worst;
  return m;
}

static double gap_at(const moving *a, const moving *b, double t, bool distance) {
  double pose_a[3][4], pose_b[3][4];
  bms_smooth sa = smooth_of(a), sb = smooth_of(b);
  sa.pose(sa.context, t, pose_a);
  sb.pose(sb.context, t, pose_b);
  return distance ? posed_distance(&a->box, pose_a, &b->box, pose_b) : posed_gap(&a->box, pose_a, &b->box, pose_b);
}

/* Returns the first sample of [from, to] with an overlap deeper than the oracle's rounding, else INFINITY. */
static double sampled_contact(const moving *a, const moving *b, double from, double to) {
  for (double t = from;;) {
    double gap = gap_at(a, b, t, false);
    if (gap < -ORACLE) return t;
    if (t >= to) return HUGE_VAL;
    t = fmin(to, t + fmax(gap / (a->speed + b->speed), FINEST * (to - from)));
  }
}

static bms_path fitted(const moving *m, double tolerance, bms_piece *piece) {
  bms_smooth smooth = smooth_of(m);
  int count;
  assert_int_equal(bms_path_fit(&smooth, reach_of(&m->box), 0, 1, tolerance, MOST_PIECES, piece, &count), 0);
  assert_int_in_range(count, 1, MOST_PIECES);
  return (bms_path){piece, count};
}

static bms_piece piece_a[MOST_PIECES], piece_b[MOST_PIECES];

typedef struct scene {
  moving a, b;
  double tolerance;
  bms_path_query query;
} scene;

static void random_scene(random_source *r, scene *s) {
  static const double TURNS[] = {0.02, 0.2, 1, 10};
  double turns = TURNS[random_below(r, 4)], place = random_uniform(r, 0.5, 2);
  s->a = random_moving(r, turns, place);
  s->b = random_moving(r, turns, place);
  s->tolerance = random_power_of_ten(r, -6, -2);
  s->query = (bms_path_query){
      0, 1, {s->a.box, fitted(&s->a, s->tolerance, piece_a)}, {s->b.box, fitted(&s->b, s->tolerance, piece_b)}};
}

/* ------------------------------------------------------------------ tests */

static void pieces_follow_each_other_and_hold_the_motion(void **state) {
  random_source r = random_from(SEED);
  (void)state;
  for (int round = 0; round < repetitions(ROUNDS); round++) {
    moving m = random_moving(&r, random_power_of_ten(&r, -2, 2), 1);
    double tolerance = random_power_of_ten(&r, -6, -1);
    bms_smooth smooth = smooth_of(&m);
    bms_path path = fitted(&m, tolerance, piece_a);
    assert_true(path.piece[0].t0 == 0 && path.piece[path.count - 1].t1 == 1);
    for (int i = 0; i < path.count; i++) {
      const bms_piece *p = &path.piece[i];
      assert_true(p->t0 < p->t1 && (i == 0 || p->t0 == p[-1].t1));
      assert_true(bms_piece_slack(p) <= tolerance);
      for (int k = 0; k < 8; k++) {
        double t = p->t0 + (p->t1 - p->t0) * random_uniform(&r, 0, 1), real[3][4], fit[3][4], off[3];
        if (k < 2) t = k == 0 ? p->t0 : p->t1;
        smooth.pose(smooth.context, t, real);
        bms_motion_at(&p->motion, t, fit);
        for (int corner = 0; corner < 8; corner++) {
          for (int row = 0; row < 3; row++) {
            off[row] = fit[row][3] - real[row][3];
            for (int j = 0; j < 3; j++)
              off[row] += (fit[row][j] - real[row][j]) * (corner >> j & 1 ? m.box.max[j] : m.box.min[j]);
          }
          if (!(length_of(off, 3) <= p->radius))
            print_message("round %d, t %a: %a off, radius %a\n", round, t, length_of(off, 3), p->radius);
          assert_true(length_of(off, 3) <= p->radius);
        }
      }
    }
  }
}

/* Multiplies the lengths of a motion by 2^power, and a quaternion of which only the direction counts. */
static moving scaled(const moving *m, int power) {
  moving out = *m;
  double *length[] = {out.box.min, out.box.max, out.spin.centre, out.spin.velocity, out.spin.arm};
  for (int k = 0; k < 5; k++)
    for (int i = 0; i < 3; i++) length[k][i] = ldexp(length[k][i], power);
  for (int k = 0; k < 12; k++) out.cubic.position[k / 4][k % 4] = ldexp(out.cubic.position[k / 4][k % 4], power);
  for (int k = 0; k < 16; k++) out.cubic.quaternion[k / 4][k % 4] = ldexp(out.cubic.quaternion[k / 4][k % 4], power);
  return out;
}

/* Squares of lengths and of quaternions underflow here. */
static void pieces_of_small_motions_are_pieces_of_the_same_ones_scaled(void **state) {
  random_source r = random_from(SEED + 7);
  (void)state;
  for (int power = -900; power <= 300; power++) {
    moving plain = random_moving(&r, 1, 1), small = scaled(&plain, power);
    bms_smooth of_plain = smooth_of(&plain), of_small = smooth_of(&small);
    double reach = reach_of(&plain.box);
    int count = 0, other = 0;
    assert_int_equal(bms_path_fit(&of_plain, reach, 0, 1, 1e-3, MOST_PIECES, piece_a, &count), 0);
    assert_int_equal(
        bms_path_fit(&of_small, ldexp(reach, power), 0, 1, ldexp(1e-3, power), MOST_PIECES, piece_b, &other), 0);
    assert_int_equal(count, other);
    for (int i = 0; i < count; i++) {
      double radius = ldexp(piece_b[i].radius, -power);
      if (!(fabs(radius - piece_a[i].radius) <= 1e-9 * piece_a[i].radius))
        print_message("power %d: a radius of %a, not %a\n", power, radius, piece_a[i].radius);
      assert_true(fabs(radius - piece_a[i].radius) <= 1e-9 * piece_a[i].radius);
    }
  }
}

static void radii_are_not_much_larger_than_the_errors(void **state) {
  random_source r = random_from(SEED + 1);
  double worst = 0;
  (void)state;
  for (int round = 0; round < 20; round++) {
    moving m = random_moving(&r, 1, 1);
    m.is_cubic = false; /* its bounds are attained */
    memset(m.spin.arm, 0, sizeof m.spin.arm);
    bms_smooth smooth = smooth_of(&m);
    bms_path path = fitted(&m, 1e-3, piece_a);
    double greatest = 0;
    for (int k = 0; k <= 1000; k++) {
      double t = path.piece[0].t1 * k / 1000, real[3][4], fit[3][4];
      smooth.pose(smooth.context, t, real);
      bms_motion_at(&path.piece[0].motion, t, fit);
      for (int corner = 0; corner < 8; corner++) {
        double sum = 0;
        for (int row = 0; row < 3; row++) {
          double off = 0;
          for (int j = 0; j < 3; j++)
            off += (fit[row][j] - real[row][j]) * (corner >> j & 1 ? m.box.max[j] : m.box.min[j]);
          sum += off * off;
        }
        greatest = fmax(greatest, sqrt(sum));
      }
    }
    worst = fmax(worst, path.piece[0].radius / greatest);
    assert_true(path.piece[0].radius > greatest);
  }
  print_message("# radius over error: at most %.2f\n", worst);
  assert_true(worst < 6); /* points near the axis move less than the reach allows */
}

static void no_contact_is_missed_and_none_is_early_by_more_than_the_slack(void **state) {
  random_source r = random_from(SEED + 2);
  int met = 0, close = 0;
  (void)state;
  for (int round = 0; round < repetitions(ROUNDS); round++) {
    scene s;
    bms_path_contact contact;
    random_scene(&r, &s);
    bms_status status = bms_path_first_contact(&s.query, &contact);
    assert_true(status != BMS_INVALID && status != BMS_UNRESOLVED);
    double until = status == BMS_SEPARATED ? 1 : contact.t, sampled = sampled_contact(&s.a, &s.b, 0, until);
    if (!(sampled >= until)) print_message("round %d: sampled %a, reported %a (%d)\n", round, sampled, until, status);
    assert_true(sampled >= until);
    if (status == BMS_SEPARATED) continue;
    met++;
    assert_true(contact.slack <= 2 * s.tolerance);
    double distance = gap_at(&s.a, &s.b, contact.t, true);
    if (!(distance <= contact.slack + ORACLE))
      print_message("round %d: %a apart at t %a, slack %a\n", round, distance, contact.t, contact.slack);
    assert_true(distance <= contact.slack + ORACLE);
    close += distance > 0;
    assert_int_equal(status == BMS_CONTACT, contact.t > 0);
  }
  print_message("# %d of %d met, %d of them a little apart at the reported time\n", met, repetitions(ROUNDS), close);
  assert_true(met > 0);
}

static void contact_intervals_hold_every_sample_that_overlaps(void **state) {
  random_source r = random_from(SEED + 3);
  (void)state;
  for (int round = 0; round < repetitions(ROUNDS) / 2; round++) {
    scene s;
    bms_path_contact contact;
    bms_path_interval interval[64];
    int count;
    random_scene(&r, &s);
    bms_status status = bms_path_contact_intervals(&s.query, 64, interval, &count);
    assert_int_equal(status, count > 0 ? BMS_CONTACT : BMS_SEPARATED);
    assert_int_in_range(count, 0, 64);
    bms_status first = bms_path_first_contact(&s.query, &contact);
    assert_int_equal(first == BMS_SEPARATED, count == 0);
    if (count > 0) assert_true(fabs(interval[0].enter - contact.t) <= 1e-15);
    for (int i = 0; i < count; i++) {
      assert_true(interval[i].enter <= interval[i].exit && (i == 0 || interval[i - 1].exit < interval[i].enter));
      assert_true(gap_at(&s.a, &s.b, interval[i].enter, true) <= 2 * s.tolerance + ORACLE);
      assert_true(gap_at(&s.a, &s.b, interval[i].exit, true) <= 2 * s.tolerance + ORACLE);
    }
    for (int k = 0; k <= 500; k++) {
      double t = k / 500.0;
      bool inside = false;
      for (int i = 0; i < count; i++) inside = inside || (t >= interval[i].enter && t <= interval[i].exit);
      if (!inside) assert_true(gap_at(&s.a, &s.b, t, false) >= -ORACLE);
    }
  }
}

static void the_margin_encloses_the_least_distance(void **state) {
  random_source r = random_from(SEED + 4);
  int apart = 0;
  (void)state;
  for (int round = 0; round < repetitions(ROUNDS); round++) {
    scene s;
    bms_clearance margin;
    bms_path_contact contact;
    double wanted = random_power_of_ten(&r, -5, -2), least = HUGE_VAL, widest = wanted + 4 * s.tolerance;
    random_scene(&r, &s);
    widest = wanted + 4 * s.tolerance;
    bms_status status = bms_path_clearance(&s.query, wanted, &margin);
    assert_int_equal(status, margin.lower > 0 ? BMS_SEPARATED : BMS_CONTACT);
    assert_true(margin.lower >= 0 && margin.lower <= margin.upper && margin.upper < HUGE_VAL);
    if (status == BMS_SEPARATED) assert_true(margin.upper - margin.lower <= widest);
    for (int k = 0; k <= 500; k++) least = fmin(least, gap_at(&s.a, &s.b, k / 500.0, true));
    if (!(margin.lower <= least + ORACLE)) print_message("round %d: %a, sampled %a\n", round, margin.lower, least);
    assert_true(margin.lower <= least + ORACLE);
    double there = gap_at(&s.a, &s.b, margin.t, true);
    if (!(there <= margin.upper + ORACLE)) print_message("round %d: %a there, upper %a\n", round, there, margin.upper);
    assert_true(there <= margin.upper + ORACLE);
    if (bms_path_first_contact(&s.query, &contact) != BMS_SEPARATED) assert_true(margin.lower <= 4 * s.tolerance);
    apart += status == BMS_SEPARATED;
  }
  print_message("# %d of %d apart\n", apart, repetitions(ROUNDS));
  assert_true(apart > 0);
}

static void one_exact_piece_is_a_query_of_its_own(void **state) {
  static const double HERE[3] = {0, 0, 0}, THERE[3] = {5, 0, 0}, Q[4] = {1, 0, 0, 0}, SPEED[3] = {-8, 0, 0};
  (void)state;
  bms_motion still = bms_motion_fixed(HERE, Q), coming = bms_motion_step(THERE, Q, SPEED, HERE, HERE);
  bms_piece a = bms_piece_exact(0, 1, &still),
            b[2] = {bms_piece_exact(0, 0.25, &coming), bms_piece_exact(0.25, 1, &coming)};
  bms_box cube = bms_box_centred(2, 2, 2);
  bms_path_query query = {0, 1, {cube, {&a, 1}}, {cube, {b, 2}}};
  bms_path_contact contact;
  bms_path_interval interval;
  bms_clearance margin;
  int count;
  assert_int_equal(bms_path_first_contact(&query, &contact), BMS_CONTACT);
  assert_true(contact.grown.t == 0.375 && contact.t <= 0.375 && contact.t > 0.374999999 && contact.slack == 0 &&
              contact.piece_b == 1);
  assert_int_equal(bms_path_contact_intervals(&query, 1, &interval, &count), BMS_CONTACT);
  assert_true(count == 1 && interval.enter == 0.375 && interval.exit == 0.875);
  query.t1 = 0.25;
  assert_int_equal(bms_path_clearance(&query, 1e-6, &margin), BMS_SEPARATED);
  assert_true(margin.lower <= 1 && margin.upper >= 1 && margin.upper - margin.lower <= 1e-6);
}

static void slerp_meets_its_poses_and_turns_at_one_speed(void **state) {
  random_source r = random_from(SEED + 5);
  (void)state;
  for (int round = 0; round < 50; round++) {
    double p0[3], p1[3], q0[4], q1[4], t0 = random_uniform(&r, -2, 2), t1 = t0 + random_power_of_ten(&r, -1, 1);
    double pose[3][4], wanted[3][4];
    vector_of(&r, 2, p0);
    vector_of(&r, 2, p1);
    random_direction(&r, q0, 4);
    random_direction(&r, q1, 4);
    bms_spin spin = bms_spin_between(t0, p0, q0, t1, p1, q1);
    bms_smooth smooth = bms_spin_motion(&spin);
    assert_true(length_of(spin.turn, 3) * (t1 - t0) <= 3.1416);
    for (int k = 0; k < 2; k++) {
      bms_motion end = bms_motion_fixed(k == 0 ? p0 : p1, k == 0 ? q0 : q1);
      bms_motion_at(&end, 0, wanted);
      smooth.pose(smooth.context, (k == 0 ? t0 : t1) - smooth.origin, pose);
      for (int i = 0; i < 12; i++) assert_true(fabs(pose[i / 4][i % 4] - wanted[i / 4][i % 4]) < 1e-13);
    }
  }
}

static void a_tolerance_that_doubles_do_not_hold_is_refused(void **state) {
  bms_spin spin = {.quaternion = {1, 0, 0, 0}, .turn = {0, 0, 1}, .centre = {1000, 0, 0}};
  bms_smooth smooth = bms_spin_motion(&spin);
  int count;
  (void)state;
  assert_int_equal(bms_path_fit(&smooth, 1, 0, 1, 1e-16, 0, NULL, &count), -1);
  assert_int_equal(bms_path_fit(&smooth, 1, 0, 1, 0, 0, NULL, &count), -1);
  assert_int_equal(bms_path_fit(&smooth, 1, 1, 1, 1e-3, 0, NULL, &count), -1);
  bms_piece piece;
  assert_int_equal(bms_path_fit(&smooth, 1, 0, 0.25, (double)INFINITY, 1, &piece, &count), 0);
  assert_true(count >= 1 && isfinite(piece.radius) && isfinite(piece.stretch));
  spin.turn[2] = 100;
  assert_int_equal(bms_path_fit(&smooth, 1, 0, 1, (double)INFINITY, 1, &piece, &count), 0);
  assert_true(count > 1 && isfinite(piece.radius) && isfinite(piece.stretch));
  assert_int_equal(bms_path_fit(&smooth, 1, 0, 1, 1e-3, 0, NULL, &count), 0);
  assert_true(count > 1);
}

static void broken_paths_are_named(void **state) {
  static const double HERE[3] = {0, 0, 0}, Q[4] = {1, 0, 0, 0};
  (void)state;
  bms_motion still = bms_motion_fixed(HERE, Q);
  bms_piece a = bms_piece_exact(0, 1, &still),
            b[2] = {bms_piece_exact(0, 0.5, &still), bms_piece_exact(0.75, 1, &still)};
  bms_box cube = bms_box_centred(2, 2, 2);
  bms_path_query query = {0, 1, {cube, {&a, 1}}, {cube, {b, 2}}};
  bms_path_contact contact;
  bms_clearance margin;
  int count;
  assert_int_equal(bms_path_first_contact(&query, &contact), BMS_INVALID);
  assert_true(contact.reason == BMS_PATH_BROKEN && contact.where == BMS_PART_B);
  assert_int_equal(bms_path_clearance(&query, 1e-3, &margin), BMS_INVALID);
  assert_int_equal(bms_path_contact_intervals(&query, 0, NULL, &count), BMS_INVALID);
  b[1].t0 = 0.5;
  b[1].radius = -1;
  assert_int_equal(bms_path_first_contact(&query, &contact), BMS_INVALID);
  assert_true(contact.reason == BMS_PIECE_BOUNDS && contact.where == BMS_PART_B);
  b[1].radius = 0;
  query.t1 = 2;
  assert_int_equal(bms_path_first_contact(&query, &contact), BMS_INVALID);
  assert_true(contact.reason == BMS_PATH_BROKEN && contact.where == BMS_PART_A);
  query.t1 = (double)NAN;
  assert_int_equal(bms_path_first_contact(&query, &contact), BMS_INVALID);
  assert_int_equal(contact.reason, BMS_INTERVAL_NOT_FINITE);
}

/* Cubes at one place are in contact at once; a piece comes after that which has no motion, or a box that has none. */
static void all_questions_call_the_same_paths_invalid(void **state) {
  static const double HERE[3] = {0, 0, 0}, Q[4] = {1, 0, 0, 0};
  (void)state;
  for (int fault = 0; fault < 4; fault++) {
    bms_motion still = bms_motion_fixed(HERE, Q), bad = still;
    bms_piece a = bms_piece_exact(0, 1, &still);
    bms_piece b[2] = {bms_piece_exact(0, 0.5, &still), bms_piece_exact(0.5, 1, &still)};
    bms_box cube = bms_box_centred(2, 2, 2), reversed = {{-1, 0.125, -1}, {1, -0.125, 1}};
    bms_path_query query = {0, 1, {cube, {&a, 1}}, {cube, {b, 2}}};
    bad.rigid.quaternion[0][0] = 0.75;
    bad.rigid.quaternion[0][1] = -1;
    if (fault == 0) b[1].motion = bad;
    if (fault == 1) b[1].motion.form = (bms_motion_form)7;
    if (fault == 2) b[1].radius = 1e200;
    if (fault == 3) query.b.box = reversed;
    if (fault == 3) a.radius = b[0].radius = b[1].radius = 0.5; /* it is in order as it is grown */
    bms_path_contact contact;
    bms_path_interval interval;
    bms_clearance margin;
    int count = -1;
    static const bms_reason REASONS[] = {BMS_QUATERNION_VANISHES, BMS_MOTION_FORM, BMS_OUT_OF_RANGE, BMS_BOX_REVERSED};
    assert_int_equal(bms_path_first_contact(&query, &contact), BMS_INVALID);
    assert_int_equal(contact.reason, REASONS[fault]);
    assert_true(contact.status == BMS_INVALID && contact.where == BMS_PART_B && contact.t <= 0);
    assert_int_equal(bms_path_contact_intervals(&query, 1, &interval, &count), BMS_INVALID);
    assert_int_equal(count, 0);
    assert_int_equal(bms_path_clearance(&query, 1e-3, &margin), BMS_INVALID);
    query.t1 = 0.5;
    if (fault < 3) assert_int_equal(bms_path_first_contact(&query, &contact), BMS_OVERLAPPING);
  }
}

static void bounds_of_pieces_have_to_be_bounds(void **state) {
  static const double HERE[3] = {0, 0, 0}, Q[4] = {1, 0, 0, 0};
  static const double BOUNDS[][2] = {{-1, 1},  {(double)INFINITY, 1}, {(double)NAN, 1},
                                     {0, 0.5}, {0, (double)INFINITY}, {0, (double)NAN}};
  (void)state;
  bms_motion still = bms_motion_fixed(HERE, Q);
  bms_box cube = bms_box_centred(2, 2, 2);
  for (int i = 0; i < 6; i++) {
    bms_piece a = bms_piece_exact(0, 1, &still), b = a;
    bms_path_query query = {0, 1, {cube, {&a, 1}}, {cube, {&b, 1}}};
    bms_path_contact contact;
    b.radius = BOUNDS[i][0];
    b.stretch = BOUNDS[i][1];
    assert_int_equal(bms_path_first_contact(&query, &contact), BMS_INVALID);
    assert_int_equal(contact.reason, BMS_PIECE_BOUNDS);
  }
  bms_piece piece = {0, 1, still, 0.5, 4};
  bms_box grown = bms_piece_grown(&cube, &piece);
  for (int i = 0; i < 3; i++) assert_true(grown.min[i] <= -3 && grown.max[i] >= 3 && grown.max[i] < 3.001);
}

/* One box is suddenly where the other is: they touch at the start of a piece, and not at the start. */
static void what_jumps_into_a_box_is_in_contact_later(void **state) {
  static const double HERE[3] = {0, 0, 0}, THERE[3] = {5, 0, 0}, Q[4] = {1, 0, 0, 0};
  (void)state;
  bms_motion still = bms_motion_fixed(HERE, Q), far = bms_motion_fixed(THERE, Q);
  bms_piece a = bms_piece_exact(0, 1, &still), b[2] = {bms_piece_exact(0, 0.5, &far), bms_piece_exact(0.5, 1, &still)};
  bms_box cube = bms_box_centred(2, 2, 2);
  bms_path_query query = {0, 1, {cube, {&a, 1}}, {cube, {b, 2}}};
  bms_path_contact contact;
  assert_int_equal(bms_path_first_contact(&query, &contact), BMS_CONTACT);
  assert_true(contact.status == BMS_CONTACT && fabs(contact.t - 0.5) <= 0 && contact.piece_b == 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(pieces_follow_each_other_and_hold_the_motion),
      cmocka_unit_test(pieces_of_small_motions_are_pieces_of_the_same_ones_scaled),
      cmocka_unit_test(radii_are_not_much_larger_than_the_errors),
      cmocka_unit_test(no_contact_is_missed_and_none_is_early_by_more_than_the_slack),
      cmocka_unit_test(contact_intervals_hold_every_sample_that_overlaps),
      cmocka_unit_test(the_margin_encloses_the_least_distance),
      cmocka_unit_test(one_exact_piece_is_a_query_of_its_own),
      cmocka_unit_test(slerp_meets_its_poses_and_turns_at_one_speed),
      cmocka_unit_test(a_tolerance_that_doubles_do_not_hold_is_refused),
      cmocka_unit_test(broken_paths_are_named),
      cmocka_unit_test(all_questions_call_the_same_paths_invalid),
      cmocka_unit_test(bounds_of_pieces_have_to_be_bounds),
      cmocka_unit_test(what_jumps_into_a_box_is_in_contact_later),
  };
  printf("# seed %d\n", SEED);
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
