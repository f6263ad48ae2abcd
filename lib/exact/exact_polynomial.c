/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Polynomials with exact coefficients.
 *
 * Every function leaves in the arena nothing but its result: its intermediate numbers are released by bms_exact_keep().
 *
 * Bernstein signs: over [0, w], with q_i = p_i w^i and n the degree, the Bernstein coefficients times
 * binomial(n, k) are
 *
 *     b_k = sum_{i <= k} binomial(n - i, k - i) q_i,
 *
 * the coefficients of r(x + 1), r the reversal of q: additions only, and the same signs.
 */

#include "numeric/arithmetic.h"

#include "exact/exact_polynomial.h"

#include "numeric/compiler.h"

static bms_exact_polynomial trimmed(bms_exact_polynomial p) {
  while (p.degree >= 0 && p.c[p.degree].size == 0) p.degree--;
  return p;
}

/* Drops what the arena holds above mark but for this polynomial. */
static bms_exact_polynomial kept(bms_exact_arena *arena, size_t mark, bms_exact_polynomial p) {
  p = trimmed(p);
  bms_exact_keep(arena, mark, p.c, p.degree + 1);
  return trimmed(p); /* an exhausted arena gives zeros */
}

bms_exact_polynomial bms_exact_polynomial_zero(void) {
  bms_exact_polynomial zero;
  zero.degree = -1;
  return zero;
}

bms_exact_polynomial bms_exact_polynomial_constant(bms_exact x) {
  bms_exact_polynomial p;
  p.degree = x.size == 0 ? -1 : 0;
  p.c[0] = x;
  return p;
}

bms_exact bms_exact_polynomial_constant_term(const bms_exact_polynomial *p) {
  return p->degree < 0 ? bms_exact_zero() : p->c[0];
}

bms_exact_polynomial bms_exact_polynomial_from_doubles(bms_exact_arena *arena, const double *c, int count) {
  bms_exact_polynomial p = bms_exact_polynomial_zero();
  p.degree = count - 1;
  for (int i = 0; i < count; i++) p.c[i] = bms_exact_from_double(arena, c[i]);
  return trimmed(p);
}

bms_exact_polynomial bms_exact_polynomial_negate(const bms_exact_polynomial *p) {
  bms_exact_polynomial negative = *p;
  for (int i = 0; i <= p->degree; i++) negative.c[i] = bms_exact_negate(p->c[i]);
  return negative;
}

/* Returns p + q, or p - q. */
BMS_INLINE bms_exact_polynomial combined(bms_exact_arena *arena, const bms_exact_polynomial *p,
                                         const bms_exact_polynomial *q, bool add) {
  bms_exact_polynomial sum;
  int common = p->degree < q->degree ? p->degree : q->degree;
  for (int i = 0; i <= common; i++)
    sum.c[i] = add ? bms_exact_add(arena, p->c[i], q->c[i]) : bms_exact_subtract(arena, p->c[i], q->c[i]);
  for (int i = common + 1; i <= p->degree; i++) sum.c[i] = p->c[i];
  for (int i = common + 1; i <= q->degree; i++) sum.c[i] = add ? q->c[i] : bms_exact_negate(q->c[i]);
  sum.degree = p->degree > q->degree ? p->degree : q->degree;
  while (sum.degree >= 0 && sum.c[sum.degree].size == 0) sum.degree--;
  return sum;
}

bms_exact_polynomial bms_exact_polynomial_add(bms_exact_arena *arena, const bms_exact_polynomial *p,
                                              const bms_exact_polynomial *q) {
  return combined(arena, p, q, true);
}

bms_exact_polynomial bms_exact_polynomial_subtract(bms_exact_arena *arena, const bms_exact_polynomial *p,
                                                   const bms_exact_polynomial *q) {
  return combined(arena, p, q, false);
}

bms_exact_polynomial bms_exact_polynomial_multiply(bms_exact_arena *arena, const bms_exact_polynomial *p,
                                                   const bms_exact_polynomial *q) {
  if (p->degree < 0 || q->degree < 0) return bms_exact_polynomial_zero();
  if (p->degree == 0 && q->degree == 0)
    return bms_exact_polynomial_constant(bms_exact_multiply(arena, p->c[0], q->c[0]));
  bms_exact_polynomial product;
  product.degree = p->degree + q->degree;
  for (int k = 0; k <= product.degree; k++) {
    size_t before = arena->used;
    bms_exact sum = bms_exact_zero();
    for (int i = k > q->degree ? k - q->degree : 0; i <= k && i <= p->degree; i++)
      sum = bms_exact_add(arena, sum, bms_exact_multiply(arena, p->c[i], q->c[k - i]));
    bms_exact_keep(arena, before, &sum, 1);
    product.c[k] = sum;
  }
  return trimmed(product);
}

bms_exact_polynomial bms_exact_polynomial_times(bms_exact_arena *arena, const bms_exact_polynomial *p,
                                                bms_exact factor) {
  bms_exact_polynomial product = *p;
  for (int i = 0; i <= p->degree; i++) product.c[i] = bms_exact_multiply(arena, p->c[i], factor);
  return trimmed(product);
}

bms_exact_polynomial bms_exact_polynomial_derivative(bms_exact_arena *arena, const bms_exact_polynomial *p) {
  size_t mark = arena->used;
  bms_exact_polynomial derivative = bms_exact_polynomial_zero();
  derivative.degree = p->degree > 0 ? p->degree - 1 : -1;
  for (int i = 1; i <= p->degree; i++)
    derivative.c[i - 1] = bms_exact_multiply(arena, p->c[i], bms_exact_from_double(arena, i));
  return kept(arena, mark, derivative);
}

bms_exact bms_exact_polynomial_value(bms_exact_arena *arena, const bms_exact_polynomial *p, bms_exact t) {
  size_t mark = arena->used;
  bms_exact value = bms_exact_zero();
  for (int i = p->degree; i >= 0; i--) value = bms_exact_add(arena, bms_exact_multiply(arena, value, t), p->c[i]);
  bms_exact_keep(arena, mark, &value, 1);
  return value;
}

int bms_exact_polynomial_sign(bms_exact_arena *arena, const bms_exact_polynomial *p, bms_exact t) {
  size_t mark = arena->used;
  int sign = bms_exact_sign(bms_exact_polynomial_value(arena, p, t));
  arena->used = mark;
  return sign;
}

bms_exact_polynomial bms_exact_polynomial_shift(bms_exact_arena *arena, const bms_exact_polynomial *p, bms_exact t) {
  size_t mark = arena->used;
  bms_exact_polynomial shifted = *p;
  for (int i = 0; i < p->degree; i++) {
    for (int j = p->degree - 1; j >= i; j--)
      shifted.c[j] = bms_exact_add(arena, shifted.c[j], bms_exact_multiply(arena, t, shifted.c[j + 1]));
    bms_exact_keep(arena, mark, shifted.c, p->degree + 1);
  }
  return kept(arena, mark, shifted);
}

bms_exact_polynomial bms_exact_polynomial_copy(bms_exact_arena *arena, const bms_exact_polynomial *p) {
  bms_exact_polynomial copy = *p;
  for (int i = 0; i <= p->degree; i++) copy.c[i] = bms_exact_copy(arena, p->c[i]);
  return trimmed(copy);
}

/* ------------------------------------------------------------------ bounds of roots from coefficients */

/* Returns the sequence of signs of c[0] ... c[degree]. */
static bms_exact_signs signs_of(const bms_exact *c, int degree) {
  bms_exact_signs signs = {0, 0, bms_exact_sign(c[0]), bms_exact_sign(c[degree])};
  int last = 0;
  for (int i = 0; i <= degree; i++) {
    int sign = bms_exact_sign(c[i]);
    if (sign * last < 0) signs.variations++;
    if (sign != 0) last = sign;
  }
  signs.inside = last;
  return signs;
}

void bms_exact_polynomial_bernstein(bms_exact_arena *arena, const bms_exact_polynomial *p, int degree, bms_exact width,
                                    bms_exact b[BMS_EXACT_MAX_DEGREE + 1]) {
  size_t mark = arena->used;
  bms_exact power = width;
  for (int i = 0; i <= degree; i++) b[i] = bms_exact_zero();
  if (p->degree >= 0) b[0] = p->c[0];
  for (int i = 1; i <= p->degree; i++) {
    b[i] = bms_exact_multiply(arena, p->c[i], power);
    power = bms_exact_multiply(arena, power, width);
  }
  for (int i = degree; i > 0; i--) {
    for (int j = 1; j <= i; j++) b[j] = bms_exact_add(arena, b[j], b[j - 1]);
    bms_exact_keep(arena, mark, b, degree + 1);
  }
}

bms_exact_signs bms_exact_polynomial_signs(bms_exact_arena *arena, const bms_exact_polynomial *p, bms_exact width) {
  bms_exact_signs signs = {0, 0, 0, 0};
  if (p->degree < 0) /* only where the arena was exhausted */
    return signs;
  signs = signs_of(p->c, p->degree);
  if (signs.variations == 0) /* no root at any positive x, the width included */
    return signs;

  size_t mark = arena->used;
  bms_exact b[BMS_EXACT_MAX_DEGREE + 1];
  bms_exact_polynomial_bernstein(arena, p, p->degree, width, b);
  signs = signs_of(b, p->degree);
  arena->used = mark;
  return signs;
}

/*
 * With |t| < 2^T on the interval and n <= 10 terms,  |p'| <= sum_i i |c_i| 2^(T (i - 1)) < 2^SUM_BITS max_i |c_i|
 * 2^(T (i - 1)), since 1 + 2 + ... + 10 = 55 < 2^SUM_BITS.  Only magnitudes are computed with.
 */
enum { SUM_BITS = 6 };

int bms_exact_polynomial_constant_sign(bms_exact_arena *arena, const bms_exact_polynomial *p, bms_exact low,
                                       bms_exact high) {
  size_t mark = arena->used;
  bms_exact value = bms_exact_polynomial_value(arena, p, low);
  bms_exact width = bms_exact_subtract(arena, high, low);
  int sign = bms_exact_sign(value);
  if (sign != 0 && width.size != 0) {
    int end = bms_exact_magnitude(high.size != 0 ? high : low), room = bms_exact_magnitude(value) - 1;
    if (low.size != 0 && bms_exact_magnitude(low) > end) end = bms_exact_magnitude(low);
    room -= bms_exact_magnitude(width) + SUM_BITS;
    for (int i = 1; i <= p->degree; i++)
      if (p->c[i].size != 0 && bms_exact_magnitude(p->c[i]) + (i - 1) * end > room) sign = 0;
  }
  arena->used = mark;
  return sign;
}
