/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Holds the fast walk of homogeneous pairs against the scalar tiers, over all families, as they are and with motions
 * rewritten as matrices: the same answers; against itself, compiled for another machine: the same bits; and invalid
 * queries, which it leaves to others.
 *
 * BMS_SOAK multiplies the number of queries, BMS_REDUCE divides it; seeds count from 1.
 */

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "families.h"
#include "family_parts.h"
#include "query/first_contact.h"
#include "fast/homogeneous/homogeneous_fast.h"
#include "numeric/compiler.h"
#include "matrix_forms.h"
#include "query_text.h"
#include "random.h"
#include "repetitions.h"
#include "fast/rigid/rigid_fast.h"
#include "two_ways.h"
#include "validate/validate.h"

/* The fast tier leaves its proofs here; test_walk checks them. */
static bms_walk_begun begun;

enum { ROUNDS = 100, BROKEN = 4000 };

/* The least part of ordinary queries (FAMILY_RIGID and FAMILY_MATRIX) whose boxes are apart at the start that the fast
   tier answers: 0.875 of 20589. Most others turn far (many_passes, wide_turn) or are pressed flat (flattened). */
static const double FAST_PART = 0.9;

/* ------------------------------------------------------------------ queries */

static void homogeneous_query(int family, int seed, bms_query *query) {
  random_source r = random_from((uint64_t)seed * 1000 + (uint64_t)family);
  family_query(family, (uint64_t)seed, query);
  mix_forms(&r, query);
}

static bool is_ordinary(int family) {
  return family_group_of(family) == FAMILY_RIGID || family_group_of(family) == FAMILY_MATRIX;
}

/* ------------------------------------------------------------------ answers */

static void complain(const char *what, int family, int seed, const bms_query *query, const bms_contact *a,
                     const bms_contact *b) {
  print_message("# %s: %s-%d: %s %a [%a %a] against %s %a [%a %a]\n", what, family_name(family), seed,
                bms_status_name(a->status), a->t, a->t_lower, a->t_upper, bms_status_name(b->status), b->t, b->t_lower,
                b->t_upper);
  query_write_hex(stdout, "# ", query);
  fail();
}

static void the_quick_walk_answers_as_the_thorough_one(void **state) {
  int rounds = repetitions(ROUNDS), count[2] = {0}, fast_ones[2] = {0}, contacts = 0;
  (void)state;
  for (int family = 0; family < family_count(); family++) {
    for (int seed = 1; seed <= rounds; seed++) {
      bms_query query;
      bms_contact fast, scalar;
      homogeneous_query(family, seed, &query);
      bool answered = bms_homogeneous_fast(&query, false, &begun, &fast);
      bms_first_contact_scalar(&query, &scalar);
      if (scalar.status <= BMS_CONTACT) {
        count[is_ordinary(family)]++;
        fast_ones[is_ordinary(family)] += answered;
      }
      if (!answered) continue;
      contacts += fast.status == BMS_CONTACT;
      if (!same_answer(&query, &fast, &scalar)) complain("two answers", family, seed, &query, &fast, &scalar);
    }
  }
  print_message("# %d of %d ordinary queries and %d of %d others are answered quickly, %d by a contact\n", fast_ones[1],
                count[1], fast_ones[0], count[0], contacts);
  assert_true(fast_ones[1] >= FAST_PART * count[1]);
  assert_true(contacts > 0);
}

static void intervals_cut_at_the_contact_are_answered_the_same(void **state) {
  int rounds = repetitions(ROUNDS), answered = 0;
  random_source random = random_from(1);
  (void)state;
  for (int family = 0; family < family_count(); family++) {
    for (int seed = 1; seed <= rounds; seed++) {
      bms_query query;
      bms_contact fast, scalar;
      homogeneous_query(family, seed, &query);
      if (!bms_homogeneous_fast(&query, false, &begun, &fast) || fast.status != BMS_CONTACT) continue;
      double t = fast.t;
      for (int k = 0; k < 4; k++) {
        bms_query part = query;
        cut_at(&random, t, &part);
        if (!bms_homogeneous_fast(&part, false, &begun, &fast)) continue;
        answered++;
        bms_first_contact_scalar(&part, &scalar);
        if (!same_answer(&part, &fast, &scalar)) complain("cut", family, seed, &part, &fast, &scalar);
      }
    }
  }
  print_message("# %d intervals answered quickly\n", answered);
  assert_true(answered > 0);
}

/* Boxes that meet are moved apart, and the distance halved again and again between what lets them meet and what does
   not: they graze each other more and more nearly. */
static void grazes_are_answered_the_same(void **state) {
  enum { HALVINGS = 24 };
  int rounds = repetitions(ROUNDS) / 10 + 1, asked = 0, answered = 0;
  random_source random = random_from(1);
  (void)state;
  for (int family = 0; family < family_count(); family++) {
    if (!is_ordinary(family)) continue;
    for (int seed = 1; seed <= rounds; seed++) {
      bms_query query;
      bms_contact fast, scalar;
      double direction[3], way[3], contact = 0, apart = random_uniform(&random, 4, 8);
      homogeneous_query(family, seed, &query);
      random_direction(&random, direction, 3);
      for (int k = 0; k < HALVINGS; k++) {
        bms_query moved = query;
        double by = k == 0 ? 0 : k == 1 ? apart : 0.5 * (contact + apart);
        for (int i = 0; i < 3; i++) way[i] = by * direction[i];
        shift_motion(&moved.b.motion, way);
        bms_first_contact_scalar(&moved, &scalar);
        asked++;
        if (bms_homogeneous_fast(&moved, false, &begun, &fast)) {
          answered++;
          if (!same_answer(&moved, &fast, &scalar)) complain("graze", family, seed, &moved, &fast, &scalar);
        }
        if (scalar.status != (k == 1 ? BMS_SEPARATED : BMS_CONTACT) && k < 2) break;
        *(scalar.status == BMS_SEPARATED ? &apart : &contact) = by;
      }
    }
  }
  print_message("# %d of %d are answered quickly\n", answered, asked);
  assert_true(answered > 0);
}

/* ------------------------------------------------------------------ bits */

static void every_machine_computes_the_same_bits(void **state) {
  (void)state;
  if (!bms_processor_has_avx2()) {
    print_message("# there is one way only on this machine\n");
    return;
  }
#if BMS_FAST_AVX2
  int rounds = repetitions(ROUNDS), answers = 0;
  for (int family = 0; family < family_count(); family++) {
    for (int seed = 1; seed <= rounds; seed++) {
      bms_query query;
      bms_contact one, other;
      memset(&one, 0, sizeof one);
      memset(&other, 0, sizeof other);
      homogeneous_query(family, seed, &query);
      bool answered = bms_homogeneous_fast_anywhere(&query, false, &begun, &one);
      bool same =
          answered == bms_homogeneous_fast_avx2(&query, false, &begun, &other) && memcmp(&one, &other, sizeof one) == 0;
      answers += answered;
      if (same) continue;
      query_write_hex(stdout, "# ", &query);
      fail_msg("other bits: %s-%d: %d %a, %d %a", family_name(family), seed, one.status, one.t, other.status, other.t);
    }
  }
  assert_true(answers > 0);
#endif
}

/* ------------------------------------------------------------------ invalid queries */

/* Boxes far apart, of which the matrix answers at once. */
static bms_query far_apart(void) {
  bms_query query = {.t0 = 0, .t1 = 1, .a = {part_box(1, 1, 1), part_still()}, .b = {part_box(1, 1, 1), part_still()}};
  query.b.motion.rigid.position[0][0] = 1e3;
  return query;
}

static bool is_valid(const bms_query *query) {
  bms_part where;
  return bms_validate(query, &where) == BMS_VALID;
}

/* Counts what the fast walk answers of valid queries, and of invalid ones, which must be none. */
typedef struct tally {
  int valid, answered, invalid;
} tally;

static void take(const bms_query *query, tally *count) {
  bms_contact contact;
  bool answered = bms_homogeneous_fast(query, false, &begun, &contact), valid = is_valid(query);
  if (answered && !valid) {
    query_write_hex(stdout, "# ", query);
    fail_msg("an invalid query is answered");
  }
  count->valid += valid;
  count->answered += answered;
  count->invalid += !valid;
}

static void note(const tally *count) {
  print_message("# %d of %d valid queries are answered quickly, none of %d invalid ones\n", count->answered,
                count->valid, count->invalid);
  assert_true(count->invalid > 0);
  assert_true(count->answered > 0);
}

static void set(double c[3], double c0, double c1, double c2) {
  c[0] = c0;
  c[1] = c1;
  c[2] = c2;
}

/* Returns a place in the interval, at an end, or a little outside; few bits, so that what vanishes there does so
   exactly. */
static double place_of_zero(random_source *r) {
  switch (random_below(r, 6)) {
    case 0:
      return 0;
    case 1:
      return 1;
    case 2:
      return -random_power_of_ten(r, -16, -1);
    case 3:
      return 1 + ldexp(1, -1 - random_below(r, 52));
    default:
      return random_below(r, 1 << 20) * 0x1p-20;
  }
}

/* Makes column 2 a multiple of (t - z) plus a combination of the two others, or (t - z) times that: the determinant
   changes its sign at z, or touches zero, or misses it by a little. */
static void nearly_singular(random_source *r, bms_motion *motion) {
  double z = place_of_zero(r), kind = random_below(r, 2);
  double missed = random_below(r, 3) == 0 ? random_power_of_ten(r, -30, -2) : 0;
  double of0 = part_grid(r, -4, 4, 0.25), of1 = part_grid(r, -4, 4, 0.25);
  part_to_matrix(motion);
  for (int row = 0; row < 3; row++) {
    double(*m)[3] = motion->matrix.entry[row], x = part_grid(r, -8, 8, 0.125);
    for (int column = 0; column < 2; column++) {
      double at_zero = part_grid(r, -8, 8, 0.125);
      set(m[column], at_zero, kind != 0 ? 0 : part_grid(r, -4, 4, 0.125), 0);
    }
    set(m[2], -z * x, x, 0);
    if (kind != 0) set(m[2], z * z * x, -2 * z * x, x);
    for (int k = 0; k < 3; k++) m[2][k] += of0 * m[0][k] + of1 * m[1][k];
    m[2][0] += missed * x;
  }
}

static void a_matrix_that_is_singular_at_some_time_is_left_to_others(void **state) {
  int rounds = repetitions(BROKEN);
  random_source r = random_from(1);
  tally count = {0};
  (void)state;
  for (int k = 0; k < rounds; k++) {
    bms_query query = far_apart();
    nearly_singular(&r, k % 2 == 0 ? &query.a.motion : &query.b.motion);
    query.b.motion.form == BMS_MOTION_MATRIX ? set(query.b.motion.matrix.entry[0][3], 1e3, 0, 0) : (void)0;
    take(&query, &count);
  }
  note(&count);
}

static void a_weight_that_vanishes_or_is_negative_is_left_to_others(void **state) {
  int rounds = repetitions(BROKEN);
  random_source r = random_from(1);
  tally count = {0};
  (void)state;
  for (int k = 0; k < rounds; k++) {
    bms_query query = far_apart();
    bms_motion *motion = k % 2 == 0 ? &query.a.motion : &query.b.motion;
    double z = place_of_zero(&r), sign = random_sign(&r);
    double missed = random_below(&r, 3) == 0 ? random_power_of_ten(&r, -30, -2) : 0;
    part_to_matrix(motion);
    if (random_below(&r, 2) == 0)
      set(motion->matrix.weight, -sign * z + missed, sign, 0);
    else
      set(motion->matrix.weight, z * z + missed, -2 * z, 1);
    take(&query, &count);
  }
  note(&count);
}

/* A rigid body, whose quaternion vanishes, is before a matrix. */
static void a_quaternion_that_vanishes_is_left_to_others(void **state) {
  int rounds = repetitions(BROKEN);
  random_source r = random_from(1);
  tally count = {0};
  (void)state;
  for (int k = 0; k < rounds; k++) {
    bms_query query = far_apart();
    bms_motion *rigid = k % 2 == 0 ? &query.a.motion : &query.b.motion, *matrix = &query.a.motion;
    double z = place_of_zero(&r), q[4];
    double missed = random_below(&r, 3) == 0 ? random_power_of_ten(&r, -30, -2) : 0;
    if (k % 2 == 0) matrix = &query.b.motion;
    part_to_matrix(matrix);
    for (int i = 0; i < 4; i++) q[i] = part_grid(&r, -8, 8, 0.125);
    for (int i = 0; i < 4; i++) {
      rigid->rigid.quaternion[i][0] = -q[i] * z + missed * q[(i + 1) % 4];
      rigid->rigid.quaternion[i][1] = q[i];
    }
    take(&query, &count);
  }
  note(&count);
}

/* Lists pointers to the numbers of a body. Returns their number. */
static int numbers_of_body(bms_body *body, double **out) {
  int count = 0, length = body->motion.form == BMS_MOTION_MATRIX ? 36 : 9;
  bool matrix = body->motion.form == BMS_MOTION_MATRIX;
  for (int k = 0; k < 3; k++) out[count++] = &body->box.min[k];
  for (int k = 0; k < 3; k++) out[count++] = &body->box.max[k];
  double *first = matrix ? &body->motion.matrix.entry[0][0][0] : &body->motion.rigid.position[0][0];
  double *second = matrix ? body->motion.matrix.weight : &body->motion.rigid.quaternion[0][0];
  for (int k = 0; k < length; k++) out[count++] = first + k;
  for (int k = 0; k < (matrix ? 3 : 8); k++) out[count++] = second + k;
  return count;
}

static int numbers_of(bms_query *query, double **out) {
  int count = 0;
  out[count++] = &query->t0;
  out[count++] = &query->t1;
  count += numbers_of_body(&query->a, out + count);
  return count + numbers_of_body(&query->b, out + count);
}

static void numbers_that_are_none_or_huge_are_left_to_others(void **state) {
  static const double STRANGE[] = {NAN,   -NAN,   INFINITY, -INFINITY, DBL_MAX, -DBL_MAX,
                                   1e300, -1e300, 1.01e100, -1.01e100, 1e150,   -1e150};
  enum { KINDS = sizeof STRANGE / sizeof STRANGE[0] };
  int rounds = repetitions(ROUNDS) / 4 + 1, answered = 0, broken = 0;
  (void)state;
  for (int family = 0; family < family_count(); family++) {
    if (!is_ordinary(family)) continue;
    for (int seed = 1; seed <= rounds; seed++) {
      bms_query query;
      double *number[2 + 2 * (6 + 39)];
      bms_contact contact;
      homogeneous_query(family, seed, &query);
      if (!bms_homogeneous_fast(&query, false, &begun, &contact)) continue;
      answered++;
      int count = numbers_of(&query, number);
      for (int k = 0; k < count * KINDS; k++) {
        double *x = number[k / KINDS], old = *x;
        *x = STRANGE[k % KINDS];
        bool taken = bms_homogeneous_fast(&query, false, &begun, &contact);
        if (taken || is_valid(&query)) fail_msg("%s-%d: number %d: %a", family_name(family), seed, k / KINDS, *x);
        *x = old;
        broken++;
      }
    }
  }
  print_message("# %d queries broken in %d ways\n", answered, broken);
  assert_true(answered > 0);
}

/* In a very short interval at zero what is out of range does not show in the places of the boxes. */
static void slopes_that_are_huge_are_left_to_others(void **state) {
  static const double FACTORS[] = {0.99e100, 1.01e100, -1.01e100, 1e150, -1e150, INFINITY, NAN};
  enum { KINDS = sizeof FACTORS / sizeof FACTORS[0] };
  tally count = {0};
  (void)state;
  for (int matrix = 0; matrix < 2; matrix++) {
    bms_query query = far_apart();
    double *number[2 + 2 * (6 + 39)];
    part_to_matrix(matrix == 0 ? &query.a.motion : &query.b.motion);
    query.t1 = 1e-200;
    int numbers = numbers_of(&query, number);
    for (int k = 2 * KINDS; k < numbers * KINDS; k++) {
      double *x = number[k / KINDS], old = *x;
      *x = FACTORS[k % KINDS];
      take(&query, &count);
      *x = old;
    }
  }
  note(&count);
}

/* Numbers that are legal, but whose products may leave the range of doubles. */
static void numbers_that_are_large_or_small_are_answered_the_same(void **state) {
  int rounds = repetitions(ROUNDS) / 2 + 1, changed = 0, still = 0;
  random_source r = random_from(1);
  (void)state;
  for (int family = 0; family < family_count(); family++) {
    if (!is_ordinary(family)) continue;
    for (int seed = 1; seed <= rounds; seed++) {
      bms_query query;
      double *number[2 + 2 * (6 + 39)];
      bms_contact fast, scalar;
      homogeneous_query(family, seed, &query);
      int count = numbers_of(&query, number);
      for (int k = random_below(&r, 3); k >= 0; k--) {
        double *x = number[random_below(&r, count)], power = random_power_of_ten(&r, -324, 100);
        *x = random_below(&r, 8) == 0 ? 0 : random_below(&r, 2) == 0 ? random_sign(&r) * power : *x * sqrt(power);
      }
      changed++;
      if (!bms_homogeneous_fast(&query, false, &begun, &fast)) continue;
      still++;
      bms_first_contact_scalar(&query, &scalar);
      if (!same_answer(&query, &fast, &scalar)) complain("extreme", family, seed, &query, &fast, &scalar);
    }
  }
  print_message("# %d of %d are answered quickly\n", still, changed);
  assert_true(still > 0);
}

static void boxes_without_inside_are_answered_the_same_and_such_intervals_left_to_others(void **state) {
  int rounds = repetitions(ROUNDS) / 4 + 1, answered = 0;
  (void)state;
  for (int family = 0; family < family_count(); family++) {
    for (int seed = 1; seed <= rounds; seed++) {
      bms_query query, other;
      bms_contact contact, scalar;
      homogeneous_query(family, seed, &query);
      if (!bms_homogeneous_fast(&query, false, &begun, &contact)) continue;
      answered++;
      for (int k = 0; k < 6; k++) {
        bms_box *box = k < 3 ? &other.a.box : &other.b.box;
        const bms_box *was = k < 3 ? &query.a.box : &query.b.box;
        other = query;
        box->min[k % 3] = was->max[k % 3];
        if (bms_homogeneous_fast(&other, false, &begun, &contact)) {
          bms_first_contact_scalar(&other, &scalar);
          if (!same_answer(&other, &contact, &scalar)) complain("flat", family, seed, &other, &contact, &scalar);
        }
        box->max[k % 3] = was->min[k % 3];
        if (was->min[k % 3] < was->max[k % 3]) assert_false(bms_homogeneous_fast(&other, false, &begun, &contact));
        box->min[k % 3] = 0;
        box->max[k % 3] = 0x1p-1074;
        if (bms_homogeneous_fast(&other, false, &begun, &contact)) assert_true(is_valid(&other));
        box->max[k % 3] = -0x1p-1074;
        assert_false(bms_homogeneous_fast(&other, false, &begun, &contact));
      }
      other = query;
      other.t1 = query.t0;
      assert_false(bms_homogeneous_fast(&other, false, &begun, &contact));
      other.t0 = query.t1;
      assert_false(bms_homogeneous_fast(&other, false, &begun, &contact));
      other = query;
      other.a.motion.form = (bms_motion_form)2;
      assert_false(bms_homogeneous_fast(&other, false, &begun, &contact));
      other = query;
      other.b.motion.form = (bms_motion_form)-1;
      assert_false(bms_homogeneous_fast(&other, false, &begun, &contact));
    }
  }
  assert_true(answered > 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_quick_walk_answers_as_the_thorough_one),
      cmocka_unit_test(intervals_cut_at_the_contact_are_answered_the_same),
      cmocka_unit_test(grazes_are_answered_the_same),
      cmocka_unit_test(every_machine_computes_the_same_bits),
      cmocka_unit_test(a_matrix_that_is_singular_at_some_time_is_left_to_others),
      cmocka_unit_test(a_weight_that_vanishes_or_is_negative_is_left_to_others),
      cmocka_unit_test(a_quaternion_that_vanishes_is_left_to_others),
      cmocka_unit_test(numbers_that_are_none_or_huge_are_left_to_others),
      cmocka_unit_test(slopes_that_are_huge_are_left_to_others),
      cmocka_unit_test(numbers_that_are_large_or_small_are_answered_the_same),
      cmocka_unit_test(boxes_without_inside_are_answered_the_same_and_such_intervals_left_to_others),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
