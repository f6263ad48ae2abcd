/* SPDX-License-Identifier: BSD-3-Clause */

/* Gaps at some times on any machine, the choice between these and those for AVX2, and what they are off by. */

#include "numeric/arithmetic.h"

#include "planes/gap_value.h"

#include <math.h>

#include "numeric/compiler.h"
#include "numeric/vector.h"
#include "planes/gap_value_avx2.h"
#include "planes/gap_value_inline.h"
#include "planes/plane.h"

#if BMS_FAST_AVX2
#define CHOOSE(here, fast, ...) (bms_processor_has_avx2() ? fast(__VA_ARGS__) : here(__VA_ARGS__))
#else
#define CHOOSE(here, fast, ...) here(__VA_ARGS__)
#endif

void bms_precise_instants_begin(const bms_relative *relative, bms_precise_instants *at) {
  at->relative = relative;
  at->placed = false;
}

void bms_precise_instants_at(bms_precise_instants *at, const double t[BMS_PRECISE_TIMES]) {
  double_lanes four = double_lanes_of(lanes_load(t));
  if (at->placed)
    CHOOSE(instants_next, bms_instants_next_avx2, &four, at);
  else
    CHOOSE(instants_at, bms_instants_at_avx2, at->relative, &four, at);
  at->placed = true;
}

void bms_precise_gaps_along(bms_precise_instants *at, int axis, bms_precise_gaps *along) {
  CHOOSE(gaps_along, bms_gaps_along_avx2, at, axis, along);
}

void bms_precise_gaps_side_by_side(const bms_precise_instants *at, const int axis[BMS_PRECISE_TIMES],
                                   bms_precise_gaps *along) {
  CHOOSE(gaps_side_by_side, bms_gaps_side_by_side_avx2, at, axis, along);
}

void bms_precise_gap_values(const bms_precise_gaps *along, double_lanes value[2]) {
  CHOOSE(gap_values, bms_gap_values_avx2, along, value);
}

void bms_precise_plane_values(const bms_precise_gaps *along, int side, const int sign[6], double_lanes *value) {
  CHOOSE(plane_values, bms_plane_values_avx2, along, side, sign, value);
}

/* If |q|^2 is less than this part of what it is on the interval, products lose more by what is left out of the least
   of them than by their rounding. */
static const double LEAST_PART = 0x1p-750;

/* Bounds |q|^2 in the interval's bound, of a rigid body: the sum of a double and a product of two has a relative
   error. */
static double part_of_scale(const bms_track *track, const bms_precise_body *at) {
  double greatest = 0;
  for (int k = 0; k < BMS_PRECISE_TIMES; k++) greatest = bms_max(greatest, fabs(lanes_get(at->scale.high, k)));
  return bms_min(bms_max(greatest / track->scale_bound * (1 + 0x1p-40), LEAST_PART), 1);
}

double bms_precise_gap_error(const bms_precise_instants *at, int axis) {
  const bms_relative *relative = at->relative;
  double error =
      BMS_TWOFOLD_ERROR * relative->lateness * bms_gap_error(relative, axis); /* P loses digits to its sums */
  if (!relative->rigid || relative->half_space != NULL) return error;
  return error * part_of_scale(&relative->a, &at->a) * part_of_scale(&relative->b, &at->b);
}

bms_double_double bms_gap_value(bms_precise_instants *at, int axis, int side, double t, double *error) {
  const double four[BMS_PRECISE_TIMES] = {t, t, t, t};
  bms_precise_gaps along;
  double_lanes value[2];
  bms_precise_instants_at(at, four);
  bms_precise_gaps_along(at, axis, &along);
  bms_precise_gap_values(&along, value);
  *error = bms_precise_gap_error(at, axis);
  const double_lanes *on = &value[at->relative->half_space == NULL && side < 0];
  return (bms_double_double){lanes_get(on->high, 0), lanes_get(on->low, 0)};
}
