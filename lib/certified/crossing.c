/* SPDX-License-Identifier: BSD-3-Clause */

/* Gaps at both ends of a short stretch. */

#include "numeric/arithmetic.h"

#include "certified/crossing.h"

#include <stddef.h>
#include <string.h>

#include "exact/exact_instant.h"
#include "planes/chord.h"

/* Returns the half-edges whose radii along an axis are known to be zero for all t. */
static unsigned vanishing_along(const bms_relative *relative, int axis) {
  unsigned vanishing = 0;
  for (int k = 0; k < 3; k++) {
    unsigned bit = 1u << k, flat_a = relative->a.half[k] == 0, flat_b = relative->b.half[k] == 0;
    vanishing |= flat_a * bit | flat_b * (bit << 3);
  }
  if (relative->half_space != NULL) return vanishing | 7;
  if (axis >= BMS_AXIS_EDGES) return vanishing | 1u << (axis - BMS_AXIS_EDGES) / 3 | 8u << (axis - BMS_AXIS_EDGES) % 3;
  if (axis < BMS_AXIS_FACE_B) return vanishing | (7u & ~(1u << axis)) | (relative->perpendicular >> 3 * axis & 7) << 3;
  unsigned of_b = relative->perpendicular >> (9 + axis - BMS_AXIS_FACE_B);
  return vanishing | (0x38u & ~(1u << axis)) | (of_b & 1) | (of_b >> 2 & 2) | (of_b >> 4 & 4);
}

static void look_at_terms(const bms_gap_terms *before, const bms_gap_terms *behind, bms_crossing *out) {
  double turned[2] = {0, 0};
  out->steady = true;
  for (int k = 0; k < 6; k++) {
    double r0 = before->radius[k], r1 = behind->radius[k];
    if (out->vanishing >> k & 1) continue;
    bool keeps = (r0 > 0) == (r1 > 0);
    out->steady = out->steady && keeps && bms_min(fabs(r0), fabs(r1)) > out->error;
    if (!keeps) turned[fabs(r1) < fabs(r0)] += 2 * bms_min(fabs(r0), fabs(r1));
  }
  out->above[0] = out->before + (turned[0] + 4 * crossing_rounding(turned[0]));
  out->above[1] = out->behind + (turned[1] + 4 * crossing_rounding(turned[1]));
}

bms_crossing bms_crossing_of(const bms_relative *relative, int axis, const bms_gap_terms ends[2], double error) {
  const bms_gap_terms *before = &ends[0], *behind = &ends[1];
  bms_crossing out = {.plane = {axis, 1}};
  memcpy(out.radius, before->radius, sizeof out.radius);
  if (relative->half_space == NULL && before->distance < 0) out.plane.side = -1;
  int side = out.plane.side < 0;
  out.before = before->value[side];
  out.behind = behind->value[side];
  out.error = error + BMS_EXACT_INSTANT_ERROR + crossing_rounding(bms_max(fabs(out.before), fabs(out.behind)));
  out.vanishing = vanishing_along(relative, axis);
  look_at_terms(before, behind, &out);
  /* The distance may change its sign as well: then its absolute value is what the chord must stand for. */
  double other = behind->value[!side];
  if (other > out.behind) out.error += other - out.behind;
  return out;
}

bms_axis_signs bms_crossing_signs(const bms_crossing *c) {
  bms_axis_signs signs = {.axis = c->plane.axis, .distance = c->plane.side};
  for (int k = 0; k < 6; k++) {
    double r = c->vanishing >> k & 1 ? 0 : c->radius[k];
    signs.half_edge[k] = (r > 0) - (r < 0);
  }
  return signs;
}

int bms_compare_roots(const bms_crossing *c, const bms_crossing *d) {
  if (!crossing_falls(c) || !crossing_falls(d)) return 0;
  return (crossing_least_part(d) > crossing_most_part(c)) - (crossing_least_part(c) > crossing_most_part(d));
}

void bms_enter_root(bms_root_span *s, const bms_crossing *c) {
  if (!crossing_falls(c)) {
    s->open = true;
    return;
  }
  double least = crossing_least_part(c);
  if (least > s->least) s->latest = c->plane.axis;
  s->least = bms_max(s->least, least);
  s->most = bms_min(bms_max(s->most, crossing_most_part(c)), 1);
}

void bms_open_window(const bms_relative *relative, double start, double from, double to, bms_root_window *w) {
  const bms_double_double times[2] = {bms_double_double_sum(start, from), bms_double_double_sum(start, to)};
  w->from = from;
  w->to = to;
  bms_threefold_instants_at(relative, times, &w->at);
}

bms_crossing bms_look_in_window(bms_root_window *w, int axis) {
  bms_gap_terms end[2];
  double error = bms_threefold_gap_along(&w->at, axis, end);
  error += bms_chord_error(w->at.relative, axis, w->to - w->from);
  bms_crossing c = bms_crossing_of(w->at.relative, axis, end, error);
  c.threefold = true;
  return c;
}
