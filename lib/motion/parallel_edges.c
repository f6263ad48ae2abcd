/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The axes that need not be checked.  If edge i of a and edge j of b are parallel for all t, every edge pair's axis is
 * parallel to a face normal or is zero (A_i' x B_j to A_i'', A_i x B_j' to B_j'', A_i' x B_j' to A_i: both lie in the
 * plane normal to A_i), and so is the face normal B_j, to A_i.  Two matrices of which one is a multiple of the other
 * have only the face normals of a, however oblique their columns; if single columns A_i and B_j are multiples, A_i x
 * B_j' is parallel to a face normal of b, A_i' x B_j to one of a, and A_i x B_j is zero.  Recognised are: equal
 * rotations, by quaternions of which one is a multiple of the other, and columns that stay on one axis of the world.
 * These are what stacked, sliding and planar scenes are made of; parallels that escape are only slower.
 */

#include "numeric/arithmetic.h"

#include "motion/parallel_edges.h"

#include <math.h>
#include <stdbool.h>

#include "motion/axis.h"
#include "numeric/double_double.h"

static bool is_zero(const double p[2]) {
  return p[0] == 0 && p[1] == 0;
}

/* p == sign * q as polynomials. */
static bool is_same(const double p[2], const double q[2], int sign) {
  return p[0] == sign * q[0] && p[1] == sign * q[1];
}

/* p q == sign * r s, seen from equal factors. */
static bool equal_products(const double p[2], const double q[2], const double r[2], const double s[2], int sign) {
  if ((is_zero(p) || is_zero(q)) && (is_zero(r) || is_zero(s))) return true;
  for (int i = -1; i <= 1; i += 2)
    if ((is_same(p, r, i) && is_same(q, s, i * sign)) || (is_same(p, s, i) && is_same(q, r, i * sign))) return true;
  return false;
}

/* w^2 + x^2 == y^2 + z^2, seen from equal squares. */
static bool equal_squares(const double w[2], const double x[2], const double y[2], const double z[2]) {
  bool wy = is_same(w, y, 1) || is_same(w, y, -1), xz = is_same(x, z, 1) || is_same(x, z, -1);
  bool wz = is_same(w, z, 1) || is_same(w, z, -1), xy = is_same(x, y, 1) || is_same(x, y, -1);
  return (wy && xz) || (wz && xy);
}

/* Returns the world axis that column i of A(q) keeps for all t, if the entries in its two other rows vanish
   identically; or -1. */
static int fixed_axis(const double q[4][2], int i) {
  int along = -1;
  for (int r = 0; r < 3; r++) {
    int other = 3 - i - r; /* for r != i */
    bool zero;
    if (r == i) {
      int j = (i + 1) % 3, k = (i + 2) % 3;
      zero = equal_squares(q[0], q[1 + i], q[1 + j], q[1 + k]);
    } else { /* entry (r, i) = 2 (q_r q_i + w q_other) if r follows i, else 2 (q_r q_i - w q_other) */
      zero = equal_products(q[1 + r], q[1 + i], q[0], q[1 + other], r == (i + 1) % 3 ? -1 : 1);
    }
    if (zero) continue;
    if (along >= 0) return -1;
    along = r;
  }
  return along;
}

/* Returns true if no column of a rotation can be seen to keep an axis of the world: of numbers that all differ in size
   from each other and from zero no products and no squares are equal. */
static bool is_in_general(const double q[4][2]) {
  bool general = true;
  for (int i = 0; i < 4; i++) {
    general = general && q[i][0] != 0;
    for (int j = 0; j < i; j++) general = general && fabs(q[i][0]) != fabs(q[j][0]);
  }
  return general;
}

/* Products within these keep all their digits in double-double numbers. */
static const double LEAST = 0x1p-700, GREATEST = 0x1p700;

/* p q == r s exactly; false as well if that is undecided. */
static bool products_are_equal(double p, double q, double r, double s) {
  bool zero = p == 0 || q == 0;
  if (zero || r == 0 || s == 0) return zero && (r == 0 || s == 0);
  if (!(fabs(p * q) > LEAST && fabs(p * q) < GREATEST)) return false;
  bms_double_double pq = bms_double_double_product(p, q), rs = bms_double_double_product(r, s);
  return pq.high == rs.high && pq.low == rs.low;
}

/* All numbers of x are y's times one factor. */
static bool are_multiples(const double *x, const double *y, int count) {
  int pivot = 0;
  for (int k = 1; k < count; k++)
    if (fabs(x[k]) > fabs(x[pivot])) pivot = k;
  for (int k = 0; k < count; k++)
    if (!products_are_equal(x[pivot], y[k], y[pivot], x[k])) return false;
  return true;
}

/* One quaternion is a multiple of the other, for all t by the same factor. */
static bool same_rotation(const double p[4][2], const double q[4][2]) {
  return are_multiples(&p[0][0], &q[0][0], 8);
}

void bms_find_parallel_columns(double a[3][3][3], double b[3][3][3], unsigned *axes, unsigned *perpendicular) {
  *axes = are_multiples(&a[0][0][0], &b[0][0][0], 27) ? 7 : BMS_ALL_AXES;
  *perpendicular = 0;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      if (!are_multiples(&a[i][0][0], &b[j][0][0], 9)) continue;
      for (int k = 0; k < 3; k++) {
        *axes &= ~(1u << (BMS_AXIS_EDGES + 3 * i + k) | 1u << (BMS_AXIS_EDGES + 3 * k + j));
        if (k != i) *perpendicular |= 1u << (3 * k + j);
        if (k != j) *perpendicular |= 1u << (9 + 3 * i + k);
      }
    }
}

void bms_find_parallel_edges(const double qa[4][2], const double qb[4][2], unsigned *axes, unsigned *perpendicular) {
  const unsigned faces = 0x3f;
  bool same = same_rotation(qa, qb);
  *axes = BMS_ALL_AXES;
  *perpendicular = 0;
  if (!same && (is_in_general(qa) || is_in_general(qb))) return;
  int of_a[3], of_b[3];
  for (int i = 0; i < 3; i++) of_a[i] = fixed_axis(qa, i);
  bool fixed = of_a[0] >= 0 || of_a[1] >= 0 || of_a[2] >= 0;
  for (int j = 0; j < 3; j++) of_b[j] = fixed ? fixed_axis(qb, j) : -1;
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      if (!((same && i == j) || (of_a[i] >= 0 && of_a[i] == of_b[j]))) continue;
      *axes &= faces & ~(1u << (3 + j));
      for (int k = 0; k < 3; k++) {
        if (k != j) *perpendicular |= 1u << (3 * i + k);
        if (k != i) *perpendicular |= 1u << (3 * k + j);
      }
    }
  }
}
