/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Converts between doubles and decimal text in exact integer arithmetic of 128 bits, and leaves to the C library what
 * does not fit there.
 *
 * Reading.  A decimal is d / 10^k with d an integer of at most 19 digits (or else strtod() gets it).  For 0 < k <= 19,
 * d is shifted to fill 64 bits and multiplied by a power of two over 5^k, rounded down to 128 bits: the first 128 bits
 * of the product are short by less than 2 in the last, or 4 if they are shifted by one.  Unless they are as close as
 * that to half-way between two doubles, they are rounded.  Otherwise, if d < 2^53 and k <= 22 both are doubles, and one
 * division rounds once (Clinger, "How to read floating point numbers accurately", PLDI 1990).  Otherwise, for k <= 19,
 * d is shifted to fill 128 bits and divided by 10^k: the quotient has at least 64 bits, a remainder is noted in the
 * last of them, and the one rounding is in its conversion to double.
 *
 * Digits are random, so no branch depends on their number or kind: they are read eight at a time, and the rest of them
 * at once (Lemire, "Number parsing at a gigabyte per second", Software: Practice and Experience 51, 2021).
 *
 * Writing.  A double is m 2^-b with 2^52 <= m < 2^53.  Its first n digits are the integer nearest to N / 2^b, N = m
 * 10^s with s such that it has n digits; ties go to the even one, as in the C library.  These digits D read back as the
 * double if D 2^b lies within half a unit of m from N, that is 10^s / 2 (a quarter below a power of two).  For doubles
 * of 1e-4 to 1e14 and n <= 17, s <= 20 and b <= 66, so N < 2^120.  Also s < b there: 2^b divides neither half of 10^s
 * nor a quarter, so that no D lies just half a unit away.  And D never has a digit more than n: 10^n reads back as
 * another double, the one that the next exponent begins with.
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

/* Digits that 64 bits hold for certain; a fraction that is counted; an exponent that is, and no fraction makes up
   for. */
enum { MOST_DIGITS = 19, LONGEST_FRACTION = 10000, LARGEST_EXPONENT = 100000 };

static const double EXACT_POWER[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                     1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
enum { EXACT_POWERS = sizeof EXACT_POWER / sizeof *EXACT_POWER };

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

#if defined(__SIZEOF_INT128__)
__extension__ typedef unsigned __int128 wide;
#define HAVE_WIDE 1

/* 2^(127 + b) / 5^k, rounded down, where 5^k has b bits; k = 0 is not used. */
static const uint64_t RECIPROCAL[POWERS][2] = {{UINT64_C(0x0000000000000000), UINT64_C(0x0000000000000000)},
                                               {UINT64_C(0xcccccccccccccccc), UINT64_C(0xcccccccccccccccc)},
                                               {UINT64_C(0xa3d70a3d70a3d70a), UINT64_C(0x3d70a3d70a3d70a3)},
                                               {UINT64_C(0x83126e978d4fdf3b), UINT64_C(0x645a1cac083126e9)},
                                               {UINT64_C(0xd1b71758e219652b), UINT64_C(0xd3c36113404ea4a8)},
                                               {UINT64_C(0xa7c5ac471b478423), UINT64_C(0x0fcf80dc33721d53)},
                                               {UINT64_C(0x8637bd05af6c69b5), UINT64_C(0xa63f9a49c2c1b10f)},
                                               {UINT64_C(0xd6bf94d5e57a42bc), UINT64_C(0x3d32907604691b4c)},
                                               {UINT64_C(0xabcc77118461cefc), UINT64_C(0xfdc20d2b36ba7c3d)},
                                               {UINT64_C(0x89705f4136b4a597), UINT64_C(0x31680a88f8953030)},
                                               {UINT64_C(0xdbe6fecebdedd5be), UINT64_C(0xb573440e5a884d1b)},
                                               {UINT64_C(0xafebff0bcb24aafe), UINT64_C(0xf78f69a51539d748)},
                                               {UINT64_C(0x8cbccc096f5088cb), UINT64_C(0xf93f87b7442e45d3)},
                                               {UINT64_C(0xe12e13424bb40e13), UINT64_C(0x2865a5f206b06fb9)},
                                               {UINT64_C(0xb424dc35095cd80f), UINT64_C(0x538484c19ef38c94)},
                                               {UINT64_C(0x901d7cf73ab0acd9), UINT64_C(0x0f9d37014bf60a10)},
                                               {UINT64_C(0xe69594bec44de15b), UINT64_C(0x4c2ebe687989a9b3)},
                                               {UINT64_C(0xb877aa3236a4b449), UINT64_C(0x09befeb9fad487c2)},
                                               {UINT64_C(0x9392ee8e921d5d07), UINT64_C(0x3aff322e62439fcf)},
                                               {UINT64_C(0xec1e4a7db69561a5), UINT64_C(0x2b31e9e3d06c32e5)}};
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

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
/* Returns the number that eight digits represent, the first of them in the lowest byte; the bytes are 0 to 9. */
static uint64_t eight_digits(uint64_t x) {
  x = x * ((10 << 8) + 1) >> 8 & UINT64_C(0x00ff00ff00ff00ff);    /* pairs of digits */
  x = x * ((100 << 16) + 1) >> 16 & UINT64_C(0x0000ffff0000ffff); /* four */
  return x * ((UINT64_C(10000) << 32) + 1) >> 32;
}

/* Adds digits as long as eight characters may be read.  *more: others may follow. */
static const char *read_eights(const char *c, const char *end, uint64_t *digits, bool *more) {
  uint64_t sum = *digits, high = UINT64_C(0x8080808080808080);
  while (end - c >= 8) {
    uint64_t x, others;
    memcpy(&x, c, sizeof x);
    x ^= UINT64_C(0x3030303030303030);
    others = (x | (x + UINT64_C(0x7676767676767676))) & high; /* up to the first that is no digit */
    if (others != 0) {
      int count = __builtin_ctzll(others) / 8;
      *digits = POWER[count] * sum + eight_digits(x << 8 * (7 - count) << 8);
      *more = false;
      return c + count;
    }
    sum = POWER[8] * sum + eight_digits(x);
    c += 8;
  }
  *digits = sum;
  return c;
}
#else
static const char *read_eights(const char *c, const char *end, uint64_t *digits, bool *more) {
  (void)end;
  (void)digits;
  (void)more;
  return c;
}
#endif

/* Adds a run of digits, which may be more than fit; returns the position after it. */
static const char *read_digits(const char *c, uint64_t *digits) {
  uint64_t sum = *digits;
  for (; is_digit(*c); c++) sum = 10 * sum + (uint64_t)(*c - '0');
  *digits = sum;
  return c;
}

/* Reads a long run of digits. All bytes up to `end` may be read. */
static const char *read_many_digits(const char *c, const char *end, uint64_t *digits) {
  bool more = true;
  c = read_eights(c, end, digits, &more);
  return more ? read_digits(c, digits) : c;
}

/* Returns true if the digits from start to end, with perhaps a point among them, are few enough. Leading zeros do not
   count. */
static bool fit(const char *start, const char *end) {
  if (end - start <= MOST_DIGITS) return true;
  while (start < end && (*start == '0' || *start == '.')) start++;
  return end - start - (memchr(start, '.', (size_t)(end - start)) != NULL) <= MOST_DIGITS;
}

/* Reads the exponent after e or E. Returns NULL if there is none. */
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

/* Reads a number by the grammar of JSON. Returns the position after it, or NULL if there is none. */
static const char *read_decimal(const char *c, const char *end, decimal *d) {
  *d = (decimal){.negative = *c == '-', .fits = true};
  c += d->negative;
  const char *start = c;
  if (!is_digit(*c)) return NULL;
  c = read_digits(c, &d->digits);
  if (*start == '0' && c > start + 1) { /* the number is 0, and digits follow it */
    d->digits = 0;
    return start + 1;
  }
  if (*c == '.') {
    const char *fraction = ++c;
    if (!is_digit(*c)) return NULL;
    c = read_many_digits(c, end, &d->digits);
    d->fits = c - fraction <= LONGEST_FRACTION;
    d->exponent = d->fits ? -(int)(c - fraction) : 0;
  }
  if (c - start > MOST_DIGITS) d->fits = d->fits && fit(start, c);
  if (*c == 'e' || *c == 'E') c = read_exponent(c + 1, d);
  return c;
}

#if defined(HAVE_WIDE)
/* Half a unit in the last place of a double, in the 11 bits that 64 have beyond 53. */
enum { HALF = 0x400 };

/* Returns 2^e for a normal number. */
static double power_of_two(int e) {
  uint64_t bits = (uint64_t)(1023 + e) << 52;
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

/* Computes digits / 10^k for 0 < k < POWERS and digits > 0, rounded once.  Returns false if a product does not decide
   the rounding. */
static bool product(uint64_t digits, int k, double *x) {
  int shift = __builtin_clzll(digits), bits = k * 2322 / 1000 + 1; /* the length of 5^k in bits */
  uint64_t d = digits << shift;
  wide p = (wide)d * RECIPROCAL[k][0] + (uint64_t)((wide)d * RECIPROCAL[k][1] >> 64);
  int low = (int)(~(uint64_t)(p >> 64) >> 63); /* the first bit is not set: at least the second is */
  p <<= low;
  uint64_t high = (uint64_t)(p >> 64), rest = high & 0x7ff, last = (uint64_t)p;
  *x = (double)((high >> 11) + (rest >= HALF)) * power_of_two(12 - bits - k - shift - low);
  return !((rest == HALF - 1 && last >= UINT64_MAX - 3) || (rest == HALF && last == 0));
}

/* Returns digits / 10^k, also for k = 0, rounded once. */
static double quotient(uint64_t digits, int k) {
  int shift = __builtin_clzll(digits);
  wide dividend = (wide)(digits << shift) << 64, q = dividend / POWER[k];
  bool inexact = q * POWER[k] != dividend;
  uint64_t high = (uint64_t)(q >> 64);
  /* The bits cut off are zero where there is no remainder: q then is a multiple of 2^(64 - k), and has at most 129 - 3
     k bits. */
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
#if defined(HAVE_WIDE)
  } else if (d->exponent < 0 && -d->exponent < POWERS && product(d->digits, -d->exponent, x)) {
    /* done */
#endif
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
  static const double SIGN[2] = {1, -1};
  *x *= SIGN[d->negative];
  return true;
}

size_t number_text_read(const char *text, size_t length, double *x) {
  decimal d;
  const char *end = read_decimal(text, text + length, &d);
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

/* Returns the exponent of the first digit of an x in [LEAST, BEYOND). The doubles nearest to 1e-1 ... 1e-4 all exceed
   them, so none lies between. */
static int first_digit(double x) {
  int exponent = 0;
  if (x < 1) return x >= 1e-1 ? -1 : x >= 1e-2 ? -2 : x >= 1e-3 ? -3 : -4;
  while (x >= EXACT_POWER[exponent + 1]) exponent++;
  return exponent;
}

/* Computes the first `count` digits of m 2^-b, as an integer: m 10^s / 2^b, rounded; s = count - 1 - exponent of the
   first digit. Returns true if they read back as m 2^-b. */
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

/* Writes digits with a point where the exponent of the first of them puts it, and no zeros at the end. */
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
