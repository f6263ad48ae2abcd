/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Powers of two that leave the times what they are: of the quaternions, the matrices and their weights, the lengths,
 * the rows and columns of the matrices, the times.  First contacts within tolerances know none of them: at every power
 * at which the query and its tolerance are doubles, the interval of times holds the first contacts of both extremes of
 * each tolerance, found for the query as it was, and is as wide as that query's.
 */

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "bms_tolerance.h"
#include "derivative/numbers.h"
#include "families.h"
#include "query_text.h"
#include "random.h"
#include "repetitions.h"

/* Scales from denormal numbers to the greatest magnitude of a query (1e100). */
enum { LEAST_POWER = -1073, GREATEST_POWER = 332 };

/* An interval of times at one scale and at another may differ by so much of the length of the query's. */
static const double SAME = 1e-9;

/* Not so if it has numbers below this: bounds are rounded up to the next double, 2^-1074 away.  Nor for COLUMNS: grown
   boxes have more digits than the capacity of exact arithmetic if the columns are far apart. */
static const double TINY = 0x1p-1040;

/* ------------------------------------------------------------------ scales */

typedef enum scale_kind { QUATERNIONS, MATRICES, LENGTHS, ROWS, COLUMNS, TIMES, SCALE_KINDS } scale_kind;

static void multiply(double *x, int count, int power) {
  for (int i = 0; i < count; i++) x[i] = ldexp(x[i], power);
}

/* Multiplies coefficient k by 2^(-k power). */
static void slow(double *c, int polynomials, int count, int power) {
  for (int i = 0; i < polynomials * count; i++) c[i] = ldexp(c[i], -(i % count) * power);
}

static void scale_rigid(bms_body *body, scale_kind kind, int power) {
  bms_motion *m = &body->motion;
  if (kind == QUATERNIONS) multiply(&m->rigid.quaternion[0][0], 8, power);
  if (kind == LENGTHS) multiply(&m->rigid.position[0][0], 9, power);
  if (kind == TIMES) slow(&m->rigid.position[0][0], 3, 3, power);
  if (kind == TIMES) slow(&m->rigid.quaternion[0][0], 4, 2, power);
}

static void scale_matrix(bms_body *body, scale_kind kind, int power) {
  bms_motion *m = &body->motion;
  if (kind == MATRICES) multiply(&m->matrix.entry[0][0][0], 36, power);
  if (kind == MATRICES) multiply(m->matrix.weight, 3, power);
  if (kind == ROWS) multiply(&m->matrix.entry[1][0][0], 12, power);
  for (int r = 0; r < 3; r++) {
    if (kind == LENGTHS) multiply(m->matrix.entry[r][3], 3, power);
    if (kind == COLUMNS) multiply(m->matrix.entry[r][1], 3, -power);
  }
  if (kind == TIMES) slow(&m->matrix.entry[0][0][0], 12, 3, power);
  if (kind == TIMES) slow(m->matrix.weight, 1, 3, power);
}

static void scale_body(bms_body *body, scale_kind kind, int power) {
  if (kind == LENGTHS) multiply(body->box.min, 6, power);
  if (body->motion.form == BMS_MOTION_RIGID) {
    scale_rigid(body, kind, power);
    return;
  }
  if (kind == COLUMNS) multiply(&body->box.min[1], 1, power);
  if (kind == COLUMNS) multiply(&body->box.max[1], 1, power);
  scale_matrix(body, kind, power);
}

static bms_query scaled(const bms_query *query, scale_kind kind, int power) {
  bms_query out = *query;
  if (kind == TIMES) multiply(&out.t0, 1, power);
  if (kind == TIMES) multiply(&out.t1, 1, power);
  scale_body(&out.a, kind, power);
  scale_body(&out.b, kind, power);
  return out;
}

/* Returns true if no number has lost a bit. */
static bool is_exact(const bms_query *query, scale_kind kind, int power) {
  bms_query there = scaled(query, kind, power), back = scaled(&there, kind, -power), before = *query;
  double *number[BMS_MOST_NUMBERS], *other[BMS_MOST_NUMBERS];
  int count = bms_numbers_of(&before, number);
  bms_numbers_of(&back, other);
  for (int i = 0; i < count; i++)
    if (*number[i] < *other[i] || *number[i] > *other[i]) return false;
  return true;
}

static bool means_something(const bms_query *query, scale_kind kind) {
  bool rigid_a = query->a.motion.form == BMS_MOTION_RIGID, rigid_b = query->b.motion.form == BMS_MOTION_RIGID;
  if (kind == QUATERNIONS) return rigid_a || rigid_b;
  if (kind == MATRICES || kind == COLUMNS) return !rigid_a || !rigid_b;
  return kind != ROWS || (!rigid_a && !rigid_b);
}

/* ------------------------------------------------------------------ judging */

/* A query, the tolerance of one of its numbers, and the times of first contacts as they should be. */
typedef struct question {
  bms_query query, tolerance;
  bms_status said;
  bms_contact_within within;
  bms_contact extreme[2];
} question;

/* Asks about a query at the scale that it has; returns false if number `slot` has no extremes that are queries. */
static bool ask(const bms_query *query, int slot, double part, question *out) {
  double *number[BMS_MOST_NUMBERS], *off[BMS_MOST_NUMBERS];
  out->query = *query;
  out->tolerance = bms_query_like(query);
  int count = bms_numbers_of(&out->query, number);
  bms_numbers_of(&out->tolerance, off);
  double known = *number[slot % count], by = known == 0 ? part : ldexp(part, ilogb(known));
  *off[slot % count] = by;
  for (int side = 0; side < 2; side++) {
    *number[slot % count] = side == 0 ? known - by : known + by;
    if (bms_first_contact(&out->query, &out->extreme[side]) >= BMS_UNRESOLVED) return false;
  }
  *number[slot % count] = known;
  out->said = bms_first_contact_within(&out->query, &out->tolerance, &out->within);
  return out->said != BMS_INVALID;
}

static bool holds(const bms_contact_within *within, bms_status said, const bms_contact *extreme, int power) {
  if (extreme->status == BMS_SEPARATED) return said != BMS_CONTACT;
  return said != BMS_SEPARATED && ldexp(extreme->t_upper, power) >= within->earliest &&
         ldexp(extreme->t_lower, power) <= within->latest;
}

static bool is_like(double time, double as, double length) {
  return isinf(as) ? isinf(time) : fabs(time - as) <= SAME * length;
}

static bool has_tiny_numbers(const bms_query *query) {
  bms_query copy = *query;
  double *number[BMS_MOST_NUMBERS];
  int count = bms_numbers_of(&copy, number);
  for (int i = 0; i < count; i++)
    if (*number[i] != 0 && fabs(*number[i]) < TINY) return true;
  return false;
}

static bool is_right(const question *q, scale_kind kind, int power) {
  bms_query query = scaled(&q->query, kind, power), tolerance = scaled(&q->tolerance, kind, power);
  bms_contact_within within;
  bms_status said = bms_first_contact_within(&query, &tolerance, &within);
  int of_time = kind == TIMES ? power : 0;
  if (!holds(&within, said, &q->extreme[0], of_time) || !holds(&within, said, &q->extreme[1], of_time)) return false;
  if (kind == COLUMNS || has_tiny_numbers(&query) || has_tiny_numbers(&tolerance)) return true;
  double length = query.t1 - query.t0;
  return said == q->said && is_like(within.earliest, ldexp(q->within.earliest, of_time), length) &&
         is_like(within.latest, ldexp(q->within.latest, of_time), length);
}

/* Returns false if the query, scaled, has no answer, or is another one. */
static bool is_asked(const question *q, scale_kind kind, int power) {
  bms_query query = scaled(&q->query, kind, power);
  bms_contact contact;
  if (!means_something(&q->query, kind)) return false;
  if (!is_exact(&q->query, kind, power) || !is_exact(&q->tolerance, kind, power)) return false;
  return bms_first_contact(&query, &contact) < BMS_UNRESOLVED;
}

static void judge(const question *q, scale_kind kind, int power) {
  if (is_right(q, kind, power)) return;
  bms_query query = scaled(&q->query, kind, power), tolerance = scaled(&q->tolerance, kind, power);
  print_message("# kind %d, power %d\n", kind, power);
  query_write_json(stdout, "query", &query);
  query_write_json(stdout, "tolerance", &tolerance);
  fail();
}

/* ------------------------------------------------------------------ cases */

/* A cube that turns and comes nearer along x, x = 2 - 2 t + t^2 / 8, to one that rests; each rigid or a matrix. */
static bms_query plain_query(bool matrix) {
  bms_query query = {.t0 = 0, .t1 = 1};
  bms_body *body[2] = {&query.a, &query.b};
  for (int k = 0; k < 2; k++) {
    bms_motion *m = &body[k]->motion;
    body[k]->box = bms_box_centred(1, 1, 1);
    m->form = matrix ? BMS_MOTION_MATRIX : BMS_MOTION_RIGID;
    double(*place)[3] = matrix ? NULL : m->rigid.position;
    for (int i = 0; i < 3 && matrix; i++) m->matrix.entry[i][i][0] = 1;
    if (matrix) m->matrix.weight[0] = 1;
    if (!matrix) m->rigid.quaternion[0][0] = 1;
    double *x = matrix ? m->matrix.entry[0][3] : place[0];
    if (k == 0) continue;
    x[0] = 2;
    x[1] = -2;
    x[2] = 0.125;
    if (matrix) m->matrix.entry[0][1][1] = 0.25;
    if (!matrix) m->rigid.quaternion[3][1] = 0.25;
  }
  return query;
}

static void every_power_of_two_has_the_same_times(void **state) {
  (void)state;
  int asked = 0;
  for (int matrix = 0; matrix < 2; matrix++)
    for (scale_kind kind = 0; kind < SCALE_KINDS; kind++) {
      bms_query query = plain_query(matrix != 0);
      int step = 8 / repetitions(8); /* 1, if the run is not reduced */
      for (int power = LEAST_POWER; power <= GREATEST_POWER; power += step > 1 ? step : 1) {
        question q;
        if (!ask(&query, power - LEAST_POWER, 0x1p-5, &q) || !is_asked(&q, kind, power)) continue;
        judge(&q, kind, power);
        asked++;
      }
    }
  print_message("# %d questions\n", asked);
  assert_true(asked > repetitions(2000));
}

static void every_tolerance_has_the_same_times_at_any_power(void **state) {
  (void)state;
  random_source random = random_from(4);
  int asked = 0;
  for (int family = 0; family < family_count(); family++) {
    bms_query query;
    family_query(family, 1, &query);
    if (family_group_of(family) == FAMILY_HOSTILE || !(query.t0 < query.t1)) continue;
    for (int slot = 0; slot < BMS_MOST_NUMBERS; slot += 1 + random_below(&random, 12)) {
      scale_kind kind = (scale_kind)random_below(&random, SCALE_KINDS);
      int power = random_below(&random, GREATEST_POWER - LEAST_POWER) + LEAST_POWER;
      question q;
      if (!ask(&query, slot, 0x1p-9, &q) || !is_asked(&q, kind, power)) continue;
      judge(&q, kind, power);
      asked++;
    }
  }
  print_message("# %d questions\n", asked);
  assert_true(asked > 50);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_power_of_two_has_the_same_times),
      cmocka_unit_test(every_tolerance_has_the_same_times_at_any_power),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
