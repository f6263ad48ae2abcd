/* SPDX-License-Identifier: BSD-3-Clause */

/* The order is as in the structs of bms.h. */

#include "numeric/arithmetic.h"

#include "derivative/numbers.h"

static int list(double *first, int count, double **number) {
  for (int i = 0; i < count; i++) number[i] = first + i;
  return count;
}

static int list_body(bms_body *body, double **number) {
  int count = list(body->box.min, 3, number);
  count += list(body->box.max, 3, number + count);
  if (body->motion.form == BMS_MOTION_RIGID) {
    count += list(&body->motion.rigid.position[0][0], 9, number + count);
    return count + list(&body->motion.rigid.quaternion[0][0], 8, number + count);
  }
  count += list(&body->motion.matrix.entry[0][0][0], 36, number + count);
  return count + list(body->motion.matrix.weight, 3, number + count);
}

int bms_numbers_of(bms_query *query, double *number[BMS_MOST_NUMBERS]) {
  number[0] = &query->t0;
  number[1] = &query->t1;
  int count = 2 + list_body(&query->a, number + 2);
  return count + list_body(&query->b, number + count);
}

bms_query bms_query_like(const bms_query *query) {
  bms_query like = {.a = {.motion = {.form = query->a.motion.form}}, .b = {.motion = {.form = query->b.motion.form}}};
  return like;
}
