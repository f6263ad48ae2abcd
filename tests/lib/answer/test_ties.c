/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The tie rule of bms_contact (bms.h): which of several planes that pass through the origin at once names a contact.
 *
 * Boxes with parallel edges move by integers, so that all gaps are integers at integer times and every tie is exact.
 * The judge works in integers: along coordinate r the gap is |d_r| - h_r.  The face r of a, the face r of b and the
 * products of edges that point along r have the same gap; rule 1 puts the face of a first, so the axis named is one of
 * 0, 1, 2.  tests/oracle/check_geometry.c judges the rules for all other motions as far as rates are certain.
 */

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "bms.h"
#include "query_text.h"

/* The place of b at t = 0, its velocity, and the sum of both half extents, by coordinate. */
typedef struct course {
  int place[3], speed[3], half[3];
} course;

enum { END = 8, FARTHEST = 4 };

static int gap_at(const course *c, int r, int t) {
  return abs(c->place[r] + c->speed[r] * t) - c->half[r];
}

/* Returns the rate of a gap that is 0 at t. */
static int rate_at(const course *c, int r, int t) {
  return c->place[r] + c->speed[r] * t > 0 ? c->speed[r] : -c->speed[r];
}

/* Returns the first time at which no gap is positive, -1 if there is none.  Gaps change their signs at integers. */
static int time_of_contact(const course *c) {
  for (int t = 0; t <= END; t++)
    if (gap_at(c, 0, t) <= 0 && gap_at(c, 1, t) <= 0 && gap_at(c, 2, t) <= 0) return t;
  return -1;
}

/* Returns the face that the rules name at t, and how many coordinates tie. */
static int named_face(const course *c, int t, int *ties) {
  int first = -1, parting = -1, staying = -1;
  *ties = 0;
  for (int r = 2; r >= 0; r--) {
    if (gap_at(c, r, t) != 0) continue;
    ++*ties;
    first = r;
    if (rate_at(c, r, t) > 0) parting = r;
    if (rate_at(c, r, t) <= 0) staying = r;
  }
  int preferred = t == 0 ? parting : staying;
  return preferred >= 0 ? preferred : first;
}

/* Body b at a half extent of 1, a with what is left; both move, the difference is the course.  With `matrix` one motion
   is a matrix. */
static bms_query query_of(const course *c, bool matrix) {
  const double upright[4] = {1, 0, 0, 0}, zero[3] = {0, 0, 0}, velocity_a[3] = {2, -1, 3};
  double place[3], velocity[3];
  for (int r = 0; r < 3; r++) {
    place[r] = c->place[r];
    velocity[r] = velocity_a[r] + c->speed[r];
  }
  bms_query query = {.t0 = 0, .t1 = END};
  query.a.box = bms_box_centred(2 * c->half[0] - 2, 2 * c->half[1] - 2, 2 * c->half[2] - 2);
  query.b.box = bms_box_centred(2, 2, 2);
  query.a.motion = bms_motion_step(zero, upright, velocity_a, zero, zero);
  query.b.motion = bms_motion_step(place, upright, velocity, zero, zero);
  if (!matrix) return query;
  query.b.motion = (bms_motion){.form = BMS_MOTION_MATRIX, .matrix.weight = {1, 0, 0}};
  for (int r = 0; r < 3; r++) {
    query.b.motion.matrix.entry[r][r][0] = 1;
    query.b.motion.matrix.entry[r][3][0] = place[r];
    query.b.motion.matrix.entry[r][3][1] = velocity[r];
  }
  return query;
}

/* Judges one course.  Returns the number of planes' coordinates that tie in a contact; 0 without one. */
static int judge(const course *c, bool matrix, int *touching) {
  bms_query query = query_of(c, matrix);
  bms_contact contact;
  int t = time_of_contact(c), ties = 0, face = t < 0 ? -1 : named_face(c, t, &ties);
  bms_status expected = t < 0 ? BMS_SEPARATED : t > 0 ? BMS_CONTACT : face < 0 ? BMS_OVERLAPPING : BMS_TOUCHING;
  bms_status status = bms_first_contact(&query, &contact);
  bool right = status == expected && (t < 0 || contact.t == t);
  if (right && face >= 0) right = contact.pair.kind == BMS_PAIR_VO && contact.pair.a / 2 == face;
  if (!right) {
    print_error("status %d at %a, kind %d, face %d; expected %d at %d, face of axis %d\n", (int)status, contact.t,
                (int)contact.pair.kind, contact.pair.a, (int)expected, t, face);
    query_write_hex(stderr, "# ", &query);
    fail();
  }
  *touching += expected == BMS_TOUCHING && ties > 1;
  return face < 0 ? 0 : ties;
}

static int digit(int number, int place, int base) {
  for (; place > 0; place--) number /= base;
  return number % base;
}

static void the_rules_name_the_face_of_every_tie(bool matrix) {
  enum { PLACES = 2 * FARTHEST + 1, SPEEDS = 3, ALL = PLACES * PLACES * PLACES * SPEEDS * SPEEDS * SPEEDS };
  int several = 0, touching = 0;
  for (int n = 0; n < ALL; n++) {
    course c;
    for (int r = 0; r < 3; r++) {
      c.place[r] = digit(n, r, PLACES) - FARTHEST;
      c.speed[r] = digit(n / (PLACES * PLACES * PLACES), r, SPEEDS) - 1;
      c.half[r] = 2 + (r == 1);
    }
    several += judge(&c, matrix, &touching) > 1;
  }
  print_message("# %d ties, %d of them at the start\n", several, touching);
  assert_true(several > 2000 && touching > 1000 && several - touching > 500);
}

static void rigid_boxes_in_a_tie_are_named_by_the_rules(void **state) {
  (void)state;
  the_rules_name_the_face_of_every_tie(false);
}

static void matrices_in_a_tie_are_named_by_the_rules(void **state) {
  (void)state;
  the_rules_name_the_face_of_every_tie(true);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rigid_boxes_in_a_tie_are_named_by_the_rules),
      cmocka_unit_test(matrices_in_a_tie_are_named_by_the_rules),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
