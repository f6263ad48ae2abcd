/* SPDX-License-Identifier: BSD-3-Clause */

#include "look.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "check.h"
#include "oracle.h"

void look_init(look *l) {
  *l = (look){.greatest = 0};
  exact_pair_init(&l->exact);
  mpq_inits(l->gap, l->time, l->place, l->other, NULL);
}

void look_clear(look *l) {
  exact_pair_clear(&l->exact);
  mpq_clears(l->gap, l->time, l->place, l->other, NULL);
}

void look_check(const look *l, bool right, const char *what, int axis, double x, double y) {
  if (right) return;
  trial_print(&l->trial);
  print_message("# %s: axis %d: %a %a\n", what, axis, x, y);
  fail();
}

void look_measure(look *l, double error, double bound, double most, const char *what, int axis) {
  look_check(l, error <= most * bound, what, axis, error, bound);
  l->greatest = fmax(l->greatest, error / bound);
  l->count++;
}

void look_at_time(look *l, const mpq_t t) {
  exact_pair_at(&l->exact, &l->trial.query, NULL, t);
}

void look_at_place(look *l, const mpq_t s) {
  exact_time(l->trial.query.t0, l->trial.query.t1, s, l->time);
  look_at_time(l, l->time);
}

double look_error_of(look *l, double x) {
  mpq_set_d(l->other, x);
  mpq_sub(l->other, l->other, l->gap);
  return fabs(mpq_get_d(l->other));
}

bms_axis_side look_random_axis(look *l) {
  random_source *r = &l->trial.random;
  int axis = random_below(r, BMS_AXES);
  return (bms_axis_side){axis, random_below(r, 2) == 0 ? 1 : -1};
}

void look_between(const mpq_t x0, const mpq_t x1, const mpq_t s, mpq_t x) {
  mpq_sub(x, x1, x0);
  mpq_mul(x, x, s);
  mpq_add(x, x, x0);
}

void look_at_contact(look *l, const bms_contact *answer) {
  char text[CHECK_TEXT_SIZE] = "";
  oracle exact;
  oracle_init(&exact, &l->trial.query);
  unsigned wrong = check_contact(&exact, &l->trial.query, answer, CHECK_ALL, text);
  if (wrong == 0 && answer->status == BMS_CONTACT) wrong = oracle_nearest(&exact, &exact.time) != answer->t;
  oracle_clear(&exact);
  look_check(l, wrong == 0, text[0] == 0 ? "t is not the nearest double" : text, 0, answer->t, answer->t_lower);
  l->count++;
}

void look_at_followed(look *l, look_gap *gap, bms_axis_side axis, const mpq_t s0, const mpq_t s1) {
  mpq_t s;
  mpq_init(s);
  for (int k = 0; k < 4 && mpq_cmp(s0, s1) < 0; k++) {
    trial_place(&l->trial, l->place);
    if (k == 0) mpq_set_ui(l->place, 1, 1);
    look_between(s0, s1, l->place, s);
    look_at_place(l, s);
    gap(l, axis.axis, axis.side);
    look_check(l, mpq_sgn(l->gap) > 0, "followed", axis.axis, mpq_get_d(s0), mpq_get_d(s1));
    l->count++;
  }
  mpq_clear(s);
}
