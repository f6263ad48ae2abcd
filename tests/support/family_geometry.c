/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Families of contacts that are hard to describe.  Bodies of one heading, as bars, doors, bricks and furniture are,
 * have edges that are parallel, or nearly, and what doubles make of the product of two of them is rounding; two corners
 * that meet have many normals; a thin box has hardly a slab.
 *
 * All is put together in a frame in which a stands upright, and turned to a heading of its own at the end.
 */

#include "family_list.h"
#include "family_parts.h"

#include <math.h>
#include <string.h>

/* Computes the quaternion of a turn by `angle` about coordinate axis i. */
static void turn_about(int i, double angle, double q[4]) {
  memset(q, 0, 4 * sizeof *q);
  q[0] = cos(0.5 * angle);
  q[1 + i] = sin(0.5 * angle);
}

static void rotate(const double q[4], const double v[3], double out[3]) {
  double t[4] = {0, v[0], v[1], v[2]}, back[4] = {q[0], -q[1], -q[2], -q[3]}, once[4], twice[4];
  part_quaternion_product(q, t, once);
  part_quaternion_product(once, back, twice);
  for (int r = 0; r < 3; r++) out[r] = twice[1 + r];
}

/* Writes a quaternion as programs have it: normalised, or of any length, or of either sign. */
static void set_quaternion(random_source *r, bms_motion *motion, const double q[4]) {
  double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  double sign = random_sign(r), factor = random_below(r, 2) == 0 ? 1 / length : sign * random_uniform(r, 0.5, 2);
  for (int i = 0; i < 4; i++) motion->rigid.quaternion[i][0] = q[i] * factor;
}

/* Turns a pose by a heading. */
static void head(random_source *r, const double heading[4], const double own[4], bms_motion *motion) {
  double q[4], old[3], moved[3];
  part_quaternion_product(heading, own, q);
  set_quaternion(r, motion, q);
  for (int k = 0; k < 3; k++) {
    for (int i = 0; i < 3; i++) old[i] = motion->rigid.position[i][k];
    rotate(heading, old, moved);
    for (int i = 0; i < 3; i++) motion->rigid.position[i][k] = moved[i];
  }
}

/* Turns the whole query to a heading, or leaves it upright; q_a and q_b are the turns of the boxes so far. */
static void head_both(random_source *r, bms_query *query, const double q_a[4], const double q_b[4]) {
  double heading[4] = {1, 0, 0, 0};
  if (random_below(r, 8) != 0) random_direction(r, heading, 4);
  head(r, heading, q_a, &query->a.motion);
  head(r, heading, q_b, &query->b.motion);
}

/* Does that, and shuffles the query. */
static void set_headings(random_source *r, bms_query *query, const double q_a[4], const double q_b[4]) {
  head_both(r, query, q_a, q_b);
  part_shuffle(r, query);
}

/* Makes the boxes be at the given distance at a time, on a straight path with this velocity of b. */
static void set_path(bms_query *query, const double way[3], const double velocity[3], double when) {
  for (int r = 0; r < 3; r++) {
    query->b.motion.rigid.position[r][0] = way[r] - when * velocity[r];
    query->b.motion.rigid.position[r][1] = velocity[r];
  }
}

static void start(random_source *r, bms_query *query, bms_box a, bms_box b) {
  query->t0 = 0;
  query->t1 = random_below(r, 2) == 0 ? 1 : random_uniform(r, 1, 3);
  query->a.box = a;
  query->b.box = b;
  query->a.motion = part_still();
  query->b.motion = part_still();
}

static double slight(random_source *r) {
  return random_below(r, 4) == 0 ? 0 : random_signed_power_of_ten(r, -17, -6);
}

/* Bars with an edge up; the edges enclose `angle`. */
static void fall_edge_on_edge(random_source *r, bms_query *query, double angle) {
  bms_box a = part_box(random_uniform(r, 0.3, 1.5), 0.2, 0.2), b = part_box(random_uniform(r, 0.3, 1.5), 0.2, 0.2);
  double tilt[4], turn[4], q_a[4], q_b[4], velocity[3] = {0, 0, random_uniform(r, -3, -0.5)};
  double aside = random_below(r, 2) == 0 ? random_uniform(r, -0.1, 0.1) : 0;
  double way[3] = {random_uniform(r, -1, 1) * b.max[0], aside, 2 * sqrt(0.08) - fabs(aside)};
  start(r, query, a, b);
  if (random_below(r, 2) == 0) velocity[1] = random_uniform(r, -0.3, 0.3);
  set_path(query, way, velocity, random_uniform(r, 0.1, 0.9));
  turn_about(0, atan(1), q_a);
  turn_about(2, angle, turn);
  turn_about(1, random_below(r, 2) == 0 ? 0 : slight(r), tilt);
  part_quaternion_product(tilt, q_a, q_b);
  part_quaternion_product(turn, q_b, tilt);
  memcpy(q_b, tilt, sizeof q_b);
  if (random_below(r, 4) == 0) turn_about(0, random_uniform(r, -0.7, 0.7), q_a);
  set_headings(r, query, q_a, q_b);
}

void family_equal_headings(random_source *r, bms_query *query) {
  fall_edge_on_edge(r, query, 0);
}

void family_slight_angles(random_source *r, bms_query *query) {
  fall_edge_on_edge(r, query, slight(r));
}

/* Makes a body that does not turn yet turn about its own axis i, `rate` times as fast as |q|. */
static void spin(bms_motion *motion, int i, double rate) {
  double now[4], turn[4] = {0, 0, 0, 0}, then[4];
  turn[1 + i] = rate;
  for (int k = 0; k < 4; k++) now[k] = motion->rigid.quaternion[k][0];
  part_quaternion_product(now, turn, then);
  for (int k = 0; k < 4; k++) motion->rigid.quaternion[k][1] = then[k];
}

/* Makes a door that shares an edge, z, with its post, and comes back to it, or leaves it, or turns about it. */
void family_hinge(random_source *r, bms_query *query) {
  double height = random_uniform(r, 0.3, 1), width = random_uniform(r, 0.2, 1), depth = random_uniform(r, 0.05, 0.3);
  double opening = random_uniform(r, 1.6, 4.7), q_a[4] = {1, 0, 0, 0}, q_b[4], velocity[3];
  bms_box a = {{-width, -depth, -height}, {0, 0, height}};
  bms_box b = {{0, 0, -random_uniform(r, 0.3, 1)}, {0, 0, height}};
  static const double ORIGIN[3] = {0, 0, 0};
  b.max[0] = random_uniform(r, 0.2, 1);
  b.max[1] = random_uniform(r, 0.05, 0.3);
  start(r, query, a, b);
  random_direction(r, velocity, 3);
  set_path(query, ORIGIN, velocity, random_below(r, 3) == 0 ? 0 : random_uniform(r, 0.1, 0.9));
  turn_about(2, opening - 0.5 * acos(-1.0), q_b);
  head_both(r, query, q_a, q_b);
  bms_motion *spinning = random_below(r, 2) == 0 ? &query->a.motion : &query->b.motion;
  if (random_below(r, 3) == 0) spin(spinning, 2, random_uniform(r, -0.5, 0.5));
  part_shuffle(r, query);
}

/* Bricks on and next to each other, that press, lift, slide or rest. */
void family_bricks(random_source *r, bms_query *query) {
  bms_box a = part_random_box(r, 0.2, 1), b = random_below(r, 2) == 0 ? a : part_random_box(r, 0.2, 1);
  double q[4] = {1, 0, 0, 0}, turned[4], way[3], velocity[3] = {0, 0, 0};
  int up = random_below(r, 3);
  start(r, query, a, b);
  for (int i = 0; i < 3; i++) {
    int kind = random_below(r, 3);
    double touching = a.max[i] + b.max[i], flush = a.max[i] - b.max[i];
    way[i] = i == up || kind == 0 ? touching : kind == 1 ? flush : random_uniform(r, -touching, touching);
    if (random_below(r, 2) == 0) velocity[i] = random_below(r, 2) == 0 ? random_uniform(r, -1, 1) : slight(r);
  }
  set_path(query, way, velocity, random_below(r, 2) == 0 ? 0 : random_uniform(r, 0.1, 0.9));
  turn_about(up, random_below(r, 2) == 0 ? 0 : slight(r), turned);
  set_headings(r, query, q, turned);
}

/* Boxes on one floor: their lower faces are in one plane; b is pushed against a. */
void family_one_floor(random_source *r, bms_query *query) {
  bms_box a = part_random_box(r, 0.2, 1), b = part_random_box(r, 0.2, 1);
  double q[4] = {1, 0, 0, 0}, turned[4], way[3], velocity[3];
  start(r, query, a, b);
  for (int i = 0; i < 2; i++) {
    way[i] = random_uniform(r, -1, 1) * (a.max[i] + b.max[i]);
    velocity[i] = random_uniform(r, -3, 3);
  }
  way[2] = b.max[2] - a.max[2];
  velocity[2] = 0;
  set_path(query, way, velocity, random_uniform(r, 0.5, 2));
  turn_about(2, random_below(r, 2) == 0 ? 0 : random_uniform(r, -3, 3), turned);
  set_headings(r, query, q, turned);
}

/* A box that comes down on another one, turning, until its face lies flat on that. */
void family_lands_flat(random_source *r, bms_query *query) {
  bms_box a = part_random_box(r, 0.5, 20), b = part_random_box(r, 0.1, 1);
  double q_a[4] = {1, 0, 0, 0}, q_b[4], way[3], velocity[3];
  start(r, query, a, b);
  double when = random_below(r, 2) == 0 ? query->t1 : random_uniform(r, 0.3, 1);
  for (int i = 0; i < 2; i++) {
    way[i] = random_uniform(r, -1, 1) * a.max[i];
    velocity[i] = random_uniform(r, -1, 1);
  }
  way[2] = a.max[2] + b.max[2];
  velocity[2] = random_uniform(r, -3, -0.5);
  set_path(query, way, velocity, when);
  turn_about(2, random_uniform(r, -3, 3), q_b);
  head_both(r, query, q_a, q_b);
  spin(&query->b.motion, random_below(r, 2), random_uniform(r, -0.5, 0.5));
  for (int k = 0; k < 4; k++) query->b.motion.rigid.quaternion[k][0] -= when * query->b.motion.rigid.quaternion[k][1];
  part_shuffle(r, query);
}

/* Bars with an edge up, one above the other, that turn about their length: these edges stay parallel. */
void family_turning_edges(random_source *r, bms_query *query) {
  bms_box a = part_random_box(r, 0.1, 1), b = random_below(r, 2) == 0 ? a : part_random_box(r, 0.1, 1);
  double way[3], velocity[3], q_a[4], q_b[4], rate[2];
  random_numbers(r, -1, 1, way, 3);
  random_numbers(r, -1, 1, velocity, 1);
  random_numbers(r, -3, 3, velocity + 1, 2);
  random_numbers(r, -1, 1, rate, 2);
  start(r, query, a, b);
  if (random_below(r, 2) == 0) rate[1] = random_below(r, 2) == 0 ? rate[0] : 0;
  set_path(query, way, velocity, random_uniform(r, 0.3, 2));
  turn_about(0, random_uniform(r, -3, 3), q_a);
  turn_about(0, random_uniform(r, -3, 3), q_b);
  head_both(r, query, q_a, q_b);
  spin(&query->a.motion, 0, rate[0]);
  spin(&query->b.motion, 0, rate[1]);
  part_shuffle(r, query);
}

/* Corners that meet, or miss each other by little, on a straight path along the line of both or aside of it. */
void family_corner_on_corner(random_source *r, bms_query *query) {
  bms_box a = part_random_box(r, 0.1, 1), b = part_random_box(r, 0.1, 1);
  double q_a[4] = {1, 0, 0, 0}, q_b[4] = {1, 0, 0, 0}, way[3], velocity[3], corner[3];
  double miss = random_below(r, 2) == 0 ? 0 : slight(r);
  start(r, query, a, b);
  random_direction(r, velocity, 3);
  if (random_below(r, 2) == 0) random_direction(r, q_b, 4);
  /* The corner of b that is farthest back, in b's own frame, meets the corner of a that is foremost. */
  double back[4] = {q_b[0], -q_b[1], -q_b[2], -q_b[3]}, own[3];
  rotate(back, velocity, own);
  for (int i = 0; i < 3; i++) corner[i] = own[i] > 0 ? b.max[i] : b.min[i];
  rotate(q_b, corner, own);
  for (int i = 0; i < 3; i++)
    way[i] = (velocity[i] > 0 ? a.min[i] : a.max[i]) - own[i] + miss * random_uniform(r, -1, 1);
  set_path(query, way, velocity, random_uniform(r, 0.1, 0.9));
  set_headings(r, query, q_a, q_b);
}

/* Families of this file, and tumble. */
static void any_of_these(random_source *r, bms_query *query) {
  static void (*const FAMILY[])(random_source *, bms_query *) = {
      family_equal_headings, family_slight_angles,    family_hinge, family_bricks, family_one_floor,
      family_turning_edges,  family_corner_on_corner, family_tumble};
  FAMILY[random_below(r, sizeof FAMILY / sizeof *FAMILY)](r, query);
}

/* Presses a box along one of its axes, to a side or the middle: flat, or to 1e-17 to 1e-2 of its thickness. */
static void press(random_source *r, bms_box *box) {
  int i = random_below(r, 3), side = random_below(r, 3) - 1;
  double half = 0.5 * (box->max[i] - box->min[i]), middle = 0.5 * (box->max[i] + box->min[i]) + side * half;
  half *= random_below(r, 3) == 0 ? 0 : random_power_of_ten(r, -17, -2);
  box->min[i] = middle - half;
  box->max[i] = middle + half;
}

/* Any of these, one or both boxes flat or thin. */
void family_thin(random_source *r, bms_query *query) {
  any_of_these(r, query);
  press(r, &query->a.box);
  if (random_below(r, 2) == 0) press(r, &query->b.box);
  part_shuffle(r, query);
}

/* Any of these in any unit. */
void family_any_scale(random_source *r, bms_query *query) {
  any_of_these(r, query);
  part_scale(query, random_power_of_ten(r, -170, 95));
}

/* Writes a motion as a matrix with w = |q|^2; the path is another one where the body turns. */
static void to_matrix(bms_motion *motion) {
  part_to_matrix(motion);
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++) motion->matrix.entry[i][3][k] *= motion->matrix.weight[0];
}

/* Contacts of matrix motions, and of both forms, at times of 1e3 to 1e6. */
void family_late_matrix(random_source *r, bms_query *query) {
  double t0 = random_signed_power_of_ten(r, 3, 6);
  if (random_below(r, 2) == 0) {
    any_of_these(r, query);
  } else {
    part_encounter(r, query, 0.2, 1, 1.5, random_uniform(r, 0, 1));
    for (int i = 0; i < 3; i++) query->b.motion.rigid.position[i][2] = random_uniform(r, -1, 1);
  }
  to_matrix(&query->b.motion);
  if (random_below(r, 2) == 0) to_matrix(&query->a.motion);
  part_set_interval(query, t0, t0 + random_power_of_ten(r, -2, 1));
  part_shuffle(r, query);
}

/* ------------------------------------------------------------------ turning together */

/* Draws a linear polynomial that falls to some `rest` at t. */
static void falls_to(random_source *r, double t, double rest, double c[2]) {
  c[1] = random_uniform(r, -1.0, 1.0);
  c[0] = rest * random_uniform(r, -1.0, 1.0) - c[1] * t;
}

/* A quaternion that falls to 1 ... 1e-16 of its ends; boxes of up to 1e9. */
void family_turn_together(random_source *r, bms_query *query) {
  double t = random_uniform(r, 0.0, 1.0), rest = random_power_of_ten(r, -16.0, 0.0), extent[3];
  bms_body *body[2] = {&query->a, &query->b};

  query->t1 = 1.0;
  query->a.motion = part_still();
  for (int i = 0; i < 4; i++) falls_to(r, t, rest, query->a.motion.rigid.quaternion[i]);
  query->b.motion = query->a.motion;
  for (int i = 0; i < 3; i++) random_numbers(r, -2.0, 2.0, query->b.motion.rigid.position[i], 2);
  for (int i = 0; i < 4 && random_below(r, 2) == 0; i++)
    query->b.motion.rigid.quaternion[i][0] += 0.1 * rest * random_uniform(r, -1.0, 1.0);
  for (int k = 0; k < 2; k++) {
    random_numbers(r, 0.1, 2.0, extent, 3);
    if (random_below(r, 2) == 0) extent[random_below(r, 3)] *= random_power_of_ten(r, 0.0, 9.0);
    body[k]->box = part_box(extent[0], extent[1], extent[2]);
  }
}

/* ------------------------------------------------------------------ several faces */

/* Sets where b is along an axis of the world: on one of the faces of a at a time, or anywhere; it slides or comes or
   parts there. */
static void put_on_face(random_source *r, bms_query *query, int i, double when) {
  const bms_box *a = &query->a.box, *b = &query->b.box;
  double speed = part_grid(r, -3, 3, 1.0), half_way = random_below(r, 3) == 0 ? part_grid(r, -2, 2, 1.0) : 0.0;
  double *p = query->b.motion.rigid.position[i];
  int where = random_below(r, 8);

  p[0] = where < 3 ? a->max[i] - b->min[i] : where < 6 ? a->min[i] - b->max[i] : part_grid(r, -2, 2, 0.5);
  p[0] += when * (half_way * when - speed);
  p[1] = speed - 2.0 * half_way * when;
  p[2] = half_way;
}

/* Boxes on a grid, that do not turn or turn out of being aligned. */
void family_several_faces(random_source *r, bms_query *query) {
  double when = random_below(r, 2) == 0 ? 0.0 : 0.5;

  part_aligned_pair(r, query);
  if (random_below(r, 8) == 0) query->b.box.min[0] = query->b.box.max[0] = 0.0;
  for (int i = 0; i < 3; i++) put_on_face(r, query, i, when);
  for (int i = 1; i < 4 && random_below(r, 2) == 0; i++) {
    query->b.motion.rigid.quaternion[i][1] = part_grid(r, -2, 2, 0.5);
    query->b.motion.rigid.quaternion[i][0] = -query->b.motion.rigid.quaternion[i][1] * when;
  }
  part_shuffle(r, query);
}
