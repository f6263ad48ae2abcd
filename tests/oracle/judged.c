/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The errors that doubles make of an axis are counted in units of 2^-53:
 *
 *     columns          column_error units, relative                          (snapshot.h)
 *     normal           columns' error of both boxes times |u| |v| / |u x v|
 *     place            place_error + column_error reach of both boxes, units
 */

#include "judged.h"

#include <stdarg.h>
#include <stdio.h>

static const double SLACK = 64.0;
static const double UNIT = 0x1p-53;

unsigned judged_wrong(judged *j, unsigned part, const char *format, ...) {
  va_list arguments;

  va_start(arguments, format);
  vsnprintf(j->text, CHECK_TEXT_SIZE, format, arguments);
  va_end(arguments);
  return part;
}

void judged_init(judged *j, scene *s, const bms_query *query, const bms_contact *answer, char *text) {
  fmpq_t t;

  *j = (judged){.scene = s, .query = query, .answer = answer, .text = text};
  snapshot_init(&j->at);
  fmpq_init(t);
  exact_double(t, answer->t);
  snapshot_take(&j->at, s, query, t);
  geometry_measure(&j->scale, &j->at, s, query, answer);
  fmpq_clear(t);
}

void judged_clear(judged *j) {
  snapshot_clear(&j->at);
}

/* Finds the axis and the ends of the half-edges of a pair.  Returns -1 for codes out of range. */
static int decode(const bms_pair *pair, int *axis, int end[6]) {
  int box, k, code[2] = {pair->a, pair->b};
  int face = pair->kind == BMS_PAIR_VO ? 0 : pair->kind == BMS_PAIR_OV ? 1 : -1;

  if (pair->kind != BMS_PAIR_VO && pair->kind != BMS_PAIR_OV && pair->kind != BMS_PAIR_EE) return -1;
  for (box = 0; box < 2; box++) {
    int most = box == face ? 6 : face >= 0 ? 8 : 12, bit = 0;
    if (code[box] < 0 || code[box] >= most) return -1;
    for (k = 0; k < 3; k++) {
      if (box == face)
        end[3 * box + k] = k == code[box] / 2 ? code[box] % 2 : -1;
      else if (face >= 0)
        end[3 * box + k] = code[box] >> k & 1;
      else
        end[3 * box + k] = k == code[box] / 4 ? -1 : code[box] >> bit++ & 1;
    }
  }
  *axis = face == 0 ? code[0] / 2 : face == 1 ? 3 + code[1] / 2 : 6 + 3 * (code[0] / 4) + code[1] / 4;
  return 0;
}

/* Edges that are parallel at t, but not at t*: they are checked from the other end of the enclosure. */
static int look_beside(judged *j) {
  const bms_contact *c = j->answer;
  int known;
  snapshot beside;
  fmpq_t t;

  snapshot_init(&beside);
  fmpq_init(t);
  exact_double(t, c->t > c->t_lower ? c->t_lower : c->t_upper);
  snapshot_take(&beside, j->scene, j->query, t);
  known = snapshot_look_along(&beside, j->scene, j->number, &j->axis);
  snapshot_clear(&beside);
  fmpq_clear(t);
  return known;
}

unsigned judged_find_axis(judged *j) {
  const snapshot_body *a = &j->at.body[0], *b = &j->at.body[1];

  if (decode(&j->answer->pair, &j->number, j->end) != 0)
    return judged_wrong(j, CHECK_PAIR, "kind %d, features %d and %d", (int)j->answer->pair.kind, j->answer->pair.a,
                        j->answer->pair.b);
  j->is_beside = !snapshot_look_along(&j->at, j->scene, j->number, &j->axis);
  if (j->is_beside && !look_beside(j)) return judged_wrong(j, CHECK_PAIR, "the axis of the pair is null at t");
  j->normal_error = (a->column_error + b->column_error) * j->axis.condition;
  j->place_tolerance =
      SLACK * UNIT *
      (a->place_error + b->place_error + (1.0 + a->column_error) * a->reach + (1.0 + b->column_error) * b->reach);
  return 0;
}
