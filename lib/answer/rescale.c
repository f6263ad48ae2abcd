/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Powers of two that leave a motion what it is.
 *
 * A quaternion may be multiplied by anything, a matrix and its weight by the same, and the box and the inverse of the
 * matrix' linear part in the same way.  Of the unit of length there is one for both bodies.
 */

#include "numeric/arithmetic.h"

#include "answer/rescale.h"

#include <math.h>
#include <stdlib.h>

#include "motion/motion.h"
#include "numeric/vector.h"

static const int TAME = 200;

/* Positions are not raised above 2^MOST: then boxes are small next to them whatever the unit. */
enum { MOST = 600 };

/* The exponent of a length of zero, below all others'. */
enum { NOTHING = -8192 };

/* Binary exponents. */
typedef struct exponents {
  int box, column, scale;
  int size;  /* of the box in the world, or NOTHING */
  int place; /* of the greatest coefficient of the position, or NOTHING */
} exponents;

/* Returns 0 for what is zero. */
static int exponent_of(double x) {
  int exponent = 0;
  if (isfinite(x) && x != 0) (void)frexp(x, &exponent);
  return exponent;
}

static double corner_of(const bms_box *box) {
  double corner = 0;
  for (int i = 0; i < 3; i++) corner = bms_max(corner, bms_max(fabs(box->min[i]), fabs(box->max[i])));
  return corner;
}

static double greatest(const double *c, int count, double so_far) {
  for (int i = 0; i < count; i++) so_far = bms_max(so_far, fabs(c[i]));
  return so_far;
}

/* Returns the greatest component of a quaternion at t. */
static double greatest_component(const bms_motion *m, double t) {
  double scale = 0;
  for (int i = 0; i < 4; i++) scale = bms_max(scale, fabs(bms_linear_at(m->rigid.quaternion[i], t)));
  return scale;
}

static exponents exponents_of(const bms_body *body, double t) {
  const bms_motion *m = &body->motion;
  double column = 0, place = 0;
  bool rigid = m->form == BMS_MOTION_RIGID;
  for (int r = 0; r < 3; r++) {
    place = greatest(rigid ? m->rigid.position[r] : m->matrix.entry[r][3], 3, place);
    for (int j = 0; !rigid && j < 3; j++) column = bms_max(column, fabs(bms_quadratic_at(m->matrix.entry[r][j], t)));
  }
  double scale = rigid ? greatest_component(m, t) : bms_quadratic_at(m->matrix.weight, t), box = corner_of(&body->box);
  exponents e = {.box = exponent_of(box), .column = exponent_of(column), .scale = exponent_of(scale)};
  e.size = box == 0 ? NOTHING : rigid ? e.box : e.box + e.column - e.scale;
  e.place = place == 0 ? NOTHING : exponent_of(place);
  return e;
}

/* Returns true if the exponent of a size is TAME at most. */
static bool is_tame_size(double x, int tame) {
  return x == 0 || (x >= ldexp(0.5, -tame) && x < ldexp(1, tame));
}

static bool is_tame(const bms_body *body, double t) {
  const bms_motion *m = &body->motion;
  /* Columns are squares of q. */
  if (m->form == BMS_MOTION_RIGID)
    return is_tame_size(corner_of(&body->box), TAME) && is_tame_size(greatest_component(m, t), TAME / 2);
  exponents e = exponents_of(body, t);
  return abs(e.box) <= TAME && abs(e.column) <= TAME && abs(e.scale) <= TAME && abs(e.box + e.column - e.scale) <= TAME;
}

bool bms_sizes_are_tame(const bms_body *a, const bms_body *b, double t) {
  return is_tame(a, t) && is_tame(b, t);
}

static void multiply(double *c, int count, int exponent) {
  for (int i = 0; i < count; i++) c[i] = ldexp(c[i], exponent);
}

/* In the unit 2^unit. */
static void rescale(bms_body *body, const exponents *e, int unit) {
  bms_motion *m = &body->motion;
  bool rigid = m->form == BMS_MOTION_RIGID;
  int box = rigid ? unit : e->size == NOTHING ? unit - e->column + e->scale : e->box;
  multiply(body->box.min, 3, -box);
  multiply(body->box.max, 3, -box);
  for (int r = 0; rigid && r < 3; r++) multiply(m->rigid.position[r], 3, -unit);
  for (int i = 0; rigid && i < 4; i++) multiply(m->rigid.quaternion[i], 2, -e->scale);
  for (int r = 0; !rigid && r < 3; r++)
    for (int j = 0; j < 4; j++) multiply(m->matrix.entry[r][j], 3, -e->scale - unit + (j < 3 ? box : 0));
  if (!rigid) multiply(m->matrix.weight, 3, -e->scale);
}

int bms_make_sizes_tame(bms_body *a, bms_body *b, double t) {
  exponents of_a = exponents_of(a, t), of_b = exponents_of(b, t);
  int unit = of_a.size > of_b.size ? of_a.size : of_b.size;
  int place = of_a.place > of_b.place ? of_a.place : of_b.place;
  if (unit == NOTHING) unit = place == NOTHING ? 0 : place;
  if (place - unit > MOST) unit = place - MOST;
  rescale(a, &of_a, unit);
  rescale(b, &of_b, unit);
  return unit;
}
