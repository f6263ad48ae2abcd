/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Root isolation by Descartes' rule of signs (Vincent, Collins, Akritas): no sign change, no root; one, one root, and
 * it is simple; more: halve the interval.  For a square-free polynomial that ends (Obreshkoff's circles).  After that a
 * number is narrowed by bisection, and what bisection cannot decide, equality, a greatest common divisor does.
 */

#include "algebraic.h"

/* Intervals are narrowed by this many bits before a greatest common divisor is tried: numbers that differ mostly differ
 * sooner. */
enum { BITS_BEFORE_ALGEBRA = 96, BITS_PER_TRY = 12 };

void algebraic_init(algebraic *a) {
  fmpz_poly_init(a->poly);
  fmpz_init(a->low);
  a->depth = 0;
  a->exact = 1;
  a->sign_low = 0;
}

void algebraic_clear(algebraic *a) {
  fmpz_poly_clear(a->poly);
  fmpz_clear(a->low);
}

void algebraic_set(algebraic *a, const algebraic *b) {
  fmpz_poly_set(a->poly, b->poly);
  fmpz_set(a->low, b->low);
  a->depth = b->depth;
  a->exact = b->exact;
  a->sign_low = b->sign_low;
}

void algebraic_set_dyadic(algebraic *a, slong numerator, slong depth) {
  fmpz_set_si(a->low, numerator);
  a->depth = depth;
  a->exact = 1;
}

static void record(algebraic *a, const fmpz_poly_t p, const fmpz_t low, slong depth, int sign_low) {
  fmpz_poly_set(a->poly, p);
  fmpz_set(a->low, low);
  a->depth = depth;
  a->exact = sign_low == 0;
  a->sign_low = sign_low;
}

static int isolate(const fmpz_poly_t p, const fmpz_t low, slong depth, algebraic *root, int count) {
  int first, changes = dyadic_variations(p, low, depth, &first);
  fmpz_t half;

  if (changes == 0) return count;
  if (changes == 1) {
    record(&root[count], p, low, depth, first);
    return count + 1;
  }
  fmpz_init(half);
  fmpz_mul_2exp(half, low, 1);
  count = isolate(p, half, depth + 1, root, count);
  fmpz_add_ui(half, half, 1);
  if (dyadic_sign(p, half, depth + 1) == 0) record(&root[count++], p, half, depth + 1, 0);
  count = isolate(p, half, depth + 1, root, count);
  fmpz_clear(half);
  return count;
}

/* Isolates the roots. The square-free part is needed only if halving might not end, that is, if a first look does not
   settle it. */
int algebraic_roots(const fmpz_poly_t p, algebraic *root, int count) {
  int first, changes;
  fmpz_t zero;
  fmpz_poly_t free_part;

  if (fmpz_poly_degree(p) < 1) return count;
  fmpz_init(zero);
  changes = dyadic_variations(p, zero, 0, &first);
  if (changes == 1) {
    record(&root[count++], p, zero, 0, first);
  } else if (changes > 1) {
    fmpz_poly_init(free_part);
    fmpz_poly_derivative(free_part, p);
    fmpz_poly_gcd(free_part, free_part, p);
    fmpz_poly_div(free_part, p, free_part);
    count = isolate(free_part, zero, 0, root, count);
    fmpz_poly_clear(free_part);
  }
  fmpz_clear(zero);
  return count;
}

void algebraic_refine(algebraic *a, slong depth) {
  while (!a->exact && a->depth < depth) {
    int sign;
    fmpz_mul_2exp(a->low, a->low, 1);
    fmpz_add_ui(a->low, a->low, 1);
    a->depth++;
    sign = dyadic_sign(a->poly, a->low, a->depth);
    if (sign == 0)
      a->exact = 1;
    else if (sign != a->sign_low)
      fmpz_sub_ui(a->low, a->low, 1);
  }
}

void algebraic_add_signed(fmpz_poly_t sum, int sign, const fmpz_poly_t p) {
  if (sign > 0) fmpz_poly_add(sum, sum, p);
  if (sign < 0) fmpz_poly_sub(sum, sum, p);
}

/* fmpq_set_fmpz, which FLINT has since 2.9. */
static void set_integer(fmpq_t out, const fmpz_t value) {
  fmpz_set(fmpq_numref(out), value);
  fmpz_one(fmpq_denref(out));
}

void algebraic_bounds(const algebraic *a, fmpq_t low, fmpq_t high) {
  set_integer(low, a->low);
  fmpq_div_2exp(low, low, (ulong)a->depth);
  if (a->exact) {
    fmpq_set(high, low);
    return;
  }
  set_integer(high, a->low);
  fmpq_add_si(high, high, 1);
  fmpq_div_2exp(high, high, (ulong)a->depth);
}

int algebraic_certain_sign(const algebraic *a, const fmpz_poly_t p) {
  if (fmpz_poly_is_zero(p)) return 0;
  return a->exact ? dyadic_sign(p, a->low, a->depth) : dyadic_lasting_sign(p, a->low, a->depth);
}

/* Returns true if p vanishes at the number: the divisor that p shares with a->poly has at most that one root in the
   open interval, and Descartes' count is right modulo two. */
static int vanishes(const algebraic *a, const fmpz_poly_t p) {
  int first, changes = 0;
  fmpz_poly_t common;

  fmpz_poly_init(common);
  fmpz_poly_gcd(common, a->poly, p);
  if (fmpz_poly_degree(common) > 0) changes = dyadic_variations(common, a->low, a->depth, &first);
  fmpz_poly_clear(common);
  return changes % 2;
}

int algebraic_sign(algebraic *a, const fmpz_poly_t p) {
  int sign;
  slong tried = a->depth;

  if (fmpz_poly_is_zero(p)) return 0;
  while ((sign = algebraic_certain_sign(a, p)) == 0 && !a->exact && a->depth < BITS_BEFORE_ALGEBRA)
    algebraic_refine(a, a->depth + BITS_PER_TRY);
  if (sign != 0 || a->exact) return sign;
  if (vanishes(a, p)) return 0;
  for (tried = BITS_PER_TRY; (sign = algebraic_certain_sign(a, p)) == 0 && !a->exact; tried *= 2)
    algebraic_refine(a, a->depth + tried);
  return sign;
}

int algebraic_compare_rational(const algebraic *a, const fmpq_t x) {
  int sign;
  fmpq_t low, high, value;

  fmpq_init(low);
  fmpq_init(high);
  fmpq_init(value);
  algebraic_bounds(a, low, high);
  if (a->exact || fmpq_cmp(x, low) <= 0) {
    sign = fmpq_cmp(low, x) + (a->exact ? 0 : fmpq_equal(low, x));
  } else if (fmpq_cmp(x, high) >= 0) {
    sign = -1;
  } else {
    fmpz_poly_evaluate_fmpq(value, a->poly, x);
    sign = fmpq_sgn(value) * a->sign_low;
  }
  fmpq_clear(low);
  fmpq_clear(high);
  fmpq_clear(value);
  return (sign > 0) - (sign < 0);
}

static int compare_with_exact(const algebraic *a, const algebraic *exact) {
  int sign;
  fmpq_t x, unused;

  fmpq_init(x);
  fmpq_init(unused);
  algebraic_bounds(exact, x, unused);
  sign = algebraic_compare_rational(a, x);
  fmpq_clear(x);
  fmpq_clear(unused);
  return sign;
}

/* Compares dyadic intervals of one depth: they are equal, or disjoint and then ordered as their low ends. */
static int compare_intervals(algebraic *a, algebraic *b) {
  slong depth = a->depth > b->depth ? a->depth : b->depth;

  algebraic_refine(a, depth);
  algebraic_refine(b, depth);
  if (a->exact) return -compare_with_exact(b, a);
  if (b->exact) return compare_with_exact(a, b);
  return fmpz_cmp(a->low, b->low);
}

int algebraic_compare(algebraic *a, algebraic *b) {
  int order, bits = BITS_PER_TRY;

  for (;;) {
    order = compare_intervals(a, b);
    if (order != 0 || a->exact || b->exact) return (order > 0) - (order < 0);
    if (a->depth >= BITS_BEFORE_ALGEBRA && bits == BITS_PER_TRY && vanishes(a, b->poly)) return 0;
    if (a->depth >= BITS_BEFORE_ALGEBRA) bits *= 2;
    algebraic_refine(a, a->depth + bits);
  }
}
