/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Poses in exact arithmetic.
 *
 * Rotation is done as q x q*: with q = (w, v), |q|^2 R x = |q|^2 x + 2 w (v x x) + 2 v x (v x x).
 */

#include "exact_pose.h"

/* ------------------------------------------------------------------ vectors */

void rational_vector_init(rational_vector v) {
  for (int r = 0; r < 3; r++) mpq_init(v[r]);
}

void rational_vector_clear(rational_vector v) {
  for (int r = 0; r < 3; r++) mpq_clear(v[r]);
}

void rational_add_product(mpq_t sum, const mpq_t x, const mpq_t y) {
  mpq_t product;
  mpq_init(product);
  mpq_mul(product, x, y);
  mpq_add(sum, sum, product);
  mpq_clear(product);
}

void rational_dot(mpq_t out, rational_vector u, rational_vector v) {
  mpq_set_ui(out, 0, 1);
  for (int r = 0; r < 3; r++) rational_add_product(out, u[r], v[r]);
}

/* Sets out = u x v. out must be neither of u, v. */
void rational_cross(rational_vector out, rational_vector u, rational_vector v) {
  mpq_t minus;
  mpq_init(minus);
  for (int r = 0; r < 3; r++) {
    int j = (r + 1) % 3, k = (r + 2) % 3;
    mpq_mul(minus, u[k], v[j]);
    mpq_mul(out[r], u[j], v[k]);
    mpq_sub(out[r], out[r], minus);
  }
  mpq_clear(minus);
}

/* Sets out = c0 + c1 t + ... */
static void polynomial_at(mpq_t out, const double *c, int degree, const mpq_t t) {
  mpq_t next;
  mpq_init(next);
  mpq_set_d(out, c[degree]);
  for (int i = degree - 1; i >= 0; i--) {
    mpq_mul(out, out, t);
    mpq_set_d(next, c[i]);
    mpq_add(out, out, next);
  }
  mpq_clear(next);
}

/* ------------------------------------------------------------------ poses */

/* Computes |q|^2 R x. */
static void turn(rational_vector out, mpq_t q[4], const mpq_t square, rational_vector x) {
  rational_vector once, twice;
  rational_vector_init(once);
  rational_vector_init(twice);
  rational_cross(once, &q[1], x);
  rational_cross(twice, &q[1], once);
  for (int r = 0; r < 3; r++) {
    mpq_mul(out[r], q[0], once[r]);
    mpq_add(out[r], out[r], twice[r]);
    mpq_mul_2exp(out[r], out[r], 1);
    rational_add_product(out[r], square, x[r]);
  }
  rational_vector_clear(once);
  rational_vector_clear(twice);
}

/* Computes the edges and the weight; *translation is the weight times the motion's. */
static void rigid_pose(exact_pose *pose, const bms_motion *motion, const mpq_t t, rational_vector translation) {
  mpq_t q[4];
  rational_vector unit;
  rational_vector_init(unit);
  mpq_set_ui(pose->weight, 0, 1);
  for (int i = 0; i < 4; i++) {
    mpq_init(q[i]);
    polynomial_at(q[i], motion->rigid.quaternion[i], 1, t);
    rational_add_product(pose->weight, q[i], q[i]);
  }
  for (int r = 0; r < 3; r++) {
    mpq_set_ui(unit[r], 1, 1);
    turn(pose->edge[r], q, pose->weight, unit);
    mpq_set_ui(unit[r], 0, 1);
    polynomial_at(translation[r], motion->rigid.position[r], 2, t);
    mpq_mul(translation[r], translation[r], pose->weight);
  }
  for (int i = 0; i < 4; i++) mpq_clear(q[i]);
  rational_vector_clear(unit);
}

static void matrix_pose(exact_pose *pose, const bms_motion *motion, const mpq_t t, rational_vector translation) {
  polynomial_at(pose->weight, motion->matrix.weight, 2, t);
  for (int r = 0; r < 3; r++) {
    for (int i = 0; i < 3; i++) polynomial_at(pose->edge[i][r], motion->matrix.entry[r][i], 2, t);
    polynomial_at(translation[r], motion->matrix.entry[r][3], 2, t);
  }
}

void exact_pose_at(exact_pose *pose, const bms_body *body, const mpq_t t) {
  rational_vector translation;
  mpq_t x, since;
  mpq_init(x);
  rational_vector_init(translation);
  mpq_init(since);
  mpq_set_d(since, body->motion.origin);
  mpq_sub(since, t, since);
  if (body->motion.form == BMS_MOTION_RIGID)
    rigid_pose(pose, &body->motion, since, translation);
  else
    matrix_pose(pose, &body->motion, since, translation);
  mpq_clear(since);
  for (int v = 0; v < 8; v++) {
    for (int r = 0; r < 3; r++) mpq_set(pose->vertex[v][r], translation[r]);
    for (int i = 0; i < 3; i++) {
      mpq_set_d(x, v >> i & 1 ? body->box.max[i] : body->box.min[i]);
      for (int r = 0; r < 3; r++) rational_add_product(pose->vertex[v][r], x, pose->edge[i][r]);
    }
  }
  rational_vector_clear(translation);
  mpq_clear(x);
}

void exact_pose_init(exact_pose *pose) {
  mpq_init(pose->weight);
  for (int i = 0; i < 3; i++) rational_vector_init(pose->edge[i]);
  for (int v = 0; v < 8; v++) rational_vector_init(pose->vertex[v]);
}

void exact_pose_clear(exact_pose *pose) {
  mpq_clear(pose->weight);
  for (int i = 0; i < 3; i++) rational_vector_clear(pose->edge[i]);
  for (int v = 0; v < 8; v++) rational_vector_clear(pose->vertex[v]);
}

void exact_world_edge(exact_pose *pose, int i, int r, mpq_t value) {
  mpq_div(value, pose->edge[i][r], pose->weight);
}

/* Computes the mean of two opposite vertices. */
void exact_world_centre(exact_pose *pose, int r, mpq_t value) {
  mpq_add(value, pose->vertex[0][r], pose->vertex[7][r]);
  mpq_div_2exp(value, value, 1);
  mpq_div(value, value, pose->weight);
}

/* ------------------------------------------------------------------ polynomials */

void exact_polynomial_value(const bms_polynomial *p, const mpq_t s, mpq_t value) {
  mpq_t rest, power, c;
  mpq_inits(rest, power, c, NULL);
  mpq_set_ui(rest, 1, 1);
  mpq_sub(rest, rest, s);
  mpq_set_ui(power, 1, 1);
  mpq_set_d(value, p->c[p->degree]);
  /* Horner's rule for a homogeneous form: every step multiplies by s and adds the next power of 1 - s. */
  for (int i = p->degree - 1; i >= 0; i--) {
    mpq_mul(power, power, rest);
    mpq_set_d(c, p->c[i]);
    mpq_mul(value, value, s);
    rational_add_product(value, c, power);
  }
  mpq_clears(rest, power, c, NULL);
}

void exact_time(double ta, double tb, const mpq_t s, mpq_t t) {
  mpq_t start, end;
  mpq_inits(start, end, NULL);
  mpq_set_d(start, ta);
  mpq_set_d(end, tb);
  mpq_sub(end, end, start);
  mpq_mul(t, end, s);
  mpq_add(t, t, start);
  mpq_clears(start, end, NULL);
}
