/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Control points of the relative motion of two frames.
 *
 * Errors: as in separating_plane.c, all of whose terms are more; a bound of K S / w times SIGHT_ROUNDINGS roundings,
 * with w the least weight, holds for each point, and for each difference along a unit direction twice over.
 */

#include "numeric/arithmetic.h"

#include "mesh/sight.h"

#include <math.h>

#include "motion/relative.h"
#include "numeric/polynomial.h"
#include "numeric/rounding.h"
#include "numeric/vector.h"
#include "shapes/convex.h"

static const double SIGHT_ROUNDINGS = 1024;

/* The two frames: `other` is seen from `own`. */
typedef struct frames {
  int degree_own, degree_other, degree_position;
  const double (*own)[3][3], (*other)[3][3], *scale_other;
  double sign; /* of P, which leads from a to b */
} frames;

static const double BINOMIAL[3][3] = {{1, 0, 0}, {0, 0, 0}, {1, 2, 1}};

static void add_positions(const bms_convex_stretch *s, const frames *f, bms_sight *sight) {
  double local[5][3] = {{0}};
  int local_degree = f->degree_own + f->degree_position;
  for (int i = 0; i <= f->degree_own; i++)
    for (int k = 0; k <= f->degree_position; k++)
      for (int c = 0; c < 3; c++) {
        double column[3] = {f->own[i][0][c], f->own[i][1][c], f->own[i][2][c]};
        local[i + k][c] += f->sign * bms_dot(column, s->position[k]);
      }
  for (int i = 0; i <= local_degree; i++)
    for (int k = 0; k <= f->degree_other; k++)
      for (int c = 0; c < 3; c++) sight->position[i + k][c] += f->scale_other[k] * local[i][c];
}

static void add_rotations(const frames *f, bms_sight *sight) {
  for (int i = 0; i <= f->degree_own; i++)
    for (int k = 0; k <= f->degree_other; k++)
      for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
          for (int w = 0; w < 3; w++) sight->rotation[i + k][r][c] += f->own[i][w][r] * f->other[k][w][c];
}

/* Divides by the weights; returns the least Bernstein coefficient of a b. */
static double divide(const bms_convex_stretch *s, const frames *f, bms_sight *sight) {
  double weight[BMS_SIGHT_POSITIONS] = {0}, least = INFINITY;
  int degree = f->degree_own + f->degree_other;
  for (int j = 0; j <= degree; j++) {
    least = bms_min(least, s->scales[j] / bms_binomial[degree][j]);
    for (int k = 0; k <= f->degree_position; k++) weight[j + k] += s->scales[j] * BINOMIAL[f->degree_position][k];
    for (int r = 0; r < 3; r++)
      for (int c = 0; c < 3; c++) sight->rotation[j][r][c] /= s->scales[j];
  }
  for (int k = 0; k < sight->positions; k++)
    for (int c = 0; c < 3; c++) sight->position[k][c] /= weight[k];
  return least;
}

static bool look(const bms_convex_stretch *s, const frames *f, bms_sight *sight) {
  *sight = (bms_sight){.positions = f->degree_own + f->degree_other + f->degree_position + 1,
                       .rotations = f->degree_own + f->degree_other + 1};
  add_positions(s, f, sight);
  add_rotations(f, sight);
  double least = divide(s, f, sight);
  for (int r = 0; r < 3; r++) {
    sight->least[r] = sight->most[r] = sight->position[0][r];
    for (int k = 1; k < sight->positions; k++) {
      sight->least[r] = bms_min(sight->least[r], sight->position[k][r]);
      sight->most[r] = bms_max(sight->most[r], sight->position[k][r]);
    }
  }
  sight->error = SIGHT_ROUNDINGS * BMS_ROUNDING * s->scale.scales * s->scale.size / least;
  return least > SIGHT_ROUNDINGS * BMS_ROUNDING * s->scale.scales;
}

bool bms_sight_of_b(const bms_convex_stretch *s, bms_sight *sight) {
  const frames f = {s->degree_a, s->degree_b, s->degree_position, s->a, s->b, s->scale_b, 1};
  return look(s, &f, sight);
}

bool bms_sight_of_a(const bms_convex_stretch *s, bms_sight *sight) {
  const frames f = {s->degree_b, s->degree_a, s->degree_position, s->b, s->a, s->scale_a, -1};
  return look(s, &f, sight);
}

/* ------------------------------------------------------------------ extents */

void bms_sight_extent(const bms_sight *sight, const bms_convex *shape, const double direction[3], double *low,
                      double *high) {
  double least = INFINITY, most = -INFINITY, below = -INFINITY, above = -INFINITY;
  for (int k = 0; k < sight->positions; k++) {
    double at = bms_dot(direction, sight->position[k]);
    least = bms_min(least, at);
    most = bms_max(most, at);
  }
  for (int j = 0; j < sight->rotations; j++) {
    const double(*m)[3] = sight->rotation[j];
    double turned[3], back[3];
    for (int c = 0; c < 3; c++) {
      turned[c] = m[0][c] * direction[0] + m[1][c] * direction[1] + m[2][c] * direction[2];
      back[c] = -turned[c];
    }
    above = bms_max(above, bms_convex_extent(shape, turned));
    below = bms_max(below, bms_convex_extent(shape, back));
  }
  *low = least - below - sight->error;
  *high = most + above + sight->error;
}

void bms_sight_bounds(const bms_sight *sight, const bms_convex *shape, double radius, bms_box *bounds) {
  for (int r = 0; r < 3; r++) {
    const double axis[3] = {r == 0, r == 1, r == 2};
    bms_sight_extent(sight, shape, axis, &bounds->min[r], &bounds->max[r]);
    bounds->min[r] -= radius;
    bounds->max[r] += radius;
  }
}

void bms_sight_box(const bms_sight *sight, const double centre[3], const double half[3], bms_box *bounds) {
  for (int r = 0; r < 3; r++) {
    double low = INFINITY, high = -INFINITY;
    for (int j = 0; j < sight->rotations; j++) {
      const double *row = sight->rotation[j][r];
      double at = bms_dot(row, centre);
      double extent = fabs(row[0]) * half[0] + fabs(row[1]) * half[1] + fabs(row[2]) * half[2];
      low = bms_min(low, at - extent);
      high = bms_max(high, at + extent);
    }
    bounds->min[r] = sight->least[r] + low - sight->error;
    bounds->max[r] = sight->most[r] + high + sight->error;
  }
}
