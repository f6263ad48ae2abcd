/* SPDX-License-Identifier: BSD-3-Clause */

#include "tolerance.h"

#include <math.h>
#include <stdlib.h>

/* Reads a number of 0 or more; *end is what follows it. */
static bool read_number(const char *text, double *x, const char **end) {
  char *after;
  *x = strtod(text, &after);
  *end = after;
  return after != text && *x >= 0 && isfinite(*x);
}

bool tolerance_read(const char *value, tolerance *read) {
  const char *end;
  *read = (tolerance){.given = true};
  if (!read_number(value, &read->length, &end)) return false;
  if (*end == ',' && !read_number(end + 1, &read->turn, &end)) return false;
  return *end == 0;
}

static void fill_body(const tolerance *given, const bms_body *body, bms_body *out) {
  bms_motion *motion = &out->motion;
  *motion = (bms_motion){.form = body->motion.form};
  for (int r = 0; r < 3; r++) {
    out->box.min[r] = out->box.max[r] = given->length;
    if (motion->form == BMS_MOTION_MATRIX)
      for (int i = 0; i < 4; i++) motion->matrix.entry[r][i][0] = i < 3 ? given->turn : given->length;
    else
      motion->rigid.position[r][0] = given->length;
  }
  for (int i = 0; i < 4 && motion->form == BMS_MOTION_RIGID; i++) motion->rigid.quaternion[i][0] = given->turn;
}

bms_query tolerance_of_query(const tolerance *given, const bms_query *query) {
  bms_query out = {.t0 = 0, .t1 = 0};
  fill_body(given, &query->a, &out.a);
  fill_body(given, &query->b, &out.b);
  return out;
}
