/* SPDX-License-Identifier: BSD-3-Clause */

/* The constants of the fast tier for homogeneous pairs: twelve places. */

#include "fast_constants.h"

#include "numeric/lanes.h"

#if BMS_HAVE_LANES

#define QUICK_NODES 12
#include "fast/homogeneous/homogeneous_walk.h"

bool homogeneous_constants(fast_constants *out) {
  const general_pair unit = {.bound = {1, 1, 1}};
  (void)general_walk_over; /* only constants are wanted of the header */
  *out = (fast_constants){.places = QUICK_NODES,
                          .plane_error = general_plane_error(&unit, 0) / BMS_ROUNDING,
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

bool homogeneous_constants(fast_constants *out) {
  (void)out;
  return false;
}

#endif
