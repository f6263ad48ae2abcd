/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Exact dyadic rationals: every finite double, and every sum, difference and product of such numbers, without rounding.
 *
 *     x = sign * (limb[0] + limb[1] 2^64 + ...) * 2^exponent
 *
 * A double has one limb, a product of two has two, since the exponent counts bits; numbers are shifted as they are
 * added. Normal form: the lowest and the highest limb are not zero, so a number is as long as its significant digits
 * are, however large or small it is.  There is no division, and the solver is arranged so that it needs none.
 *
 * Nothing is allocated from the heap: the limbs lie in an arena, a block of memory that the caller owns and that is
 * filled from one end.  A function takes limbs from it and never gives them back; a caller who has finished with
 * everything made since a certain moment resets the arena to what its `used` was then.  When the block is full the
 * arena is marked `exhausted` for good, and every later result that would need memory is zero.  Such results mean
 * nothing, but are safe to compute with: a caller checks the mark at the end, and in every loop whose end depends on
 * values.
 */

#ifndef BMS_EXACT_NUMBER_H
#define BMS_EXACT_NUMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct bms_exact_arena {
  uint64_t *limb;
  size_t capacity; /* limbs in the block */
  size_t used;     /* limbs taken; assign an earlier value to release what was made since */
  size_t peak;     /* the most that was ever taken */
  bool exhausted;
} bms_exact_arena;

typedef struct bms_exact {
  const uint64_t *limb;
  int32_t size; /* number of limbs, with the sign of the number; 0 for zero */
  int32_t exponent;
} bms_exact;

/* Returns an arena of this block. */
bms_exact_arena bms_exact_arena_of(uint64_t *block, size_t capacity);

/* Takes count limbs, not initialised; NULL, and the arena exhausted, when there are fewer. */
uint64_t *bms_exact_take(bms_exact_arena *arena, size_t count);

/* Returns 0, a number without limbs. */
bms_exact bms_exact_zero(void);

/* Returns the value of a finite double. */
bms_exact bms_exact_from_double(bms_exact_arena *arena, double x);

/* Returns -x; shares the limbs of x. */
bms_exact bms_exact_negate(bms_exact x);

bms_exact bms_exact_add(bms_exact_arena *arena, bms_exact x, bms_exact y);
bms_exact bms_exact_subtract(bms_exact_arena *arena, bms_exact x, bms_exact y);
bms_exact bms_exact_multiply(bms_exact_arena *arena, bms_exact x, bms_exact y);

/* Returns x * 2^power; shares the limbs of x. */
bms_exact bms_exact_scale(bms_exact x, int power);

/* Returns (x + y) / 2. */
bms_exact bms_exact_middle(bms_exact_arena *arena, bms_exact x, bms_exact y);

/* Returns -1, 0 or 1. */
int bms_exact_sign(bms_exact x);

/* Returns -1, 0 or 1 as x <, =, > y. */
int bms_exact_compare(bms_exact x, bms_exact y);

/* Returns the e with 2^(e - 1) <= |x| < 2^e; x is not zero. */
int bms_exact_magnitude(bms_exact x);

/* Returns the largest double <= x and the smallest >= x.  Beyond the range of finite doubles: the greatest finite one
   on the side towards zero, an infinity on the other. */
double bms_exact_round_down(bms_exact x);
double bms_exact_round_up(bms_exact x);

/* Resets the arena to `mark`, but for the limbs of these numbers, which move down.  They may lie anywhere, also below
   the mark, and share limbs. Every other number made since the mark is lost. */
void bms_exact_keep(bms_exact_arena *arena, size_t mark, bms_exact *x, int count);

/* Returns a copy of x whose limbs are in this arena. */
bms_exact bms_exact_copy(bms_exact_arena *arena, bms_exact x);

#endif /* BMS_EXACT_NUMBER_H */
