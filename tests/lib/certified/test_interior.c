/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Points inside both boxes against the exact oracle: if one is found the boxes overlap.
 *
 * Trials are of all families, at some time of their interval, with body b moved near to body a.  Matrix motions stand
 * nearly parallel to each other as well: the point is for these.
 *
 * Faces that cover are held against all gaps in exact arithmetic: box b stands on a face of a, or the other way round,
 * tilted by anything from rounding to a tenth, as high as its corners are apart, and over the border in part.
 */

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "certified/interior.h"
#include "exact_gap.h"
#include "matrix_forms.h"
#include "motion/motion.h"
#include "numeric/vector.h"
#include "oracle.h"
#include "planes/separation.h"
#include "repetitions.h"
#include "trial.h"

enum { TRIALS = 6000, FEWEST_TRIALS = 1500 };

/* Gives body b the matrix of body a, off by some roundings, so that their edges are parallel but for these. */
static void turn_alike(random_source *r, bms_query *query) {
  bms_motion *a = &query->a.motion, *b = &query->b.motion;
  if (a->form != BMS_MOTION_MATRIX || b->form != BMS_MOTION_MATRIX) return;
  memcpy(b->matrix.weight, a->matrix.weight, sizeof b->matrix.weight);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      for (int k = 0; k < 3; k++)
        b->matrix.entry[i][j][k] = a->matrix.entry[i][j][k] * (1 + random_below(r, 9) * 0x1p-53 - 0x1p-51);
}

/* Prepares the query at one time of its interval, with the centres a part of their distance apart. Returns false if it
   cannot be prepared. */
static bool bring_near(trial *t, bms_relative *relative, bms_instant *instant) {
  bms_query *query = &t->query;
  random_source *r = &t->random;
  double part = random_below(r, 4) == 0 ? 1 : random_uniform(r, 0, 1), way[3];
  query->t0 = query->t1 = trial_time(t);
  if (random_below(r, 2) == 0) turn_alike(r, query);
  if (!bms_relative_prepare(query, relative)) return false;
  bms_relative_instant(relative, query->t0, instant);
  for (int i = 0; i < 3; i++) way[i] = (part - 1) * instant->d[i];
  shift_motion(&query->b.motion, way);
  if (!bms_relative_prepare(query, relative)) return false;
  bms_relative_instant(relative, query->t0, instant);
  return true;
}

static void boxes_with_a_point_inside_both_overlap(void **state) {
  int found = 0, unsure = 0, overlaps = 0;
  (void)state;
  for (uint64_t n = 0; n < trial_count(TRIALS); n++) {
    trial t;
    bms_relative relative;
    bms_instant instant;
    bms_axis_side nearest;
    unsigned doubtful;
    oracle exact;
    trial_make(n, &t);
    if (t.against_half_space || !bring_near(&t, &relative, &instant)) continue;
    bool meet = bms_interiors_meet(&relative, &instant);
    bool open =
        bms_separation_verdict(&relative, &instant, relative.axes, &nearest, &doubtful) == BMS_VERDICT_UNDECIDED;
    if (!meet && !open) continue;
    oracle_init(&exact, &t.query);
    overlaps += exact.status == BMS_OVERLAPPING;
    found += meet;
    unsure += meet && open;
    if (meet && exact.status != BMS_OVERLAPPING && exact.status != BMS_INVALID) {
      trial_print(&t);
      fail_msg("status %d with a point inside both", exact.status);
    }
    oracle_clear(&exact);
  }
  print_message("# %d points found for %d overlaps, %d of them where the verdict is open\n", found, overlaps, unsure);
  assert_true(unsure > 0);
}

/* Computes the product of two quaternions. */
static void turn(const double p[4], const double q[4], double out[4]) {
  double cross[3];
  bms_cross(p + 1, q + 1, cross);
  out[0] = p[0] * q[0] - bms_dot(p + 1, q + 1);
  for (int i = 0; i < 3; i++) out[1 + i] = p[0] * q[1 + i] + q[0] * p[1 + i] + cross[i];
}

/* Returns a body at rest whose columns are the first rotation times a frame, which may be oblique, times the second
   rotation. */
static bms_body placed(const bms_box *box, double frame[3][4], const double q[4], const double place[3]) {
  bms_body body = {*box, bms_motion_fixed((double[3]){0, 0, 0}, q)};
  double pose[3][4], position[3];
  bms_motion_at(&body.motion, 0, pose);
  for (int r = 0; r < 3; r++) position[r] = bms_dot(frame[r], place);
  body.motion = (bms_motion){.form = BMS_MOTION_MATRIX, .matrix.weight = {1}};
  for (int r = 0; r < 3; r++) {
    body.motion.matrix.entry[r][3][0] = position[r];
    for (int i = 0; i < 3; i++)
      for (int k = 0; k < 3; k++) body.motion.matrix.entry[r][i][0] += frame[r][k] * pose[k][i];
  }
  return body;
}

/* Draws a box on another one, both at rest: as rigid bodies, or as matrices of an oblique frame. */
static bms_query stacked(random_source *r) {
  const double upright[4] = {1, 0, 0, 0}, origin[3] = {0, 0, 0};
  double tilt = random_below(r, 4) == 0 ? 0 : ldexp(random_uniform(r, 0.5, 1), -3 - random_below(r, 54));
  double direction = random_uniform(r, 0, 6), spin = random_uniform(r, -0.5, 0.5), half_a[3], half_b[3], q[4],
         frame[3][4];
  double tilted[4] = {1, tilt * cos(direction), tilt * sin(direction), 0}, spun[4] = {1, 0, 0, spin}, relative[4];
  for (int i = 0; i < 3; i++) {
    half_a[i] = random_uniform(r, 0.5, 2);
    half_b[i] = random_uniform(r, 0.2, 1);
  }
  turn(spun, random_below(r, 2) == 0 ? upright : tilted, relative);
  random_direction(r, q, 4);
  if (random_below(r, 4) == 0) memcpy(q, upright, sizeof q);
  bms_body low = {bms_box_centred(2 * half_a[0], 2 * half_a[1], 2 * half_a[2]), bms_motion_fixed(origin, q)};
  bms_body high = {bms_box_centred(2 * half_b[0], 2 * half_b[1], 2 * half_b[2]), bms_motion_fixed(origin, relative)};
  double pose[3][4], place[3];
  bms_motion_at(&high.motion, 0, pose);
  for (int i = 0; i < 2; i++) place[i] = random_uniform(r, -1.2, 1.2) * half_a[i];
  place[2] = half_a[2] + random_uniform(r, -1, 1) * tilt + random_below(r, 3) * 0x1p-53;
  for (int j = 0; j < 3; j++) place[2] += half_b[j] * fabs(pose[2][j]);
  bms_motion_at(&low.motion, 0, frame);
  if (random_below(r, 2) == 0) {
    for (int i = 0; i < 3; i++)
      for (int k = 0; k < 3; k++) frame[i][k] += random_uniform(r, -0.3, 0.3);
    low = placed(&low.box, frame, upright, origin);
    high = placed(&high.box, frame, relative, place);
  } else {
    double both[4], position[3];
    turn(q, relative, both);
    for (int i = 0; i < 3; i++) position[i] = bms_dot(frame[i], place);
    high.motion = bms_motion_fixed(position, both);
  }
  bool first = random_below(r, 2) == 0;
  return (bms_query){.a = first ? low : high, .b = first ? high : low};
}

static void a_face_that_covers_tells_how_boxes_are(void **state) {
  int found[3] = {0, 0, 0}, tried = 0;
  random_source r = random_from(7);
  exact_pair pair;
  mpq_t time, gap;
  (void)state;
  mpq_inits(time, gap, NULL);
  exact_pair_init(&pair);
  for (int count = repetitions_at_least(FEWEST_TRIALS, TRIALS); tried < count; tried++) {
    bms_query query = stacked(&r);
    bms_relative relative;
    bms_instant instant;
    assert_true(bms_relative_prepare(&query, &relative));
    bms_relative_instant(&relative, 0, &instant);
    int face = bms_covering_face(&relative, &instant, BMS_ALL_AXES), any = 0;
    if (face < 0) continue;
    exact_pair_at(&pair, &query, NULL, time);
    exact_gap(&pair, face, 0, EXACT_PLANE, gap);
    int sign = mpq_sgn(gap);
    found[1 + sign]++;
    if (exact_greatest_sign(&pair, relative.axes | 1u << face, &any) != sign)
      fail_msg("scene %d: face %d has a gap of sign %d", tried, face, sign);
  }
  print_message("# %d faces that cover of %d: %d overlap, %d touch, %d apart\n", found[0] + found[1] + found[2], tried,
                found[0], found[1], found[2]);
  assert_true(found[0] > tried / 40 && found[1] > 0 && found[2] > tried / 40);
  exact_pair_clear(&pair);
  mpq_clears(time, gap, NULL);
}

/* Returns a body that keeps its upright pose, as a matrix that is the mirror image of itself across the third axis if
   `factor` is negative, and rises from a height. */
static bms_body rising(const double half[3], double factor, double height, double speed) {
  bms_body body = {bms_box_centred(2 * half[0], 2 * half[1], 2 * half[2]),
                   {.form = BMS_MOTION_MATRIX, .matrix.weight = {1}}};
  for (int r = 0; r < 3; r++) body.motion.matrix.entry[r][r][0] = r == 2 ? factor : 1;
  body.motion.matrix.entry[2][3][0] = height;
  body.motion.matrix.entry[2][3][1] = speed;
  return body;
}

/* A box that comes to lie on the face of a larger one, which alone covers, passes the planes of both faces at one time:
   the face of a is named. */
static void a_face_before_the_one_that_covers_is_named(void **state) {
  random_source r = random_from(8);
  (void)state;
  for (uint64_t n = 0; n < trial_count(TRIALS) / 10; n++) {
    double small[3], large[3];
    for (int i = 0; i < 3; i++) {
      small[i] = random_uniform(&r, 0.1, 0.5);
      large[i] = random_uniform(&r, 1, 2);
    }
    double height = random_uniform(&r, 3, 4), speed = random_uniform(&r, 3, 4);
    bms_query query = {.t0 = 0, .t1 = 1, .a = rising(small, 1, -height, speed), .b = rising(large, -1, 0, 0)};
    bms_contact contact;
    assert_int_equal(bms_first_contact(&query, &contact), BMS_CONTACT);
    if (contact.pair.kind != BMS_PAIR_VO) fail_msg("scene %d: a face of b is named", (int)n);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(boxes_with_a_point_inside_both_overlap),
      cmocka_unit_test(a_face_that_covers_tells_how_boxes_are),
      cmocka_unit_test(a_face_before_the_one_that_covers_is_named),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  print_message("# trials from number 0 on; the number of a trial is its seed\n");
  return cmocka_run_group_tests(tests, NULL, NULL);
}
