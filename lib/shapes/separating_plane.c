/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The gap along a separating plane as a polynomial, less a bound of its error.
 *
 * Errors, in roundings u = 2^-53 of the magnitude K S, where K bounds a b and S bounds |P| + |x| + |y| + radius.  A
 * linear quaternion is off by 3 u of its bound, an entry of A or B by 20 u (6 for the formula, see motion.h, and twice
 * the quaternion's, twice), a coefficient of P by 12.  Then, with |m| = 1 and each sum of three counted with a factor
 * of sqrt 3 for vectors given by components,
 *
 *     A m   42      A m . P   70      times b   90
 *     B'(A m)  110      h of it  130      raised to the degree of P  134
 *     A e x B f  90                       . P  110
 *     A'B f  110      e x A'B f  130      h of it  150      raised  154
 *     a b   45      times h_a(m) and radius  60          sums of the terms, 4 each
 *
 * so that the terms of a normal that turns with one of the two are off by 90 + 134 + 60 roundings of K S and the terms
 * of two edges by 110 + 154 + 154 + 154 (the last for the radius).  Cutting a window from the whole (clip.h) adds 6 n
 * times the largest coefficient, n <= 6, and a vector of almost unit length 10 for each.  TURNING_ROUNDINGS and
 * EDGE_ROUNDINGS are these sums, rounded up.
 */

#include "numeric/arithmetic.h"

#include "shapes/separating_plane.h"

#include <math.h>

#include "motion/relative.h"
#include "numeric/rounding.h"
#include "numeric/vector.h"
#include "shapes/clip.h"
#include "shapes/convex.h"

static const double TURNING_ROUNDINGS = 352, EDGE_ROUNDINGS = 640;

/* The square of the length of a plane's vector is 1 within this: scaling to unit length loses 7 roundings, and the
   square 3.  One that has lost more, as its square underflowed, is useless. */
static const double UNIT = 16 * BMS_ROUNDING;

enum { ROTATION = 2, MOST = 2 * ROTATION };

/* Adds p q to out; all are scaled Bernstein polynomials. */
static void add_product(int np, const double *p, int nq, const double *q, double *out) {
  for (int i = 0; i <= np; i++)
    for (int j = 0; j <= nq; j++) out[i + j] += p[i] * q[j];
}

/* ------------------------------------------------------------------ vectors that turn */

/* Writes out[k] = M[k] m. */
static void turn(int degree, const double matrix[3][3][3], const double m[3], double (*out)[3]) {
  for (int k = 0; k <= degree; k++)
    for (int r = 0; r < 3; r++) out[k][r] = bms_dot(matrix[k][r], m);
}

/* Adds M' u to out. */
static void turn_back(int degree, const double matrix[3][3][3], int n, double (*u)[3], double (*out)[3]) {
  for (int i = 0; i <= degree; i++)
    for (int k = 0; k <= n; k++)
      for (int c = 0; c < 3; c++)
        out[i + k][c] += matrix[i][0][c] * u[k][0] + matrix[i][1][c] * u[k][1] + matrix[i][2][c] * u[k][2];
}

/* Adds u . P to out. */
static void add_dot_position(const bms_convex_stretch *stretch, int n, double (*u)[3], double *out) {
  for (int i = 0; i <= n; i++)
    for (int k = 0; k <= stretch->degree_position; k++) out[i + k] += bms_dot(u[i], stretch->position[k]);
}

/* Subtracts the cost, raised to the degree of the gap, from that. */
static void subtract_raised(const bms_convex_stretch *stretch, int degree, const double *cost, bms_polynomial *gap) {
  for (int k = 0; k <= degree; k++) {
    gap->c[k] -= cost[k];
    if (stretch->degree_position == 0) continue;
    gap->c[k + 1] -= 2 * cost[k];
    gap->c[k + 2] -= cost[k];
  }
}

/* ------------------------------------------------------------------ the gap along each kind of plane */

/* Writes how far the capsule around a cylinder reaches against vectors that are as long as the scales: its radius
   counts without loss however they turn.  Returns true if that is less, in sum, than the extents of the cylinder. */
static bool capsule_reaches_less(const bms_convex_stretch *s, const bms_convex *shape, int degree, double (*seen)[3],
                                 const double *extent, double *reach) {
  double more = 0;
  for (int k = 0; k <= degree; k++) {
    reach[k] = shape->cylinder.radius * s->scales[k] + shape->cylinder.half_length * fabs(seen[k][2]);
    more += reach[k] - extent[k];
  }
  return more < 0;
}

/* Adds how far a shape reaches against the vectors u, which are of this degree, and unit but for the scale. */
static void add_extents(const bms_convex_stretch *s, bool of_a, int n, double (*u)[3], double *cost) {
  const bms_convex *shape = of_a ? s->pair->a : s->pair->b;
  double seen[MOST + 1][3] = {{0}}, extent[MOST + 1], reach[MOST + 1];
  int degree = n + (of_a ? s->degree_a : s->degree_b);
  turn_back(degree - n, of_a ? s->a : s->b, n, u, seen);
  for (int k = 0; k <= degree; k++) {
    const double back[3] = {-seen[k][0], -seen[k][1], -seen[k][2]};
    extent[k] = bms_convex_extent(shape, back);
  }
  bool less =
      shape->core == BMS_CORE_CYLINDER && degree > 0 && capsule_reaches_less(s, shape, degree, seen, extent, reach);
  for (int k = 0; k <= degree; k++) cost[k] += less ? reach[k] : extent[k];
}

/* Writes the gap along a normal that turns with the one, `own`: out of it leads m, in its own frame. */
static void turning_gap(const bms_convex_stretch *s, bool own_is_a, const double m[3], bms_polynomial *gap) {
  const bms_convex_pair *pair = s->pair;
  int degree_own = own_is_a ? s->degree_a : s->degree_b, degree_other = own_is_a ? s->degree_b : s->degree_a;
  int degree = degree_own + degree_other, along_degree = degree_own + s->degree_position;
  double normal[ROTATION + 1][3], along[MOST + 1] = {0}, cost[MOST + 1];
  turn(degree_own, own_is_a ? s->a : s->b, m, normal);
  add_dot_position(s, degree_own, normal, along);
  if (!own_is_a)
    for (int k = 0; k <= along_degree; k++) along[k] = -along[k];
  add_product(along_degree, along, degree_other, own_is_a ? s->scale_b : s->scale_a, gap->c);
  const bms_convex *own = own_is_a ? pair->a : pair->b, *other = own_is_a ? pair->b : pair->a;
  double extent = bms_convex_extent(own, m) + pair->radius;
  for (int k = 0; k <= degree; k++) cost[k] = extent * s->scales[k];
  if (!bms_convex_is_origin(other)) add_extents(s, !own_is_a, degree_own, normal, cost);
  subtract_raised(s, degree, cost, gap);
}

/* Adds a negative radius times the least length that the normals e x f may have: how far they lead along their
 middle. */
static void add_shrinking(double radius, const double middle[3], int degree, const double e[3], double (*f)[3],
                          double *cost) {
  double length = bms_length(middle), out_of_a[3];
  for (int k = 0; k <= degree && length > 0; k++) {
    bms_cross(e, f[k], out_of_a);
    cost[k] += radius * (bms_dot(out_of_a, middle) / length);
  }
}

/* Writes the gap along the cross product of a direction of either. */
static void edges_gap(const bms_convex_stretch *s, const double e[3], const double f[3], bms_polynomial *gap) {
  const bms_convex_pair *pair = s->pair;
  int degree = s->degree_a + s->degree_b;
  double edge_a[3][3], edge_b[3][3], normal[MOST + 1][3] = {{0}}, cost[MOST + 1];
  double f_in_a[MOST + 1][3] = {{0}}, e_in_b[MOST + 1][3] = {{0}}, sum[3] = {0, 0, 0};
  turn(s->degree_a, s->a, e, edge_a);
  turn(s->degree_b, s->b, f, edge_b);
  for (int i = 0; i <= s->degree_a; i++)
    for (int k = 0; k <= s->degree_b; k++) {
      double product[3];
      bms_cross(edge_a[i], edge_b[k], product);
      for (int r = 0; r < 3; r++) normal[i + k][r] += product[r];
    }
  add_dot_position(s, degree, normal, gap->c);
  turn_back(s->degree_a, s->a, s->degree_b, edge_b, f_in_a);
  turn_back(s->degree_b, s->b, s->degree_a, edge_a, e_in_b);
  for (int k = 0; k <= degree; k++) {
    double out_of_a[3], out_of_b[3];
    bms_cross(e, f_in_a[k], out_of_a);
    bms_cross(f, e_in_b[k], out_of_b);
    cost[k] = bms_convex_extent(pair->a, out_of_a) + bms_convex_extent(pair->b, out_of_b);
    if (pair->radius > 0) cost[k] += pair->radius * bms_length(out_of_a);
    for (int r = 0; pair->radius < 0 && r < 3; r++) sum[r] += out_of_a[r];
  }
  if (pair->radius < 0) add_shrinking(pair->radius, sum, degree, e, f_in_a, cost);
  subtract_raised(s, degree, cost, gap);
}

static bool is_unit(const double v[3]) {
  return fabs(bms_dot(v, v) - 1) <= UNIT;
}

bool bms_separating_plane_gap(const bms_convex_stretch *stretch, const bms_separating_plane *plane,
                              bms_polynomial *gap) {
  double roundings = plane->carrier == BMS_CARRIER_BOTH ? EDGE_ROUNDINGS : TURNING_ROUNDINGS;
  double error = roundings * BMS_ROUNDING * stretch->scale.scales * stretch->scale.size;
  const double inward[3] = {-plane->b[0], -plane->b[1], -plane->b[2]};
  *gap = (bms_polynomial){.degree = stretch->degree_a + stretch->degree_b + stretch->degree_position};
  switch (plane->carrier) {
    case BMS_CARRIER_A:
      if (!is_unit(plane->a)) return false;
      turning_gap(stretch, true, plane->a, gap);
      break;
    case BMS_CARRIER_B:
      if (!is_unit(plane->b)) return false;
      turning_gap(stretch, false, inward, gap);
      break;
    case BMS_CARRIER_BOTH:
      if (!is_unit(plane->a) || !is_unit(plane->b)) return false;
      edges_gap(stretch, plane->a, plane->b, gap);
      break;
    default:
      return false;
  }
  for (int k = 0; k <= gap->degree; k++) gap->c[k] -= error * bms_binomial[gap->degree][k];
  return true;
}

double bms_separating_plane_clearance(const bms_convex_stretch *stretch, const bms_separating_plane *plane) {
  bms_polynomial gap;
  double u[1][3], v[1][3], normal[3], length = stretch->scales[0];
  if (!bms_separating_plane_gap(stretch, plane, &gap)) return -INFINITY;
  if (plane->carrier == BMS_CARRIER_BOTH) {
    turn(0, stretch->a, plane->a, u);
    turn(0, stretch->b, plane->b, v);
    bms_cross(u[0], v[0], normal);
    length = bms_length(normal);
  }
  /* The length has lost 93 roundings, and the quotient loses 3. */
  length += EDGE_ROUNDINGS * BMS_ROUNDING * stretch->scale.scales;
  return gap.c[0] > 0 ? gap.c[0] / length : -INFINITY;
}

double bms_separating_plane_clear_until(const bms_convex_stretch *stretch, const bms_separating_plane *plane) {
  bms_polynomial gap;
  if (!bms_separating_plane_gap(stretch, plane, &gap)) return stretch->ta;
  double s = bms_clip_positive_until(&gap);
  if (s >= 1) return stretch->tb;
  return bms_max(stretch->ta + s * (stretch->tb - stretch->ta) - stretch->pair->time_error, stretch->ta);
}
