/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The gap along an axis, as polynomials over a stretch.
 *
 * Errors, in roundings of the product of the magnitudes in bms_track and bms_relative (each line adds the errors of
 * its factors and the roundings of its sums; every coefficient of a scaled Bernstein product is an average of
 * products, so the bounds hold for each):
 *
 *     rigid pair   A, B 20;  k 10;  P 12;  C = A . B 50;  (A . P) k 60;  with offsets 70;  A x B 70;  (A x B) . P with
 *     offsets 128
 *                  -> at most 160 of  K_a K_b (|P| + |m_a| + |m_b| + h_a + h_b)
 *     otherwise    face normal or A x B 100;  C 40;  D 120;  n . D 500 (components instead of vectors cost a factor of
 *     2)
 *                  -> at most 1000 of  |n| (|D| + K_b U_a h_a + K_a U_b h_b)
 *
 * tests/lib/planes/test_plane.c measures the errors against exact arithmetic: roundings do not conspire, and the
 * largest seen are 0.011 (rigid pairs), 0.001 (other pairs) and 0.006 (half-spaces) of these bounds.
 */

#include "numeric/arithmetic.h"

#include "planes/plane.h"

#include <math.h>
#include <stddef.h>

#include "numeric/rounding.h"
#include "numeric/vector.h"

static const double RIGID_ROUNDINGS = 160, GENERAL_ROUNDINGS = 1000;

static int next(int i) {
  return (i + 1) % 3;
}
static int after_next(int i) {
  return (i + 2) % 3;
}

/* ------------------------------------------------------------------ terms */

static void add_radius(bms_gap *gap, int half_edge, double factor, const bms_polynomial *p) {
  if (factor == 0) return;
  bms_polynomial *radius = &gap->radius[gap->radii];
  gap->half_edge[gap->radii++] = half_edge;
  *radius = *p;
  for (int i = 0; i <= p->degree; i++) radius->c[i] *= factor;
}

/* Brings all terms to one degree. */
static void level_degrees(bms_gap *gap) {
  int degree = gap->distance.degree;
  for (int k = 0; k < gap->radii; k++) degree = gap->radius[k].degree > degree ? gap->radius[k].degree : degree;
  if (gap->distance.degree < degree) gap->distance = bms_polynomial_elevate(&gap->distance, degree);
  for (int k = 0; k < gap->radii; k++)
    if (gap->radius[k].degree < degree) gap->radius[k] = bms_polynomial_elevate(&gap->radius[k], degree);
}

static bms_polynomial dot(const bms_polynomial p[3], const bms_polynomial q[3]) {
  bms_polynomial sum = bms_polynomial_product(&p[0], &q[0]);
  for (int r = 1; r < 3; r++) {
    bms_polynomial product = bms_polynomial_product(&p[r], &q[r]);
    for (int i = 0; i <= sum.degree; i++) sum.c[i] += product.c[i];
  }
  return sum;
}

static void cross(const bms_polynomial p[3], const bms_polynomial q[3], bms_polynomial out[3]) {
  for (int r = 0; r < 3; r++) {
    bms_polynomial minus = bms_polynomial_product(&p[after_next(r)], &q[next(r)]);
    out[r] = bms_polynomial_product(&p[next(r)], &q[after_next(r)]);
    for (int i = 0; i <= minus.degree; i++) out[r].c[i] -= minus.c[i];
  }
}

static void vector_of(double v[3][3], bms_polynomial out[3]) {
  for (int r = 0; r < 3; r++) out[r] = bms_polynomial_of(2, v[r]);
}

static void add(bms_polynomial *sum, double factor, const bms_polynomial *p) {
  if (factor != 0) *sum = bms_polynomial_add_scaled(sum, factor, p);
}

/* ------------------------------------------------------------------ rigid pairs */

/* Rigid pairs are what simulations are made of, so their degrees are written out: 2 times 2 is 4, 4 times 2 and
   everything else raised is 6. */

/* out += p q, degrees 2 and 2. */
static void add_product_22(const double p[3], const double q[3], double out[5]) {
  out[0] += p[0] * q[0];
  out[1] += p[0] * q[1] + p[1] * q[0];
  out[2] += p[0] * q[2] + p[1] * q[1] + p[2] * q[0];
  out[3] += p[1] * q[2] + p[2] * q[1];
  out[4] += p[2] * q[2];
}

/* out += p q, degrees 4 and 2. */
static void add_product_42(const double p[5], const double q[3], double out[7]) {
  for (int i = 0; i < 5; i++) {
    out[i] += p[i] * q[0];
    out[i + 1] += p[i] * q[1];
    out[i + 2] += p[i] * q[2];
  }
}

/* u . v, degrees 2 and 2. */
static void dot_22(double u[3][3], double v[3][3], double out[5]) {
  for (int i = 0; i < 5; i++) out[i] = 0;
  for (int r = 0; r < 3; r++) add_product_22(u[r], v[r], out);
}

/* out += factor p, degree 4 raised to 6: times (s + (1 - s))^2. */
static void add_raised(double factor, const double p[5], double out[7]) {
  const double raise[3] = {factor, 2 * factor, factor};
  if (factor != 0) add_product_42(p, raise, out);
}

static void add_raised_radius(bms_gap *gap, int half_edge, double factor, const double p[5]) {
  if (factor == 0) return;
  bms_polynomial *radius = &gap->radius[gap->radii];
  *radius = (bms_polynomial){.degree = 6};
  gap->half_edge[gap->radii++] = half_edge;
  add_raised(factor, p, radius->c);
}

/* A face of either body. `own` is the body with the face, `other` the one with the vertex; side is 1 for a face of
   a, -1 for one of b, because d points from a to b. */
static void rigid_face(bms_stretch *stretch, int axis, bms_gap *gap) {
  bool of_a = axis < BMS_AXIS_FACE_B;
  double side = of_a ? 1 : -1;
  const bms_track *own = of_a ? &stretch->relative->a : &stretch->relative->b;
  const bms_track *other = of_a ? &stretch->relative->b : &stretch->relative->a;
  bms_track_stretch *own_stretch = of_a ? &stretch->a : &stretch->b, *other_stretch = of_a ? &stretch->b : &stretch->a;
  double(*normal)[3] = own_stretch->column[axis % 3];
  double normal_position[5], scales[5] = {0};
  dot_22(normal, stretch->position, normal_position);
  add_product_22(stretch->a.scale, stretch->b.scale, scales);

  gap->distance = (bms_polynomial){.degree = 6};
  add_product_42(normal_position, other_stretch->scale, gap->distance.c);
  add_raised(-side * own->middle[axis % 3], scales, gap->distance.c);
  add_raised_radius(gap, axis, own->half[axis % 3], scales);
  for (int j = 0; j < 3; j++) {
    double c[5];
    dot_22(normal, other_stretch->column[j], c);
    add_raised(side * other->middle[j], c, gap->distance.c);
    add_raised_radius(gap, of_a ? 3 + j : j, other->half[j], c);
  }
}

/* The terms that edge pair (i, j) owes to C_kl: `sign` is the sign of (A_i x B_j) times the half-edge. */
static void rigid_edge_term(bms_stretch *stretch, bms_gap *gap, int half_edge, int k, int l, double sign) {
  bool of_a = half_edge < 3;
  const bms_track *track = of_a ? &stretch->relative->a : &stretch->relative->b;
  double c[5];
  dot_22(stretch->a.column[k], stretch->b.column[l], c);
  add_raised((of_a ? -sign : sign) * track->middle[half_edge % 3], c, gap->distance.c);
  add_raised_radius(gap, half_edge, sign * track->half[half_edge % 3], c);
}

static void rigid_edges(bms_stretch *stretch, int axis, bms_gap *gap) {
  int i = (axis - BMS_AXIS_EDGES) / 3, j = (axis - BMS_AXIS_EDGES) % 3;
  double(*u)[3] = stretch->a.column[i], (*v)[3] = stretch->b.column[j];
  gap->distance = (bms_polynomial){.degree = 6};
  for (int r = 0; r < 3; r++) {
    double normal[5] = {0}, minus[5] = {0};
    add_product_22(u[next(r)], v[after_next(r)], normal);
    add_product_22(u[after_next(r)], v[next(r)], minus);
    for (int k = 0; k < 5; k++) normal[k] -= minus[k];
    add_product_42(normal, stretch->position[r], gap->distance.c);
  }
  rigid_edge_term(stretch, gap, next(i), after_next(i), j, -1);
  rigid_edge_term(stretch, gap, after_next(i), next(i), j, 1);
  rigid_edge_term(stretch, gap, 3 + next(j), i, after_next(j), 1);
  rigid_edge_term(stretch, gap, 3 + after_next(j), i, next(j), -1);
}

/* ------------------------------------------------------------------ all pairs */

static void general_normal(bms_stretch *stretch, int axis, bms_polynomial normal[3]) {
  const bms_track *a = &stretch->relative->a, *b = &stretch->relative->b;
  if (axis < BMS_AXIS_EDGES) {
    const bms_track *own = axis < BMS_AXIS_FACE_B ? a : b;
    bms_track_face_normal(own, own == a ? &stretch->a : &stretch->b, axis % 3, normal);
    return;
  }
  bms_polynomial edge_a[3], edge_b[3];
  vector_of(stretch->a.column[(axis - BMS_AXIS_EDGES) / 3], edge_a);
  vector_of(stretch->b.column[(axis - BMS_AXIS_EDGES) % 3], edge_b);
  cross(edge_a, edge_b, normal);
}

static void general_gap(bms_stretch *stretch, int axis, bms_gap *gap) {
  const bms_track *a = &stretch->relative->a, *b = &stretch->relative->b;
  bms_polynomial normal[3];
  general_normal(stretch, axis, normal);
  bms_polynomial scale_a = bms_polynomial_of(2, stretch->a.scale), scale_b = bms_polynomial_of(2, stretch->b.scale);
  gap->distance = dot(normal, stretch->distance);
  for (int k = 0; k < 6; k++) {
    const bms_track *track = k < 3 ? a : b;
    if (bms_is_perpendicular(axis, k)) continue; /* computed, it would be a residue of rounding */
    bms_polynomial edge[3];
    vector_of(k < 3 ? stretch->a.column[k] : stretch->b.column[k - 3], edge);
    bms_polynomial product = dot(normal, edge);
    product = bms_polynomial_product(&product, k < 3 ? &scale_b : &scale_a);
    add_radius(gap, k, track->half[k % 3], &product);
  }
}

/* ------------------------------------------------------------------ half-spaces */

/* k (n . centre - offset), and h_j (n . B_j) k. */
static void half_space_gap(bms_stretch *stretch, bms_gap *gap) {
  const bms_half_space *half_space = stretch->relative->half_space;
  const bms_track *b = &stretch->relative->b;
  bms_polynomial scale = bms_polynomial_of(2, stretch->b.scale);
  gap->distance = (bms_polynomial){.degree = stretch->distance[0].degree};
  for (int r = 0; r < 3; r++) add(&gap->distance, half_space->normal[r], &stretch->distance[r]);
  add(&gap->distance, -half_space->offset, &scale);
  for (int j = 0; j < 3; j++) {
    bms_polynomial product = {.degree = 2};
    for (int r = 0; r < 3; r++)
      for (int i = 0; i < 3; i++) product.c[i] += half_space->normal[r] * stretch->b.column[j][r][i];
    add_radius(gap, 3 + j, b->half[j], &product);
  }
}

/* ------------------------------------------------------------------ errors */

/* Bounds the length of the normal along an axis of a pair that is not rigid. */
static double normal_bound(const bms_relative *relative, int axis) {
  const bms_track *a = &relative->a, *b = &relative->b, *own = axis < BMS_AXIS_FACE_B ? a : b;
  if (axis >= BMS_AXIS_EDGES) return a->column_bound * b->column_bound;
  return own->rigid ? own->column_bound : own->column_bound * own->column_bound;
}

double bms_gap_error(const bms_relative *relative, int axis) {
  const bms_track *a = &relative->a, *b = &relative->b;
  if (relative->half_space != NULL)
    return RIGID_ROUNDINGS * BMS_ROUNDING * bms_length(relative->half_space->normal) *
           (relative->distance_bound + b->column_bound * b->half_bound);
  if (relative->rigid)
    return RIGID_ROUNDINGS * BMS_ROUNDING * a->scale_bound * b->scale_bound *
           (relative->distance_bound + a->half_bound + b->half_bound);
  return GENERAL_ROUNDINGS * BMS_ROUNDING * normal_bound(relative, axis) *
         (relative->distance_bound + b->scale_bound * a->column_bound * a->half_bound +
          a->scale_bound * b->column_bound * b->half_bound);
}

void bms_gap_along(bms_stretch *stretch, int axis, bms_gap *gap) {
  gap->axis = axis;
  gap->radii = 0;
  if (stretch->relative->half_space != NULL) {
    half_space_gap(stretch, gap);
  } else if (!stretch->relative->rigid) {
    general_gap(stretch, axis, gap);
  } else {
    if (axis < BMS_AXIS_EDGES)
      rigid_face(stretch, axis, gap);
    else
      rigid_edges(stretch, axis, gap);
  }
  gap->error = bms_gap_error(stretch->relative, axis);
  level_degrees(gap);
}

/* ------------------------------------------------------------------ planes */

bms_polynomial bms_gap_plane(const bms_gap *gap, const bms_axis_signs *signs) {
  bms_polynomial plane = {.degree = gap->distance.degree};
  for (int i = 0; i <= plane.degree; i++) plane.c[i] = signs->distance * gap->distance.c[i];
  for (int k = 0; k < gap->radii; k++) {
    int sign = signs->half_edge[gap->half_edge[k]];
    for (int i = 0; i <= plane.degree; i++) plane.c[i] -= sign * gap->radius[k].c[i];
  }
  return plane;
}
