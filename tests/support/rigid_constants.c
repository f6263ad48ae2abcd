/* SPDX-License-Identifier: BSD-3-Clause */

/* The constants of the fast tier for rigid pairs: eight places. */

#include "fast_constants.h"

#include "fast/rigid/rigid_walk.h"

bool rigid_constants(fast_constants *out) {
  const rigid_pair unit = {.a.square = 1, .b.square = 1, .size = 1};
  (void)rigid_walk_start; /* only the constants of the header are wanted */
  *out = (fast_constants){.places = FAST_NODES,
                          .plane_error = rigid_plane_error(&unit) / BMS_ROUNDING,
                          .place_roundings = FAST_PLACE_ROUNDINGS,
                          .time_roundings = FAST_TIME_ROUNDINGS,
                          .widest_part = FAST_WIDEST_PART,
                          .compensated_error = COMPENSATED_ERROR};
  for (int k = 0; k < FAST_NODES; k++) {
    out->place[k] = FAST_NODE[k];
    out->binomial[k] = FAST_BINOMIAL[k];
    out->inverse[k] = FAST_INVERSE[k];
    for (int i = 0; i < FAST_NODES; i++) out->factor[k][i] = FAST_BERNSTEIN[k][i];
  }
  return true;
}
