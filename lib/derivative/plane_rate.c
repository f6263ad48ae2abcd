/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Two features meet at a point x of the world.  Each is held by the coordinates that are fixed in its box (all three of
 * a vertex, two of an edge, one of a face); the others are x's, and the plane's normal n is at right angles to the
 * directions in which they would move.  So the gap along n changes with a number as n . x does, with the box
 * coordinates y of x held: plus for b, minus for a.  That n turns does not count, as both points are one.
 *
 *     matrix   x = (A y + T) / w      n . dx = (sum_r n_r (sum_c dA_rc y_c + dT_r) - n . x dw) / w
 *     rigid    x = R(q) y + p         n . dx = n . dp + omega . ((x - p) x n),  omega = 2 vec(dq q*) / |q|^2
 *
 * The time counts like any other number, as every coefficient c_k of a polynomial enters as c_k t^k.
 */

#include "numeric/arithmetic.h"

#include "derivative/plane_rate.h"

#include <math.h>

#include "derivative/numbers.h"
#include "numeric/vector.h"

/* A body at the time of contact. */
typedef struct solid {
  const bms_body *body;
  double pose[3][4];
  double column[3][3]; /* of the pose's linear part */
  bool at_maximum[3];  /* the end of each half-edge that faces the other box */
  bool is_free[3];     /* the coordinate is not held */
  double place[3];     /* box coordinates of the contact */
} solid;

static solid solid_at(const bms_body *body, double t) {
  solid s = {.body = body};
  bms_motion_at(&body->motion, t, s.pose);
  for (int c = 0; c < 3; c++)
    for (int r = 0; r < 3; r++) s.column[c][r] = s.pose[r][c];
  return s;
}

/* Computes the world's coordinates of a point of a body. */
static void world_of(const solid *s, const double y[3], double x[3]) {
  for (int r = 0; r < 3; r++) x[r] = bms_dot(s->pose[r], y) + s->pose[r][3];
}

/* Computes the unit normal of an axis, on its positive side. */
static void normal_of(const solid *a, const solid *b, int axis, double n[3]) {
  int edges = axis - BMS_AXIS_EDGES;
  const solid *own = axis < BMS_AXIS_FACE_B ? a : b;
  if (edges >= 0)
    bms_cross(a->column[edges / 3], b->column[edges % 3], n);
  else
    bms_cross(own->column[(axis + 1) % 3], own->column[(axis + 2) % 3], n);
  double length = bms_length(n);
  for (int r = 0; r < 3; r++) n[r] /= length;
}

/* Enters the features of a body that shows the other its end along `side` times the axis. */
static void set_features(const bms_axis_signs *signs, int first, int side, const double n[3], solid *s) {
  const bms_box *box = &s->body->box;
  for (int i = 0; i < 3; i++) {
    int sign = signs->half_edge[first + i];
    if (sign == 0) sign = bms_dot(n, s->column[i]) < 0 ? -1 : 1;
    s->is_free[i] = bms_is_perpendicular(signs->axis, first + i);
    s->at_maximum[i] = side * sign > 0;
    s->place[i] = s->at_maximum[i] ? box->max[i] : box->min[i];
  }
}

/* Sets the free coordinates of a face to a point of the world's. */
static void find_on_face(const double x[3], solid *s) {
  double d[3], n[3];
  for (int r = 0; r < 3; r++) d[r] = x[r] - s->pose[r][3];
  for (int i = 0; i < 3; i++) {
    if (!s->is_free[i]) continue;
    bms_cross(s->column[(i + 1) % 3], s->column[(i + 2) % 3], n);
    s->place[i] = bms_dot(n, d) / bms_dot(n, s->column[i]);
  }
}

/* Sets the free coordinates of two edges, along columns u and v, to the coordinates of the point where their lines
   meet. */
static void find_on_edges(int i, int j, solid *a, solid *b) {
  const double *u = a->column[i], *v = b->column[j];
  double of_a[3], of_b[3], d[3], across[3], turned[3];
  a->place[i] = b->place[j] = 0;
  world_of(a, a->place, of_a);
  world_of(b, b->place, of_b);
  for (int r = 0; r < 3; r++) d[r] = of_b[r] - of_a[r];
  bms_cross(u, v, across);
  double square = bms_dot(across, across);
  bms_cross(d, v, turned);
  a->place[i] = bms_dot(turned, across) / square;
  bms_cross(d, u, turned);
  b->place[j] = bms_dot(turned, across) / square;
}

static void find_place(int axis, solid *a, solid *b) {
  double x[3];
  solid *vertex = axis < BMS_AXIS_FACE_B ? b : a;
  if (axis >= BMS_AXIS_EDGES) {
    find_on_edges((axis - BMS_AXIS_EDGES) / 3, (axis - BMS_AXIS_EDGES) % 3, a, b);
    return;
  }
  world_of(vertex, vertex->place, x);
  find_on_face(x, vertex == a ? b : a);
}

/* ------------------------------------------------------------------ rates */

/* Enters the rate by each coefficient of a polynomial whose value has the rate `by_value`; adds the polynomial's own
   change with time to the speed. */
static void enter(const double *coefficient, int count, double t, double by_value, double *rate, bms_plane_rate *out) {
  double power = 1, slope = 0;
  for (int k = 0; k < count; k++, power *= t) rate[k] = by_value * power;
  for (int k = count - 1; k > 0; k--) slope = slope * t + k * coefficient[k];
  out->speed -= by_value * slope;
  out->drift += fabs(by_value * slope);
}

static void enter_matrix(const solid *s, double t, const double n[3], bms_body *rate, bms_plane_rate *out) {
  const double *weight = s->body->motion.matrix.weight;
  t -= s->body->motion.origin;
  double w = weight[0] + t * (weight[1] + t * weight[2]), x[3];
  world_of(s, s->place, x);
  for (int r = 0; r < 3; r++)
    for (int c = 0; c < 4; c++)
      enter(s->body->motion.matrix.entry[r][c], 3, t, n[r] * (c < 3 ? s->place[c] : 1) / w,
            rate->motion.matrix.entry[r][c], out);
  enter(weight, 3, t, -bms_dot(n, x) / w, rate->motion.matrix.weight, out);
}

static void enter_rigid(const solid *s, double t, const double n[3], bms_body *rate, bms_plane_rate *out) {
  const bms_motion *motion = &s->body->motion;
  double q[4], arm[3], torque[3], turned[3];
  t -= motion->origin;
  for (int i = 0; i < 4; i++) q[i] = motion->rigid.quaternion[i][0] + t * motion->rigid.quaternion[i][1];
  for (int r = 0; r < 3; r++) arm[r] = bms_dot(s->pose[r], s->place);
  bms_cross(arm, n, torque);
  bms_cross(q + 1, torque, turned);
  double square = bms_dot4(q, q);
  for (int r = 0; r < 3; r++) enter(motion->rigid.position[r], 3, t, n[r], rate->motion.rigid.position[r], out);
  enter(motion->rigid.quaternion[0], 2, t, -2 * bms_dot(q + 1, torque) / square, rate->motion.rigid.quaternion[0], out);
  for (int r = 0; r < 3; r++)
    enter(motion->rigid.quaternion[1 + r], 2, t, 2 * (q[0] * torque[r] - turned[r]) / square,
          rate->motion.rigid.quaternion[1 + r], out);
}

/* Enters the rates of a body, along n. */
static void enter_body(const solid *s, double t, const double n[3], bms_body *rate, bms_plane_rate *out) {
  for (int i = 0; i < 3; i++) {
    double *end = s->at_maximum[i] ? rate->box.max : rate->box.min;
    if (!s->is_free[i]) end[i] = bms_dot(n, s->column[i]);
  }
  if (s->body->motion.form == BMS_MOTION_RIGID)
    enter_rigid(s, t, n, rate, out);
  else
    enter_matrix(s, t, n, rate, out);
}

bool bms_plane_rate_at(const bms_query *query, double t, const bms_axis_signs *signs, bms_plane_rate *out) {
  int side = signs->distance < 0 ? -1 : 1;
  double n[3], back[3];
  solid a = solid_at(&query->a, t), b = solid_at(&query->b, t);
  normal_of(&a, &b, signs->axis, n);
  set_features(signs, 0, side, n, &a);
  set_features(signs, 3, -side, n, &b);
  find_place(signs->axis, &a, &b);
  for (int r = 0; r < 3; r++) {
    n[r] *= side;
    back[r] = -n[r];
  }
  *out = (bms_plane_rate){.rate = bms_query_like(query)};
  enter_body(&a, t, back, &out->rate.a, out);
  enter_body(&b, t, n, &out->rate.b, out);
  return isfinite(out->drift);
}
