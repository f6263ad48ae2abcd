/* SPDX-License-Identifier: BSD-3-Clause */

/* The table of kinds, and the parts that their queries are put together from. */

#include "coincidence.h"

#include <math.h>
#include <string.h>

#include "test_case.h"

#define KIND(name, about) \
  { #name, about, coincidence_##name }

static const coincidence KINDS[] = {
    KIND(generic, "boxes tumble past each other"),
    KIND(lengths, "one heading, quaternions of different lengths"),
    KIND(turning_alike, "the same, and both turn alike"),
    KIND(quarter, "a quarter of a turn apart, by a product in doubles"),
    KIND(bars, "bars meet edge on edge"),
    KIND(slight_angles, "the same, at angles of 1e-17 to 1e-6"),
    KIND(slide, "slides on a floor, at some angle to it"),
    KIND(spin, "the same, and spins"),
    KIND(sink, "sinks into the floor by 1e-16 to 1e-3"),
    KIND(gravity, "falls from 1e-9 above the floor"),
    KIND(roll, "rolls about an edge that lies on the floor"),
    KIND(roll_freely, "the same, as a free body between the two poses"),
    KIND(corner, "touches the floor with a corner, and turns"),
    KIND(turn_flat, "turns until a face lies flat on the floor"),
    KIND(fall_flat, "falls flat on the floor, spinning"),
    KIND(lift, "lies on the floor and lifts off, or presses, and turns"),
    KIND(bricks, "bricks that abut, and move a little"),
    KIND(mortar, "bricks with gaps of ulps, of which one is pushed"),
    KIND(furniture, "stand on one floor, one is pushed against the other, turning"),
    KIND(carried, "one stands on the other, both are turned about one axis"),
    KIND(step, "one stands on the other, in a step of ODE"),
    KIND(gears, "turn about parallel axes, with their tops in one plane"),
    KIND(coaxial, "one on the other, both turn about one upright"),
    KIND(face_plane, "share the plane of a face, turn alike and slide"),
    KIND(mirror, "mirror images that meet in their plane"),
    KIND(mirror_upright, "the same without rounding"),
    KIND(door, "a door opens about the edge that it shares with its post, a centred free body"),
    KIND(door_matrix, "the same exactly, as a matrix"),
    KIND(door_back, "a door comes back to its post, edge on edge"),
    KIND(scissors, "two bodies that share an edge turn about it"),
    KIND(graze, "comes down on the floor and up again, touching it or not by rounding, spinning"),
    KIND(matrix_bricks, "bricks, as matrices"),
    KIND(matrix_fall, "falls flat, as matrices"),
    KIND(matrix_spin, "spins on the floor, as a matrix with a weight"),
    KIND(late, "generic, at t = 1e6"),
    KIND(late_flat, "fall_flat at t = 1e6"),
    KIND(late_alike, "turning_alike at t = 1e6"),
    KIND(vanishing, "a quaternion that falls to 1e-9 ... 1e-2 of its ends"),
    KIND(tiny_numbers, "on a floor, with some zeros of 1e-300 in positions and 1e-100 in quaternions"),
    KIND(grid, "aligned with the world, in multiples of a quarter"),
    KIND(apex, "thrown up, touches a plate at the apex of the throw exactly"),
    KIND(apex_spin, "the same, and spins"),
    KIND(corners, "corner falls on corner: two or three planes at one irrational time"),
    KIND(triple, "a corner passes a face that shears, at a triple root of the gap"),
    KIND(quadruple, "a corner touches a face that shears, at a quadruple root of the gap"),
    KIND(matrix_scaled, "generic, as matrices and weights times 2^200 or 2^-200"),
    KIND(quaternion_scaled, "generic, one quaternion times 2^-200 to 2^200"),
    KIND(matrix_generic, "generic, as matrices"),
};

int coincidence_count(void) {
  return sizeof KINDS / sizeof KINDS[0];
}

const coincidence *coincidence_at(int kind) {
  return &KINDS[kind];
}

void coincidence_draw(int kind, int index, bms_query *query) {
  random_source r = random_from(((uint64_t)kind << 32) + (uint64_t)index + 1000);
  memset(query, 0, sizeof *query);
  KINDS[kind].draw(&r, query);
}

/* ------------------------------------------------------------------ stages and poses */

static void rotate(const double q[4], const double v[3], double out[3]) {
  double t[4] = {0, v[0], v[1], v[2]}, back[4] = {q[0], -q[1], -q[2], -q[3]}, once[4], twice[4];
  quaternion_product(q, t, once);
  quaternion_product(once, back, twice);
  for (int i = 0; i < 3; i++) out[i] = twice[1 + i];
}

stage stage_drawn(random_source *r, bms_query *query) {
  stage s;
  random_direction(r, s.heading, 4);
  for (int i = 0; i < 3; i++) s.origin[i] = random_uniform(r, -10, 10);
  query->t1 = 1;
  return s;
}

stage stage_upright(bms_query *query) {
  query->t1 = 1;
  return (stage){.heading = {1, 0, 0, 0}};
}

pose stage_pose(const stage *s, const pose *p) {
  pose out;
  rotate(s->heading, p->position, out.position);
  for (int i = 0; i < 3; i++) out.position[i] += s->origin[i];
  quaternion_product(s->heading, p->quaternion, out.quaternion);
  const double *q = out.quaternion;
  double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  for (int i = 0; i < 4; i++) out.quaternion[i] /= length;
  return out;
}

void stage_direction(const stage *s, const double direction[3], double out[3]) {
  rotate(s->heading, direction, out);
}

pose pose_at(double x, double y, double z) {
  return (pose){{x, y, z}, {1, 0, 0, 0}};
}

pose pose_shifted(pose p, double x, double y, double z) {
  p.position[0] += x;
  p.position[1] += y;
  p.position[2] += z;
  return p;
}

pose pose_turned(pose p, int axis, double angle) {
  double about[3] = {axis == 0, axis == 1, axis == 2}, turn[4], old[4];
  memcpy(old, p.quaternion, sizeof old);
  quaternion_about(about, angle, turn);
  quaternion_product(turn, old, p.quaternion);
  return p;
}

pose pose_turned_anyhow(random_source *r, pose p, int axes, double low, double high) {
  int axis = random_below(r, axes);
  return pose_turned(p, axis, random_uniform(r, low, high));
}

pose pose_somewhere(random_source *r, double height) {
  double x = random_uniform(r, -5, 5), y = random_uniform(r, -5, 5);
  return pose_at(x, y, height);
}

/* ------------------------------------------------------------------ bodies */

bms_box box_with(const double half[3]) {
  return bms_box_centred(2 * half[0], 2 * half[1], 2 * half[2]);
}

void random_half(random_source *r, double half[3]) {
  random_numbers(r, 0.1, 1, half, 3);
}

void body_moves(const stage *s, bms_body *body, const double half[3], const pose *from, const pose *to) {
  pose start = stage_pose(s, from), end = stage_pose(s, to);
  body->box = box_with(half);
  body->motion = bms_motion_between(0, start.position, start.quaternion, 1, end.position, end.quaternion);
}

void floor_below(const stage *s, bms_query *query) {
  const double half[3] = {20, 20, 0.5};
  pose below = pose_at(0, 0, -0.5);
  body_moves(s, &query->a, half, &below, &below);
}

void body_pivots(const stage *s, bms_body *body, const double half[3], const pose *start, const double point[3],
                 double yaw, double from, double to) {
  const double y[3] = {0, 1, 0};
  pose place = pose_at(point[0], point[1], point[2]), turned = pose_turned(pose_at(0, 0, 0), 2, yaw);
  pose first = stage_pose(s, start), through = stage_pose(s, &place), axes = stage_pose(s, &turned);
  double direction[3];
  rotate(axes.quaternion, y, direction);
  body->box = box_with(half);
  body->motion = bms_motion_revolute(first.position, first.quaternion, through.position, direction, 0, from, 1, to);
}

void make_matrix(bms_motion *motion, bool turns) {
  double start[3][4], end[3][4];
  bms_motion_at(motion, 0, start);
  bms_motion_at(motion, 1, end);
  *motion = (bms_motion){.form = BMS_MOTION_MATRIX};
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 4; j++) {
      motion->matrix.entry[i][j][0] = start[i][j];
      if (turns || j == 3) motion->matrix.entry[i][j][1] = end[i][j] - start[i][j];
    }
  motion->matrix.weight[0] = 1;
}

static void make_motion_late(bms_motion *motion, double t) {
  for (int i = 0; i < 3; i++) {
    double *c = motion->rigid.position[i];
    c[0] += t * (t * c[2] - c[1]);
    c[1] -= 2 * t * c[2];
  }
  for (int i = 0; i < 4; i++) motion->rigid.quaternion[i][0] -= t * motion->rigid.quaternion[i][1];
}

void make_late(bms_query *query, double t) {
  make_motion_late(&query->a.motion, t);
  make_motion_late(&query->b.motion, t);
  query->t0 = t;
  query->t1 = t + 1;
}
