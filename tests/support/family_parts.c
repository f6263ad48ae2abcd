/* SPDX-License-Identifier: BSD-3-Clause */

/* Puts the families' queries together. Rounding does no harm: a query is whatever doubles come out. */

#include "family_parts.h"

#include <math.h>
#include <string.h>

bms_box part_box(double x, double y, double z) {
  bms_box box = {{-x, -y, -z}, {x, y, z}};
  return box;
}

bms_box part_random_box(random_source *r, double low, double high) {
  double x = random_uniform(r, low, high), y = random_uniform(r, low, high), z = random_uniform(r, low, high);
  return part_box(x, y, z);
}

bms_motion part_still(void) {
  bms_motion motion;

  memset(&motion, 0, sizeof motion);
  motion.form = BMS_MOTION_RIGID;
  motion.rigid.quaternion[0][0] = 1.0;
  return motion;
}

void part_quaternion_product(const double a[4], const double b[4], double product[4]) {
  product[0] = a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3];
  product[1] = a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2];
  product[2] = a[0] * b[2] + a[2] * b[0] + a[3] * b[1] - a[1] * b[3];
  product[3] = a[0] * b[3] + a[3] * b[0] + a[1] * b[2] - a[2] * b[1];
}

void part_turn(random_source *r, bms_motion *motion, const double q[4], double angle) {
  double axis[3], turn[4], end[4];
  int i;

  random_direction(r, axis, 3);
  turn[0] = cos(angle / 2.0);
  for (i = 0; i < 3; i++) turn[1 + i] = sin(angle / 2.0) * axis[i];
  part_quaternion_product(turn, q, end);
  for (i = 0; i < 4; i++) {
    motion->rigid.quaternion[i][0] = q[i];
    motion->rigid.quaternion[i][1] = end[i] - q[i];
  }
}

void part_random_turn(random_source *r, bms_motion *motion, double angle) {
  double q[4];

  random_direction(r, q, 4);
  part_turn(r, motion, q, angle);
}

void part_encounter(random_source *r, bms_query *query, double low, double high, double most_angle, double miss) {
  double when = random_uniform(r, 0.2, 0.8), travel = random_uniform(r, 1.0, 8.0) * high;
  double along[3], aside[3];
  int i;

  query->t0 = 0.0;
  query->t1 = 1.0;
  query->a.box = part_random_box(r, low, high);
  query->b.box = part_random_box(r, low, high);
  query->a.motion = part_still();
  query->b.motion = part_still();
  part_random_turn(r, &query->a.motion, random_uniform(r, 0.0, most_angle));
  part_random_turn(r, &query->b.motion, random_uniform(r, 0.0, most_angle));
  random_direction(r, along, 3);
  random_direction(r, aside, 3);
  for (i = 0; i < 3; i++) {
    double own = random_uniform(r, -2.0, 2.0) * high, speed = own + travel * along[i];
    query->a.motion.rigid.position[i][1] = own;
    query->b.motion.rigid.position[i][1] = speed;
    query->b.motion.rigid.position[i][0] = miss * aside[i] - (speed - own) * when;
  }
}

void part_to_matrix(bms_motion *motion) {
  bms_motion m;
  double q[4][2];
  int i, j, k;

  memset(&m, 0, sizeof m);
  m.form = BMS_MOTION_MATRIX;
  memcpy(q, motion->rigid.quaternion, sizeof q);
  for (k = 0; k < 3; k++) {
    /* the coefficient of t^k of a product of two components x, y: the sum over i + j = k of x_i y_j */
    double product[4][4];
    for (i = 0; i < 4; i++)
      for (j = 0; j < 4; j++)
        product[i][j] = k == 0 ? q[i][0] * q[j][0] : k == 1 ? q[i][0] * q[j][1] + q[i][1] * q[j][0] : q[i][1] * q[j][1];
    for (i = 0; i < 3; i++) {
      int x = 1 + i, y = 1 + (i + 1) % 3, z = 1 + (i + 2) % 3;
      m.matrix.entry[i][i][k] = product[0][0] + product[x][x] - product[y][y] - product[z][z];
      m.matrix.entry[(i + 1) % 3][i][k] = 2.0 * (product[x][y] + product[0][z]);
      m.matrix.entry[(i + 2) % 3][i][k] = 2.0 * (product[x][z] - product[0][y]);
      m.matrix.entry[i][3][k] = motion->rigid.position[i][k];
    }
    m.matrix.weight[k] = product[0][0] + product[1][1] + product[2][2] + product[3][3];
  }
  *motion = m;
}

static void reparametrise(double *c, int count, double t0, double length) {
  if (count == 3) {
    double c2 = c[2] / (length * length), c1 = c[1] / length;
    c[0] += t0 * (t0 * c2 - c1);
    c[1] = c1 - 2.0 * t0 * c2;
    c[2] = c2;
  } else {
    c[1] /= length;
    c[0] -= t0 * c[1];
  }
}

static void reparametrise_motion(bms_motion *motion, double t0, double length) {
  int i, j;

  for (i = 0; i < 3; i++) {
    if (motion->form == BMS_MOTION_RIGID) reparametrise(motion->rigid.position[i], 3, t0, length);
    for (j = 0; motion->form == BMS_MOTION_MATRIX && j < 4; j++)
      reparametrise(motion->matrix.entry[i][j], 3, t0, length);
  }
  for (i = 0; motion->form == BMS_MOTION_RIGID && i < 4; i++) reparametrise(motion->rigid.quaternion[i], 2, t0, length);
  if (motion->form == BMS_MOTION_MATRIX) reparametrise(motion->matrix.weight, 3, t0, length);
}

void part_set_interval(bms_query *query, double t0, double t1) {
  query->t0 = t0;
  query->t1 = t1;
  reparametrise_motion(&query->a.motion, t0, t1 - t0);
  reparametrise_motion(&query->b.motion, t0, t1 - t0);
}

static void scale_body(bms_body *body, double factor) {
  int i, k;

  for (i = 0; i < 3; i++) {
    body->box.min[i] *= factor;
    body->box.max[i] *= factor;
    for (k = 0; k < 3; k++) {
      double *x = body->motion.form == BMS_MOTION_RIGID ? &body->motion.rigid.position[i][k]
                                                        : &body->motion.matrix.entry[i][3][k];
      *x *= factor;
    }
  }
}

void part_scale(bms_query *query, double factor) {
  scale_body(&query->a, factor);
  scale_body(&query->b, factor);
}

/* Turns the world axes (x, y, z) -> (y, z, x) by a turn of the quaternion's vector part and of the box's own axes with
   it: R -> P R P^T. */
static void permute_body(bms_body *body) {
  bms_body old = *body;
  int i, j;

  for (i = 0; i < 3; i++) {
    int to = (i + 1) % 3;
    body->box.min[to] = old.box.min[i];
    body->box.max[to] = old.box.max[i];
    if (body->motion.form == BMS_MOTION_RIGID) {
      memcpy(body->motion.rigid.position[to], old.motion.rigid.position[i], sizeof old.motion.rigid.position[i]);
      memcpy(body->motion.rigid.quaternion[1 + to], old.motion.rigid.quaternion[1 + i], 2 * sizeof(double));
      continue;
    }
    for (j = 0; j < 4; j++)
      memcpy(body->motion.matrix.entry[to][j < 3 ? (j + 1) % 3 : 3], old.motion.matrix.entry[i][j], 3 * sizeof(double));
  }
}

void part_shuffle(random_source *r, bms_query *query) {
  int turns = random_below(r, 3);

  while (turns-- > 0) {
    permute_body(&query->a);
    permute_body(&query->b);
  }
  if (random_below(r, 2) == 0) {
    bms_body a = query->a;
    query->a = query->b;
    query->b = a;
  }
}

double part_grid(random_source *r, int low, int high, double step) {
  return step * (double)(low + random_below(r, high - low + 1));
}

void part_aligned_pair(random_source *r, bms_query *query) {
  bms_body *body[2] = {&query->a, &query->b};
  int i, k;

  query->t0 = 0.0;
  query->t1 = 1.0;
  for (k = 0; k < 2; k++) {
    body[k]->motion = part_still();
    for (i = 0; i < 3; i++) {
      body[k]->box.max[i] = part_grid(r, 1, 4, 0.25);
      body[k]->box.min[i] = -body[k]->box.max[i];
    }
  }
}
