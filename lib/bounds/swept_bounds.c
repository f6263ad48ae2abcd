/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The axis-aligned box of a swept volume.
 *
 * One world coordinate of a corner with signs sigma is a rational function of t.  On a piece of the interval, in
 * Bernstein form,
 *
 *     (middle + sum_i sigma_i spread_i) / weight,   degree 2; 4 for a rigid body that turns while its position moves
 *
 *     rigid    p - p(ta) + M(q) x / |q|^2 :  weight |q|^2, middle (p - p(ta)) |q|^2 + M mid, spread_i half_i M_i
 *     matrix   (A x + T) / w              :  weight w,     middle T + A mid,                 spread_i half_i A_i
 *
 * Its greatest value is bounded from above by rational_bound.c; the lower bound is the negative's.  The envelope, with
 * absolute spreads, settles most coordinates of a small step at once: its greatest control value is then an end.
 * Otherwise only spreads that have both signs make corners to be checked one by one.
 *
 * Errors.  Values at ta and tb are rounded about once (motion.h).  Let u = 2^-53, W the greatest and w the least weight
 * of the piece, S W a bound of the absolute terms of any numerator.  Then the error of a coefficient is at most
 *
 *     weight      formula 8, elevation of the degree 2                                         10 u W
 *     numerator   rotation 8, mid and half 2, products and sums 7, elevation 4; or position 5,
 *                 weight 10, product 4, elevation 4; and the sum over sigma 3                   26 u S W
 *
 * and W <= 4 w is arranged by cutting the interval.  A tumbling box is bounded to about 1e-14 of its size and travel,
 * wherever it is; a slower certificate could win the last digit back, which no caller needs.
 */

#include "numeric/arithmetic.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "bms.h"
#include "motion/motion.h"
#include "numeric/double_double.h"
#include "numeric/rational_bound.h"
#include "numeric/vector.h"

/* The roundings that the proof above counts. */
static const double NUMERATOR_ROUNDINGS = 26, WEIGHT_ROUNDINGS = 10;

/* Times the absolute terms of a quadratic: its error beyond one rounding is 2^-100 of them (motion.h), and up to 16
   such errors meet.  The linear quaternion has no such error. */
static const double CANCELLED = 0x1p-96;

/* Times the size and the greatest time: an underflow loses 2^-1075, some hundred times in numbers that are multiplied
   by lengths or times; this is 2^60 as much. */
static const double UNDERFLOWN = 0x1p-1015;

/* Outwards at the end: the rounding of the base (1/2), of its sum with the bound (1/2), and of this product. */
static const double OUTWARDS = 0x1p-52;

/* The greatest weight of a piece over the least.  Cutting [ta, tb] at sqrt(w(ta)) : sqrt(w(tb)) halves the angle that q
   sweeps (every positive quadratic is the square of the length of a linear q), so pieces of less than 60 degrees and
   this ratio come soon; 60 cuts reach the resolution of t, and the pieces grow with the depth, not with its power. */
static const double TAME = 4;
enum { MAX_DEPTH = 60, MAX_PIECES = 256 };

/* Beyond this products of sizes and weights might overflow. */
static const double LARGEST = 1e150;

/* Bernstein coefficients over [ta, tb] of all that the curves are made of. */
typedef struct piece {
  double weight[3];
  double greatest, least; /* of the weights */
  double linear[3][3][3]; /* [row][column][coefficient] of M or A */
  double offset[3][3];    /* [row][coefficient] of p - p(ta), or T */
  double base[3];         /* p(ta), or 0 */
  double size[3];         /* S of the proof, for each row */
  double terms[3];        /* like size, but of the quadratics' absolute terms in powers of t */
  bool turns, moves;      /* rigid only */
} piece;

typedef struct sweep {
  const bms_body *body;
  double reach[3]; /* greatest absolute coordinates of the box */
  double middle[3], half[3];
  double quaternion_scale; /* a power of two that brings the quaternion to about length 1 */
  double time;             /* the greatest absolute one */
  int pieces;
  double *min, *max;
} sweep;

typedef struct curve {
  int degree;
  double weight[BMS_RATIONAL_DEGREE + 1], middle[BMS_RATIONAL_DEGREE + 1], spread[3][BMS_RATIONAL_DEGREE + 1];
} curve;

/* ------------------------------------------------------------------ one piece of the motion */

static double terms_of(const double c[3], double t) {
  return fabs(c[0]) + t * (fabs(c[1]) + t * fabs(c[2]));
}

static double slope(const double c[3], double t) {
  double derivative[2] = {c[1], 2 * c[2]};
  return bms_linear_at(derivative, t);
}

/* The middle coefficient by the slope at ta: it is as good as the others, however far from t = 0. */
static void quadratic_over(const double c[3], double ta, double tb, double out[3]) {
  out[0] = bms_quadratic_at(c, ta);
  out[1] = out[0] + 0.5 * slope(c, ta) * (tb - ta);
  out[2] = bms_quadratic_at(c, tb);
}

static double largest(const double c[3]) {
  return fmax(fabs(c[0]), fmax(fabs(c[1]), fabs(c[2])));
}

static void find_extreme_weights(piece *p) {
  p->greatest = fmax(p->weight[0], fmax(p->weight[1], p->weight[2]));
  p->least = fmin(p->weight[0], fmin(p->weight[1], p->weight[2]));
}

static void rotation_over(const sweep *s, double ta, double tb, piece *p) {
  double q[4], r[4], matrix[3][3][3];
  for (int i = 0; i < 4; i++) {
    const double *c = s->body->motion.rigid.quaternion[i];
    double scaled[2] = {c[0] * s->quaternion_scale, c[1] * s->quaternion_scale};
    q[i] = bms_linear_at(scaled, ta);
    r[i] = bms_linear_at(scaled, tb);
  }
  bms_rotation_polar(q, q, matrix[0]);
  bms_rotation_polar(q, r, matrix[1]);
  bms_rotation_polar(r, r, matrix[2]);
  for (int row = 0; row < 3; row++)
    for (int i = 0; i < 3; i++)
      for (int k = 0; k < 3; k++) p->linear[row][i][k] = matrix[k][row][i];
  p->weight[0] = bms_dot4(q, q);
  p->weight[1] = bms_dot4(q, r);
  p->weight[2] = bms_dot4(r, r);
  p->turns = memcmp(q, r, sizeof q) != 0;
}

static void rigid_piece(const sweep *s, double ta, double tb, piece *p) {
  double reach = s->reach[0] + s->reach[1] + s->reach[2];
  rotation_over(s, ta, tb, p);
  find_extreme_weights(p);
  p->moves = false;
  for (int row = 0; row < 3; row++) {
    const double *c = s->body->motion.rigid.position[row];
    double first = 0.5 * slope(c, ta) * (tb - ta), second = 0.5 * slope(c, tb) * (tb - ta);
    p->base[row] = bms_quadratic_at(c, ta);
    p->offset[row][0] = 0;
    p->offset[row][1] = first;
    p->offset[row][2] = first + second;
    p->size[row] = fabs(first) + fabs(second) + reach;
    p->terms[row] = terms_of(c, fmax(fabs(ta), fabs(tb)));
    p->moves = p->moves || first != 0 || second != 0;
  }
}

static void matrix_piece(const sweep *s, double ta, double tb, piece *p) {
  const bms_motion *motion = &s->body->motion;
  double t = fmax(fabs(ta), fabs(tb));
  quadratic_over(motion->matrix.weight, ta, tb, p->weight);
  find_extreme_weights(p);
  for (int row = 0; row < 3; row++) {
    quadratic_over(motion->matrix.entry[row][3], ta, tb, p->offset[row]);
    double size = largest(p->offset[row]), terms = terms_of(motion->matrix.entry[row][3], t);
    for (int i = 0; i < 3; i++) {
      quadratic_over(motion->matrix.entry[row][i], ta, tb, p->linear[row][i]);
      size += s->reach[i] * largest(p->linear[row][i]);
      terms += s->reach[i] * terms_of(motion->matrix.entry[row][i], t);
    }
    p->base[row] = 0;
    p->size[row] = size / p->greatest;
    p->terms[row] = (terms + p->size[row] * terms_of(motion->matrix.weight, t)) / p->greatest;
  }
}

/* ------------------------------------------------------------------ curves */

/* Writes a quadratic in degree 4, and multiplies two quadratics, in Bernstein form. */
static void elevate(const double c[3], double out[5]) {
  out[0] = c[0];
  out[1] = 0.5 * (c[0] + c[1]);
  out[2] = (c[0] + 4 * c[1] + c[2]) / 6;
  out[3] = 0.5 * (c[1] + c[2]);
  out[4] = c[2];
}

static void add_product(const double p[3], const double q[3], double out[5]) {
  out[0] += p[0] * q[0];
  out[1] += 0.5 * (p[0] * q[1] + p[1] * q[0]);
  out[2] += (p[0] * q[2] + 4 * (p[1] * q[1]) + p[2] * q[0]) / 6;
  out[3] += 0.5 * (p[1] * q[2] + p[2] * q[1]);
  out[4] += p[2] * q[2];
}

static void curve_of_row(const sweep *s, const piece *p, int row, curve *out) {
  double middle[3], spread[3][3];
  bool rigid = s->body->motion.form == BMS_MOTION_RIGID, product = rigid && p->moves && p->turns;
  for (int k = 0; k < 3; k++) {
    const double(*c)[3] = p->linear[row];
    middle[k] = s->middle[0] * c[0][k] + s->middle[1] * c[1][k] + s->middle[2] * c[2][k];
    for (int i = 0; i < 3; i++) spread[i][k] = s->half[i] * c[i][k];
    /* If a rigid body does not turn, its weight is the same number three times. */
    if (!product) middle[k] += rigid ? p->offset[row][k] * p->weight[k] : p->offset[row][k];
  }
  out->degree = product ? 4 : 2;
  if (product) {
    elevate(p->weight, out->weight);
    elevate(middle, out->middle);
    add_product(p->offset[row], p->weight, out->middle);
    for (int i = 0; i < 3; i++) elevate(spread[i], out->spread[i]);
  } else {
    memcpy(out->weight, p->weight, sizeof p->weight);
    memcpy(out->middle, middle, sizeof middle);
    for (int i = 0; i < 3; i++) memcpy(out->spread[i], spread[i], sizeof spread[i]);
  }
}

/* ------------------------------------------------------------------ corners */

/* Bit i set if spread i has both signs, so that either end of the box along axis i may be the farther one. */
static int undecided_axes(const curve *c) {
  int axes = 0;
  for (int i = 0; i < 3; i++) {
    bool positive = false, negative = false;
    for (int k = 0; k <= c->degree; k++) {
      positive = positive || c->spread[i][k] > 0;
      negative = negative || c->spread[i][k] < 0;
    }
    axes |= (positive && negative) << i;
  }
  return axes;
}

/* An upper bound of (sign * middle + |spread_0 + ...|) / weight. */
static double upper_of_corners(const curve *c, double sign, bms_rational_search *search) {
  bms_rational f = {.degree = c->degree};
  memcpy(f.weight, c->weight, sizeof f.weight);
  double top = -INFINITY, ends = -INFINITY;
  for (int k = 0; k <= c->degree; k++) {
    f.numerator[k] = sign * c->middle[k] + (fabs(c->spread[0][k]) + fabs(c->spread[1][k]) + fabs(c->spread[2][k]));
    double value = f.numerator[k] / f.weight[k];
    top = fmax(top, value);
    if (k % c->degree == 0) ends = fmax(ends, value);
  }
  search->best = ends;
  if (top <= ends) return bms_rational_upper_bound(&f, search);

  double bound = -INFINITY;
  int undecided = undecided_axes(c);
  for (int corner = 0; corner < 8; corner++) {
    if (corner & ~undecided) continue;
    for (int k = 0; k <= c->degree; k++) {
      f.numerator[k] = sign * c->middle[k];
      for (int i = 0; i < 3; i++) {
        double spread = undecided >> i & 1 ? c->spread[i][k] : fabs(c->spread[i][k]);
        f.numerator[k] += corner >> i & 1 ? -spread : spread;
      }
    }
    bound = fmax(bound, bms_rational_upper_bound(&f, search));
  }
  return bound;
}

/* ------------------------------------------------------------------ the interval */

static void widen(const sweep *s, int row, double base, double low, double high) {
  double margin = OUTWARDS * fabs(base);
  s->min[row] = fmin(s->min[row], base + low - (margin + OUTWARDS * fabs(base + low)));
  s->max[row] = fmax(s->max[row], base + high + (margin + OUTWARDS * fabs(base + high)));
}

static bool in_range(const piece *p, int row) {
  /* A NaN, which fmax() drops, is in one of the sums. */
  return p->size[row] <= LARGEST && p->terms[row] <= LARGEST && p->greatest <= LARGEST && fabs(p->base[row]) <= LARGEST;
}

/* Returns what underflows may have cost a row. */
static double underflown(const sweep *s, const piece *p, int row) {
  return UNDERFLOWN * (1 + p->size[row] + s->time);
}

/* Returns false if numbers are not finite, or too large to be computed with. */
static bool add_piece(const sweep *s, const piece *p) {
  for (int row = 0; row < 3; row++) {
    bms_rational_search search = {.size = p->size[row],
                                  .ratio = p->greatest / p->least,
                                  .numerator = NUMERATOR_ROUNDINGS,
                                  .weight = WEIGHT_ROUNDINGS};
    if (!in_range(p, row)) return false;
    double extra = CANCELLED * search.ratio * p->terms[row] + underflown(s, p, row) / p->least;
    curve c;
    curve_of_row(s, p, row, &c);
    double high = upper_of_corners(&c, 1, &search), low = upper_of_corners(&c, -1, &search);
    widen(s, row, p->base[row], -(low + extra), high + extra);
  }
  return true;
}

/* Bounds a rigid body that turns through half a turn within the resolution of t by the ball about its position. */
static bool add_ball(const sweep *s, const piece *p) {
  if (s->body->motion.form != BMS_MOTION_RIGID) return false;
  for (int row = 0; row < 3; row++) {
    double radius = p->size[row] * (1 + 0x1p-40) + CANCELLED * p->terms[row] + underflown(s, p, row);
    widen(s, row, p->base[row], -radius, radius);
  }
  return true;
}

static bool add_interval(sweep *s, double ta, double tb, int depth) {
  piece p;
  if (s->body->motion.form == BMS_MOTION_RIGID)
    rigid_piece(s, ta, tb, &p);
  else
    matrix_piece(s, ta, tb, &p);
  if (!(p.weight[0] > 0 && p.weight[2] > 0)) return false;
  if (p.least > 0 && p.greatest <= TAME * p.least) return add_piece(s, &p);
  double near = sqrt(p.weight[0]), part = near / (near + sqrt(p.weight[2])), t = ta + part * (tb - ta);
  if (!(t > ta && t < tb) || depth == MAX_DEPTH || ++s->pieces == MAX_PIECES) return add_ball(s, &p);
  return add_interval(s, ta, t, depth + 1) && add_interval(s, t, tb, depth + 1);
}

static double scale_of_quaternion(const bms_motion *motion, double t0, double t1) {
  double greatest = 0;
  int exponent;
  for (int i = 0; i < 4; i++) {
    const double *c = motion->rigid.quaternion[i];
    greatest = fmax(greatest, fmax(fabs(bms_linear_at(c, t0)), fabs(bms_linear_at(c, t1))));
  }
  if (!(greatest > 0) || (greatest > 0x1p-60 && greatest < 0x1p60) || isinf(greatest)) return 1;
  (void)frexp(greatest, &exponent);
  return ldexp(1, exponent < -1000 ? 1000 : -exponent);
}

/* Takes an interval to one that counts from an origin, rounded outwards. */
static void count_from(double origin, double *t0, double *t1) {
  if (origin == 0) return;
  double low = fmin(*t0, *t1), high = fmax(*t0, *t1);
  *t0 = bms_double_double_rounded_sum(low, -origin, -INFINITY);
  *t1 = bms_double_double_rounded_sum(high, -origin, INFINITY);
}

void bms_swept_bounds(const bms_body *body, double t0, double t1, double min[3], double max[3]) {
  sweep s = {.body = body, .quaternion_scale = 1, .min = min, .max = max};
  count_from(body->motion.origin, &t0, &t1);
  s.time = fmax(fabs(t0), fabs(t1));
  for (int i = 0; i < 3; i++) {
    s.middle[i] = 0.5 * body->box.min[i] + 0.5 * body->box.max[i];
    s.half[i] = 0.5 * body->box.max[i] - 0.5 * body->box.min[i];
    s.reach[i] = fabs(s.middle[i]) + fabs(s.half[i]);
    min[i] = INFINITY;
    max[i] = -INFINITY;
  }
  if (body->motion.form == BMS_MOTION_RIGID) s.quaternion_scale = scale_of_quaternion(&body->motion, t0, t1);
  bool bounded = isfinite(t0) && isfinite(t1) && add_interval(&s, fmin(t0, t1), fmax(t0, t1), 0);
  for (int i = 0; i < 3; i++) {
    if (bounded && min[i] <= max[i] && isfinite(min[i]) && isfinite(max[i])) continue;
    min[i] = -INFINITY;
    max[i] = INFINITY;
  }
}
