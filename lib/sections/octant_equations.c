/* SPDX-License-Identifier: BSD-3-Clause */

/* Octant equations as products of polynomials. */

#include "numeric/arithmetic.h"

#include "sections/octant_equations.h"
#include "numeric/rounding.h"

/*
 * Times BMS_ROUNDING times the bounds of |edge| and |normal|: an octant equation below that everywhere is taken for
 * zero.  A column is off by 20 roundings of its bound, a cross product of two by less than 100, and their dot product
 * by less than 150 (relative.c, plane.c). Taking a small equation for zero costs no more than rounding does: the terms
 * that it would switch are as small.
 */
static const double ZERO_ROUNDINGS = 150;

static bms_polynomial zero_unless_above(const bms_polynomial *p, double threshold) {
  bms_polynomial zero = {.degree = 0};
  return bms_polynomial_bound(p) > threshold ? *p : zero;
}

/* Returns column . normal, of three components each. */
static bms_polynomial edge_component(const double column[3][3], const bms_polynomial *normal) {
  bms_polynomial sum = {.degree = 2 + normal[0].degree};
  for (int r = 0; r < 3; r++) {
    bms_polynomial edge = bms_polynomial_of(2, column[r]);
    bms_polynomial product = bms_polynomial_product(&edge, &normal[r]);
    sum = bms_polynomial_add_scaled(&sum, 1, &product);
  }
  return sum;
}

static double normal_bound(const bms_track *track) {
  return track->rigid ? track->column_bound : track->column_bound * track->column_bound;
}

/* Computes the nine products of the edges of one body with the face normals of the other, each at place[3 * edge +
   normal] or, if `swapped`, [3 * normal + edge]. */
static void edge_equations(const bms_track *edges, const bms_track_stretch *edges_over, const bms_track *faces,
                           const bms_track_stretch *faces_over, bool swapped, bms_polynomial place[9]) {
  double threshold = ZERO_ROUNDINGS * BMS_ROUNDING * edges->column_bound * normal_bound(faces);
  for (int j = 0; j < 3; j++) {
    bms_polynomial normal[3];
    bms_track_face_normal(faces, faces_over, j, normal);
    for (int i = 0; i < 3; i++) {
      bms_polynomial component = edge_component(edges_over->column[i], normal);
      place[swapped ? 3 * j + i : 3 * i + j] = zero_unless_above(&component, threshold);
    }
  }
}

int bms_octant_equations(const bms_stretch *stretch, bms_polynomial equation[BMS_OCTANT_EQUATIONS]) {
  const bms_track *a = &stretch->relative->a, *b = &stretch->relative->b;
  if (!stretch->relative->rigid) {
    edge_equations(a, &stretch->a, b, &stretch->b, false, equation);
    edge_equations(b, &stretch->b, a, &stretch->a, true, equation + 9);
    return 18;
  }
  double threshold = ZERO_ROUNDINGS * BMS_ROUNDING * a->column_bound * b->column_bound;
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      bms_polynomial product = bms_stretch_column_product(stretch, i, j);
      equation[3 * i + j] = zero_unless_above(&product, threshold);
    }
  }
  return 9;
}
