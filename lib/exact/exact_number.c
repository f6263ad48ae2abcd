/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Exact dyadic rationals by school arithmetic on 32-bit limbs with 64-bit products.
 *
 * Operands of the solver have from 2 to some 40 limbs, where the school methods are the fastest ones.  GMP's
 * low-level functions would serve as well, but would make a library of the tests a dependency of the product.
 */

#include "numeric/arithmetic.h"

#include "exact/exact_number.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { LIMB_BITS = 32 };

bms_exact_arena bms_exact_arena_of(uint32_t *block, size_t capacity) {
  bms_exact_arena arena = {block, capacity, 0, 0, false};
  return arena;
}

uint32_t *bms_exact_take(bms_exact_arena *arena, size_t count) {
  if (count > arena->capacity - arena->used) {
    arena->exhausted = true;
    return NULL;
  }
  uint32_t *limb = arena->limb + arena->used;
  arena->used += count;
  if (arena->used > arena->peak) arena->peak = arena->used;
  return limb;
}

/* ------------------------------------------------------------------ helpers */

static int32_t length_of(bms_exact x) {
  return x.size < 0 ? -x.size : x.size;
}

/* Returns one past the position of the highest limb. */
static int32_t top_of(bms_exact x) {
  return x.exponent + length_of(x);
}

/* Returns the limb that counts 2^(32 position). */
static uint32_t limb_at(bms_exact x, int32_t position) {
  return position < x.exponent || position >= top_of(x) ? 0 : x.limb[position - x.exponent];
}

/* Returns floor(n / LIMB_BITS), also for negative n. */
static int32_t floor_limbs(int n) {
  return n >= 0 ? n / LIMB_BITS : -((-n + LIMB_BITS - 1) / LIMB_BITS);
}

/* Returns the bits of a limb up to its highest set one. */
static int bit_length(uint32_t limb) {
  int bits = 0;
  for (int step = LIMB_BITS / 2; step > 0; step /= 2) {
    if (limb >> step) {
      limb >>= step;
      bits += step;
    }
  }
  return bits + (int)limb;
}

/* Returns the normal form of limbs that were taken last; gives the leading zeros back to the arena. */
static bms_exact normalise(bms_exact_arena *arena, const uint32_t *limb, int32_t length, int32_t exponent,
                           bool negative) {
  bms_exact x = {limb, 0, 0};

  while (length > 0 && limb[length - 1] == 0) length--;
  arena->used = (size_t)(limb - arena->limb) + (size_t)length;
  if (length == 0) return x;
  int32_t zeros = 0;
  while (limb[zeros] == 0) zeros++;
  x.limb = limb + zeros;
  x.size = negative ? zeros - length : length - zeros;
  x.exponent = exponent + zeros;
  return x;
}

/* Compares absolute values, as bms_exact_compare() does. */
static int compare_magnitudes(bms_exact x, bms_exact y) {
  if (x.size == 0 || y.size == 0) return (x.size != 0) - (y.size != 0);
  int32_t top = top_of(x);
  if (top != top_of(y)) return top > top_of(y) ? 1 : -1;
  int32_t bottom = x.exponent < y.exponent ? x.exponent : y.exponent;
  for (int32_t i = top - 1; i >= bottom; i--) {
    uint32_t of_x = limb_at(x, i), of_y = limb_at(y, i);
    if (of_x != of_y) return of_x > of_y ? 1 : -1;
  }
  return 0;
}

/* Takes limbs for positions bottom .. bottom + length - 1 and writes |x| there, which fits. */
static uint32_t *spread(bms_exact_arena *arena, bms_exact x, int32_t bottom, int32_t length) {
  uint32_t *limb = bms_exact_take(arena, (size_t)length);
  if (limb) {
    int32_t below = x.exponent - bottom, own = length_of(x);
    memset(limb, 0, (size_t)below * sizeof *limb);
    memcpy(limb + below, x.limb, (size_t)own * sizeof *limb);
    memset(limb + below + own, 0, (size_t)(length - below - own) * sizeof *limb);
  }
  return limb;
}

/* Returns |x| + |y| or, where |x| > |y|, |x| - |y|; with a sign.  Neither is zero. */
static bms_exact combine(bms_exact_arena *arena, bms_exact x, bms_exact y, bool add, bool negative) {
  int32_t bottom = x.exponent < y.exponent ? x.exponent : y.exponent;
  int32_t top = top_of(x) > top_of(y) ? top_of(x) : top_of(y);
  uint32_t *limb = spread(arena, x, bottom, top - bottom + 1);
  if (!limb) return bms_exact_zero();

  uint32_t *to = limb + (y.exponent - bottom);
  int32_t length = length_of(y);
  uint64_t carry = 0;
  if (add) {
    for (int32_t i = 0; i < length || carry; i++) {
      carry += (uint64_t)to[i] + (i < length ? y.limb[i] : 0);
      to[i] = (uint32_t)carry;
      carry >>= LIMB_BITS;
    }
  } else {
    for (int32_t i = 0; i < length || carry; i++) {
      uint64_t difference = (uint64_t)to[i] - (i < length ? y.limb[i] : 0) - carry;
      to[i] = (uint32_t)difference;
      carry = difference >> 63; /* the borrow: the difference wrapped below zero */
    }
  }
  return normalise(arena, limb, top - bottom + 1, bottom, negative);
}

/* ------------------------------------------------------------------ arithmetic */

bms_exact bms_exact_zero(void) {
  bms_exact zero = {NULL, 0, 0};
  return zero;
}

bms_exact bms_exact_from_double(bms_exact_arena *arena, double x) {
  int power;
  uint64_t digits = (uint64_t)ldexp(frexp(fabs(x), &power), DBL_MANT_DIG);
  power -= DBL_MANT_DIG;
  int32_t exponent = floor_limbs(power);
  int shift = power - exponent * LIMB_BITS;
  uint32_t *limb = bms_exact_take(arena, 3);
  if (!limb) return bms_exact_zero();

  uint64_t low = digits << shift;
  limb[0] = (uint32_t)low;
  limb[1] = (uint32_t)(low >> LIMB_BITS);
  limb[2] = shift ? (uint32_t)(digits >> (2 * LIMB_BITS - shift)) : 0;
  return normalise(arena, limb, 3, exponent, x < 0);
}

bms_exact bms_exact_negate(bms_exact x) {
  x.size = -x.size;
  return x;
}

bms_exact bms_exact_add(bms_exact_arena *arena, bms_exact x, bms_exact y) {
  if (x.size == 0) return y;
  if (y.size == 0) return x;
  if ((x.size < 0) == (y.size < 0)) return combine(arena, x, y, true, x.size < 0);
  int order = compare_magnitudes(x, y);
  if (order == 0) return bms_exact_zero();
  return order > 0 ? combine(arena, x, y, false, x.size < 0) : combine(arena, y, x, false, y.size < 0);
}

bms_exact bms_exact_subtract(bms_exact_arena *arena, bms_exact x, bms_exact y) {
  return bms_exact_add(arena, x, bms_exact_negate(y));
}

bms_exact bms_exact_multiply(bms_exact_arena *arena, bms_exact x, bms_exact y) {
  int32_t length_x = length_of(x), length_y = length_of(y);
  if (length_x == 0 || length_y == 0) return bms_exact_zero();
  uint32_t *limb = bms_exact_take(arena, (size_t)length_x + (size_t)length_y);
  if (!limb) return bms_exact_zero();

  memset(limb, 0, (size_t)length_y * sizeof *limb);
  for (int32_t i = 0; i < length_x; i++) {
    uint64_t carry = 0, factor = x.limb[i];
    for (int32_t j = 0; j < length_y; j++) {
      /* (2^32 - 1)^2 + 2 (2^32 - 1) = 2^64 - 1: no overflow */
      carry += factor * y.limb[j] + limb[i + j];
      limb[i + j] = (uint32_t)carry;
      carry >>= LIMB_BITS;
    }
    limb[i + length_y] = (uint32_t)carry;
  }
  return normalise(arena, limb, length_x + length_y, x.exponent + y.exponent, (x.size < 0) != (y.size < 0));
}

bms_exact bms_exact_scale(bms_exact_arena *arena, bms_exact x, int power) {
  int32_t whole = floor_limbs(power), length = length_of(x);
  int shift = power - whole * LIMB_BITS;
  if (length == 0) return x;
  if (shift == 0) {
    x.exponent += whole;
    return x;
  }
  uint32_t *limb = bms_exact_take(arena, (size_t)length + 1);
  if (!limb) return bms_exact_zero();

  uint64_t carry = 0;
  for (int32_t i = 0; i < length; i++) {
    carry |= (uint64_t)x.limb[i] << shift;
    limb[i] = (uint32_t)carry;
    carry >>= LIMB_BITS;
  }
  limb[length] = (uint32_t)carry;
  return normalise(arena, limb, length + 1, x.exponent + whole, x.size < 0);
}

bms_exact bms_exact_middle(bms_exact_arena *arena, bms_exact x, bms_exact y) {
  size_t mark = arena->used;
  bms_exact middle = bms_exact_scale(arena, bms_exact_add(arena, x, y), -1);
  bms_exact_keep(arena, mark, &middle, 1);
  return middle;
}

/* ------------------------------------------------------------------ order and rounding */

int bms_exact_sign(bms_exact x) {
  return (x.size > 0) - (x.size < 0);
}

int bms_exact_compare(bms_exact x, bms_exact y) {
  int sign_x = bms_exact_sign(x), sign_y = bms_exact_sign(y);
  if (sign_x != sign_y) return sign_x > sign_y ? 1 : -1;
  return sign_x >= 0 ? compare_magnitudes(x, y) : compare_magnitudes(y, x);
}

int bms_exact_magnitude(bms_exact x) {
  return (top_of(x) - 1) * LIMB_BITS + bit_length(x.limb[length_of(x) - 1]);
}

/* Returns |x| rounded towards zero, or away from it.  The last bit of the result counts 2^last, where it is normal or
   subnormal. */
static double round_magnitude(bms_exact x, bool away) {
  const int least = DBL_MIN_EXP - DBL_MANT_DIG; /* the smallest double is 2^least */
  if (x.size == 0) return 0;
  int magnitude = bms_exact_magnitude(x);
  if (magnitude > DBL_MAX_EXP) return away ? HUGE_VAL : DBL_MAX;

  int last = magnitude - DBL_MANT_DIG > least ? magnitude - DBL_MANT_DIG : least;
  int32_t position = floor_limbs(last);
  int shift = last - position * LIMB_BITS;
  uint64_t digits = ((uint64_t)limb_at(x, position + 1) << LIMB_BITS | limb_at(x, position)) >> shift;
  if (shift) digits |= (uint64_t)limb_at(x, position + 2) << (2 * LIMB_BITS - shift);
  /* In normal form the lowest limb is not zero, so it alone tells whether digits were cut off below its neighbours. */
  bool inexact = x.exponent < position || (limb_at(x, position) & ((UINT32_C(1) << shift) - 1)) != 0;
  return ldexp((double)(digits + (away && inexact)), last);
}

double bms_exact_round_down(bms_exact x) {
  return x.size < 0 ? -round_magnitude(x, true) : round_magnitude(x, false);
}

double bms_exact_round_up(bms_exact x) {
  return x.size < 0 ? -round_magnitude(x, false) : round_magnitude(x, true);
}

/* ------------------------------------------------------------------ memory */

bms_exact bms_exact_copy(bms_exact_arena *arena, bms_exact x) {
  size_t length = (size_t)length_of(x);
  uint32_t *limb = bms_exact_take(arena, length);
  if (!limb || length == 0) return bms_exact_zero();
  memcpy(limb, x.limb, length * sizeof *limb);
  x.limb = limb;
  return x;
}

/* Copies go to the top first and come down together, because the numbers may share limbs and come in any order. */
void bms_exact_keep(bms_exact_arena *arena, size_t mark, bms_exact *x, int count) {
  size_t top = arena->used;
  for (int i = 0; i < count; i++) x[i] = bms_exact_copy(arena, x[i]);
  size_t length = arena->used - top;
  memmove(arena->limb + mark, arena->limb + top, length * sizeof *arena->limb);
  for (int i = 0; i < count; i++)
    if (x[i].limb) x[i].limb -= top - mark;
  arena->used = mark + length;
}
