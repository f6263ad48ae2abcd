/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A rigid pair that does not turn: its axes and radii stay what they are at the start, and the distances along all of
 * them are parabolas.  So where each gap comes to zero first is known at once, and the polynomials of rigid_plane.h
 * need no samples.
 *
 * Errors are among the samples' (rigid_plane.h): columns and P are computed in the same number of operations, two
 * levels of means (5 roundings each) take a piece, which is exactly in its stated place, and three products with
 * rounded factors for a coefficient are fewer than eight.
 *
 * Functions of this header are for rigid_fast_inline.h alone, which is compiled for several machines.
 */

#ifndef BMS_RIGID_TRANSLATING_H
#define BMS_RIGID_TRANSLATING_H

#include "fast/rigid/rigid_instant.h"
#include "fast/rigid/rigid_plane.h"

/* All axes in groups, as in rigid_gaps. */
typedef struct rigid_translating {
  lanes distance[3][5]; /* Bernstein points of n . d */
  lanes radii[5];
  lanes
      estimated_exit[5]; /* about where the gap that is positive at s = 0 comes to zero, or infinity; 0 if it is not */
} rigid_translating;

/* The first root of |b0| - radii + ..., the parabola with Bernstein points b on the side of the first, less radii. */
BMS_INLINE lanes rigid_first_root(lanes b0, lanes b1, lanes b2, lanes radii) {
  const lanes zero = lanes_all(0);
  lanes side = lanes_and(b0, lanes_all(-0.));
  lanes gap = lanes_sub(lanes_absolute(b0), radii), slope = lanes_xor(lanes_scale(lanes_sub(b1, b0), 2), side);
  lanes square = lanes_xor(lanes_sub(lanes_sub(b2, b1), lanes_sub(b1, b0)), side);
  lanes inner = lanes_sub(lanes_mul(slope, slope), lanes_mul(lanes_scale(gap, 4), square));
  lanes under = lanes_sub(lanes_sqrt(lanes_absolute(inner)), slope);
  lanes_mask crosses = lanes_mask_and(lanes_at_least(inner, zero), lanes_greater(under, zero));
  lanes root = lanes_choose(crosses, lanes_div(lanes_scale(gap, 2), under), lanes_all(INFINITY));
  return lanes_choose(lanes_greater(gap, zero), root, zero);
}

/* `at` is how the pair is turned. */
static void rigid_translating_of(const rigid_pair *pair, const rigid_instant *at, rigid_translating *out) {
  lanes offset = rigid_offset(pair, at);
  BMS_UNROLL(3)
  for (int k = 0; k < 3; k++) {
    lanes d = lanes_add(lanes_load(pair->position[k]), offset);
    rigid_distances(at, rigid_along(at->a, d), rigid_along(at->b, d), out->distance[k]);
  }
  rigid_all_radii(pair, at, out->radii);
  BMS_UNROLL(5)
  for (int g = 0; g < 5; g++)
    out->estimated_exit[g] =
        rigid_first_root(out->distance[0][g], out->distance[1][g], out->distance[2][g], out->radii[g]);
}

/* The axis whose gap, positive from the start on, stays so longest, if that is beyond s; of several the first.  Side 0
   if there is none.  Axes are bits, axis k: bit k. */
static bms_axis_side rigid_longest(const rigid_translating *translating, unsigned axes, double s) {
  lanes best = lanes_all(s);
  lanes_mask group = lanes_mask_all(BMS_AXES); /* its first axis */
  BMS_UNROLL(5)
  for (int g = 0; g < 5; g++) {
    lanes_mask allowed = lanes_mask_bits(axes >> 3 * g),
               better = lanes_mask_and(allowed, lanes_greater(translating->estimated_exit[g], best));
    best = lanes_choose(better, translating->estimated_exit[g], best);
    group = lanes_mask_choose(better, lanes_mask_all(3 * g), group);
  }
  long long axis = lanes_mask_get(group, 0);
  double until = lanes_get(best, 0);
  BMS_UNROLL(2)
  for (int lane = 1; lane < 3; lane++) {
    bool first =
        lanes_get(best, lane) > until || (lanes_get(best, lane) == until && lanes_mask_get(group, lane) + lane < axis);
    axis = first ? lanes_mask_get(group, lane) + lane : axis;
    until = first ? lanes_get(best, lane) : until;
  }
  if (!(until > s)) return (bms_axis_side){0, 0};
  int k = (int)axis;
  return (bms_axis_side){k, lanes_get(translating->distance[0][k / 3], k % 3) < 0 ? -1 : 1};
}

/* The gap along an axis over a piece: a parabola, by its Bernstein points. */
typedef struct rigid_parabola {
  double b[3];
} rigid_parabola;

BMS_INLINE double rigid_mean(double x, double y, double s) {
  return x + s * (y - x);
}

/* Over [s0, s1], with the positive factor that planes have. */
BMS_INLINE rigid_parabola rigid_translating_gap(const rigid_translating *translating, double scale, bms_axis_side axis,
                                                double s0, double s1) {
  int g = axis.axis / 3, lane = axis.axis % 3;
  double radii = lanes_get(translating->radii[g], lane);
  rigid_parabola gap;
  BMS_UNROLL(3)
  for (int k = 0; k < 3; k++) gap.b[k] = scale * (axis.side * lanes_get(translating->distance[k][g], lane) - radii);
  if (s0 == 0 && s1 == 1) return gap;
  double x = rigid_mean(gap.b[0], gap.b[1], s0), y = rigid_mean(gap.b[1], gap.b[2], s0);
  double last = rigid_mean(rigid_mean(gap.b[0], gap.b[1], s1), rigid_mean(gap.b[1], gap.b[2], s1), s1);
  return (rigid_parabola){{rigid_mean(x, y, s0), rigid_mean(x, y, s1), last}};
}

/* The place at which it first falls to `error`, if it is more at its beginning. */
BMS_INLINE double rigid_parabola_root(const rigid_parabola *gap, double error) {
  double first = gap->b[0] - error, fall = gap->b[0] - gap->b[1], square = (gap->b[2] - gap->b[1]) + fall;
  return first / (fall + sqrt(fabs(fall * fall - first * square)));
}

/* As fast_plane_of(): raised from degree 2 to 7. */
static void rigid_translating_plane(const rigid_pair *pair, const rigid_parabola *gap, double s0, double s1,
                                    fast_plane *out) {
  static const double RAISED[3][FAST_NODES] = {{1, 5. / 7, 10. / 21, 2. / 7, 1. / 7, 1. / 21, 0, 0},
                                               {0, 2. / 7, 10. / 21, 4. / 7, 4. / 7, 10. / 21, 2. / 7, 0},
                                               {0, 0, 1. / 21, 1. / 7, 2. / 7, 10. / 21, 5. / 7, 1}};
  out->error = rigid_plane_error(pair);
  out->exact = true;
  out->s0 = s0;
  out->s1 = s1;
  BMS_UNROLL(2)
  for (int k = 0; k < FAST_BLOCKS; k++) {
    int i = k * FAST_BLOCK;
    out->c.at[k] = lanes_sub(lanes_combine(lanes_load(RAISED[0] + i), gap->b[0], lanes_load(RAISED[1] + i), gap->b[1],
                                           lanes_load(RAISED[2] + i), gap->b[2]),
                             lanes_all(out->error));
  }
  fast_scale_plane(out);
}

#endif /* BMS_RIGID_TRANSLATING_H */
