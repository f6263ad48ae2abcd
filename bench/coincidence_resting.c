/* SPDX-License-Identifier: BSD-3-Clause */

/* Kinds of bodies that lie, slide, roll and fall on a floor, or stand next to and on each other. */

#include "coincidence.h"

#include <math.h>
#include <string.h>

/* Returns a pose on the floor, anywhere and turned anyhow about the upright. */
static pose on_floor(random_source *r, double height) {
  pose p = pose_somewhere(r, height);
  return pose_turned(p, 2, random_uniform(r, 0, 6));
}

static pose aside(random_source *r, pose p, double most, double down) {
  double x = random_uniform(r, -most, most), y = random_uniform(r, -most, most);
  return pose_shifted(p, x, y, -down);
}

/* Draws a stage with a floor, and how large the box on it is. */
static stage stage_with_floor(random_source *r, bms_query *query, double half[3]) {
  stage s = stage_drawn(r, query);
  random_half(r, half);
  floor_below(&s, query);
  return s;
}

/* Draws a box on a floor that goes aside, sinks and spins. */
static void on_a_floor(random_source *r, bms_query *query, double height, double sinks, double spins) {
  double half[3];
  stage s = stage_with_floor(r, query, half);
  pose from = on_floor(r, half[2] + height), to = pose_turned(aside(r, from, 2, sinks), 2, spins);
  body_moves(&s, &query->b, half, &from, &to);
}

COINCIDENCE(slide) {
  on_a_floor(r, query, 0, 0, 0);
}

COINCIDENCE(spin) {
  on_a_floor(r, query, 0, 0, random_uniform(r, 0, 1.5));
}

COINCIDENCE(sink) {
  on_a_floor(r, query, 0, random_power_of_ten(r, -16, -3), 0);
}

COINCIDENCE(fall_flat) {
  double speed = random_uniform(r, 1, 5), height = random_uniform(r, 0.2, 0.8) * speed;
  on_a_floor(r, query, height, speed, random_uniform(r, 0, 1));
}

/* Adds c (t - when)^2 to the height of b. */
static void bend_up(const stage *s, bms_query *query, double c, double when) {
  const double z[3] = {0, 0, 1};
  double up[3];
  stage_direction(s, z, up);
  for (int i = 0; i < 3; i++) {
    double *p = query->b.motion.rigid.position[i];
    p[0] += c * when * when * up[i];
    p[1] -= 2 * c * when * up[i];
    p[2] += c * up[i];
  }
}

COINCIDENCE(gravity) {
  double half[3];
  stage s = stage_with_floor(r, query, half);
  pose from = on_floor(r, half[2] + 1e-9);
  body_moves(&s, &query->b, half, &from, &from);
  bend_up(&s, query, -9.81 / 3600, 0);
}

COINCIDENCE(graze) {
  double half[3];
  stage s = stage_with_floor(r, query, half);
  pose from = on_floor(r, half[2]), to = aside(r, from, 1, 0);
  to = pose_turned(to, 2, random_uniform(r, 0, 1));
  body_moves(&s, &query->b, half, &from, &to);
  double c = random_uniform(r, 1, 5);
  bend_up(&s, query, c, random_uniform(r, 0.3, 0.7));
}

/* Returns the pose of a box that has rolled by an angle about its lower edge, which lies on the floor at (x, y). */
static pose rolled(const double half[3], double x, double y, double yaw, double angle) {
  double back = half[2] * sin(angle) - half[0] * cos(angle), up = half[0] * sin(angle) + half[2] * cos(angle);
  pose p = pose_at(x + back * cos(yaw), y + back * sin(yaw), up);
  return pose_turned(pose_turned(p, 1, angle), 2, yaw);
}

COINCIDENCE(roll) {
  stage s = stage_drawn(r, query);
  double half[3], yaw = random_uniform(r, 0, 6), x = random_uniform(r, -5, 5), y = random_uniform(r, -5, 5);
  random_half(r, half);
  floor_below(&s, query);
  pose lying = rolled(half, x, y, yaw, 0);
  double point[3] = {x, y, 0}, from = random_uniform(r, 0, 0.7);
  body_pivots(&s, &query->b, half, &lying, point, yaw, from, random_uniform(r, 0.8, 1.5));
}

COINCIDENCE(roll_freely) {
  stage s = stage_drawn(r, query);
  double half[3], yaw = random_uniform(r, 0, 6), x = random_uniform(r, -5, 5), y = random_uniform(r, -5, 5);
  random_half(r, half);
  floor_below(&s, query);
  pose lying = rolled(half, x, y, yaw, 0), up = rolled(half, x, y, yaw, random_uniform(r, 0.1, 1.5));
  if (random_below(r, 2) == 0)
    body_moves(&s, &query->b, half, &lying, &up);
  else
    body_moves(&s, &query->b, half, &up, &lying);
}

COINCIDENCE(corner) {
  stage s = stage_drawn(r, query);
  double half[3], lowest = 0, pose_of[3][4];
  pose p = pose_somewhere(r, 0);
  random_half(r, half);
  random_direction(r, p.quaternion, 4);
  bms_motion still = bms_motion_fixed(p.position, p.quaternion);
  bms_motion_at(&still, 0, pose_of);
  for (int i = 0; i < 3; i++) lowest += half[i] * fabs(pose_of[2][i]);
  floor_below(&s, query);
  p.position[2] = lowest;
  pose to = aside(r, p, 2, 0);
  to = pose_turned_anyhow(r, to, 3, 0, 0.5);
  body_moves(&s, &query->b, half, &p, &to);
}

COINCIDENCE(turn_flat) {
  double half[3];
  stage s = stage_with_floor(r, query, half);
  pose flat = on_floor(r, half[2]), above = aside(r, flat, 1, -random_uniform(r, 1, 3));
  above = pose_turned_anyhow(r, above, 2, 0.05, 1);
  body_moves(&s, &query->b, half, &above, &flat);
}

COINCIDENCE(lift) {
  double half[3];
  stage s = stage_with_floor(r, query, half);
  pose flat = on_floor(r, half[2]), to = aside(r, flat, 1, random_uniform(r, -1, 1));
  to = pose_turned_anyhow(r, to, 3, 0, 1);
  body_moves(&s, &query->b, half, &flat, &to);
}

/* Moves the last digits of a quaternion that does not turn, as another normalisation would. */
static void jostle(random_source *r, bms_motion *motion) {
  for (int i = 0; i < 4; i++) {
    double *q = motion->rigid.quaternion[i];
    int ulps = random_below(r, 3) - 1;
    if (ulps != 0) q[0] = nextafter(q[0], ulps > 0 ? 2 : -2);
    q[1] = 0;
  }
}

COINCIDENCE(bricks) {
  stage s = stage_drawn(r, query);
  double a[3], b[3], way[3], move[3] = {0, 0, 0};
  int up = random_below(r, 3);
  random_half(r, a);
  random_half(r, b);
  if (random_below(r, 2) == 0) memcpy(b, a, sizeof b);
  for (int i = 0; i < 3; i++) {
    int kind = random_below(r, 3);
    way[i] = i == up || kind == 0 ? a[i] + b[i] : kind == 1 ? a[i] - b[i] : random_uniform(r, -1, 1) * (a[i] + b[i]);
    if (random_below(r, 2) == 0) move[i] = random_uniform(r, -1, 1);
  }
  pose first = pose_at(0, 0, 0), second = pose_at(way[0], way[1], way[2]);
  pose to = pose_shifted(second, move[0], move[1], move[2]);
  body_moves(&s, &query->a, a, &first, &first);
  body_moves(&s, &query->b, b, &second, &to);
  jostle(r, &query->b.motion);
}

COINCIDENCE(mortar) {
  static const double HALF[3] = {0.2, 0.1, 0.06};
  stage s = stage_drawn(r, query);
  double way[3] = {0, 0, 0};
  int up = random_below(r, 3), next = (up + 1) % 3, pushed = random_below(r, 3);
  way[up] = 2 * HALF[up];
  for (int ulps = random_below(r, 4); ulps > 0; ulps--) way[up] = nextafter(way[up], 1);
  if (random_below(r, 2) == 0) way[next] = HALF[next];
  pose first = pose_at(0, 0, 0), second = pose_at(way[0], way[1], way[2]), to = second;
  to.position[pushed] += random_uniform(r, -0.3, 0.3);
  body_moves(&s, &query->a, HALF, &first, &first);
  body_moves(&s, &query->b, HALF, &second, &to);
}

COINCIDENCE(furniture) {
  stage s = stage_drawn(r, query);
  double a[3], b[3], speed = random_uniform(r, 0.5, 3);
  random_half(r, a);
  random_half(r, b);
  double x = a[0] + b[0] + random_uniform(r, 0.1, 0.9) * speed, y = random_uniform(r, -1, 1) * (a[1] + b[1]);
  pose first = pose_at(0, 0, a[2]), second = pose_at(x, y, b[2]);
  pose to = pose_shifted(second, -speed, random_uniform(r, -0.3, 0.3), 0);
  to = pose_turned(to, 2, random_uniform(r, -1, 1));
  body_moves(&s, &query->a, a, &first, &first);
  body_moves(&s, &query->b, b, &second, &to);
}

/* Draws one box standing on another, and the poses of both in the world. */
static void stand(random_source *r, bms_query *query, double above, pose *lower, pose *upper) {
  stage s = stage_drawn(r, query);
  double a[3], b[3];
  random_half(r, a);
  random_half(r, b);
  pose below = pose_at(0, 0, -a[2]);
  double x = random_uniform(r, -a[0], a[0]), y = random_uniform(r, -a[1], a[1]);
  pose on = pose_at(x, y, b[2] + above);
  on = pose_turned(on, 2, random_below(r, 2) == 0 ? 0 : random_uniform(r, 0, 6));
  query->a.box = box_with(a);
  query->b.box = box_with(b);
  *lower = stage_pose(&s, &below);
  *upper = stage_pose(&s, &on);
}

COINCIDENCE(carried) {
  pose a, b;
  double about[3], point[3], angle = random_uniform(r, 0, 1);
  stand(r, query, 0, &a, &b);
  random_direction(r, about, 3);
  for (int i = 0; i < 3; i++) point[i] = a.position[i] + random_uniform(r, -2, 2);
  query->a.motion = bms_motion_revolute(a.position, a.quaternion, point, about, 0, 0, 1, angle);
  query->b.motion = bms_motion_revolute(b.position, b.quaternion, point, about, 0, 0, 1, angle);
}

COINCIDENCE(step) {
  pose p[2];
  bms_motion *motion[2] = {&query->a.motion, &query->b.motion};
  stand(r, query, random_power_of_ten(r, -12, -5), &p[0], &p[1]);
  for (int k = 0; k < 2; k++) {
    double velocity[3], spin[3], gravity[3] = {0, 0, -9.81};
    for (int i = 0; i < 3; i++) {
      velocity[i] = random_uniform(r, -1e-4, 1e-4);
      spin[i] = random_uniform(r, -1e-4, 1e-4);
    }
    *motion[k] = bms_motion_step(p[k].position, p[k].quaternion, velocity, spin, gravity);
  }
  query->t1 = 1.0 / 60;
}
