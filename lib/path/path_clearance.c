/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The minimum distance of two boxes along paths: one search over all spans.
 *
 * A search that runs out of work has looked closely at the first places only, and its lower bound is the one of a long
 * interval.  Then searches for ever smaller tolerances, as many as the same work allows, find a better one.
 */

#include "numeric/arithmetic.h"

#include <math.h>

#include "path/clearance.h"
#include "path/path_span.h"

/* A search's tolerance over the one before's; the first is this part of the upper bound. */
static const double FINER = 0x1p-6;

static void search_spans(const bms_path_query *query, bms_clearance_search *search) {
  bms_path_span span;
  bms_path_begin(query, &span);
  do {
    bms_query q = bms_query_at_zero(&span.frame.query);
    bool nearest;
    q.a.box = query->a.box;
    q.b.box = query->b.box;
    nearest = bms_clearance_pair(&q.a, &q.b, span.radius, q.t0, q.t1, search);
    if (nearest) search->least.t = bms_frame_time(&span.frame, search->least.t);
  } while (bms_path_next(query, &span));
}

/* Raises the lower bound by searches that are less demanding. */
static void search_coarsely(const bms_path_query *query, double tolerance, bms_clearance *least) {
  bms_clearance_search search;
  bms_clearance_begin(least->upper, &search);
  search.least = *least;
  while (search.work > 0 && search.tolerance > tolerance && isfinite(search.tolerance)) {
    search.tolerance *= FINER;
    search.least.lower = INFINITY;
    search_spans(query, &search);
    search.least.lower = least->lower = fmax(least->lower, search.least.lower);
  }
  *least = search.least;
}

bms_status bms_path_clearance(const bms_path_query *query, double tolerance, bms_clearance *clearance) {
  bms_clearance_search search;
  bms_path_span first;
  bms_part where;
  if (!(tolerance > 0) || bms_path_validate(query, &where) != BMS_VALID) return BMS_INVALID;
  bms_path_begin(query, &first);
  if (bms_path_validate_from(query, first, &where) != BMS_VALID) return BMS_INVALID;
  bms_clearance_begin(tolerance, &search);
  search_spans(query, &search);
  *clearance = search.least;
  if (search.work <= 0) search_coarsely(query, tolerance, clearance);
  return clearance->lower > 0 ? BMS_SEPARATED : BMS_CONTACT;
}
