/* SPDX-License-Identifier: BSD-3-Clause */

/* The constants of the fast tier for rigid pairs: eight places. */

#include "fast_constants.h"

#include "numeric/lanes.h"

#if BMS_HAVE_LANES

#include "fast/rigid/rigid_walk.h"

bool rigid_constants(fast_constants *out) {
  const rigid_pair unit = {.a.square = 1, .b.square = 1, .size = 1};
  (void)rigid_walk_start; /* only constants are wanted of the header */
  *out = (fast_constants){.places = QUICK_NODES,
                          .plane_error = rigid_plane_error(&unit) / BMS_ROUNDING,
                          .place_roundings = S_ROUNDINGS,
                          .time_roundings = TIME_ROUNDINGS,
                          .widest_part = WIDEST_PART,
                          .compensated_error = QUICK_DOUBT};
  for (int k = 0; k < QUICK_NODES; k++) {
    out->place[k] = QUICK_NODE[k];
    out->binomial[k] = QUICK_BINOMIAL[k];
    out->inverse[k] = QUICK_INVERSE[k];
    for (int i = 0; i < QUICK_NODES; i++) out->factor[k][i] = QUICK_BERNSTEIN[k][i];
  }
  return true;
}

#else

bool rigid_constants(fast_constants *out) {
  (void)out;
  return false;
}

#endif
