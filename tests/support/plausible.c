/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Holds an answer against the separating-axis test at single times.
 *
 * The greatest gap G(t) over the 15 axes is at most the distance of the boxes, and where they overlap it is minus the
 * depth, the length of the shortest way out.  Neither changes faster than the points of the boxes move.  So with
 *
 *     speed      bounds how fast points of either box move over the enclosure
 *     rounding   bounds what poses and gaps computed in doubles may be off
 *     travel     = speed (t_upper - t_lower)
 *
 *     -rounding          <= G(t_lower) <= rounding + travel     apart or touching, and touching within the enclosure
 *     -rounding - travel <= G(t_upper) <= rounding + travel
 *     -rounding          <= G(t)                                on [t0, t_lower), and anywhere if they stay apart
 *                           G(t0)      <= rounding              if they overlap at t0
 *
 * and the vertices of b lie behind the vertices of a along the normal that is reported, up to the rounding of places
 * alone.
 *
 * Rounding.  An axis is a cross product, of two edges or of two columns of a sheared box.  The solver's bound of the
 * error of a gap along it is some roundings of the reach of both boxes times what the longest columns at right angles
 * would make of its length, over its length; and by that bound the axes are compared.  If edges are nearly parallel
 * their axis shows hardly more than the faces do (by the sine, times the reach), so an error there counts for the
 * lesser of the two, at most 2^-20 for 2^-40; but the axis that is reported may be such a one, with its whole error.
 *
 *     rigid    speed  |p'| + 2 |q'| / |q| reach       reach  (|p| terms + |corner|) (|q| terms) / |q|
 *     matrix   speed  (|A'| |x| + |T'| + |w'| reach) / w     reach  (|A| |x| + |T|) / w, by absolute terms
 *
 * Both grow without bound where |q| or w comes near zero; if either is not distinct from zero by half, nothing is
 * judged.
 */

#include "invariants.h"

#include <math.h>
#include <stddef.h>

#include "random.h"
#include "motion/relative.h"

/* Times the reach of both boxes: poses, gaps and points are sums of some hundred rounded terms.  2^-40 leaves a factor
   of 80 to that: this finds gross errors, and the exact oracle finds fine ones. */
static const double ROUNDING = 0x1p-40;

/* The square of a shorter quaternion loses digits in doubles, or all of them. */
static const double SQUARE_UNDERFLOWS = 0x1p-480;

/* Random times at which boxes that are apart are checked. */
enum { LOOKS = 6 };

/* The pose and motion of a body at one time. */
typedef struct bounds {
  bool known;
  double reach, speed;
} bounds;

/* Returns |c0| + |c1 t| + |c2 t^2|; the next function bounds its derivative. */
static double terms(const double *c, int degree, double t) {
  return fabs(c[0]) + fabs(c[1] * t) + (degree == 2 ? fabs(c[2] * t * t) : 0);
}

static double rate(const double *c, int degree, double t) {
  return fabs(c[1]) + (degree == 2 ? fabs(2 * c[2] * t) : 0);
}

static double value(const double *c, int degree, double t) {
  return c[0] + t * (c[1] + (degree == 2 ? t * c[2] : 0));
}

static double corner_length(const bms_box *box) {
  double sum = 0;
  for (int i = 0; i < 3; i++) sum += fmax(fabs(box->min[i]), fabs(box->max[i]));
  return sum;
}

static bounds rigid_bounds(const bms_body *body, double t, double width) {
  double length = 0, largest = 0, turn = 0, doubt = 0, corner = corner_length(&body->box);
  bounds b = {.reach = corner};
  for (int i = 0; i < 4; i++) {
    const double *c = body->motion.rigid.quaternion[i];
    length = fmax(length, fabs(value(c, 1, t)));
    largest = fmax(largest, terms(c, 1, t));
    turn += rate(c, 1, t);
    doubt += ROUNDING * terms(c, 1, t);
  }
  b.known = length > SQUARE_UNDERFLOWS && length > 2 * (doubt + turn * width);
  b.speed = 4 * turn / length * corner;
  for (int r = 0; r < 3; r++) {
    b.reach += terms(body->motion.rigid.position[r], 2, t);
    b.speed += 2 * rate(body->motion.rigid.position[r], 2, t);
  }
  b.reach *= largest / length;
  return b;
}

static bounds matrix_bounds(const bms_body *body, double t, double width) {
  const double *w = body->motion.matrix.weight;
  double weight = value(w, 2, t), weight_rate = rate(w, 2, t);
  bounds b = {.known = weight > 2 * (ROUNDING * terms(w, 2, t) + weight_rate * width)};
  for (int r = 0; r < 3; r++)
    for (int i = 0; i < 4; i++) {
      double x = i < 3 ? fmax(fabs(body->box.min[i]), fabs(body->box.max[i])) : 1;
      b.reach += x * terms(body->motion.matrix.entry[r][i], 2, t) / weight;
      b.speed += 2 * x * rate(body->motion.matrix.entry[r][i], 2, t) / weight;
    }
  b.speed += 2 * b.reach * weight_rate / weight;
  return b;
}

static bounds bounds_at(const bms_body *body, double t, double width) {
  bounds b = body->motion.form == BMS_MOTION_RIGID ? rigid_bounds(body, t, width) : matrix_bounds(body, t, width);
  b.known = b.known && isfinite(b.reach) && isfinite(b.speed);
  return b;
}

/* ------------------------------------------------------------------ gaps */

typedef struct look {
  bool known;
  double gap, rounding, speed;
  double doubt; /* the rounding of an upper bound of the gap: `rounding` along the axis that was reported */
} look;

static double length_of(const double v[3]) {
  return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

static double longest_column(double pose[3][4]) {
  double longest = 0;
  for (int i = 0; i < 3; i++) longest = fmax(longest, length_of((double[3]){pose[0][i], pose[1][i], pose[2][i]}));
  return longest;
}

/* The cross product of column i of one pose and column j of another. */
typedef struct product {
  double sine;  /* the sine of the angle that they enclose; 0 if that is not distinct from zero */
  double share; /* its length, in terms of what it would be for the longest columns at a right angle */
} product;

static product product_of(double pose[3][4], int i, double other[3][4], int j) {
  double u[3], v[3], n[3];
  for (int r = 0; r < 3; r++) {
    u[r] = pose[r][i];
    v[r] = other[r][j];
  }
  for (int r = 0; r < 3; r++) n[r] = u[(r + 1) % 3] * v[(r + 2) % 3] - u[(r + 2) % 3] * v[(r + 1) % 3];
  product p = {length_of(n) / (length_of(u) * length_of(v)),
               length_of(n) / (longest_column(pose) * longest_column(other))};
  if (!(p.sine > ROUNDING)) p.sine = p.share = 0;
  return p;
}

/* Returns how uncertain the direction of the worst of the face normals is, in roundings. */
static double face_condition(double pose[3][4]) {
  double sum = 0;
  for (int i = 0; i < 3; i++) sum += 1 / product_of(pose, i, pose, (i + 1) % 3).share;
  return sum;
}

/* Enters the errors of gaps between two boxes with this reach. */
static void judge_axes(const any_query *q, double t, const bms_pair *reported, double reach, look *l) {
  double a[3][4], b[3][4], edges = 0;
  bms_motion_at(&q->query.a.motion, t, a);
  bms_motion_at(&q->query.b.motion, t, b);
  double faces = face_condition(a) + face_condition(b);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      product p = product_of(a, i, b, j);
      edges += p.sine > 0 ? fmin(ROUNDING / p.share, p.sine) : 0;
    }
  l->rounding = faces * (ROUNDING + edges) * reach;
  l->doubt = 2 * l->rounding;
  if (reported->kind == BMS_PAIR_EE)
    l->doubt += ROUNDING * reach / product_of(a, reported->a / 4, b, reported->b / 4).share;
  l->known = l->known && isfinite(l->rounding);
}

/* Returns the corner of the body that is deepest in the half-space, above its plane. */
static double half_space_gap(const bms_half_space *h, const bms_body *body, double t, double *magnitude) {
  double pose[3][4], gap = -h->offset, length = length_of(h->normal);
  bms_motion_at(&body->motion, t, pose);
  *magnitude = fabs(h->offset) / length;
  for (int i = 0; i < 4; i++) {
    double along = h->normal[0] * pose[0][i] + h->normal[1] * pose[1][i] + h->normal[2] * pose[2][i];
    gap += i < 3 ? fmin(along * body->box.min[i], along * body->box.max[i]) : along;
  }
  return gap / length;
}

static look look_at(const any_query *q, double t, double width) {
  bounds b = bounds_at(&q->query.b, t, width);
  look l = {.known = b.known, .speed = b.speed};
  if (q->against_half_space) {
    double offset;
    l.gap = half_space_gap(&q->half_space, &q->query.b, t, &offset);
    l.rounding = l.doubt = ROUNDING * (b.reach + offset);
    return l;
  }
  bounds a = bounds_at(&q->query.a, t, width);
  bms_separation separation;
  bms_separation_at(&q->query.a, &q->query.b, t, &separation);
  l.known = a.known && b.known;
  l.gap = separation.gap;
  l.speed += a.speed;
  judge_axes(q, t, &separation.pair, a.reach + b.reach, &l);
  return l;
}

/* Returns true if bms_separation_at() can work: in doubles, which do not hold the products of all numbers that the
   exact arithmetic holds. */
static bool in_range(const any_query *q) {
  bms_relative relative;
  if (!q->against_half_space) return bms_relative_prepare(&q->query, &relative);
  return bms_relative_prepare_half_space(&q->half_space, &q->query.b, q->query.t0, q->query.t1, &relative);
}

static bool may_be_apart(const look *l) {
  return !l->known || l->gap >= -l->rounding;
}

static bool may_overlap(const look *l) {
  return !l->known || l->gap <= l->doubt;
}

static const char *implausible_at_contact(const any_query *q, const bms_contact *c) {
  double width = c->t_upper - c->t_lower;
  look before = look_at(q, c->t_lower, width), behind = look_at(q, c->t_upper, width);
  if (c->status != BMS_OVERLAPPING && !may_be_apart(&before)) return "the boxes overlap at t_lower";
  before.gap -= before.speed * width;
  if (!may_overlap(&before)) return "the boxes do not meet at t_lower";
  behind.gap -= behind.speed * width;
  if (!may_overlap(&behind)) return "the boxes do not meet at t_upper";
  behind.gap += 2 * behind.speed * width;
  if (c->status != BMS_OVERLAPPING && !may_be_apart(&behind)) return "the boxes overlap long before t_upper";
  return NULL;
}

/* Returns by how far the vertices of b lie behind the vertices of a along a vector. */
static double gap_along(const bms_query *query, double t, const double n[3]) {
  double pose[2][3][4], gap = 0;
  bms_motion_at(&query->a.motion, t, pose[0]);
  bms_motion_at(&query->b.motion, t, pose[1]);
  for (int k = 0; k < 2; k++) {
    const bms_box *box = k == 0 ? &query->a.box : &query->b.box;
    double sign = k == 0 ? -1 : 1;
    for (int i = 0; i < 4; i++) {
      double along = n[0] * pose[k][0][i] + n[1] * pose[k][1][i] + n[2] * pose[k][2][i];
      gap += i == 3 ? sign * along : sign * (k == 0 ? fmax : fmin)(along * box->min[i], along * box->max[i]);
    }
  }
  return gap;
}

/* Checks that along the normal b lies behind a, whatever angle edges enclose, and where they overlap, no deeper than
   along any axis. */
static const char *implausible_normal(const any_query *q, const bms_contact *c) {
  double width = c->t_upper - c->t_lower;
  bounds a = bounds_at(&q->query.a, c->t, width), b = bounds_at(&q->query.b, c->t, width);
  double least = -ROUNDING * (a.reach + b.reach) - 2 * (a.speed + b.speed) * width;
  if (q->against_half_space || !a.known || !b.known) return NULL;
  if (c->status == BMS_OVERLAPPING) {
    bms_separation separation;
    bms_separation_at(&q->query.a, &q->query.b, c->t, &separation);
    least += fmin(0, separation.gap);
  }
  if (gap_along(&q->query, c->t, c->normal) < least) return "along the normal b lies before a";
  return c->status == BMS_CONTACT && c->approach_speed < 0 ? "a contact with a negative approach speed" : NULL;
}

/* Checks the boxes at times at which they are reported as apart: at t0, and at times that are random, but the same for
   the same answer. */
static const char *implausible_before(const any_query *q, const bms_contact *c) {
  bool apart_at_start = c->status != BMS_TOUCHING && c->status != BMS_OVERLAPPING;
  double t0 = q->query.t0, end = apart_at_start ? c->t_lower : t0;
  random_source r = random_from(20051021);
  for (int k = 0; k < LOOKS && end > t0; k++) {
    double s = k == 0 ? 0 : k == 1 ? 0.999999 : random_uniform(&r, 0, 1), t = fmin(fmax(t0 + s * (end - t0), t0), end);
    look l = look_at(q, t, 0);
    if (!may_be_apart(&l)) return "the boxes overlap at a time at which they are said to be apart";
  }
  return NULL;
}

/* ------------------------------------------------------------------ swept bounds */

static const char *outside(const bms_body *body, double t, const double min[3], const double max[3]) {
  bounds at = bounds_at(body, t, 0);
  double pose[3][4], tolerance = ROUNDING * at.reach;
  if (!at.known) return NULL;
  bms_motion_at(&body->motion, t, pose);
  for (int r = 0; r < 3; r++) {
    double low = pose[r][3], high = low;
    for (int i = 0; i < 3; i++) {
      low += fmin(pose[r][i] * body->box.min[i], pose[r][i] * body->box.max[i]);
      high += fmax(pose[r][i] * body->box.min[i], pose[r][i] * body->box.max[i]);
    }
    if (low < min[r] - tolerance || high > max[r] + tolerance) return "the swept bounds do not hold the body";
  }
  return NULL;
}

/* Checks that bounds can be asked for if the query is legal or not, and that they hold the body at some times. */
static const char *implausible_bounds(const bms_body *body, double t0, double t1, bool valid, double min[3],
                                      double max[3]) {
  bms_swept_bounds(body, t0, t1, min, max);
  for (int r = 0; r < 3; r++)
    if (!(min[r] <= max[r])) return "swept bounds that are none";
  const char *wrong = NULL;
  for (int k = 0; valid && wrong == NULL && k <= 4; k++)
    wrong = outside(body, k == 4 ? t1 : t0 + 0.25 * k * (t1 - t0), min, max);
  return wrong;
}

/* Points of contact lie where both bodies can be, to the error that the pose of either has. */
static const char *implausible_points(const any_query *q, const bms_contact *c, const double min[3],
                                      const double max[3]) {
  look at = look_at(q, c->t, c->t_upper - c->t_lower);
  double tolerance = at.rounding + (c->t_upper - c->t_lower) * at.speed;
  for (int i = 0; at.known && i < c->point_count; i++)
    for (int r = 0; r < 3; r++)
      if (c->point[i][r] < min[r] - tolerance || c->point[i][r] > max[r] + tolerance)
        return "a point of contact lies outside the swept bounds";
  return NULL;
}

const char *implausible_answer(const any_query *q, const bms_contact *c) {
  double min[2][3], max[2][3];
  const char *wrong =
      implausible_bounds(&q->query.b, q->query.t0, q->query.t1, c->status != BMS_INVALID, min[0], max[0]);
  if (wrong == NULL && !q->against_half_space)
    wrong = implausible_bounds(&q->query.a, q->query.t0, q->query.t1, c->status != BMS_INVALID, min[1], max[1]);
  if (wrong != NULL || c->status == BMS_INVALID || !in_range(q)) return wrong;
  wrong = implausible_before(q, c);
  if (wrong == NULL && c->point_count > 0) wrong = implausible_points(q, c, min[0], max[0]);
  if (wrong == NULL && c->point_count > 0 && !q->against_half_space) wrong = implausible_points(q, c, min[1], max[1]);
  if (wrong == NULL && c->point_count > 0) wrong = implausible_at_contact(q, c);
  if (wrong == NULL && c->point_count > 0) wrong = implausible_normal(q, c);
  return wrong;
}
