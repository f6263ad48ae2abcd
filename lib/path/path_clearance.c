/* SPDX-License-Identifier: BSD-3-Clause */

/* The minimum distance of two boxes along paths: one search over all stretches. */

#include "numeric/arithmetic.h"

#include <math.h>

#include "path/clearance.h"
#include "path/path_stretch.h"
#include "validate/validate.h"

bms_status bms_path_clearance(const bms_path_query *query, double tolerance, bms_clearance *margin) {
  bms_path_stretch stretch;
  bms_clearance_search search;
  bms_part where;
  if (!(tolerance > 0) || bms_path_validate(query, &where) != BMS_VALID) return BMS_INVALID;
  bms_clearance_begin(tolerance, &search);
  bms_path_begin(query, &stretch);
  do {
    bms_query *q = &stretch.query;
    if (bms_validate(q, &where) != BMS_VALID) return BMS_INVALID;
    const bms_piece *pa = &query->a.path.piece[stretch.piece_a], *pb = &query->b.path.piece[stretch.piece_b];
    q->a.box = query->a.box;
    q->b.box = query->b.box;
    bms_clearance_pair(&q->a, &q->b, pa->radius + pb->radius, q->t0, q->t1, &search);
  } while (bms_path_next(query, &stretch));
  *margin = search.margin;
  return margin->lower > 0 ? BMS_SEPARATED : BMS_CONTACT;
}
