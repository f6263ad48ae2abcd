/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The axes, straight from their definition: neither form of motion and no axis is treated specially to save degrees.
 *
 *     face normal  the cross product of the two other columns, turned to the side of its own
 *     edge pair    the cross product of the two columns
 *     distance     n . (c_b / w_b - c_a / w_a) w_a w_b
 *     radius       half extent times n . column, times the other body's weight
 *
 * A weight that all polynomials of an axis share is divided out: it is positive, and degrees up to 12 fall to 6 for
 * rigid motions.
 */

#include "scene.h"

static void axis_init(scene_axis *axis) {
  int k;

  axis->built = 0;
  axis->length = 0;
  fmpz_poly_init(axis->distance);
  for (k = 0; k < SCENE_RADII; k++) fmpz_poly_init(axis->radius[k]);
  for (k = 0; k < 3; k++) fmpz_poly_init(axis->normal[k]);
}

static void axis_clear(scene_axis *axis) {
  int k;

  fmpz_poly_clear(axis->distance);
  for (k = 0; k < SCENE_RADII; k++) fmpz_poly_clear(axis->radius[k]);
  for (k = 0; k < 3; k++) fmpz_poly_clear(axis->normal[k]);
}

bms_reason scene_init(scene *s, const bms_query *query, bms_part *where) {
  int k;
  bms_reason reason;
  fmpq_t from;

  for (k = 0; k < SCENE_AXES; k++) axis_init(&s->axis[k]);
  exact_body_init(&s->body[0]);
  exact_body_init(&s->body[1]);

  *where = BMS_PART_QUERY;
  reason = exact_interval_init(s->start, s->length, query->t0, query->t1);
  if (reason != BMS_VALID) return reason;
  fmpq_init(from);
  exact_double(from, query->origin);
  fmpq_add(from, from, s->start);
  reason = exact_body_build(&s->body[0], &query->a, from, s->length);
  if (reason != BMS_VALID) {
    *where = BMS_PART_A;
    fmpq_clear(from);
    return reason;
  }
  reason = exact_body_build(&s->body[1], &query->b, from, s->length);
  if (reason != BMS_VALID) *where = BMS_PART_B;
  fmpq_clear(from);
  return reason;
}

void scene_clear(scene *s) {
  int k;

  fmpq_clear(s->start);
  fmpq_clear(s->length);
  for (k = 0; k < SCENE_AXES; k++) axis_clear(&s->axis[k]);
  exact_body_clear(&s->body[0]);
  exact_body_clear(&s->body[1]);
}

/* The axis in rational polynomials: [0] the distance, [1 + k] the radii. */
enum { PRODUCTS = 1 + SCENE_RADII };

static void world_normal(fmpq_poly_t n[3], scene *s, int number) {
  if (number >= 6) {
    exact_cross(n, s->body[0].column[(number - 6) / 3], s->body[1].column[(number - 6) % 3]);
  } else {
    exact_body *b = &s->body[number / 3];
    exact_cross(n, b->column[(number + 1) % 3], b->column[(number + 2) % 3]);
  }
}

/* Turns normals outwards: a left-handed matrix turns the cross product of two columns away from the third. */
static void turn_outwards(fmpq_poly_t n[3], scene *s, int number) {
  int j, sign;
  fmpz_t zero;
  fmpz_poly_t numerator;
  fmpq_poly_t along;

  fmpz_init(zero);
  fmpz_poly_init(numerator);
  fmpq_poly_init(along);
  exact_dot(along, n, s->body[number / 3].column[number % 3]);
  fmpq_poly_get_numerator(numerator, along);
  sign = dyadic_sign(numerator, zero, 0);
  for (j = 0; sign < 0 && j < 3; j++) fmpq_poly_neg(n[j], n[j]);
  fmpz_clear(zero);
  fmpz_poly_clear(numerator);
  fmpq_poly_clear(along);
}

static void build_products(fmpq_poly_t product[PRODUCTS], scene *s, fmpq_poly_t n[3]) {
  int i, k;
  fmpq_poly_t between[3], term;

  fmpq_poly_init(term);
  for (i = 0; i < 3; i++) {
    fmpq_poly_init(between[i]);
    fmpq_poly_mul(between[i], s->body[1].centre[i], s->body[0].weight);
    fmpq_poly_mul(term, s->body[0].centre[i], s->body[1].weight);
    fmpq_poly_sub(between[i], between[i], term);
  }
  exact_dot(product[0], n, between);
  for (k = 0; k < SCENE_RADII; k++) {
    exact_dot(term, n, s->body[k / 3].column[k % 3]);
    fmpq_poly_mul(term, term, s->body[1 - k / 3].weight);
    fmpq_poly_scalar_mul_fmpq(product[1 + k], term, s->body[k / 3].half[k % 3]);
  }
  for (i = 0; i < 3; i++) fmpq_poly_clear(between[i]);
  fmpq_poly_clear(term);
}

/* Divides all products by a weight as often as it goes into every one of them. */
static void divide_out(fmpq_poly_t product[PRODUCTS], const fmpq_poly_t weight) {
  int k, divides = fmpq_poly_degree(weight) > 0;
  fmpq_poly_t quotient[PRODUCTS], rest;

  fmpq_poly_init(rest);
  for (k = 0; k < PRODUCTS; k++) fmpq_poly_init(quotient[k]);
  while (divides) {
    int nonzero = 0;
    for (k = 0; divides && k < PRODUCTS; k++) {
      fmpq_poly_divrem(quotient[k], rest, product[k], weight);
      divides = fmpq_poly_is_zero(rest);
      nonzero |= !fmpq_poly_is_zero(quotient[k]);
    }
    divides = divides && nonzero;
    for (k = 0; divides && k < PRODUCTS; k++) fmpq_poly_swap(product[k], quotient[k]);
  }
  fmpq_poly_clear(rest);
  for (k = 0; k < PRODUCTS; k++) fmpq_poly_clear(quotient[k]);
}

/* Brings the products to one denominator and drops it. */
static void to_integers(scene_axis *axis, fmpq_poly_t product[PRODUCTS]) {
  int k;
  fmpz_t common, factor;

  fmpz_init_set_si(common, 1);
  fmpz_init(factor);
  for (k = 0; k < PRODUCTS; k++) fmpz_lcm(common, common, fmpq_poly_denref(product[k]));
  for (k = 0; k < PRODUCTS; k++) {
    fmpz_poly_struct *to = k == 0 ? axis->distance : axis->radius[k - 1];
    fmpz_divexact(factor, common, fmpq_poly_denref(product[k]));
    fmpq_poly_get_numerator(to, product[k]);
    fmpz_poly_scalar_mul_fmpz(to, to, factor);
    if (fmpz_poly_length(to) > axis->length) axis->length = fmpz_poly_length(to);
  }
  fmpz_clear(common);
  fmpz_clear(factor);
}

scene_axis *scene_axis_of(scene *s, int number) {
  scene_axis *axis = &s->axis[number];
  fmpq_poly_t n[3], product[PRODUCTS];
  int k;

  if (axis->built) return axis;
  axis->built = 1;
  for (k = 0; k < 3; k++) fmpq_poly_init(n[k]);
  for (k = 0; k < PRODUCTS; k++) fmpq_poly_init(product[k]);
  world_normal(n, s, number);
  if (number < 6) turn_outwards(n, s, number);
  for (k = 0; k < 3; k++) fmpq_poly_get_numerator(axis->normal[k], n[k]);
  build_products(product, s, n);
  divide_out(product, s->body[0].weight);
  divide_out(product, s->body[1].weight);
  to_integers(axis, product);
  for (k = 0; k < 3; k++) fmpq_poly_clear(n[k]);
  for (k = 0; k < PRODUCTS; k++) fmpq_poly_clear(product[k]);
  return axis;
}

/* Returns the sign of gap = sign(distance) distance - sum_k sign(radius_k) radius_k, a polynomial once the signs at the
   place are known. */
int scene_gap_sign(const scene_axis *axis, algebraic *at) {
  int k, sign;
  fmpz_poly_t gap;

  fmpz_poly_init(gap);
  algebraic_add_signed(gap, algebraic_sign(at, axis->distance), axis->distance);
  for (k = 0; k < SCENE_RADII; k++) algebraic_add_signed(gap, -algebraic_sign(at, axis->radius[k]), axis->radius[k]);
  sign = algebraic_sign(at, gap);
  fmpz_poly_clear(gap);
  return sign;
}

int scene_gap_sign_dyadic(const scene_axis *axis, const fmpz_t numerator, slong depth) {
  int k, sign;
  fmpz_t gap, value;

  fmpz_init(gap);
  fmpz_init(value);
  dyadic_value(gap, axis->distance, numerator, depth, axis->length);
  fmpz_abs(gap, gap);
  for (k = 0; k < SCENE_RADII; k++) {
    dyadic_value(value, axis->radius[k], numerator, depth, axis->length);
    fmpz_abs(value, value);
    fmpz_sub(gap, gap, value);
  }
  sign = fmpz_sgn(gap);
  fmpz_clear(gap);
  fmpz_clear(value);
  return sign;
}

int scene_axis_is_null(const scene_axis *axis, algebraic *at) {
  return algebraic_sign(at, axis->normal[0]) == 0 && algebraic_sign(at, axis->normal[1]) == 0 &&
         algebraic_sign(at, axis->normal[2]) == 0;
}
