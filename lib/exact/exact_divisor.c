/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Greatest common divisors modulo primes (W. S. Brown, "On Euclid's algorithm and the computation of polynomial
 * greatest common divisors", J. ACM 18, 1971, doi:10.1145/321662.321664), with cofactors, so that the result is
 * proved by two multiplications.
 *
 * Scaled by a power of 2, f and g have integer coefficients.  Let h be the monic gcd over the rationals and l the
 * leading coefficient of f. By Gauss' lemma H = l h, U = f / h and V = g / h have integer coefficients.  Modulo a
 * prime p that does not divide l,
 *
 *   - the gcd h_p has at least the degree of h; so degree 0 proves that f and g have no common root;
 *   - where it has the same degree h_p = h mod p, and l h_p, f / h_p, g / h_p are the images of H, U, V.
 *
 * Images of the lowest degree seen are joined to balanced mixed-radix digits,
 *
 *   x = x_0 + x_1 p_0 + x_2 p_0 p_1 + ...,  |x_k| < p_k / 2,
 *
 * of which every integer has one finite sequence: once all new digits are 0 the number may be complete.  Then H U = l
 * f and H V = l g are tried over the integers.  If they hold H divides f and g, and has at least the degree of h: it
 * is the gcd.  If not, the next prime follows.
 */

#include "numeric/arithmetic.h"

#include "exact/exact_divisor.h"

enum { FIRST_BELOW_BITS = 31, TERMS = BMS_EXACT_MAX_DEGREE + 1 };

/* A polynomial modulo a prime; degree -1 is zero. */
typedef struct modular {
  int degree;
  uint32_t c[TERMS];
} modular;

/* ------------------------------------------------------------------ numbers modulo p < 2^31 */

static uint32_t product(uint32_t x, uint32_t y, uint32_t p) {
  return (uint32_t)((uint64_t)x * y % p);
}

static uint32_t difference(uint32_t x, uint32_t y, uint32_t p) {
  return x >= y ? x - y : x + (p - y);
}

static uint32_t power(uint32_t x, uint32_t exponent, uint32_t p) {
  uint32_t result = 1;
  for (; exponent > 0; exponent >>= 1) {
    if (exponent & 1) result = product(result, x, p);
    x = product(x, x, p);
  }
  return result;
}

/* Fermat: x^(p - 1) = 1. */
static uint32_t inverse(uint32_t x, uint32_t p) {
  return power(x, p - 2, p);
}

/* Returns true if n is no witness for the odd number p being composite (Miller, Rabin). */
static bool passes(uint32_t p, uint32_t n) {
  uint32_t odd = p - 1;
  while (odd % 2 == 0) odd /= 2;
  uint32_t x = power(n, odd, p);
  if (x == 1) return true;
  for (uint32_t e = odd; e < p - 1 && x != p - 1; e *= 2) x = product(x, x, p);
  return x == p - 1;
}

/* Returns the greatest prime below the odd number n; the bases 2, 3, 5, 7 leave no composite number below 3 215 031 751
   (Jaeschke 1993). */
static uint32_t prime_below(uint32_t n) {
  do n -= 2;
  while (n % 3 == 0 || n % 5 == 0 || n % 7 == 0 || !passes(n, 2) || !passes(n, 3) || !passes(n, 5) || !passes(n, 7));
  return n;
}

/* ------------------------------------------------------------------ polynomials modulo p */

/* Returns f modulo p; the coefficients of f are integers. */
static modular image(const bms_exact_polynomial *f, uint32_t p) {
  modular m = {f->degree, {0}};
  for (int i = 0; i <= f->degree; i++) {
    int32_t length = f->c[i].size < 0 ? -f->c[i].size : f->c[i].size;
    uint64_t rest = 0;
    for (int32_t k = length - 1; k >= 0; k--) {
      rest = (rest << 32 | f->c[i].limb[k] >> 32) % p;
      rest = (rest << 32 | (f->c[i].limb[k] & UINT32_MAX)) % p;
    }
    if (f->c[i].exponent > 0) rest = product((uint32_t)rest, power(2, (uint32_t)f->c[i].exponent, p), p);
    m.c[i] = f->c[i].size < 0 ? difference(0, (uint32_t)rest, p) : (uint32_t)rest;
  }
  while (m.degree >= 0 && m.c[m.degree] == 0) m.degree--;
  return m;
}

static void multiply_by(modular *f, uint32_t factor, uint32_t p) {
  for (int i = 0; i <= f->degree; i++) f->c[i] = product(f->c[i], factor, p);
}

/* Divides f by the monic g: f becomes the remainder, the quotient is returned. */
static modular divide(modular *f, const modular *g, uint32_t p) {
  modular quotient = {f->degree >= g->degree ? f->degree - g->degree : -1, {0}};
  for (int i = quotient.degree; i >= 0; i--) {
    uint32_t leading = f->c[i + g->degree];
    quotient.c[i] = leading;
    for (int j = 0; j <= g->degree; j++) f->c[i + j] = difference(f->c[i + j], product(leading, g->c[j], p), p);
  }
  if (f->degree >= g->degree) f->degree = g->degree - 1;
  while (f->degree >= 0 && f->c[f->degree] == 0) f->degree--;
  return quotient;
}

/* Returns the monic greatest common divisor; f is not zero. */
static modular common_divisor(modular f, modular g, uint32_t p) {
  while (g.degree >= 0) {
    multiply_by(&g, inverse(g.c[g.degree], p), p);
    (void)divide(&f, &g, p);
    modular rest = f;
    f = g;
    g = rest;
  }
  multiply_by(&f, inverse(f.c[f.degree], p), p);
  return f;
}

/* ------------------------------------------------------------------ from images to integers */

/* H, U and V in digits: one row of the table for every prime, the prime itself and then the digits of the
   coefficients of the three. */
typedef struct digit_table {
  uint64_t *first; /* lies in the arena, rows one after another */
  int rows;
  int terms[3]; /* coefficients of H, U, V */
} digit_table;

static int row_length(const digit_table *table) {
  return 1 + table->terms[0] + table->terms[1] + table->terms[2];
}

static uint64_t *row_of(const digit_table *table, int k) {
  return table->first + (size_t)k * (size_t)row_length(table);
}

/* Turns entry `at` of the last row from an image into a digit, by the digits of the rows before it.  A digit up to
   half its prime counts itself, a greater one itself minus the prime. */
static void make_digit(const digit_table *table, int at) {
  uint64_t *last = row_of(table, table->rows - 1);
  uint32_t p = (uint32_t)last[0], sum = 0, radix = 1;
  for (int k = 0; k < table->rows - 1; k++) {
    const uint64_t *row = row_of(table, k);
    bool low = row[at] <= row[0] / 2;
    uint32_t digit = low ? (uint32_t)(row[at] % p) : difference(0, (uint32_t)((row[0] - row[at]) % p), p);
    sum = (uint32_t)(((uint64_t)radix * digit + sum) % p);
    radix = product(radix, (uint32_t)(row[0] % p), p);
  }
  last[at] = product(difference((uint32_t)last[at], sum, p), inverse(radix, p), p);
}

/* Adds the row of a prime.  Returns true if all its digits are 0 and it is not the first. */
static bool add_row(bms_exact_arena *arena, digit_table *table, uint32_t prime, const modular image_of[3]) {
  uint64_t *row = bms_exact_take(arena, (size_t)row_length(table));
  if (!row) return false;
  if (table->rows++ == 0) table->first = row;
  row[0] = prime;
  bool quiet = table->rows > 1;
  int at = 1;
  for (int which = 0; which < 3; which++) {
    for (int i = 0; i < table->terms[which]; i++, at++) {
      row[at] = image_of[which].c[i];
      make_digit(table, at);
      quiet = quiet && row[at] == 0;
    }
  }
  return quiet;
}

/* Returns the integer with these digits, by Horner's rule. */
static bms_exact integer_at(bms_exact_arena *arena, const digit_table *table, int at) {
  size_t mark = arena->used;
  bms_exact x = bms_exact_zero();
  for (int k = table->rows - 1; k >= 0; k--) {
    const uint64_t *row = row_of(table, k);
    double digit = row[at] <= row[0] / 2 ? (double)row[at] : -(double)(row[0] - row[at]);
    x = bms_exact_multiply(arena, x, bms_exact_from_double(arena, (double)row[0]));
    x = bms_exact_add(arena, x, bms_exact_from_double(arena, digit));
    bms_exact_keep(arena, mark, &x, 1);
  }
  return x;
}

static bms_exact_polynomial polynomial_in(bms_exact_arena *arena, const digit_table *table, int which) {
  bms_exact_polynomial f = bms_exact_polynomial_zero();
  int at = 1;
  for (int earlier = 0; earlier < which; earlier++) at += table->terms[earlier];
  for (int i = 0; i < table->terms[which]; i++) {
    f.c[i] = integer_at(arena, table, at + i);
    if (f.c[i].size != 0) f.degree = i;
  }
  return f;
}

/* Returns true if x y = l z. */
static bool proves(bms_exact_arena *arena, const bms_exact_polynomial *x, const bms_exact_polynomial *y, bms_exact l,
                   const bms_exact_polynomial *z) {
  if (x->degree + y->degree != z->degree) return false;
  size_t mark = arena->used;
  bms_exact_polynomial left = bms_exact_polynomial_multiply(arena, x, y);
  bms_exact_polynomial right = bms_exact_polynomial_times(arena, z, l);
  bool same = left.degree == right.degree && !arena->exhausted;
  for (int i = 0; same && i <= left.degree; i++) same = bms_exact_compare(left.c[i], right.c[i]) == 0;
  arena->used = mark;
  return same;
}

/* ------------------------------------------------------------------ the divisor */

/* Returns f times the power of 2 that makes its coefficients integers. */
static bms_exact_polynomial integral(const bms_exact_polynomial *f) {
  bms_exact_polynomial scaled = *f;
  int32_t lowest = f->c[f->degree].exponent;
  for (int i = 0; i < f->degree; i++)
    if (f->c[i].size != 0 && f->c[i].exponent < lowest) lowest = f->c[i].exponent;
  for (int i = 0; i <= f->degree; i++)
    if (f->c[i].size != 0) scaled.c[i].exponent -= lowest;
  return scaled;
}

/* Computes the images of H, U, V by a prime, from the images of f and g; h is the monic divisor. */
static void images_of_three(modular f, modular g, modular h, uint32_t prime, modular three[3]) {
  modular scaled = h;
  multiply_by(&scaled, f.c[f.degree], prime);
  three[0] = scaled;
  three[1] = divide(&f, &h, prime);
  three[2] = divide(&g, &h, prime);
}

/* Puts H and U together and tries them; if they are right leaves them, and nothing else, above mark. */
static bool complete(bms_exact_arena *arena, size_t mark, const digit_table *table, const bms_exact_polynomial *f,
                     const bms_exact_polynomial *g, bms_exact_polynomial *divisor, bms_exact_polynomial *cofactor) {
  size_t before = arena->used;
  bms_exact leading = f->c[f->degree], both[2 * TERMS];
  *divisor = polynomial_in(arena, table, 0);
  *cofactor = polynomial_in(arena, table, 1);
  bms_exact_polynomial other = polynomial_in(arena, table, 2);
  if (!proves(arena, divisor, cofactor, leading, f) || !proves(arena, divisor, &other, leading, g)) {
    arena->used = before;
    return false;
  }
  for (int i = 0; i < TERMS; i++) {
    both[i] = i <= divisor->degree ? divisor->c[i] : bms_exact_zero();
    both[TERMS + i] = i <= cofactor->degree ? cofactor->c[i] : bms_exact_zero();
  }
  bms_exact_keep(arena, mark, both, 2 * TERMS);
  for (int i = 0; i < TERMS; i++) {
    divisor->c[i] = both[i];
    cofactor->c[i] = both[TERMS + i];
  }
  return true;
}

int bms_exact_common_divisor(bms_exact_arena *arena, const bms_exact_polynomial *f, const bms_exact_polynomial *g,
                             bms_exact_polynomial *divisor, bms_exact_polynomial *cofactor) {
  const size_t mark = arena->used;
  digit_table table = {NULL, 0, {0, 0, 0}};
  uint32_t prime = (UINT32_C(1) << FIRST_BELOW_BITS) + 1;
  int degree = f->degree + 1;

  if (f->degree < 0 || g->degree < 0) /* only where the arena was exhausted */
    return 0;
  bms_exact_polynomial whole_f = integral(f), whole_g = integral(g);
  while (!arena->exhausted) {
    prime = prime_below(prime);
    modular f_p = image(&whole_f, prime), g_p = image(&whole_g, prime), three[3];
    if (f_p.degree < f->degree) continue;
    modular h = common_divisor(f_p, g_p, prime);
    if (h.degree == 0) {
      arena->used = mark;
      return 0;
    }
    if (h.degree > degree) continue;
    if (h.degree < degree) { /* the primes before this one were unlucky */
      degree = h.degree;
      arena->used = mark;
      table.rows = 0;
      table.terms[0] = degree + 1;
      table.terms[1] = f->degree - degree + 1;
      table.terms[2] = g->degree - degree + 1;
    }
    images_of_three(f_p, g_p, h, prime, three);
    if (add_row(arena, &table, prime, three) && complete(arena, mark, &table, &whole_f, &whole_g, divisor, cofactor))
      return degree;
  }
  return 0;
}

/* Returns true if a polynomial of degree 2 has one double root: b^2 = 4 a c. */
static bool is_square(bms_exact_arena *arena, const bms_exact_polynomial *f) {
  size_t mark = arena->used;
  bms_exact square = bms_exact_multiply(arena, f->c[1], f->c[1]),
            ends = bms_exact_scale(bms_exact_multiply(arena, f->c[0], f->c[2]), 2);
  bool same = bms_exact_compare(square, ends) == 0;
  arena->used = mark;
  return same;
}

bms_exact_polynomial bms_exact_square_free(bms_exact_arena *arena, const bms_exact_polynomial *f) {
  size_t mark = arena->used;
  if (f->degree == 2) return is_square(arena, f) ? bms_exact_polynomial_derivative(arena, f) : *f;
  bms_exact_polynomial derivative = bms_exact_polynomial_derivative(arena, f), divisor, cofactor;
  if (derivative.degree < 0 || bms_exact_common_divisor(arena, f, &derivative, &divisor, &cofactor) == 0) {
    arena->used = mark;
    return *f;
  }
  bms_exact_keep(arena, mark, cofactor.c, cofactor.degree + 1);
  return cofactor;
}
