/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Doubles and decimal text in exact integer arithmetic of 128 bits; what does not fit there is left to the C library.
 *
 * Reading.  A decimal is d / 10^k with d an integer of at most 19 digits (or else strtod() gets it).  Where d < 2^53 and
 * k <= 22 both are doubles, and one division rounds once (Clinger, "How to read floating point numbers accurately", PLDI
 * 1990).  Otherwise, for k <= 19, d is shifted to fill 128 bits and divided by 10^k: the quotient has at least 64 bits,
 * a remainder is noted in the last of them, and the one rounding is that of its conversion to double.
 *
 * Writing.  A double is m 2^-b with 2^52 <= m < 2^53.  Its first n digits are the integer nearest to N / 2^b, N = m 10^s
 * with s such that it has n digits; ties go to the even one, as in the C library.  These digits D read back as the double
 * if D 2^b lies within half a unit of m from N, that is 10^s / 2 (a quarter below a power of two).  For doubles of 1e-4 to
 * 1e14 and n <= 17, s <= 20 and b <= 66, so N < 2^120.  Also s < b there: 2^b divides neither half of 10^s nor a quarter,
 * so that no D lies just half a unit away.  And D never has a digit more than n: 10^n reads back as another double, the
 * one that the next exponent begins with.
 *
 * Rejected: the general algorithms (Ryu, Grisu, Eisel and Lemire), whose tables are several times as long as this file.
 */

#include "number_text.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Digits that 64 bits hold for certain; a fraction that is counted; an exponent that is, and no fraction makes up for. */
enum { MOST_DIGITS = 19, LONGEST_FRACTION = 10000, LARGEST_EXPONENT = 100000 };

static const double EXACT_POWER[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                     1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
enum { EXACT_POWERS = sizeof EXACT_POWER / sizeof *EXACT_POWER };

#if defined(__SIZEOF_INT128__)
__extension__ typedef unsigned __int128 wide;
#define HAVE_WIDE 1

static const uint64_t POWER[] = {UINT64_C(1),
                                 UINT64_C(10),
                                 UINT64_C(100),
                                 UINT64_C(1000),
                                 UINT64_C(10000),
                                 UINT64_C(100000),
                                 UINT64_C(1000000),
                                 UINT64_C(10000000),
                                 UINT64_C(100000000),
                                 UINT64_C(1000000000),
                                 UINT64_C(10000000000),
                                 UINT64_C(100000000000),
                                 UINT64_C(1000000000000),
                                 UINT64_C(10000000000000),
                                 UINT64_C(100000000000000),
                                 UINT64_C(1000000000000000),
                                 UINT64_C(10000000000000000),
                                 UINT64_C(100000000000000000),
                                 UINT64_C(1000000000000000000),
                                 UINT64_C(10000000000000000000)};
enum { POWERS = sizeof POWER / sizeof *POWER };
#endif

/* ------------------------------------------------------------------ reading */

/* The parts of a number: (-1)^negative digits 10^exponent. */
typedef struct decimal {
  bool negative, fits; /* fits: `digits` holds them all */
  uint64_t digits;
  int exponent;
} decimal;

static bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/* Adds a run of digits, which may be more than fit; returns the position after it. */
static const char *read_digits(const char *c, uint64_t *digits) {
  uint64_t sum = *digits;
  for (; is_digit(*c); c++) sum = 10 * sum + (uint64_t)(*c - '0');
  *digits = sum;
  return c;
}

/* Whether the digits from start to end, with perhaps a point among them, are few enough.  Zeros that lead do not count. */
static bool fit(const char *start, const char *end) {
  if (end - start <= MOST_DIGITS) return true;
  while (start < end && (*start == '0' || *start == '.')) start++;
  return end - start - (memchr(start, '.', (size_t)(end - start)) != NULL) <= MOST_DIGITS;
}

/* The exponent after e or E; NULL if there is none. */
static const char *read_exponent(const char *c, decimal *d) {
  bool negative = *c == '-';
  int exponent = 0;
  if (*c == '-' || *c == '+') c++;
  if (!(*c >= '0' && *c <= '9')) return NULL;
  for (; *c >= '0' && *c <= '9'; c++) {
    if (exponent < LARGEST_EXPONENT) exponent = 10 * exponent + (*c - '0');
  }
  d->exponent += negative ? -exponent : exponent;
  return c;
}

/* By the grammar of JSON; returns the position after the number, NULL if there is none. */
static const char *read_decimal(const char *c, decimal *d) {
  *d = (decimal){.negative = *c == '-', .fits = true};
  if (*c == '-') c++;
  const char *start = c;
  if (!is_digit(*c)) return NULL;
  c = *c == '0' ? c + 1 : read_digits(c, &d->digits);
  if (*c == '.') {
    const char *fraction = ++c;
    if (!is_digit(*c)) return NULL;
    c = read_digits(c, &d->digits);
    d->fits = c - fraction <= LONGEST_FRACTION;
    d->exponent = d->fits ? -(int)(c - fraction) : 0;
  }
  d->fits = d->fits && fit(start, c);
  if (*c == 'e' || *c == 'E') c = read_exponent(c + 1, d);
  return c;
}

#if defined(HAVE_WIDE)
/* digits / 10^k, k < POWERS, rounded once; digits > 0. */
static double quotient(uint64_t digits, int k) {
  int shift = __builtin_clzll(digits);
  wide dividend = (wide)(digits << shift) << 64, q = dividend / POWER[k];
  bool inexact = q * POWER[k] != dividend;
  uint64_t high = (uint64_t)(q >> 64);
  /* The bits cut off are zero where there is no remainder: q then is a multiple of 2^(64 - k), and has at most 129 - 3 k
     bits. */
  int excess = high > 0 ? 64 - __builtin_clzll(high) : 0;
  q >>= excess;
  return ldexp((double)((uint64_t)q | inexact), excess - 64 - shift);
}
#endif

/* Returns false where the C library has to be asked. */
static bool value_of(const decimal *d, double *x) {
  if (!d->fits) return false;
  if (d->digits == 0) {
    *x = 0;
  } else if (d->digits <= UINT64_C(1) << 53 && d->exponent < EXACT_POWERS && -d->exponent < EXACT_POWERS) {
    double digits = (double)d->digits;
    *x = d->exponent < 0 ? digits / EXACT_POWER[-d->exponent] : digits * EXACT_POWER[d->exponent];
#if defined(HAVE_WIDE)
  } else if (d->exponent <= 0 && -d->exponent < POWERS) {
    *x = quotient(d->digits, -d->exponent);
#endif
  } else {
    return false;
  }
  if (d->negative) *x = -*x;
  return true;
}

size_t number_text_read(const char *text, double *x) {
  decimal d;
  const char *end = read_decimal(text, &d);
  if (end == NULL) return 0;
  if (!value_of(&d, x)) *x = strtod(text, NULL);
  return isfinite(*x) ? (size_t)(end - text) : 0;
}

/* ------------------------------------------------------------------ writing */

static size_t write_by_library(double x, char text[NUMBER_TEXT_SIZE]) {
  int length = 0;
  for (int digits = 15; digits <= 17; digits++) {
    length = snprintf(text, NUMBER_TEXT_SIZE, "%.*g", digits, x);
    double back = strtod(text, NULL);
    if (!(back < x) && !(back > x)) break;
  }
  return (size_t)length;
}

#if defined(HAVE_WIDE)
/* The sizes that are written here; see above. */
static const double LEAST = 1e-4, BEYOND = 1e14;

/* The exponent of the first digit of an x in [LEAST, BEYOND).  The doubles nearest to 1e-1 ... 1e-4 all exceed them, so
   none lies between. */
static int first_digit(double x) {
  int exponent = 0;
  if (x < 1) return x >= 1e-1 ? -1 : x >= 1e-2 ? -2 : x >= 1e-3 ? -3 : -4;
  while (x >= EXACT_POWER[exponent + 1]) exponent++;
  return exponent;
}

/* The first `count` digits of m 2^-b, as an integer: m 10^s / 2^b, rounded; s = count - 1 - exponent of the first digit.
   Returns whether they read back as m 2^-b. */
static bool round_digits(uint64_t m, int b, int s, uint64_t *digits) {
  wide power = s < POWERS ? POWER[s] : (wide)POWER[POWERS - 1] * POWER[s - POWERS + 1];
  wide n = m * power, unit = (wide)1 << b, d = n >> b, rest = n & (unit - 1), half = unit >> 1;
  bool up = rest > half || (rest == half && (d & 1));
  wide away = up ? unit - rest : rest;
  *digits = (uint64_t)d + up;
  /* Half-way down to the next double below a power of two is half as far. */
  wide twice = (!up && m == UINT64_C(1) << 52 ? 4 : 2) * away;
  return twice < power;
}

/* Digits with a point after the first of them, or elsewhere; no zeros at the end. */
static size_t place_point(uint64_t digits, int count, int exponent, char *text) {
  char digit[MOST_DIGITS + 1];
  size_t length = 0;
  while (digits % 10 == 0 && count > 1) {
    digits /= 10;
    count--;
  }
  for (int i = count - 1; i >= 0; i--) {
    digit[i] = (char)('0' + digits % 10);
    digits /= 10;
  }
  if (exponent < 0) text[length++] = '0';
  for (int i = 0; i <= exponent; i++) text[length++] = i < count ? digit[i] : '0';
  if (exponent >= 0 && count <= exponent + 1) return length;
  text[length++] = '.';
  for (int i = exponent; i < -1; i++) text[length++] = '0';
  for (int i = exponent < 0 ? 0 : exponent + 1; i < count; i++) text[length++] = digit[i];
  return length;
}

static size_t write_in_range(double x, char *text) {
  int b, count = 15;
  const int exponent = first_digit(x);
  double fraction = frexp(x, &b);
  uint64_t m = (uint64_t)ldexp(fraction, 53), digits;
  b = 53 - b;
  while (!round_digits(m, b, count - 1 - exponent, &digits) && count < 17) count++;
  return place_point(digits, count, exponent, text);
}
#endif

size_t number_text_write(double x, char text[NUMBER_TEXT_SIZE]) {
  if (!isfinite(x)) {
    memcpy(text, "null", 4);
    return 4;
  }
#if defined(HAVE_WIDE)
  if (fabs(x) >= LEAST && fabs(x) < BEYOND) {
    if (x < 0) *text = '-';
    return (size_t)(x < 0) + write_in_range(fabs(x), text + (x < 0));
  }
  if (!(x < 0 || x > 0)) {
    memcpy(text, "-0", 2);
    if (!signbit(x)) *text = '0';
    return signbit(x) ? 2 : 1;
  }
#endif
  return write_by_library(x, text);
}
