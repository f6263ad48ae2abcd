/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The first approach of convex shapes.
 *
 * Two judges.  The gap in long double by another method (long_convex.h), sampled: overlaps that were passed over must
 * not be deeper than the limit, and the reported one must become so.  And floors, on which shapes stand at a known
 * depth and leave, slide, press and jump by motions of which the answer is known beforehand.
 */

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "bms_shapes.h"
#include "long_convex.h"
#include "random.h"
#include "repetitions.h"

enum { SEED = 16180, ROUNDS = 600, SAMPLES = 60 };

/* The gap of the oracle is off by this part of sizes and distance, and contacts that get deeper by no more than the
   other are passed over; both with the header's 1e-11. */
static const long double ERROR = 2e-11L;

enum { KINDS = 6, CYLINDER = 5 };

static void make_shape(random_source *r, int kind, double vertex[3 * LONG_MAX_POINTS], bms_convex *shape) {
  static const int COUNT[] = {1, 2, 3, 8};
  double radius = kind < 2 ? random_uniform(r, 0.05, 0.6) : random_below(r, 2) ? 0 : random_power_of_ten(r, -4, -1);
  double side[3];
  random_numbers(r, 0.1, 1.5, side, 3);
  random_numbers(r, -0.8, 0.8, vertex, 3 * LONG_MAX_POINTS);
  if (kind < 4) *shape = bms_convex_points(vertex, COUNT[kind], radius);
  bms_box box = bms_box_centred(side[0], side[1], side[2]);
  if (kind == 4) *shape = bms_convex_box(&box, radius);
  if (kind == CYLINDER) *shape = bms_convex_cylinder(side[0] / 2, side[1] / 2);
}

static bms_motion random_motion(random_source *r, double reach, double speed, double spin) {
  double position[3], quaternion[4], linear[3], angular[3], acceleration[3];
  random_numbers(r, -reach, reach, position, 3);
  random_numbers(r, -speed, speed, linear, 3);
  random_numbers(r, -spin, spin, angular, 3);
  random_numbers(r, -speed, speed, acceleration, 3);
  random_direction(r, quaternion, 4);
  return bms_motion_step(position, quaternion, linear, angular, acceleration);
}

static void print_query(const bms_convex_query *q, double distance, double depth, const bms_convex_contact *c) {
  print_message("# %s [%a, %a], distance %a, depth %a, cores %d %d, radii %a %a\n", bms_status_name(c->status),
                c->t_lower, c->t_upper, distance, depth, (int)q->a.core, (int)q->b.core, q->a.radius, q->b.radius);
  for (int i = 0; i < 9; i++)
    print_message("#   %a %a\n", q->motion_a.rigid.position[i / 3][i % 3], q->motion_b.rigid.position[i / 3][i % 3]);
  for (int i = 0; i < 8; i++)
    print_message("#   %a %a\n", q->motion_a.rigid.quaternion[i / 2][i % 2],
                  q->motion_b.rigid.quaternion[i / 2][i % 2]);
}

static bms_status first_approach(const bms_convex_query *query, double distance, double depth,
                                 bms_convex_contact *contact) {
  const bms_convex_approach approach = {.distance = distance, .depth = depth};
  return bms_convex_first_approach(query, &approach, contact);
}

/* ------------------------------------------------------------------ sampled */

typedef struct sampled {
  bms_convex_query grown; /* by the distance */
  long_prism inside, around;
  double depth;
  long double begin; /* depth at t0 */
  bool late;         /* found: it has been shallower in between; the header excepts it, unless deeper than at begin */
} sampled;

/* That a contact has been shallower in between is found to this part of the sizes, but for some. */
static const long double SHALLOWER = 0.02L;

/* Returns true if nothing that counts has begun before `end`, as far as samples show.  `slack` is what the judge's
   prisms leave open. */
static bool nothing_counts_before(sampled *s, double end, long double slack) {
  long double passed = fmaxl(s->depth, s->begin), shallowest = INFINITY;
  for (int i = 0; i <= SAMPLES; i++) {
    double t = s->grown.t0 + (end - s->grown.t0) * i / SAMPLES;
    long double gap = long_convex_gap(&s->grown, &s->inside, t);
    shallowest = fminl(shallowest, fmaxl(-gap, 0));
    if (-gap > fmaxl(s->depth, shallowest) + SHALLOWER + slack) s->late = true;
    if (gap < -passed - ERROR * 10) return false;
  }
  return true;
}

/* Returns true if the contact that begins at t gets deeper than what is passed over, before the two part. */
static bool counts_from(const sampled *s, double t, bool from_start) {
  long double passed = from_start ? s->begin : 0, least = INFINITY;
  for (int i = 0; i <= SAMPLES; i++) {
    double now = s->grown.t0 + (t - s->grown.t0) * i / SAMPLES;
    passed = fminl(passed, fmaxl(0, -long_convex_gap(&s->grown, &s->inside, now)));
  }
  passed = fmaxl(passed, s->depth);
  for (int i = 0; i <= 20 * SAMPLES; i++) {
    double now = t + (s->grown.t1 - t) * i / (20 * SAMPLES);
    least = fminl(least, long_convex_gap(&s->grown, &s->around, now));
    if (least < -passed + ERROR * 10) return true;
  }
  double step = (s->grown.t1 - t) / (20 * SAMPLES);
  return least + passed < (long double)step * long_convex_speed(&s->grown) * 0.01L;
}

/* Judges an answer; returns true if it is right.  Counts those that come late. */
static bool judge_answer(const bms_convex_query *q, double distance, double depth, const bms_convex_contact *c,
                         int *late) {
  bool curved = q->a.core == BMS_CORE_CYLINDER || q->b.core == BMS_CORE_CYLINDER;
  sampled s = {.grown = *q, .inside = {false, 0.3}, .around = {true, 0.3}, .depth = depth};
  s.grown.a.radius += distance;
  s.begin = fmaxl(0, -long_convex_gap(&s.grown, &s.around, q->t0));
  bool starts = long_convex_gap(&s.grown, &s.around, q->t0) < ERROR;
  double end = c->status == BMS_SEPARATED ? q->t1 : c->t_lower;
  if (!nothing_counts_before(&s, end, curved ? 0.1L : 0)) return false;
  *late += s.late;
  if (c->status == BMS_SEPARATED || c->status == BMS_UNRESOLVED) return true;
  if (c->status == BMS_CONTACT) {
    if (curved) return true;
    return long_convex_gap(&s.grown, &s.around, c->t_upper) <= ERROR && counts_from(&s, c->t_lower, starts);
  }
  bool at_start = c->status == BMS_TOUCHING || c->status == BMS_OVERLAPPING;
  return at_start && c->t == q->t0 && starts && (curved || counts_from(&s, c->t, true));
}

static void samples_agree(void **state) {
  random_source r = random_from(SEED);
  int count[BMS_INVALID + 1] = {0}, late = 0;
  (void)state;
  print_message("# seed %d\n", SEED);
  for (int i = 0; i < repetitions(ROUNDS); i++) {
    double vertex[2][3 * LONG_MAX_POINTS];
    double distance = random_below(&r, 2) ? 0 : random_power_of_ten(&r, -3, -0.5);
    double depth = random_below(&r, 2) ? 0 : random_power_of_ten(&r, -6, -0.5);
    bms_convex_query q = {.t1 = 1};
    bms_convex_contact c;
    make_shape(&r, i % KINDS, vertex[0], &q.a);
    make_shape(&r, i / KINDS % KINDS, vertex[1], &q.b);
    q.motion_a = random_motion(&r, 0.5, 1, i % 2);
    q.motion_b = random_motion(&r, random_below(&r, 2) ? 0.5 : 2, 1, i / 2 % 2);
    bms_status status = first_approach(&q, distance, depth, &c);
    count[status]++;
    if (!judge_answer(&q, distance, depth, &c, &late)) {
      print_query(&q, distance, depth, &c);
      fail();
    }
  }
  for (int k = 0; k <= BMS_INVALID; k++) print_message("# %s %d\n", bms_status_name((bms_status)k), count[k]);
  print_message("# %d were passed over in getting deeper again, none of them deeper than at t0\n", late);
  assert_true(50 * late < repetitions(ROUNDS));
  assert_true(count[BMS_CONTACT] > repetitions(ROUNDS) / 20 && count[BMS_OVERLAPPING] > repetitions(ROUNDS) / 20);
  assert_true(count[BMS_SEPARATED] > repetitions(ROUNDS) / 20 && 20 * count[BMS_UNRESOLVED] < repetitions(ROUNDS));
}

/* Two that are apart at t0 are met at the time of bms_convex_first_contact(), unless they hardly overlap. */
static void first_contacts_are_approaches(void **state) {
  random_source r = random_from(SEED + 1);
  int contacts = 0, passed = 0;
  (void)state;
  for (int i = 0; i < repetitions(4 * ROUNDS); i++) {
    double vertex[2][3 * LONG_MAX_POINTS];
    bms_convex_query q = {.t1 = 1};
    bms_convex_contact first, c;
    make_shape(&r, i % KINDS, vertex[0], &q.a);
    make_shape(&r, i / KINDS % KINDS, vertex[1], &q.b);
    q.motion_a = random_motion(&r, 0.5, 1, 3);
    q.motion_b = random_motion(&r, 2, 1, 3);
    bms_status status = bms_convex_first_contact(&q, NULL, &first);
    if (status != BMS_CONTACT && status != BMS_SEPARATED) continue;
    (void)first_approach(&q, 0, 0, &c);
    if (status == BMS_SEPARATED) assert_int_equal(c.status, BMS_SEPARATED);
    if (status != BMS_CONTACT) continue;
    contacts++;
    passed += c.status != BMS_CONTACT || c.t != first.t;
    if (c.status == BMS_CONTACT) assert_true(c.t >= first.t);
  }
  print_message("# %d contacts, %d of them passed over\n", contacts, passed);
  assert_true(contacts > repetitions(ROUNDS) / 5 && 50 * passed < contacts);
}

/* ------------------------------------------------------------------ floors */

typedef struct stand {
  bms_convex_query query;
  double vertex[2][24], up[3], along[3], size;
} stand;

static void turned(const double q[4], const double v[3], double out[3]) {
  double across[3], twice[3];
  for (int i = 0; i < 3; i++) across[i] = q[1 + (i + 1) % 3] * v[(i + 2) % 3] - q[1 + (i + 2) % 3] * v[(i + 1) % 3];
  for (int i = 0; i < 3; i++) twice[i] = 2 * across[i];
  for (int i = 0; i < 3; i++)
    out[i] = v[i] + q[0] * twice[i] + q[1 + (i + 1) % 3] * twice[(i + 2) % 3] - q[1 + (i + 2) % 3] * twice[(i + 1) % 3];
}

/* Stands a shape on a large floor (a box, a half-space or a triangle), `deep` in it, both turned alike and far out;
   the shape moves along the floor and up with these velocities, and the last acceleration. */
static void make_stand(random_source *r, int number, double deep, double aside, double up, double pull, stand *s) {
  static const double UP[3] = {0, 0, 1}, ALONG[3] = {0.6, 0.8, 0}, UNTURNED[4] = {1, 0, 0, 0};
  static const double CORNER[9] = {-90, -50, 0, 90, -50, 0, 0, 100, 0}, NO_SPIN[3] = {0, 0, 0};
  const bms_box slab = {{-50, -50, -2}, {50, 50, 0}}, one = bms_box_centred(1, 0.7, 0.5);
  double turn[4], origin[3], centre[3], linear[3], acceleration[3], half = 0;
  bms_convex_query *q = &s->query;
  *s = (stand){.size = 0};
  random_direction(r, turn, 4);
  if (number % 2) memcpy(turn, UNTURNED, sizeof turn);
  random_numbers(r, -3, 3, origin, 3);
  turned(turn, UP, s->up);
  turned(turn, ALONG, s->along);
  memcpy(s->vertex[0], CORNER, sizeof CORNER);
  q->t1 = 1;
  switch (number / 2 % 3) {
    case 0:
      q->a = bms_convex_box(&slab, 0);
      break;
    case 1:
      q->a = bms_convex_points(s->vertex[0], 3, 0);
      break;
    default:
      q->a = bms_convex_half_space(UP, 0);
      break;
  }
  switch (number / 6 % 5) {
    case 0:
      q->b = bms_convex_box(&one, 0);
      half = 0.25;
      break;
    case 1:
      q->b = bms_convex_sphere(0.5);
      half = 0.5;
      break;
    case 2:
      q->b = bms_convex_capsule(0.25, 0.5);
      half = 0.75;
      break;
    case 3:
      q->b = bms_convex_cylinder(0.5, 0.5);
      half = 0.5;
      break;
    default:
      for (int k = 0; k < 24; k++) s->vertex[1][k] = k % 3 == 2 && k < 12 ? -0.3 : random_uniform(r, -0.29, 0.29);
      q->b = bms_convex_points(s->vertex[1], 8, 0);
      half = 0.3;
      break;
  }
  for (int i = 0; i < 3; i++) {
    centre[i] = origin[i] + (half - deep) * s->up[i];
    linear[i] = aside * s->along[i] + up * s->up[i];
    acceleration[i] = pull * s->up[i];
  }
  q->motion_a = bms_motion_fixed(origin, turn);
  q->motion_b = bms_motion_step(centre, turn, linear, NO_SPIN, acceleration);
}

static double some_depth(random_source *r) {
  int kind = random_below(r, 3);
  return kind == 0 ? 0 : random_power_of_ten(r, kind == 1 ? -14 : -6, -1.3);
}

/* The height is up t + pull t^2. */
static void what_leaves_or_slides_is_passed_over(void **state) {
  random_source r = random_from(SEED + 2);
  (void)state;
  for (int i = 0; i < repetitions(3000); i++) {
    stand s;
    bms_convex_contact c;
    double up = i % 4 < 2 ? 0 : random_power_of_ten(&r, -6, 1);
    make_stand(&r, i / 4, some_depth(&r), i % 4 == 1 ? 0 : random_power_of_ten(&r, -3, 1), up, 0, &s);
    bms_status status = first_approach(&s.query, 0, 0, &c);
    if (status != BMS_SEPARATED) print_query(&s.query, 0, 0, &c);
    assert_int_equal(status, BMS_SEPARATED);
    assert_true(c.t == s.query.t1);
  }
}

static void what_presses_is_met_at_once(void **state) {
  random_source r = random_from(SEED + 3);
  (void)state;
  for (int i = 0; i < repetitions(3000); i++) {
    stand s;
    bms_convex_contact c;
    double deep = some_depth(&r), down = random_power_of_ten(&r, -4, 1), along = 0;
    double depth = i % 2 ? 0 : deep + random_power_of_ten(&r, -6, -4) * down;
    bool falls = i / 2 % 4 == 0;
    make_stand(&r, i / 2, deep, random_uniform(&r, -1, 1), falls ? 0 : -down, falls ? -down : 0, &s);
    bms_status status = first_approach(&s.query, 0, depth, &c);
    if ((status != BMS_OVERLAPPING && status != BMS_TOUCHING) || c.t != 0) print_query(&s.query, 0, depth, &c);
    assert_true(status == (deep > 1e-9 ? BMS_OVERLAPPING : BMS_TOUCHING) || (deep <= 1e-9 && deep > 0));
    assert_true(c.t == 0 && c.t_lower == 0 && c.t_upper > 0 && c.t_upper < 1);
    for (int k = 0; k < 3; k++) along += c.normal[k] * s.up[k];
    assert_true(along > 1 - 1e-9);
    if (!falls) assert_true(fabs(c.approach_speed - down) < 1e-6 * (1 + down));
  }
}

/* It leaves the floor and falls back on it, from as deep as it was or less. */
static void what_jumps_is_met_when_it_comes_back(void **state) {
  random_source r = random_from(SEED + 4);
  (void)state;
  for (int i = 0; i < repetitions(3000); i++) {
    stand s;
    bms_convex_contact c;
    double deep = some_depth(&r), up = random_uniform(&r, 1, 4), pull = random_uniform(&r, 1.3, 3) * up;
    if (up * up / (4 * pull) < 1.5 * deep) continue; /* it does not leave */
    make_stand(&r, i, deep, random_uniform(&r, -1, 1), up, -pull, &s);
    double back = (up + sqrt(up * up - 4 * pull * deep)) / (2 * pull);
    bms_status status = first_approach(&s.query, 0, 0, &c);
    if (status != BMS_CONTACT || fabs(c.t - back) > 1e-9) {
      print_query(&s.query, 0, 0, &c);
      print_message("# deep %a, back %a\n", deep, back);
    }
    assert_int_equal(status, BMS_CONTACT);
    assert_true(fabs(c.t - back) < 1e-9 && c.t_upper >= c.t && c.t_upper < back + 1e-4);
  }
}

/* A fall from a height on a floor reaches the distance when it is as high as that. */
static void a_distance_is_met_when_the_gap_is_that(void **state) {
  random_source r = random_from(SEED + 5);
  (void)state;
  for (int i = 0; i < repetitions(3000); i++) {
    stand s;
    bms_convex_contact c;
    double high = random_power_of_ten(&r, -3, 1), distance = high * random_uniform(&r, 0, 1.5);
    bool begins = distance > high;
    make_stand(&r, i, -high, random_uniform(&r, -1, 1), -2 * high, 0, &s);
    bms_status status = first_approach(&s.query, distance, 0, &c);
    assert_int_equal(status, begins ? BMS_TOUCHING : BMS_CONTACT);
    assert_true(fabs(c.t - (begins ? 0 : (high - distance) / (2 * high))) < 1e-9 / high);
    make_stand(&r, i, -high, 1, begins ? 2 * high : -0.9 * (high - distance), 0, &s);
    assert_int_equal(first_approach(&s.query, distance, 0, &c), BMS_SEPARATED);
  }
}

/* A wheel rolls along: with a depth that does not count its round side is led along, too. */
static void what_rolls_needs_a_depth(void **state) {
  const double up[3] = {0, 0, 1}, position[3] = {0, 0, 0.5 - 1e-4}, linear[3] = {0.5, 0, 0}, spin[3] = {0, 1, 0};
  const double lying[4] = {sqrt(0.5), sqrt(0.5), 0, 0}, zero[3] = {0, 0, 0}, unturned[4] = {1, 0, 0, 0};
  const bms_box slab = {{-50, -50, -2}, {50, 50, 0}};
  (void)state;
  for (int i = 0; i < 2; i++) {
    bms_convex_query q = {.t1 = 1, .b = bms_convex_cylinder(0.5, 0.2)};
    bms_convex_contact c;
    q.a = i ? bms_convex_box(&slab, 0) : bms_convex_half_space(up, 0);
    q.motion_a = bms_motion_fixed(zero, unturned);
    q.motion_b = bms_motion_step(position, lying, linear, spin, zero);
    assert_int_equal(first_approach(&q, 0, 1e-4 + 1e-5, &c), BMS_SEPARATED);
  }
}

/* A ball passes another one that it overlaps at the middle of its way, and nothing counts until the slack is less than
   that overlap: at every size. */
static void a_graze_of_large_balls_counts_when_deeper_than_the_slack(void **state) {
  (void)state;
  for (double size = 0x1p-10; size < 0x1p11; size *= 2) {
    for (int i = 0; i < 2; i++) {
      const double deepest = size * 0x1p-11, from[3] = {-2.5 * size, 2 * size - deepest, 0},
                   along[3] = {5 * size, 0, 0};
      const double zero[3] = {0, 0, 0}, unturned[4] = {1, 0, 0, 0};
      const bms_convex_approach approach = {.slack = (i ? 0.9 : 2) * deepest};
      bms_convex_query q = {.t1 = 1, .a = bms_convex_sphere(size), .b = bms_convex_sphere(size)};
      bms_convex_contact c;
      q.motion_a = bms_motion_fixed(zero, unturned);
      q.motion_b = bms_motion_step(from, unturned, along, zero, zero);
      assert_int_equal(bms_convex_first_approach(&q, &approach, &c), i ? BMS_CONTACT : BMS_SEPARATED);
    }
  }
}

static void bad_queries_are_refused(void **state) {
  bms_convex_query q = {.t1 = 1, .a = bms_convex_sphere(1), .b = bms_convex_sphere(1)};
  bms_convex_contact c;
  const double zero[3] = {0, 0, 0}, unturned[4] = {1, 0, 0, 0};
  (void)state;
  q.motion_a = q.motion_b = bms_motion_fixed(zero, unturned);
  assert_int_equal(first_approach(&q, -1, 0, &c), BMS_INVALID);
  assert_int_equal(c.reason, BMS_NEARNESS_NEGATIVE);
  assert_int_equal(first_approach(&q, 0, (double)NAN, &c), BMS_INVALID);
  assert_int_equal(first_approach(&q, 0, 0, &c), BMS_SEPARATED);
  q.a.radius = -1;
  assert_int_equal(first_approach(&q, 0, 0, &c), BMS_INVALID);
  assert_int_equal(c.reason, BMS_BOX_REVERSED);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(samples_agree),
      cmocka_unit_test(first_contacts_are_approaches),
      cmocka_unit_test(what_leaves_or_slides_is_passed_over),
      cmocka_unit_test(what_presses_is_met_at_once),
      cmocka_unit_test(what_jumps_is_met_when_it_comes_back),
      cmocka_unit_test(a_distance_is_met_when_the_gap_is_that),
      cmocka_unit_test(what_rolls_needs_a_depth),
      cmocka_unit_test(a_graze_of_large_balls_counts_when_deeper_than_the_slack),
      cmocka_unit_test(bad_queries_are_refused),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests_name("convex approach", tests, NULL, NULL);
}
