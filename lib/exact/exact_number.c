/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Exact dyadic rationals by school arithmetic on limbs of 64 bits.
 *
 * Operands of the solver have from 1 to some 20 limbs, for which the school methods are the fastest ones.  GMP's
 * low-level functions would serve as well, but would make a library of the tests a dependency of the product.
 */

#include "numeric/arithmetic.h"

#include "exact/exact_number.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "exact/wide_product.h"
#include "numeric/compiler.h"

enum { LIMB_BITS = 64 };

bms_exact_arena bms_exact_arena_of(uint64_t *block, size_t capacity) {
  bms_exact_arena arena = {block, capacity, 0, 0, false};
  return arena;
}

uint64_t *bms_exact_take(bms_exact_arena *arena, size_t count) {
  if (count > arena->capacity - arena->used) {
    arena->exhausted = true;
    return NULL;
  }
  uint64_t *limb = arena->limb + arena->used;
  arena->used += count;
  if (arena->used > arena->peak) arena->peak = arena->used;
  return limb;
}

/* ------------------------------------------------------------------ helpers */

static int32_t length_of(bms_exact x) {
  return x.size < 0 ? -x.size : x.size;
}

/* Returns one past the position of the highest bit of the highest limb. */
static int32_t top_of(bms_exact x) {
  return x.exponent + LIMB_BITS * length_of(x);
}

/* Returns floor(bits / LIMB_BITS), also for negative numbers. */
static int32_t floor_limbs(int32_t bits) {
  return bits >= 0 ? bits / LIMB_BITS : -((-bits + LIMB_BITS - 1) / LIMB_BITS);
}

/* Returns limb i of |x|, 0 beyond both ends. */
static uint64_t limb_at(bms_exact x, int32_t i) {
  return i < 0 || i >= length_of(x) ? 0 : x.limb[i];
}

/* Returns the 64 bits of |x| from the one on that counts 2^position. */
static uint64_t word_at(bms_exact x, int32_t position) {
  int32_t from = position - x.exponent, i = floor_limbs(from);
  int shift = from - i * LIMB_BITS;
  uint64_t low = limb_at(x, i) >> shift;
  return shift == 0 ? low : low | limb_at(x, i + 1) << (LIMB_BITS - shift);
}

/* Returns the normal form of limbs that were taken last; gives the leading zeros back to the arena. */
static bms_exact normalise(bms_exact_arena *arena, const uint64_t *limb, int32_t length, int32_t exponent,
                           bool negative) {
  bms_exact x = {limb, 0, 0};

  while (length > 0 && limb[length - 1] == 0) length--;
  arena->used = (size_t)(limb - arena->limb) + (size_t)length;
  if (length == 0) return x;
  int32_t zeros = 0;
  while (limb[zeros] == 0) zeros++;
  x.limb = limb + zeros;
  x.size = negative ? zeros - length : length - zeros;
  x.exponent = exponent + zeros * LIMB_BITS;
  return x;
}

/* Compares absolute values, as bms_exact_compare() does. */
static int compare_magnitudes(bms_exact x, bms_exact y) {
  if (x.size == 0 || y.size == 0) return (x.size != 0) - (y.size != 0);
  int32_t top = bms_exact_magnitude(x), other = bms_exact_magnitude(y);
  if (top != other) return top > other ? 1 : -1;
  int32_t bottom = x.exponent < y.exponent ? x.exponent : y.exponent;
  for (int32_t position = top - LIMB_BITS; position > bottom - LIMB_BITS; position -= LIMB_BITS) {
    uint64_t of_x = word_at(x, position), of_y = word_at(y, position);
    if (of_x != of_y) return of_x > of_y ? 1 : -1;
  }
  return 0;
}

/* Adds word and carry to a limb, or takes them off.  Returns what is carried or borrowed. */
BMS_INLINE uint64_t add_word(uint64_t *limb, uint64_t word, uint64_t carry, bool add) {
  uint64_t old = *limb, once = add ? old + word : old - word, twice = add ? once + carry : once - carry;
  *limb = twice;
  return add ? (once < old) | (twice < once) : (once > old) | (twice > once);
}

/* Adds |y| 2^shift to `length` limbs, more than y has, or subtracts it; `add` is a constant.  Returns the carry or the
   borrow of the last limb. */
BMS_INLINE uint64_t accumulate(uint64_t *limb, int32_t length, bms_exact y, int shift, bool add) {
  int32_t own = length_of(y), i = 0;
  uint64_t carry = 0, below = 0;
  for (; i < own; i++) {
    uint64_t high = y.limb[i];
    carry = add_word(&limb[i], high << shift | below >> 1 >> (LIMB_BITS - 1 - shift), carry, add);
    below = high;
  }
  carry = add_word(&limb[i++], below >> 1 >> (LIMB_BITS - 1 - shift), carry, add);
  for (; i < length && carry != 0; i++) carry = add_word(&limb[i], 0, carry, add);
  return carry;
}

/* Turns limbs that have borrowed from behind them into their absolute value. */
static void negate_limbs(uint64_t *limb, int32_t length) {
  uint64_t carry = 1;
  for (int32_t i = 0; i < length; i++) {
    limb[i] = ~limb[i] + carry;
    carry &= limb[i] == 0;
  }
}

/* Returns the number of two limbs in its normal form. */
BMS_INLINE bms_exact of_two_limbs(bms_exact_arena *arena, uint64_t low, uint64_t high, int32_t exponent,
                                  bool negative) {
  int32_t length = (low != 0) + (high != 0);
  if (length == 0) return bms_exact_zero();
  uint64_t *limb = bms_exact_take(arena, (size_t)length);
  if (!limb) return bms_exact_zero();
  limb[length - 1] = high;
  if (high == 0 || low != 0) limb[0] = low;
  return (bms_exact){limb, negative ? -length : length, low != 0 ? exponent : exponent + LIMB_BITS};
}

/* As combine(), for numbers of one limb whose exponents differ by less than that has: most are such. */
BMS_INLINE bms_exact combine_short(bms_exact_arena *arena, bms_exact x, bms_exact y, bool add) {
  int ahead = y.exponent - x.exponent;
  uint64_t of_x = x.limb[0], of_y = y.limb[0] << ahead, above = y.limb[0] >> 1 >> (LIMB_BITS - 1 - ahead);
  if (add) return of_two_limbs(arena, of_x + of_y, above + (of_x + of_y < of_y), x.exponent, x.size < 0);
  uint64_t low = of_x - of_y, high = above + (of_x < of_y); /* |x| - |y| is low less high limbs */
  if (high == 0) return of_two_limbs(arena, low, 0, x.exponent, x.size < 0);
  return of_two_limbs(arena, 0 - low, high - (low != 0), x.exponent, x.size >= 0);
}

/* Returns |x| + |y| or |x| - |y|, with the sign of x turned where that is negative; x has the lower exponent, and
   neither is zero. */
static bms_exact combine(bms_exact_arena *arena, bms_exact x, bms_exact y, bool add) {
  uint32_t ahead = (uint32_t)(y.exponent - x.exponent);
  int32_t own = length_of(x);
  if (own == 1 && length_of(y) == 1 && ahead < LIMB_BITS) return combine_short(arena, x, y, add);
  int32_t of_y = (int32_t)((ahead + LIMB_BITS - 1) / LIMB_BITS) + length_of(y);
  int32_t length = (own > of_y ? own : of_y) + 1, rest = length - (int32_t)(ahead / LIMB_BITS);
  bool negative = x.size < 0;
  uint64_t *limb = bms_exact_take(arena, (size_t)length);
  if (!limb) return bms_exact_zero();
  for (int32_t i = 0; i < length; i++) limb[i] = i < own ? x.limb[i] : 0;
  uint64_t *from = limb + ahead / LIMB_BITS;
  if (add) {
    (void)accumulate(from, rest, y, ahead % LIMB_BITS, true);
  } else if (accumulate(from, rest, y, ahead % LIMB_BITS, false) != 0) {
    negate_limbs(limb, length);
    negative = !negative;
  }
  return normalise(arena, limb, length, x.exponent, negative);
}

/* ------------------------------------------------------------------ arithmetic */

bms_exact bms_exact_zero(void) {
  bms_exact zero = {NULL, 0, 0};
  return zero;
}

bms_exact bms_exact_from_double(bms_exact_arena *arena, double x) {
  const int digit_bits = DBL_MANT_DIG - 1;
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  uint64_t digits = bits & ((UINT64_C(1) << digit_bits) - 1);
  int power = (int)(bits >> digit_bits & 0x7ff);
  if (power > 0) digits |= UINT64_C(1) << digit_bits;
  if (digits == 0) return bms_exact_zero();
  uint64_t *limb = bms_exact_take(arena, 1);
  if (!limb) return bms_exact_zero();
  int zeros = bms_lowest_bit(digits);
  *limb = digits >> zeros;
  return (bms_exact){limb, x < 0 ? -1 : 1, (power > 0 ? power - 1 : 0) + DBL_MIN_EXP - DBL_MANT_DIG + zeros};
}

bms_exact bms_exact_negate(bms_exact x) {
  x.size = -x.size;
  return x;
}

bms_exact bms_exact_add(bms_exact_arena *arena, bms_exact x, bms_exact y) {
  if (x.size == 0) return y;
  if (y.size == 0) return x;
  bool add = (x.size < 0) == (y.size < 0);
  return x.exponent <= y.exponent ? combine(arena, x, y, add) : combine(arena, y, x, add);
}

bms_exact bms_exact_subtract(bms_exact_arena *arena, bms_exact x, bms_exact y) {
  return bms_exact_add(arena, x, bms_exact_negate(y));
}

bms_exact bms_exact_multiply(bms_exact_arena *arena, bms_exact x, bms_exact y) {
  int32_t length_x = length_of(x), length_y = length_of(y);
  bool negative = (x.size < 0) != (y.size < 0);
  if (length_x == 0 || length_y == 0) return bms_exact_zero();
  if (length_x == 1 && length_y == 1) {
    bms_wide product = bms_wide_product(x.limb[0], y.limb[0], 0, 0);
    return of_two_limbs(arena, product.low, product.high, x.exponent + y.exponent, negative);
  }
  uint64_t *limb = bms_exact_take(arena, (size_t)length_x + (size_t)length_y);
  if (!limb) return bms_exact_zero();

  for (int32_t i = 0; i < length_x; i++) {
    uint64_t carry = 0, factor = x.limb[i];
    for (int32_t j = 0; j < length_y; j++) {
      bms_wide product = bms_wide_product(factor, y.limb[j], i == 0 ? 0 : limb[i + j], carry);
      limb[i + j] = product.low;
      carry = product.high;
    }
    limb[i + length_y] = carry;
  }
  return normalise(arena, limb, length_x + length_y, x.exponent + y.exponent, negative);
}

bms_exact bms_exact_scale(bms_exact x, int power) {
  if (x.size != 0) x.exponent += power;
  return x;
}

bms_exact bms_exact_middle(bms_exact_arena *arena, bms_exact x, bms_exact y) {
  size_t mark = arena->used;
  bms_exact middle = bms_exact_scale(bms_exact_add(arena, x, y), -1);
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
  return top_of(x) - LIMB_BITS + bms_bit_length(x.limb[length_of(x) - 1]);
}

/* Returns |x| rounded towards zero, or away from it.  The last bit of the result counts 2^last, if it is normal or
   subnormal. */
static double round_magnitude(bms_exact x, bool away) {
  const int least = DBL_MIN_EXP - DBL_MANT_DIG; /* the smallest double is 2^least */
  if (x.size == 0) return 0;
  int magnitude = bms_exact_magnitude(x);
  if (magnitude > DBL_MAX_EXP) return away ? HUGE_VAL : DBL_MAX;

  int last = magnitude - DBL_MANT_DIG > least ? magnitude - DBL_MANT_DIG : least, cut = last - x.exponent;
  uint64_t digits = magnitude > last ? word_at(x, last) : 0;
  /* In normal form the lowest limb is not zero, so it alone shows whether digits were cut off. */
  bool inexact = cut >= LIMB_BITS || (cut > 0 && (x.limb[0] & ((UINT64_C(1) << cut) - 1)) != 0);
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
  uint64_t *limb = bms_exact_take(arena, length);
  if (!limb || length == 0) return bms_exact_zero();
  memcpy(limb, x.limb, length * sizeof *limb);
  x.limb = limb;
  return x;
}

/* Resets the arena to `mark`, but for one number. */
static void keep_one(bms_exact_arena *arena, size_t mark, bms_exact *x) {
  int32_t length = length_of(*x);
  uint64_t *to = arena->limb + mark;
  bool above = length > 0 && x->limb >= to && x->limb < arena->limb + arena->used;
  arena->used = mark;
  if (!above && (length == 0 || bms_exact_take(arena, (size_t)length) == NULL)) *x = bms_exact_zero();
  if (x->size == 0) return;
  for (int32_t i = 0; i < length; i++) to[i] = x->limb[i];
  x->limb = to;
  arena->used = mark + (size_t)length;
}

/* Copies go to the top first and come down together, because the numbers may share limbs and come in any order. */
void bms_exact_keep(bms_exact_arena *arena, size_t mark, bms_exact *x, int count) {
  size_t top = arena->used;
  if (count == 1) {
    keep_one(arena, mark, x);
    return;
  }
  for (int i = 0; i < count; i++) x[i] = bms_exact_copy(arena, x[i]);
  size_t length = arena->used - top;
  memmove(arena->limb + mark, arena->limb + top, length * sizeof *arena->limb);
  for (int i = 0; i < count; i++)
    if (x[i].limb) x[i].limb -= top - mark;
  arena->used = mark + length;
}
