/* SPDX-License-Identifier: BSD-3-Clause */

/* The constants of the fast tier for homogeneous pairs: twelve places. */

#include "fast_constants.h"

#define FAST_NODES 12
#include "fast/homogeneous/homogeneous_hull.h"
#include "fast/homogeneous/homogeneous_walk.h"

bool homogeneous_constants(fast_constants *out) {
  const homogeneous_pair unit = {.bound = {1, 1, 1}};
  (void)homogeneous_walk_start; /* only the constants of the headers are wanted */
  (void)HOMOGENEOUS_WALK;
  (void)homogeneous_far_apart;
  *out = (fast_constants){.places = FAST_NODES,
                          .plane_error = homogeneous_plane_error(&unit, 0) / BMS_ROUNDING,
                          .place_roundings = FAST_PLACE_ROUNDINGS,
                          .time_roundings = FAST_TIME_ROUNDINGS,
                          .widest_part = FAST_WIDEST_PART,
                          .compensated_error = COMPENSATED_ERROR,
                          .determinant = DETERMINANT_ROUNDINGS,
                          .regular = REGULAR_ROUNDINGS,
                          .hull = HULL_ROUNDINGS};
  for (int k = 0; k < FAST_NODES; k++) {
    out->place[k] = FAST_NODE[k];
    out->binomial[k] = FAST_BINOMIAL[k];
    out->inverse[k] = FAST_INVERSE[k];
    for (int i = 0; i < FAST_NODES; i++) out->factor[k][i] = FAST_BERNSTEIN[k][i];
  }
  return true;
}
