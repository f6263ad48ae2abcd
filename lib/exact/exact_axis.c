/* SPDX-License-Identifier: BSD-3-Clause */

/* The formulas of exact_axis.h, term by term. */

#include "numeric/arithmetic.h"

#include "exact/exact_axis.h"

#include <stddef.h>

typedef bms_exact_polynomial polynomial;

/* ------------------------------------------------------------------ vectors of polynomials */

static void cross(bms_exact_arena *arena, const polynomial u[3], const polynomial v[3], polynomial w[3]) {
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    polynomial first = bms_exact_polynomial_multiply(arena, &u[j], &v[k]);
    polynomial second = bms_exact_polynomial_multiply(arena, &u[k], &v[j]);
    w[i] = bms_exact_polynomial_subtract(arena, &first, &second);
  }
}

static polynomial dot(bms_exact_arena *arena, const polynomial u[3], const polynomial v[3]) {
  polynomial sum = bms_exact_polynomial_multiply(arena, &u[0], &v[0]);
  for (int i = 1; i < 3; i++) {
    polynomial part = bms_exact_polynomial_multiply(arena, &u[i], &v[i]);
    sum = bms_exact_polynomial_add(arena, &sum, &part);
  }
  return sum;
}

/* sum += factor * p. */
static void add_times(bms_exact_arena *arena, polynomial *sum, bms_exact factor, const polynomial *p) {
  if (factor.size == 0) return;
  polynomial part = bms_exact_polynomial_times(arena, p, factor);
  *sum = bms_exact_polynomial_add(arena, sum, &part);
}

/* ------------------------------------------------------------------ bodies */

static polynomial squared(bms_exact_arena *arena, const polynomial *p) {
  return bms_exact_polynomial_multiply(arena, p, p);
}

static polynomial twice_product(bms_exact_arena *arena, const polynomial *p, const polynomial *q) {
  polynomial product = bms_exact_polynomial_multiply(arena, p, q);
  for (int i = 0; i <= product.degree; i++) product.c[i] = bms_exact_scale(product.c[i], 1);
  return product;
}

static polynomial constant_at(bms_exact_arena *arena, const polynomial *p, bms_exact t) {
  return bms_exact_polynomial_constant(bms_exact_polynomial_value(arena, p, t));
}

/* When a body is asked for: at a time, or at all if `t` is NULL; and the origin from which its polynomials count, with
   its sign changed. */
typedef struct when {
  const bms_exact *t;
  bms_exact back;
} when;

/* Returns the polynomial with these coefficients, or its value. */
static polynomial given(bms_exact_arena *arena, const double *c, int count, const when *asked) {
  polynomial p = bms_exact_polynomial_from_doubles(arena, c, count);
  if (asked->t != NULL) return constant_at(arena, &p, *asked->t);
  return asked->back.size == 0 ? p : bms_exact_polynomial_shift(arena, &p, asked->back);
}

/* Columns and scale of the rotation by a quaternion that is not normalised: |q|^2 R(q / |q|).  With (x_0, x_1, x_2)
   the vector part: R_ii = w^2 + x_i^2 - x_j^2 - x_k^2, R_ji = 2 (x_i x_j + w x_k), R_ki = 2 (x_i x_k - w x_j) for (i,
   j, k) in cyclic order. */
static void rotate(bms_exact_arena *arena, const double quaternion[4][2], const when *t, bms_exact_body *body) {
  polynomial q[4], square[4];
  for (int i = 0; i < 4; i++) {
    q[i] = given(arena, quaternion[i], 2, t);
    square[i] = squared(arena, &q[i]);
  }
  const polynomial *x = q + 1;
  polynomial of_two[3], of_w[3]; /* 2 x_j x_k and 2 w x_i */
  for (int i = 0; i < 3; i++) {
    of_two[i] = twice_product(arena, &x[(i + 1) % 3], &x[(i + 2) % 3]);
    of_w[i] = twice_product(arena, &q[0], &x[i]);
  }
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    polynomial along = bms_exact_polynomial_add(arena, &square[0], &square[1 + i]);
    polynomial across = bms_exact_polynomial_add(arena, &square[1 + j], &square[1 + k]);
    body->column[i][i] = bms_exact_polynomial_subtract(arena, &along, &across);
    body->column[i][j] = bms_exact_polynomial_add(arena, &of_two[k], &of_w[k]);
    body->column[i][k] = bms_exact_polynomial_subtract(arena, &of_two[j], &of_w[j]);
    if (i == 0) body->scale = bms_exact_polynomial_add(arena, &along, &across);
  }
}

static bms_exact_body body_over(bms_exact_arena *arena, const bms_body *body, const when *t) {
  const bms_motion *motion = &body->motion;
  bms_exact_body exact;
  exact.rigid = motion->form == BMS_MOTION_RIGID;
  for (int i = 0; i < 3; i++) {
    bms_exact min = bms_exact_from_double(arena, body->box.min[i]);
    bms_exact max = bms_exact_from_double(arena, body->box.max[i]);
    exact.half[i] = bms_exact_scale(bms_exact_subtract(arena, max, min), -1);
    exact.middle[i] = bms_exact_middle(arena, min, max);
    const double *position = exact.rigid ? motion->rigid.position[i] : motion->matrix.entry[i][3];
    exact.position[i] = given(arena, position, 3, t);
  }
  if (exact.rigid) {
    rotate(arena, motion->rigid.quaternion, t, &exact);
  } else {
    for (int i = 0; i < 3; i++)
      for (int k = 0; k < 3; k++) exact.column[i][k] = given(arena, motion->matrix.entry[k][i], 3, t);
    exact.scale = given(arena, motion->matrix.weight, 3, t);
  }
  return exact;
}

bms_exact_body bms_exact_body_of(bms_exact_arena *arena, const bms_body *body) {
  when always = {NULL, bms_exact_from_double(arena, -body->motion.origin)};
  return body_over(arena, body, &always);
}

bms_exact_body bms_exact_body_at_time(bms_exact_arena *arena, const bms_body *body, bms_exact t) {
  when then = {&t, bms_exact_from_double(arena, -body->motion.origin)};
  if (then.back.size != 0) t = bms_exact_add(arena, t, then.back);
  return body_over(arena, body, &then);
}

bms_exact_body bms_exact_body_at(bms_exact_arena *arena, const bms_exact_body *body, bms_exact t) {
  bms_exact_body at = *body;
  for (int i = 0; i < 3; i++) {
    for (int k = 0; k < 3; k++) at.column[i][k] = constant_at(arena, &body->column[i][k], t);
    at.position[i] = constant_at(arena, &body->position[i], t);
  }
  at.scale = constant_at(arena, &body->scale, t);
  return at;
}

/* Computes the centre of the box times the scale: C. */
static void scaled_centre(bms_exact_arena *arena, const bms_exact_body *body, polynomial centre[3]) {
  for (int k = 0; k < 3; k++) {
    centre[k] = body->position[k];
    if (body->rigid) centre[k] = bms_exact_polynomial_multiply(arena, &body->scale, &body->position[k]);
    for (int i = 0; i < 3; i++) add_times(arena, &centre[k], body->middle[i], &body->column[i][k]);
  }
}

bms_exact_polynomial bms_exact_body_determinant(bms_exact_arena *arena, const bms_exact_body *body) {
  polynomial normal[3];
  cross(arena, body->column[0], body->column[1], normal);
  return dot(arena, normal, body->column[2]);
}

void bms_exact_way(bms_exact_arena *arena, const bms_exact_body *a, const bms_exact_body *b, polynomial way[3]) {
  polynomial centre_a[3], centre_b[3];
  scaled_centre(arena, a, centre_a);
  scaled_centre(arena, b, centre_b);
  for (int k = 0; k < 3; k++) {
    polynomial of_a = bms_exact_polynomial_multiply(arena, &b->scale, &centre_a[k]);
    polynomial of_b = bms_exact_polynomial_multiply(arena, &a->scale, &centre_b[k]);
    way[k] = bms_exact_polynomial_subtract(arena, &of_b, &of_a);
  }
}

void bms_exact_pair_join(bms_exact_arena *arena, bms_exact_pair *pair) {
  const bms_exact_body *a = &pair->a, *b = &pair->b;
  pair->rigid = a->rigid && b->rigid;
  if (!pair->rigid) bms_exact_way(arena, a, b, pair->difference);
  for (int k = 0; pair->rigid && k < 3; k++)
    pair->difference[k] = bms_exact_polynomial_subtract(arena, &b->position[k], &a->position[k]);
}

/* ------------------------------------------------------------------ gaps */

static void face_normal(bms_exact_arena *arena, const bms_exact_body *body, int i, polynomial n[3]) {
  if (body->rigid)
    for (int k = 0; k < 3; k++) n[k] = body->column[i][k];
  else
    cross(arena, body->column[(i + 1) % 3], body->column[(i + 2) % 3], n);
}

void bms_exact_axis_vector(bms_exact_arena *arena, const bms_exact_pair *pair, int axis, bms_exact_polynomial n[3]) {
  int edges = axis - BMS_AXIS_EDGES;
  if (axis < BMS_AXIS_FACE_B)
    face_normal(arena, &pair->a, axis - BMS_AXIS_FACE_A, n);
  else if (edges < 0)
    face_normal(arena, &pair->b, axis - BMS_AXIS_FACE_B, n);
  else
    cross(arena, pair->a.column[edges / 3], pair->b.column[edges % 3], n);
}

/* Adds the radius half * p of a half-edge, if it is not zero for ever. */
static void add_radius(bms_exact_arena *arena, bms_exact_gap *gap, int half_edge, bms_exact half, const polynomial *p) {
  if (half.size == 0) return;
  polynomial radius = bms_exact_polynomial_times(arena, p, half);
  if (radius.degree < 0) return;
  gap->half_edge[gap->terms] = half_edge;
  gap->term[gap->terms++] = radius;
}

/* Computes a face of `own`, of a rigid pair.  P leads from own to other; first_own and first_other number their
   half-edges. */
static void rigid_face(bms_exact_arena *arena, const bms_exact_body *own, const bms_exact_body *other,
                       const polynomial p[3], int i, int first_own, bms_exact_gap *gap) {
  int first_other = 3 - first_own;
  polynomial along = dot(arena, own->column[i], p);
  polynomial scales = bms_exact_polynomial_multiply(arena, &own->scale, &other->scale);
  gap->term[0] = bms_exact_polynomial_multiply(arena, &along, &other->scale);
  add_times(arena, &gap->term[0], bms_exact_negate(own->middle[i]), &scales);
  add_radius(arena, gap, first_own + i, own->half[i], &scales);
  for (int j = 0; j < 3; j++) {
    polynomial c = dot(arena, own->column[i], other->column[j]);
    add_times(arena, &gap->term[0], other->middle[j], &c);
    add_radius(arena, gap, first_other + j, other->half[j], &c);
  }
}

static void rigid_edges(bms_exact_arena *arena, const bms_exact_pair *pair, int i, int j, bms_exact_gap *gap) {
  const bms_exact_body *a = &pair->a, *b = &pair->b;
  int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
  polynomial n[3];
  cross(arena, a->column[i], b->column[j], n);
  polynomial c_i2 = dot(arena, a->column[i2], b->column[j]), c_i1 = dot(arena, a->column[i1], b->column[j]);
  polynomial c_j2 = dot(arena, a->column[i], b->column[j2]), c_j1 = dot(arena, a->column[i], b->column[j1]);

  gap->term[0] = dot(arena, n, pair->difference);
  add_times(arena, &gap->term[0], b->middle[j1], &c_j2);
  add_times(arena, &gap->term[0], bms_exact_negate(b->middle[j2]), &c_j1);
  add_times(arena, &gap->term[0], a->middle[i1], &c_i2);
  add_times(arena, &gap->term[0], bms_exact_negate(a->middle[i2]), &c_i1);
  add_radius(arena, gap, i1, bms_exact_negate(a->half[i1]), &c_i2);
  add_radius(arena, gap, i2, a->half[i2], &c_i1);
  add_radius(arena, gap, 3 + j1, b->half[j1], &c_j2);
  add_radius(arena, gap, 3 + j2, bms_exact_negate(b->half[j2]), &c_j1);
}

/* Computes the radii of one body along n, for the columns of the set `edges` (bit i: column i). */
static void general_radii(bms_exact_arena *arena, const bms_exact_body *body, const bms_exact_body *other,
                          const polynomial n[3], int first, unsigned edges, bms_exact_gap *gap) {
  for (int i = 0; i < 3; i++) {
    if (!(edges >> i & 1)) continue;
    polynomial along = dot(arena, n, body->column[i]);
    polynomial scaled = bms_exact_polynomial_multiply(arena, &along, &other->scale);
    add_radius(arena, gap, first + i, body->half[i], &scaled);
  }
}

static void general_gap(bms_exact_arena *arena, const bms_exact_pair *pair, int axis, bms_exact_gap *gap) {
  unsigned edges_a = 7, edges_b = 7; /* bit i: n is not perpendicular to column i by its construction */
  polynomial n[3];
  if (axis < BMS_AXIS_FACE_B) {
    edges_a = 1u << axis;
  } else if (axis < BMS_AXIS_EDGES) {
    edges_b = 1u << (axis - BMS_AXIS_FACE_B);
  } else {
    edges_a = 7u & ~(1u << (axis - BMS_AXIS_EDGES) / 3);
    edges_b = 7u & ~(1u << (axis - BMS_AXIS_EDGES) % 3);
  }
  bms_exact_axis_vector(arena, pair, axis, n);
  gap->term[0] = dot(arena, n, pair->difference);
  general_radii(arena, &pair->a, &pair->b, n, 0, edges_a, gap);
  general_radii(arena, &pair->b, &pair->a, n, 3, edges_b, gap);
}

void bms_exact_gap_along(bms_exact_arena *arena, const bms_exact_pair *pair, int axis, bms_exact_gap *gap) {
  int edges = axis - BMS_AXIS_EDGES;
  gap->directed = false;
  gap->terms = 1;
  if (!pair->rigid) {
    general_gap(arena, pair, axis, gap);
  } else if (axis < BMS_AXIS_FACE_B) {
    rigid_face(arena, &pair->a, &pair->b, pair->difference, axis - BMS_AXIS_FACE_A, 0, gap);
  } else if (edges < 0) {
    polynomial back[3];
    for (int k = 0; k < 3; k++) back[k] = bms_exact_polynomial_negate(&pair->difference[k]);
    rigid_face(arena, &pair->b, &pair->a, back, axis - BMS_AXIS_FACE_B, 3, gap);
    gap->term[0] = bms_exact_polynomial_negate(&gap->term[0]); /* d leads from a to b */
  } else {
    rigid_edges(arena, pair, edges / 3, edges % 3, gap);
  }
}

void bms_exact_gap_above(bms_exact_arena *arena, const bms_half_space *half_space, const bms_exact_body *b,
                         bms_exact_gap *gap) {
  polynomial normal[3], centre[3];
  for (int k = 0; k < 3; k++) normal[k] = bms_exact_polynomial_from_doubles(arena, &half_space->normal[k], 1);
  scaled_centre(arena, b, centre);
  gap->directed = true;
  gap->terms = 1;
  gap->term[0] = dot(arena, normal, centre);
  add_times(arena, &gap->term[0], bms_exact_from_double(arena, -half_space->offset), &b->scale);
  for (int j = 0; j < 3; j++) {
    polynomial along = dot(arena, normal, b->column[j]);
    add_radius(arena, gap, 3 + j, b->half[j], &along);
  }
}
