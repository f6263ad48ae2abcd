/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The axis-aligned box of a swept volume.
 *
 * One world coordinate of a corner with signs sigma is a rational function of t.  On a piece of the interval, in Bernstein form,
 *
 *     f = (middle + sum_i sigma_i spread_i) / weight,   degree 2; 4 for a rigid body that turns while its position moves
 *
 *     rigid    p - p(ta) + M(q) x / |q|^2 :  weight |q|^2, middle (p - p(ta)) |q|^2 + M mid, spread_i half_i M_i
 *     matrix   (A x + T) / w              :  weight w,     middle T + A mid,                 spread_i half_i A_i
 *
 * Where all weights are positive f lies below the greatest of the control values b_k = numerator_k / weight_k, and at the ends it is b_0 and b_last.
 * So a curve whose greatest control value is an end is done; another is split (de Casteljau on both rows) where Newton's method sees its
 * maximum, until no control value exceeds the greatest value attained by more than TIGHT.  Most corners and most coordinates of a
 * small step are done at once.  The upper bound is that of f, the lower one that of -f.
 *
 * Proof of containment.  Let W be the greatest weight, w the least, S W a bound of the absolute terms of any numerator.  Values at ta and tb are
 * rounded about once (motion.h), so in units of u = 2^-53 the error of a coefficient is at most
 *
 *     weight      8 from its formula, 2 from the elevation of the degree                                               : 10 W
 *     numerator   position: 5 + weight's 10 + product 4; rotation: 6 or 8 + mid and half 2 + products and sums 7;
 *                 elevation 4, sum over sigma 3                                                                        : 26 S W
 *
 * and each split adds 4 steps of 3 roundings, 12 W and 12 S W.  If all b_k <= m then numerator <= m weight as computed, and f <= m + (error of
 * numerator + |m| error of weight) / w.  That is `margin`; w >= W / 4 is arranged by cutting the interval (`tame`).  A tumbling box is bounded to some
 * 1e-14 of its size and travel, whatever its place; a slower certificate could win the last digit back, which no caller needs.
 */

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "bms.h"
#include "motion.h"

static const double ROUNDING = 0x1p-53;

/* Roundings of the proof above; the last of WEIGHT is that of the division. */
static const double NUMERATOR_ROUNDINGS = 26, WEIGHT_ROUNDINGS = 11, SPLIT_ROUNDINGS = 12;

/* Times the size: control values this little above an attained value are not worth a split. */
static const double TIGHT = 32 * 0x1p-53;

/* Times the absolute terms of a polynomial: its error beyond one rounding is 2^-100 of them (motion.h), and a few such errors meet. */
static const double CANCELLED = 0x1p-96;

/* Greatest weight of a piece over the least. */
static const double TAMENESS = 4;

/* Limits that make the work bounded for any input.  Pieces: halving the angle that q(t) sweeps, seen from zero, 60 times reaches the resolution of t.
   Splits: convergence is quadratic, a dozen is much. */
enum { MAX_CUTS = 60, MAX_SPLITS = 24, DEGREE = 4 };

/* ------------------------------------------------------------------ the greatest value of a rational curve */

typedef struct rational {
  int degree;
  double numerator[DEGREE + 1], weight[DEGREE + 1];
} rational;

typedef struct search {
  double size;  /* S */
  double ratio; /* W / w */
  double best;  /* the greatest value attained so far */
} search;

/* Value, slope and curvature of a Bernstein form at s. */
static void derivatives(const double *c, int degree, double s, double d[3]) {
  double b[DEGREE + 1];
  memcpy(b, c, sizeof b);
  for (int level = degree; level > 2; level--)
    for (int k = 0; k < level; k++) b[k] += s * (b[k + 1] - b[k]);
  double left = b[0] + s * (b[1] - b[0]), right = b[1] + s * (b[2] - b[1]);
  d[0] = left + s * (right - left);
  d[1] = degree * (right - left);
  d[2] = degree * (degree - 1) * ((b[2] - b[1]) - (b[1] - b[0]));
}

/* Where the curve seems to have a maximum, starting from s.  Only a place to split at: nothing depends on its being right. */
static double summit(const rational *f, double s) {
  static const double MARGIN = 0x1p-20, STEP = 0x1p-26; /* of the piece; Newton's next step would be the square of STEP */
  for (int k = 0; k < 8; k++) {
    double n[3], w[3];
    derivatives(f->numerator, f->degree, s, n);
    derivatives(f->weight, f->degree, s, w);
    double slope = n[1] * w[0] - n[0] * w[1], curvature = n[2] * w[0] - n[0] * w[2];
    if (!(curvature < 0)) break;
    double step = -slope / curvature;
    s += step;
    if (!(s > MARGIN && s < 1 - MARGIN)) return 0.5;
    if (fabs(step) < STEP) break;
  }
  return s;
}

static void split_row(const double *c, int degree, double s, double *left, double *right) {
  memcpy(right, c, (DEGREE + 1) * sizeof *c);
  for (int level = degree; level > 0; level--) {
    left[degree - level] = right[0];
    for (int k = 0; k < level; k++) right[k] = (1 - s) * right[k] + s * right[k + 1];
  }
  left[degree] = right[0];
}

/* An upper bound of f; raises search->best to values that it attains. */
static double upper_bound(const rational *f, int splits, search *search) {
  double value[DEGREE + 1];
  int top = 0, last = f->degree;
  for (int k = 0; k <= last; k++) {
    value[k] = f->numerator[k] / f->weight[k];
    if (value[k] > value[top]) top = k;
  }
  search->best = fmax(search->best, fmax(value[0], value[last]));
  if (!(value[top] > search->best + TIGHT * search->size) || splits == MAX_SPLITS) {
    double numerator = (NUMERATOR_ROUNDINGS + SPLIT_ROUNDINGS * splits) * search->size;
    double weight = (WEIGHT_ROUNDINGS + SPLIT_ROUNDINGS * splits) * fabs(value[top]);
    return value[top] + ROUNDING * search->ratio * (numerator + weight);
  }
  double s = summit(f, (double)top / last);
  rational left = {.degree = last}, right = {.degree = last};
  split_row(f->numerator, last, s, left.numerator, right.numerator);
  split_row(f->weight, last, s, left.weight, right.weight);
  search->best = fmax(search->best, right.numerator[0] / right.weight[0]);
  double of_left = upper_bound(&left, splits + 1, search);
  return fmax(of_left, upper_bound(&right, splits + 1, search));
}

/* ------------------------------------------------------------------ the corners that matter */

typedef struct curve {
  int degree;
  double weight[DEGREE + 1], middle[DEGREE + 1], spread[3][DEGREE + 1];
} curve;

/* An upper bound of sign * middle +- spread_0 +- spread_1 +- spread_2, over weight. */
static double upper_of_corners(const curve *c, double sign, search *search) {
  rational envelope = {.degree = c->degree};
  double both[3]; /* 1 where a spread has both signs, so that either end of the box may be the farther one */
  memcpy(envelope.weight, c->weight, sizeof envelope.weight);
  for (int k = 0; k <= c->degree; k++)
    envelope.numerator[k] = sign * c->middle[k] + (fabs(c->spread[0][k]) + fabs(c->spread[1][k]) + fabs(c->spread[2][k]));
  double ends = fmax(envelope.numerator[0] / c->weight[0], envelope.numerator[c->degree] / c->weight[c->degree]), top = ends;
  for (int k = 1; k < c->degree; k++) top = fmax(top, envelope.numerator[k] / c->weight[k]);
  search->best = ends;
  if (top <= ends) return upper_bound(&envelope, 0, search);

  for (int i = 0; i < 3; i++) {
    int positive = 0, negative = 0;
    for (int k = 0; k <= c->degree; k++) {
      positive |= c->spread[i][k] > 0;
      negative |= c->spread[i][k] < 0;
    }
    both[i] = positive && negative;
  }
  double bound = -INFINITY;
  for (int corner = 0; corner < 8; corner++) {
    rational f = envelope;
    bool counts = true;
    for (int i = 0; i < 3; i++) counts = counts && (both[i] != 0 || !(corner >> i & 1));
    if (!counts) continue;
    for (int k = 0; k <= c->degree; k++) {
      f.numerator[k] = sign * c->middle[k];
      for (int i = 0; i < 3; i++) {
        double spread = both[i] != 0 ? c->spread[i][k] : fabs(c->spread[i][k]);
        f.numerator[k] += corner >> i & 1 ? -spread : spread;
      }
    }
    bound = fmax(bound, upper_bound(&f, 0, search));
  }
  return bound;
}

/* ------------------------------------------------------------------ one piece of the motion */

/* Bernstein coefficients over [ta, tb] of everything that the curves are made of. */
typedef struct piece {
  double weight[3];
  double greatest, least;    /* of the weights */
  double linear[3][3][3];    /* [row][column][coefficient] of M or A */
  double linear_bound[3][3]; /* bounds them */
  double offset[3][3];       /* [row][coefficient] of p - p(ta), or T */
  double offset_bound[3];
  double base[3];            /* p(ta), or 0 */
  double terms;              /* of |q|^2 or w: absolute terms of the polynomial in t, over the greatest weight */
  double offset_terms[3];
  bool turns, moves;
} piece;

typedef struct bounds {
  const bms_body *body;
  double quaternion_scale; /* a power of two that brings the quaternion near length 1 */
  double *min, *max;
} bounds;

static double terms_of(const double *c, int degree, double t) {
  double sum = fabs(c[degree]);
  for (int k = degree - 1; k >= 0; k--) sum = sum * t + fabs(c[k]);
  return sum;
}

static double slope(const double c[3], double t) {
  double derivative[2] = {c[1], 2 * c[2]};
  return bms_linear_at(derivative, t);
}

/* The middle coefficient by the slope at ta, so that it is as good as the others however far from t = 0. */
static void quadratic_over(const double c[3], double ta, double tb, double out[3]) {
  out[0] = bms_quadratic_at(c, ta);
  out[1] = out[0] + 0.5 * slope(c, ta) * (tb - ta);
  out[2] = bms_quadratic_at(c, tb);
}

static double largest(const double c[3]) { return fmax(fabs(c[0]), fmax(fabs(c[1]), fabs(c[2]))); }

static double dot4(const double p[4], const double q[4]) {
  return p[0] * q[0] + p[1] * q[1] + p[2] * q[2] + p[3] * q[3];
}

static void rigid_rotation(const bounds *out, double ta, double tb, double t, piece *p) {
  const double(*c)[2] = out->body->motion.rigid.quaternion;
  double q[4], r[4], matrix[3][3][3], terms = 0;
  for (int i = 0; i < 4; i++) {
    double scaled[2] = {c[i][0] * out->quaternion_scale, c[i][1] * out->quaternion_scale}, bound = terms_of(scaled, 1, t);
    q[i] = bms_linear_at(scaled, ta);
    r[i] = bms_linear_at(scaled, tb);
    terms += bound * bound;
  }
  bms_rotation_polar(q, q, matrix[0]);
  bms_rotation_polar(q, r, matrix[1]);
  bms_rotation_polar(r, r, matrix[2]);
  for (int row = 0; row < 3; row++)
    for (int i = 0; i < 3; i++)
      for (int k = 0; k < 3; k++) p->linear[row][i][k] = matrix[k][row][i];
  p->weight[0] = dot4(q, q);
  p->weight[1] = dot4(q, r);
  p->weight[2] = dot4(r, r);
  p->turns = memcmp(q, r, sizeof q) != 0;
  p->terms = terms;
}

static void rigid_piece(const bounds *out, double ta, double tb, piece *p) {
  const bms_motion *motion = &out->body->motion;
  double t = fmax(fabs(ta), fabs(tb));
  rigid_rotation(out, ta, tb, t, p);
  p->moves = false;
  for (int row = 0; row < 3; row++) {
    const double *c = motion->rigid.position[row];
    double first = 0.5 * slope(c, ta) * (tb - ta), second = 0.5 * slope(c, tb) * (tb - ta);
    p->base[row] = bms_quadratic_at(c, ta);
    p->offset[row][0] = 0;
    p->offset[row][1] = first;
    p->offset[row][2] = first + second;
    p->offset_bound[row] = fabs(first) + fabs(second);
    p->offset_terms[row] = terms_of(c, 2, t);
    p->moves = p->moves || p->offset_bound[row] != 0;
  }
}

static void matrix_piece(const bounds *out, double ta, double tb, piece *p) {
  const bms_motion *motion = &out->body->motion;
  double t = fmax(fabs(ta), fabs(tb));
  quadratic_over(motion->matrix.weight, ta, tb, p->weight);
  p->terms = terms_of(motion->matrix.weight, 2, t);
  for (int row = 0; row < 3; row++) {
    quadratic_over(motion->matrix.entry[row][3], ta, tb, p->offset[row]);
    p->base[row] = 0;
    p->offset_bound[row] = largest(p->offset[row]);
    p->offset_terms[row] = terms_of(motion->matrix.entry[row][3], 2, t);
    for (int i = 0; i < 3; i++) {
      quadratic_over(motion->matrix.entry[row][i], ta, tb, p->linear[row][i]);
      p->linear_bound[row][i] = largest(p->linear[row][i]);
    }
  }
}
