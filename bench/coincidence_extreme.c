/* SPDX-License-Identifier: BSD-3-Clause */

/* The generic kinds, matrices, late times, and numbers that are hard on doubles. */

#include "coincidence.h"

#include <math.h>

static const double RIGHT_ANGLE = 1.5707963267948966;

COINCIDENCE(generic) {
  stage s = stage_drawn(r, query);
  double a[3], b[3], way[3], any[3], travel = random_uniform(r, 2, 10), when = random_uniform(r, 0.3, 0.7);
  random_half(r, a);
  random_half(r, b);
  random_direction(r, way, 3);
  random_direction(r, any, 3);
  double along = way[0] * any[0] + way[1] * any[1] + way[2] * any[2], miss = random_uniform(r, 0, 2.8);
  pose first = pose_at(0, 0, 0), second = first;
  for (int i = 0; i < 3; i++) second.position[i] = miss * (any[i] - along * way[i]) - when * travel * way[i];
  random_direction(r, first.quaternion, 4);
  random_direction(r, second.quaternion, 4);
  pose first_to = pose_turned_anyhow(r, first, 3, 0, RIGHT_ANGLE);
  pose to = pose_shifted(second, travel * way[0], travel * way[1], travel * way[2]);
  to = pose_turned_anyhow(r, to, 3, 0, RIGHT_ANGLE);
  body_moves(&s, &query->a, a, &first, &first_to);
  body_moves(&s, &query->b, b, &second, &to);
}

COINCIDENCE(matrix_generic) {
  coincidence_generic(r, query);
  make_matrix(&query->a.motion, true);
  make_matrix(&query->b.motion, true);
}

COINCIDENCE(late) {
  coincidence_generic(r, query);
  make_late(query, 1e6);
}

COINCIDENCE(late_flat) {
  coincidence_fall_flat(r, query);
  make_late(query, 1e6);
}

COINCIDENCE(matrix_bricks) {
  coincidence_bricks(r, query);
  make_matrix(&query->a.motion, true);
  make_matrix(&query->b.motion, true);
}

COINCIDENCE(matrix_fall) {
  coincidence_fall_flat(r, query);
  make_matrix(&query->a.motion, false);
  make_matrix(&query->b.motion, false);
}

COINCIDENCE(matrix_spin) {
  stage s = stage_drawn(r, query);
  const double z[3] = {0, 0, 1};
  double half[3], up[3];
  random_half(r, half);
  floor_below(&s, query);
  make_matrix(&query->a.motion, false);
  pose on = pose_somewhere(r, half[2]);
  on = pose_turned(on, 2, random_uniform(r, 0, 6));
  pose start = stage_pose(&s, &on);
  stage_direction(&s, z, up);
  query->b.box = box_with(half);
  query->b.motion =
      bms_motion_revolute(start.position, start.quaternion, start.position, up, 0, 0, 1, random_uniform(r, 0.1, 2));
}

/* The quaternion turns to its opposite, by way of a short one that is perpendicular to it. */
COINCIDENCE(vanishing) {
  coincidence_generic(r, query);
  double(*q)[2] = query->b.motion.rigid.quaternion, least = random_power_of_ten(r, -9, -2);
  const double across[4] = {-q[1][0], q[0][0], -q[3][0], q[2][0]};
  for (int i = 0; i < 4; i++) {
    q[i][1] = -2 * q[i][0];
    q[i][0] += least * across[i];
  }
}

static void fill_zeros(random_source *r, double *x, int count, double low, double high) {
  for (int i = 0; i < count; i++)
    if (x[i] == 0 && random_below(r, 3) == 0) x[i] = random_signed_power_of_ten(r, low, high);
}

COINCIDENCE(tiny_numbers) {
  stage s = stage_upright(query);
  bms_body *body[2] = {&query->a, &query->b};
  double half[3];
  random_half(r, half);
  floor_below(&s, query);
  pose from = pose_somewhere(r, half[2]);
  double x = random_uniform(r, -1, 1), y = random_uniform(r, -1, 1);
  pose to = pose_shifted(from, x, y, 0);
  body_moves(&s, &query->b, half, &from, &to);
  for (int k = 0; k < 2; k++) {
    fill_zeros(r, &body[k]->motion.rigid.position[0][0], 9, -300, -290);
    fill_zeros(r, &body[k]->motion.rigid.quaternion[0][0], 8, -100, -50);
  }
}

static double multiple(random_source *r, int low, int high, double step) {
  return step * (low + random_below(r, high - low + 1));
}

COINCIDENCE(grid) {
  stage s = stage_upright(query);
  double a[3], b[3], way[3], move[3];
  for (int i = 0; i < 3; i++) {
    a[i] = multiple(r, 1, 4, 0.25);
    b[i] = multiple(r, 1, 4, 0.25);
    way[i] = multiple(r, -4, 4, 0.5);
    move[i] = multiple(r, -4, 4, 1);
  }
  pose first = pose_at(0, 0, 0), second = pose_at(way[0], way[1], way[2]);
  pose to = pose_shifted(second, move[0], move[1], move[2]);
  body_moves(&s, &query->a, a, &first, &first);
  body_moves(&s, &query->b, b, &second, &to);
}
