/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Real roots by Descartes' rule of signs and bisection.
 *
 * The first root is searched for from left to right in steps of a power of 2: a step without sign variations holds no
 * root and is passed, and the next one is twice as long; a step with exactly one holds one simple root; any other step
 * is halved.  Nothing is stored of the intervals to the right, as in the usual bisection tree, and the numbers stay
 * short because a step adds one bit at most.
 *
 * It ends for a polynomial without multiple roots (Obreshkoff: a step that is short against the distances between the
 * roots, complex ones included, has at most one variation).  A polynomial with multiple roots is found out after
 * HALVINGS halvings and replaced.
 */

#include "numeric/arithmetic.h"

#include "exact/exact_root.h"

#include <math.h>
#include <stdlib.h>

#include "exact/exact_divisor.h"
#include "numeric/vector.h"

enum {
  HALVINGS = 6, /* of the first step before multiple roots are suspected: the test costs about as much */
  ROUNDS = 4,   /* of refining before a common root is suspected, in the same way */
  LEAP = 5,     /* a round refines by 2^round bits, at most 2^LEAP */
  CHORD = 8,    /* number of bits that come cheaper from the zero of the chord than from halvings */
  CHORDS = 8,   /* tried before a root is halved to doubles */
  LONG = 4      /* limbs in the ends of an interval from which on it is better checked sharply than refined */
};

bms_exact_root bms_exact_root_at(bms_exact t, bms_exact high) {
  bms_exact_root root = {true, t, high, {-1, {{NULL, 0, 0}}}};
  return root;
}

void bms_exact_root_keep(bms_exact_arena *arena, size_t mark, bms_exact_root *root) {
  bms_exact number[BMS_EXACT_MAX_DEGREE + 3] = {root->low, root->high};
  int count = root->exact ? 0 : root->p.degree + 1;
  for (int i = 0; i < count; i++) number[2 + i] = root->p.c[i];
  bms_exact_keep(arena, mark, number, 2 + count);
  root->low = number[0];
  root->high = number[1];
  for (int i = 0; i < count; i++) root->p.c[i] = number[2 + i];
}

void bms_exact_root_keep_ends(bms_exact_arena *arena, size_t mark, bms_exact_root *root) {
  bms_exact ends[2] = {root->low, root->high};
  bms_exact_keep(arena, mark, ends, 2);
  root->low = ends[0];
  root->high = ends[1];
}

static int sign_at(bms_exact_arena *arena, const bms_exact_polynomial *p, bms_exact t) {
  return bms_exact_polynomial_sign(arena, p, t);
}

/* Narrows an interval at a point where the polynomial has this sign; at its low end it has sign_low. */
static void narrow(bms_exact_root *root, bms_exact at, int sign, int sign_low) {
  if (sign == 0) root->exact = true;
  if (sign == 0 || sign == sign_low)
    root->low = at;
  else
    root->high = at;
}

/* Returns the sign of the polynomial at the low end, which stays the same as the interval is narrowed. */
static int sign_at_low(bms_exact_arena *arena, const bms_exact_root *root) {
  return root->exact ? 0 : sign_at(arena, &root->p, root->low);
}

/* Narrows an interval at a point strictly inside; at its low end the polynomial has sign_low. */
static void split(bms_exact_arena *arena, bms_exact_root *root, bms_exact at, int sign_low) {
  narrow(root, at, sign_at(arena, &root->p, at), sign_low);
}

/* Halves an interval `times` times. */
static void halve(bms_exact_arena *arena, bms_exact_root *root, int times) {
  int sign_low = sign_at_low(arena, root);
  for (int i = 0; i < times; i++) {
    bms_exact middle = bms_exact_middle(arena, root->low, root->high);
    if (root->exact)
      root->high = middle;
    else
      split(arena, root, middle, sign_low);
  }
}

void bms_exact_root_refine(bms_exact_arena *arena, bms_exact_root *root) {
  halve(arena, root, 1);
}

/* Returns x / 2^magnitude as a double. */
static double scaled(bms_exact x, int magnitude) {
  return bms_exact_round_down(bms_exact_scale(x, -magnitude));
}

/* Returns the place of the zero of the chord between two values of opposite signs, as a part of the way. */
static double zero_of_chord(bms_exact at_low, bms_exact at_high) {
  int low = bms_exact_magnitude(at_low), high = bms_exact_magnitude(at_high), greatest = low > high ? low : high;
  double a = fabs(scaled(at_low, greatest)), b = fabs(scaled(at_high, greatest));
  return a / (a + b);
}

/* Computes the values of the polynomial at both ends of an interval. */
static void values_at_ends(bms_exact_arena *arena, const bms_exact_root *root, bms_exact value[2]) {
  value[0] = bms_exact_polynomial_value(arena, &root->p, root->low);
  value[1] = bms_exact_polynomial_value(arena, &root->p, root->high);
}

/* Narrows an interval to the 2^bits-th part of it in which the chord of the polynomial is zero, or to the part before
   or behind.  Returns false, and leaves it as it is, if the root is not there.  The values are those at the ends,
   before and after. */
static bool refine_by_chord(bms_exact_arena *arena, bms_exact_root *root, bms_exact value[2], int bits) {
  const bms_exact low = root->low, high = root->high, whole[2] = {value[0], value[1]};
  int sign_low = bms_exact_sign(value[0]);
  if (arena->exhausted || sign_low * bms_exact_sign(value[1]) >= 0) return false;
  double parts = ldexp(1, bits), part = floor(parts * zero_of_chord(value[0], value[1]));
  bms_exact unit = bms_exact_scale(bms_exact_subtract(arena, root->high, root->low), -bits);
  if (part < 1) part = 1;
  for (int k = 0; k < 2 && !root->exact && part > 0 && part < parts; k++) {
    bms_exact way = bms_exact_multiply(arena, unit, bms_exact_from_double(arena, part));
    bms_exact at = bms_exact_add(arena, low, way), at_value = bms_exact_polynomial_value(arena, &root->p, at);
    int sign = bms_exact_sign(at_value);
    narrow(root, at, sign, sign_low);
    value[sign != sign_low] = at_value;
    part += sign == sign_low ? 1 : -1;
  }
  bms_exact width = bms_exact_subtract(arena, root->high, root->low);
  if (root->exact || bms_exact_compare(width, unit) <= 0) return true;
  root->low = low;
  root->high = high;
  value[0] = whole[0];
  value[1] = whole[1];
  return false;
}

static void refine_by(bms_exact_arena *arena, bms_exact_root *root, int round) {
  int bits = 1 << (round < LEAP ? round : LEAP);
  bms_exact value[2];
  bool by_chord = bits >= CHORD && !root->exact;
  if (by_chord) values_at_ends(arena, root, value);
  if (by_chord && refine_by_chord(arena, root, value, bits)) return;
  halve(arena, root, bits);
}

/* Refines in the same way, and releases all that was made since the mark but the ends of the root: roots that are
   2^-500 from each other take hundreds of halvings. */
static void refine_from(bms_exact_arena *arena, size_t mark, bms_exact_root *root, int round) {
  refine_by(arena, root, round);
  bms_exact_root_keep_ends(arena, mark, root);
}

/* ------------------------------------------------------------------ the first root */

/* Returns the signs of f over [low, high]. */
static bms_exact_signs signs_between(bms_exact_arena *arena, const bms_exact_polynomial *f, bms_exact low,
                                     bms_exact high) {
  size_t mark = arena->used;
  bms_exact_polynomial shifted = bms_exact_polynomial_shift(arena, f, low);
  bms_exact_signs signs = bms_exact_polynomial_signs(arena, &shifted, bms_exact_subtract(arena, high, low));
  arena->used = mark;
  return signs;
}

/* Returns low + 2^step, or high if that is not greater; *step is lowered to the least that reaches high. */
static bms_exact step_from(bms_exact_arena *arena, bms_exact low, bms_exact high, int *step) {
  size_t mark = arena->used;
  bms_exact rest = bms_exact_subtract(arena, high, low);
  int magnitude = rest.size != 0 ? bms_exact_magnitude(rest) : 0;
  arena->used = mark;
  if (*step >= magnitude) {
    *step = magnitude;
    return high;
  }
  bms_exact end = bms_exact_add(arena, low, bms_exact_scale(bms_exact_from_double(arena, 1), *step));
  bms_exact_keep(arena, mark, &end, 1);
  return end;
}

bool bms_exact_first_root(bms_exact_arena *arena, const bms_exact_polynomial *f, bms_exact low, bms_exact high,
                          bms_exact_root *root) {
  bms_exact_polynomial g = *f;
  bms_exact width = bms_exact_subtract(arena, high, low);
  int step = width.size > 0 ? bms_exact_magnitude(width) : 0, halvings = 0;
  size_t mark = arena->used;

  while (!arena->exhausted && bms_exact_compare(low, high) < 0) {
    size_t before = arena->used;
    bms_exact end = step_from(arena, low, high, &step);
    bms_exact_signs signs = signs_between(arena, &g, low, end);
    if (signs.variations == 0 && signs.high == 0) {
      bool last = bms_exact_compare(end, high) == 0;
      *root = bms_exact_root_at(end, last ? bms_exact_add(arena, end, width) : high);
      return true;
    }
    if (signs.variations == 0) {
      low = end;
      bms_exact_keep(arena, mark, &low, 1);
      step++;
    } else if (signs.variations == 1 && signs.low != 0 && signs.high != 0) {
      bms_exact_root inside = {false, low, end, g};
      *root = inside;
      return true;
    } else {
      arena->used = before;
      step--;
      if (++halvings == HALVINGS) {
        g = bms_exact_square_free(arena, f);
        mark = arena->used;
      }
    }
  }
  return false;
}

/* ------------------------------------------------------------------ decisions */

/* Returns -1, 0 or 1 as the dyadic number t <, =, > x. */
static int compare_with(bms_exact_arena *arena, bms_exact t, bms_exact_root *x) {
  if (!x->exact && bms_exact_compare(t, x->low) > 0 && bms_exact_compare(t, x->high) < 0)
    split(arena, x, t, sign_at_low(arena, x));
  if (x->exact) return bms_exact_compare(t, x->low);
  return bms_exact_compare(t, x->low) <= 0 ? -1 : 1;
}

/* Returns true if h, a divisor of the polynomials of one or two roots, has a root in (low, high), which lies in their
   intervals.  It has one at most, a simple one, and none at the ends. */
static bool has_root_between(bms_exact_arena *arena, const bms_exact_polynomial *h, bms_exact low, bms_exact high) {
  return sign_at(arena, h, low) != sign_at(arena, h, high);
}

/* Refines both, and releases all that was made since the mark but their ends. */
static void refine_both(bms_exact_arena *arena, size_t mark, bms_exact_root *x, bms_exact_root *y, int round) {
  refine_by(arena, x, round);
  refine_by(arena, y, round);
  bms_exact ends[4] = {x->low, x->high, y->low, y->high};
  bms_exact_keep(arena, mark, ends, 4);
  x->low = ends[0];
  x->high = ends[1];
  y->low = ends[2];
  y->high = ends[3];
}

int bms_exact_root_compare(bms_exact_arena *arena, bms_exact_root *x, bms_exact_root *y) {
  size_t mark = arena->used;
  for (int round = 0; !arena->exhausted; round++) {
    if (x->exact) return compare_with(arena, x->low, y);
    if (y->exact) return -compare_with(arena, y->low, x);
    if (bms_exact_compare(x->high, y->low) <= 0) return -1;
    if (bms_exact_compare(y->high, x->low) <= 0) return 1;
    if (round == ROUNDS) {
      bms_exact_polynomial common, rest;
      bms_exact low = bms_exact_compare(x->low, y->low) > 0 ? x->low : y->low;
      bms_exact high = bms_exact_compare(x->high, y->high) < 0 ? x->high : y->high;
      if (bms_exact_common_divisor(arena, &x->p, &y->p, &common, &rest) > 0 &&
          has_root_between(arena, &common, low, high))
        return 0;
    }
    refine_both(arena, mark, x, y, round);
  }
  return 0;
}

/* Returns true in the commonest case of a common root, and the only one of a divisor of high degree. */
static bool is_same(const bms_exact_polynomial *f, const bms_exact_polynomial *g) {
  bool same = f->degree == g->degree;
  for (int i = 0; same && i <= f->degree; i++) same = bms_exact_compare(f->c[i], g->c[i]) == 0;
  return same;
}

static bool is_long(const bms_exact_root *root) {
  return abs(root->low.size) > LONG || abs(root->high.size) > LONG;
}

int bms_exact_sign_at_root(bms_exact_arena *arena, const bms_exact_polynomial *f, bms_exact_root *root) {
  size_t mark = arena->used;
  if (f->degree < 0 || (!root->exact && is_same(f, &root->p))) return 0;
  for (int round = 0; !arena->exhausted; round++) {
    if (root->exact) return sign_at(arena, f, root->low);
    int sign = bms_exact_polynomial_constant_sign(arena, f, root->low, root->high);
    if (sign != 0) return sign;
    /* Dearer, and sharper where the interval is far from t = 0.  There the other test fails for every polynomial until
       some rounds have refined the interval, and a walk that asks for the signs of a hundred terms at one root would
       make its ends longer each time. */
    if (round >= ROUNDS || is_long(root)) {
      bms_exact_signs signs = signs_between(arena, f, root->low, root->high);
      if (signs.variations == 0) return signs.inside;
    }
    if (round == ROUNDS) {
      bms_exact_polynomial common, rest;
      if (bms_exact_common_divisor(arena, &root->p, f, &common, &rest) > 0 &&
          has_root_between(arena, &common, root->low, root->high))
        return 0;
    }
    refine_from(arena, mark, root, round);
  }
  return 0;
}

void bms_exact_clear_right(bms_exact_arena *arena, const bms_exact_polynomial *f, bms_exact_root *root) {
  bms_exact_polynomial g = *f;
  bool vanishes = bms_exact_sign_at_root(arena, f, root) == 0;
  size_t mark = arena->used;
  for (int round = 0; !arena->exhausted; round++) {
    if (bms_exact_polynomial_constant_sign(arena, f, root->low, root->high) != 0) return;
    /* a root inside the interval may only be this one; one at its low end does not count */
    bms_exact_signs signs = signs_between(arena, &g, root->low, root->high);
    if (signs.high != 0 && signs.variations <= (vanishes && !root->exact)) return;
    if (round == ROUNDS && vanishes) {
      g = bms_exact_square_free(arena, f);
      mark = arena->used;
    }
    refine_from(arena, mark, root, round);
  }
}

/* Computes the doubles around the interval of a root.  Returns true if there are many between them, next to how far the
   root is from zero. */
static bool is_wide(const bms_exact_root *root, double *lower, double *upper) {
  static const double NARROW = 0x1p-40;
  *lower = bms_exact_round_down(root->low);
  *upper = bms_exact_round_up(root->high);
  return !root->exact && *upper - *lower > NARROW * bms_max(fabs(*lower), fabs(*upper));
}

void bms_exact_root_enclose(bms_exact_arena *arena, bms_exact_root *root, double *lower, double *upper) {
  size_t mark = arena->used;
  bms_exact value[2];
  bool known = false;
  for (int chord = 0, bits = CHORD; is_wide(root, lower, upper) && chord < CHORDS && !arena->exhausted; chord++) {
    if (!known) values_at_ends(arena, root, value);
    known = refine_by_chord(arena, root, value, bits);
    if (known)
      bits = bits < 1 << LEAP ? 2 * bits : bits;
    else
      halve(arena, root, CHORD / 2);
    bms_exact number[4] = {root->low, root->high, value[0], value[1]};
    bms_exact_keep(arena, mark, number, 4);
    root->low = number[0];
    root->high = number[1];
    value[0] = number[2];
    value[1] = number[3];
  }
  bms_exact_root_keep_ends(arena, mark, root);
  int sign_low = sign_at_low(arena, root);
  while (!arena->exhausted && !root->exact && nextafter(*lower, HUGE_VAL) < *upper) {
    /* there is a double strictly inside; splitting at doubles keeps the numbers short */
    bms_exact middle = bms_exact_middle(arena, root->low, root->high);
    bms_exact at = bms_exact_from_double(arena, bms_exact_round_down(middle));
    if (bms_exact_compare(at, root->low) <= 0) at = bms_exact_from_double(arena, nextafter(*lower, HUGE_VAL));
    split(arena, root, at, sign_low);
    bms_exact_root_keep_ends(arena, mark, root);
    *lower = bms_exact_round_down(root->low);
    *upper = bms_exact_round_up(root->high);
  }
  if (root->exact) *upper = bms_exact_round_up(root->low);
}

double bms_exact_root_nearest(bms_exact_arena *arena, bms_exact_root *root, double lower, double upper) {
  bms_exact middle = bms_exact_middle(arena, bms_exact_from_double(arena, lower), bms_exact_from_double(arena, upper));
  int order = compare_with(arena, middle, root);
  if (order == 0) return lower + 0.5 * (upper - lower); /* a tie rounds to even */
  return order < 0 ? upper : lower;
}
