/* SPDX-License-Identifier: BSD-3-Clause */

/* Kinds of bodies that turn about one axis, or alike, or share a hinge or a plane. */

#include "coincidence.h"

#include <math.h>
#include <string.h>

static const double RIGHT_ANGLE = 1.5707963267948966;

/* Two bodies of which the second is `turned` against the first, and passes it or meets it; both turn by `turns` about
   one axis. */
static void pass(random_source *r, bms_query *query, double turned, double turns) {
  stage s = stage_drawn(r, query);
  double a[3], b[3], way[3], travel = random_uniform(r, 2, 10), when = random_uniform(r, 0.3, 0.7);
  int axis = random_below(r, 3);
  random_half(r, a);
  random_half(r, b);
  random_direction(r, way, 3);
  pose first = pose_at(0, 0, 0), second = first;
  for (int i = 0; i < 3; i++) second.position[i] = random_uniform(r, -1, 1) - when * travel * way[i];
  second = pose_turned(second, random_below(r, 3), turned);
  pose to = pose_shifted(second, travel * way[0], travel * way[1], travel * way[2]);
  pose first_to = pose_turned(first, axis, turns);
  to = pose_turned(to, axis, turns);
  body_moves(&s, &query->a, a, &first, &first_to);
  body_moves(&s, &query->b, b, &second, &to);
}

static void lengthen(bms_motion *motion, double factor) {
  for (int i = 0; i < 4; i++)
    for (int k = 0; k < 2; k++) motion->rigid.quaternion[i][k] *= factor;
}

COINCIDENCE(lengths) {
  pass(r, query, 0, 0);
  lengthen(&query->b.motion, random_uniform(r, 1, 3));
}

COINCIDENCE(turning_alike) {
  pass(r, query, 0, random_uniform(r, 0, RIGHT_ANGLE));
  lengthen(&query->b.motion, random_uniform(r, 0.5, 2));
}

COINCIDENCE(quarter) {
  pass(r, query, RIGHT_ANGLE, random_below(r, 2) == 0 ? 0 : random_uniform(r, 0, RIGHT_ANGLE));
}

COINCIDENCE(late_alike) {
  coincidence_turning_alike(r, query);
  make_late(query, 1e6);
}

COINCIDENCE(bars) {
  stage s = stage_drawn(r, query);
  double half = random_uniform(r, 0.1, 0.4), speed = random_uniform(r, 0.5, 3), when = random_uniform(r, 0.2, 0.8);
  double a[3] = {random_uniform(r, 0.5, 1.5), half, half}, b[3] = {random_uniform(r, 0.5, 1.5), half, half};
  pose first = pose_turned(pose_at(0, 0, 0), 0, RIGHT_ANGLE / 2);
  pose second = pose_at(random_uniform(r, -0.8, 0.8) * (a[0] + b[0]), 0, 2 * sqrt(2) * half + when * speed);
  second = pose_turned(second, 0, RIGHT_ANGLE / 2);
  pose to = pose_shifted(second, 0, 0, -speed);
  body_moves(&s, &query->a, a, &first, &first);
  body_moves(&s, &query->b, b, &second, &to);
}

COINCIDENCE(slight_angles) {
  coincidence_bars(r, query);
  double slight = random_power_of_ten(r, -17, -6);
  for (int i = 0; i < 4; i++) query->b.motion.rigid.quaternion[i][0] += slight * random_uniform(r, -1, 1);
}

/* Two boxes at a distance along x that turn about their upright axes, one on the other if it is 0. */
static void turn_upright(random_source *r, bms_query *query, double distance, const double a[3], const double b[3],
                         double height) {
  stage s = stage_drawn(r, query);
  pose first = pose_turned(pose_at(0, 0, 0), 2, random_uniform(r, 0, 6));
  pose second = pose_turned(pose_at(distance, 0, height), 2, random_uniform(r, 0, 6));
  double turn = random_uniform(r, 0.2, 1.5);
  pose first_to = pose_turned(first, 2, turn), to = pose_turned(second, 2, -turn);
  body_moves(&s, &query->a, a, &first, &first_to);
  body_moves(&s, &query->b, b, &second, &to);
}

COINCIDENCE(gears) {
  double a[3], b[3];
  random_half(r, a);
  random_half(r, b);
  a[2] = b[2] = 0.1;
  turn_upright(r, query, random_uniform(r, 0.8, 1.4) * (a[0] + b[0]), a, b, 0);
}

COINCIDENCE(coaxial) {
  double a[3], b[3];
  random_half(r, a);
  random_half(r, b);
  turn_upright(r, query, 0, a, b, a[2] + b[2]);
}

COINCIDENCE(face_plane) {
  stage s = stage_drawn(r, query);
  double a[3], b[3], move[3], turn = random_below(r, 2) == 0 ? 0 : random_uniform(r, 0, 1);
  random_half(r, a);
  random_half(r, b);
  random_numbers(r, -2, 2, move, 3);
  pose first = pose_at(0, 0, 0), first_to = pose_turned(pose_shifted(first, move[0], move[1], move[2]), 0, turn);
  double at[2], slide[2];
  random_numbers(r, -2, 2, at, 2);
  random_numbers(r, -2, 2, slide, 2);
  pose second = pose_at(a[0] + b[0], at[0], at[1]);
  pose to = pose_turned(pose_shifted(second, move[0], move[1] + slide[0], move[2] + slide[1]), 0, turn);
  body_moves(&s, &query->a, a, &first, &first_to);
  body_moves(&s, &query->b, b, &second, &to);
}

static pose mirrored(pose p) {
  p.position[0] = -p.position[0];
  p.quaternion[2] = -p.quaternion[2];
  p.quaternion[3] = -p.quaternion[3];
  return p;
}

static void meet_in_mirror(random_source *r, bms_query *query, const stage *s) {
  double half[3];
  random_half(r, half);
  pose from = pose_at(-3, 0, 0);
  random_direction(r, from.quaternion, 4);
  double x = random_uniform(r, 1.5, 4), y = random_uniform(r, -1, 1), z = random_uniform(r, -1, 1);
  pose to = pose_turned_anyhow(r, pose_shifted(from, x, y, z), 3, 0, 1.5);
  pose image = mirrored(from), image_to = mirrored(to);
  body_moves(s, &query->a, half, &from, &to);
  body_moves(s, &query->b, half, &image, &image_to);
}

COINCIDENCE(mirror) {
  stage s = stage_drawn(r, query);
  meet_in_mirror(r, query, &s);
}

COINCIDENCE(mirror_upright) {
  stage s = stage_upright(query);
  meet_in_mirror(r, query, &s);
}

/* ------------------------------------------------------------------ doors */

/* Draws the boxes of a door and its post, which share the edge z through the origin of both frames. */
static void hang(random_source *r, bms_query *query) {
  double height = random_uniform(r, 0.3, 1), length[2], depth[2];
  random_numbers(r, 0.2, 1, length, 2);
  random_numbers(r, 0.05, 0.3, depth, 2);
  query->a.box = (bms_box){{-length[0], -depth[0], -height}, {0, 0, height}};
  query->b.box = (bms_box){{0, -depth[1], -height}, {length[1], 0, height}};
}

/* Makes a body turn about z of the stage, whose own frame it is. */
static void swing(const stage *s, bms_motion *motion, double from, double to) {
  pose first = pose_turned(pose_at(0, 0, 0), 2, from), second = pose_turned(first, 2, to - from);
  pose start = stage_pose(s, &first), end = stage_pose(s, &second);
  *motion = bms_motion_between(0, start.position, start.quaternion, 1, end.position, end.quaternion);
}

/* Returns where the centre of a door is that has been opened by an angle. */
static pose opened(const double half[3], double angle) {
  double c = cos(angle), s = sin(angle);
  return pose_turned(pose_at(half[0] * c + half[1] * s, half[0] * s - half[1] * c, 0), 2, angle);
}

COINCIDENCE(door) {
  stage s = stage_drawn(r, query);
  double a[3], b[3], from = random_uniform(r, 0, 0.5), to = from + random_uniform(r, 0.01, 0.1);
  random_half(r, a);
  random_half(r, b);
  b[2] = a[2];
  pose post = pose_at(-a[0], -a[1], 0), start = opened(b, from), end = opened(b, to);
  body_moves(&s, &query->a, a, &post, &post);
  body_moves(&s, &query->b, b, &start, &end);
}

COINCIDENCE(door_matrix) {
  stage s = stage_drawn(r, query);
  const double z[3] = {0, 0, 1};
  double along[3];
  hang(r, query);
  swing(&s, &query->a.motion, 0, 0);
  stage_direction(&s, z, along);
  pose origin = pose_at(0, 0, 0), place = stage_pose(&s, &origin);
  double from = random_uniform(r, 0, 0.5);
  query->b.motion = bms_motion_revolute(place.position, place.quaternion, place.position, along, 0, from, 1,
                                        random_uniform(r, 1, 2.5));
}

COINCIDENCE(door_back) {
  stage s = stage_drawn(r, query);
  double way[3], when = random_uniform(r, 0.1, 0.9);
  hang(r, query);
  swing(&s, &query->a.motion, 0, 0);
  random_direction(r, way, 3);
  pose from = pose_turned(pose_at(-when * way[0], -when * way[1], -when * way[2]), 2, random_uniform(r, 0, 3));
  pose to = pose_shifted(from, way[0], way[1], way[2]), start = stage_pose(&s, &from), end = stage_pose(&s, &to);
  query->b.motion = bms_motion_between(0, start.position, start.quaternion, 1, end.position, start.quaternion);
}

COINCIDENCE(scissors) {
  stage s = stage_drawn(r, query);
  hang(r, query);
  double from[2], to[2];
  random_numbers(r, 0, 1, from, 2);
  random_numbers(r, 0, 1, to, 2);
  swing(&s, &query->a.motion, -0.1 * from[0], -0.1 - 0.4 * to[0]);
  swing(&s, &query->b.motion, 0.2 * from[1], 0.3 + 0.7 * to[1]);
}
