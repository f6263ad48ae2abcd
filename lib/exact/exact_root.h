/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Real roots of exact polynomials: real algebraic numbers, and the decisions about them.
 *
 * A root is held as a dyadic number where it is one that was met, otherwise as a polynomial and an open interval that
 * holds exactly one of its roots.  The interval shrinks as decisions need it: functions that take a root by a pointer
 * may refine it, never change the number.
 *
 * Decisions are made by refining, which is cheap, and where they stay open by a greatest common divisor, which settles
 * whether two numbers are equal or a value is zero.  After that refining must end.  All loops also end when the arena
 * is exhausted; the result then means nothing.
 */

#ifndef BMS_EXACT_ROOT_H
#define BMS_EXACT_ROOT_H

#include "exact/exact_polynomial.h"

typedef struct bms_exact_root {
  bool exact;             /* the number is low itself; (low, high] is a stretch to the right of it */
  bms_exact low, high;    /* low < high; otherwise low < root < high */
  bms_exact_polynomial p; /* otherwise: has no other root in [low, high], and this one is simple */
} bms_exact_root;

/* Returns the dyadic number t, with high as the end of the stretch to its right; t < high. */
bms_exact_root bms_exact_root_at(bms_exact t, bms_exact high);

/* Resets the arena to `mark`, but for this root, as bms_exact_keep() does. */
void bms_exact_root_keep(bms_exact_arena *arena, size_t mark, bms_exact_root *root);

/* Resets it in the same way for a root whose polynomial lies below the mark: only its ends are moved. */
void bms_exact_root_keep_ends(bms_exact_arena *arena, size_t mark, bms_exact_root *root);

/* Finds the first root of f in (low, high]; f is not zero but may vanish at low, and may have multiple roots.  Returns
   true if there is one. The root's high is at most high, unless the root is high itself. */
bool bms_exact_first_root(bms_exact_arena *arena, const bms_exact_polynomial *f, bms_exact low, bms_exact high,
                          bms_exact_root *root);

/* Halves the interval. */
void bms_exact_root_refine(bms_exact_arena *arena, bms_exact_root *root);

/* Returns -1, 0 or 1 as x <, =, > y. */
int bms_exact_root_compare(bms_exact_arena *arena, bms_exact_root *x, bms_exact_root *y);

/* Returns the sign of f at the root. */
int bms_exact_sign_at_root(bms_exact_arena *arena, const bms_exact_polynomial *f, bms_exact_root *root);

/* Refines until f, which is not zero, has no root in (root, root->high].  The sign of f at root->high is then its
   sign just right of the root. */
void bms_exact_clear_right(bms_exact_arena *arena, const bms_exact_polynomial *f, bms_exact_root *root);

/* Computes the largest double <= the root and the smallest >= it: equal where the root is a double. */
void bms_exact_root_enclose(bms_exact_arena *arena, bms_exact_root *root, double *lower, double *upper);

/* Returns the double of an enclosure that is nearer to the root. */
double bms_exact_root_nearest(bms_exact_arena *arena, bms_exact_root *root, double lower, double upper);

#endif /* BMS_EXACT_ROOT_H */
