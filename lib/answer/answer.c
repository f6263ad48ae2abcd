/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * What the boxes look like at the time of contact, in doubles.
 *
 * The normal is the axis vector of axis.h from the columns at t, turned from a to b.
 *
 * The approach speed is minus the derivative of the gap between the two features.  Where x is the vertex on a face, or
 * p and q are the points of two edges nearest to each other, that is the speed along the normal, towards each other, of
 * the material points of a and b there: the derivative of the normal is at right angles to it, and the way from p to q
 * is along it.
 */

#include "numeric/arithmetic.h"

#include "answer/answer.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "motion/motion.h"
#include "answer/patch.h"
#include "numeric/vector.h"

/* A body at the time of contact. */
typedef struct moment {
  const bms_box *box;
  double pose[3][4], rate[3][4];
} moment;

void bms_answer_none(bms_status status, double t_lower, double t_upper, bms_contact *contact) {
  memset(contact, 0, sizeof *contact);
  contact->status = status;
  contact->t = contact->t_lower = t_lower;
  contact->t_upper = t_upper;
}

void bms_answer_invalid(bms_reason reason, bms_part where, bms_contact *contact) {
  bms_answer_none(BMS_INVALID, 0, 0, contact);
  contact->reason = reason;
  contact->where = where;
}

/* To unit length, by way of a largest component of 1: squares neither overflow nor vanish. */
static void normalise(double v[3]) {
  double largest = bms_max(fabs(v[0]), bms_max(fabs(v[1]), fabs(v[2])));
  if (!(largest > 0)) return;
  for (int r = 0; r < 3; r++) v[r] /= largest;
  double length = sqrt(bms_dot(v, v));
  for (int r = 0; r < 3; r++) v[r] /= length;
}

static void column_of(double pose[3][4], int i, double column[3]) {
  for (int r = 0; r < 3; r++) column[r] = pose[r][i];
  normalise(column);
}

/* The unit normal of face 2 i + 1: for a rotation column i itself, for any other matrix up to its orientation the cross
   product of the two others. */
static void face_normal(const bms_body *body, double pose[3][4], int i, double normal[3]) {
  double u[3], v[3];
  if (body->motion.form == BMS_MOTION_RIGID) {
    column_of(pose, i, normal);
    return;
  }
  column_of(pose, (i + 1) % 3, u);
  column_of(pose, (i + 2) % 3, v);
  bms_cross(u, v, normal);
}

static void normal_of(const bms_body *a, double pose_a[3][4], const bms_body *b, double pose_b[3][4],
                      const bms_axis_signs *signs, double normal[3]) {
  int axis = signs->axis;
  if (axis < BMS_AXIS_FACE_B) {
    face_normal(a, pose_a, axis, normal);
  } else if (axis < BMS_AXIS_EDGES) {
    face_normal(b, pose_b, axis - BMS_AXIS_FACE_B, normal);
  } else {
    double u[3], v[3];
    column_of(pose_a, (axis - BMS_AXIS_EDGES) / 3, u);
    column_of(pose_b, (axis - BMS_AXIS_EDGES) % 3, v);
    bms_cross(u, v, normal);
  }
  normalise(normal);
  if (signs->distance < 0)
    for (int r = 0; r < 3; r++) normal[r] = -normal[r];
}

/* How fast the gap along a normal may change by the motion of a body: the speeds of its centre (returned apart, they
   may cancel) and of its corners about it. */
static double spread_along(const moment *body, const double normal[3], double *centre_speed) {
  double spread = 0;
  *centre_speed = 0;
  for (int j = 0; j < 4; j++) {
    double speed = normal[0] * body->rate[0][j] + normal[1] * body->rate[1][j] + normal[2] * body->rate[2][j];
    double middle = j < 3 ? 0.5 * body->box->min[j] + 0.5 * body->box->max[j] : 1;
    *centre_speed += speed * middle;
    if (j < 3) spread += fabs(speed) * (0.5 * body->box->max[j] - 0.5 * body->box->min[j]);
  }
  return spread;
}

/* How far the features at t may be from touching because t is not t* but a double near it. */
static double error_of_time(const moment *a, const moment *b, const bms_contact *contact) {
  double width = contact->t_upper - contact->t_lower, speed_a = 0, speed_b;
  if (!(width > 0)) return 0;
  double spread = spread_along(b, contact->normal, &speed_b);
  if (a != NULL) spread += spread_along(a, contact->normal, &speed_a);
  return width * (fabs(speed_b - speed_a) + spread);
}

/* ------------------------------------------------------------------ approach speed */

/* From the centre of a to the centre of b.  For two rigid bodies the coefficients are subtracted first: accurate
   however far from the origin they are. */
static void distance_at(const bms_body *a, double pose_a[3][4], const bms_body *b, double pose_b[3][4], double t,
                        double distance[3]) {
  bool rigid = a->motion.form == BMS_MOTION_RIGID && b->motion.form == BMS_MOTION_RIGID;
  for (int r = 0; r < 3; r++) {
    double difference[3];
    for (int k = 0; rigid && k < 3; k++)
      difference[k] = b->motion.rigid.position[r][k] - a->motion.rigid.position[r][k];
    distance[r] = rigid ? bms_quadratic_at(difference, t) : pose_b[r][3] - pose_a[r][3];
    for (int i = 0; i < 3; i++) {
      distance[r] += pose_b[r][i] * (0.5 * b->box.min[i] + 0.5 * b->box.max[i]);
      distance[r] -= pose_a[r][i] * (0.5 * a->box.min[i] + 0.5 * a->box.max[i]);
    }
  }
}

/* A point of a box, from its centre: along the world's axes, and in the box's own. */
typedef struct box_point {
  double world[3], local[3];
} box_point;

static box_point point_at(double pose[3][4], const double local[3]) {
  box_point point = {{0, 0, 0}, {local[0], local[1], local[2]}};
  for (int r = 0; r < 3; r++)
    for (int i = 0; i < 3; i++) point.world[r] += pose[r][i] * local[i];
  return point;
}

/* The corner of this octant. */
static box_point corner_of(const bms_box *box, double pose[3][4], bms_octant octant) {
  double local[3];
  for (int i = 0; i < 3; i++) {
    double half = 0.5 * box->max[i] - 0.5 * box->min[i];
    local[i] = octant >> i & 1 ? half : -half;
  }
  return point_at(pose, local);
}

/* The middle of this edge. */
static box_point middle_of(const bms_box *box, double pose[3][4], bms_edge edge) {
  int direction = edge / 4, low = direction == 0 ? 1 : 0, high = direction == 2 ? 1 : 2;
  box_point corner = corner_of(box, pose, (edge & 1) << low | (edge >> 1 & 1) << high);
  corner.local[direction] = 0;
  return point_at(pose, corner.local);
}

/* The point of a body that stands at `world`, from its centre: Cramer's rule. */
static box_point point_standing_at(double pose[3][4], const double world[3]) {
  double column[3][3], normal[3];
  box_point point = {{world[0], world[1], world[2]}, {0, 0, 0}};
  for (int i = 0; i < 3; i++)
    for (int r = 0; r < 3; r++) column[i][r] = pose[r][i];
  for (int i = 0; i < 3; i++) {
    bms_cross(column[(i + 1) % 3], column[(i + 2) % 3], normal);
    point.local[i] = bms_dot(normal, world) / bms_dot(normal, column[i]);
  }
  return point;
}

/* Moves the middle of an edge to its point nearest to another line: `way` leads from it to that line, which has
   direction `other`. */
static void move_along(const bms_box *box, double pose[3][4], int direction, const double way[3], const double other[3],
                       box_point *point) {
  double along[3] = {pose[0][direction], pose[1][direction], pose[2][direction]}, normal[3], across[3];
  double half = 0.5 * box->max[direction] - 0.5 * box->min[direction];
  bms_cross(along, other, normal);
  bms_cross(way, other, across);
  double square = bms_dot(normal, normal), place = bms_dot(across, normal) / square;
  if (!(square > 0)) return;
  point->local[direction] = bms_min(bms_max(place, -half), half);
  *point = point_at(pose, point->local);
}

/* Where the features of a pair meet, on a and on b. */
static void meeting_points(const bms_body *a, double pose_a[3][4], const bms_body *b, double pose_b[3][4],
                           const double distance[3], const bms_pair *pair, box_point *on_a, box_point *on_b) {
  double world[3];
  if (pair->kind == BMS_PAIR_VO) {
    *on_b = corner_of(&b->box, pose_b, pair->b);
    for (int r = 0; r < 3; r++) world[r] = distance[r] + on_b->world[r];
    *on_a = point_standing_at(pose_a, world);
  } else if (pair->kind == BMS_PAIR_OV) {
    *on_a = corner_of(&a->box, pose_a, pair->a);
    for (int r = 0; r < 3; r++) world[r] = on_a->world[r] - distance[r];
    *on_b = point_standing_at(pose_b, world);
  } else {
    int i = pair->a / 4, j = pair->b / 4;
    double u[3], v[3], back[3];
    *on_a = middle_of(&a->box, pose_a, pair->a);
    *on_b = middle_of(&b->box, pose_b, pair->b);
    for (int r = 0; r < 3; r++) {
      u[r] = pose_a[r][i];
      v[r] = pose_b[r][j];
      world[r] = distance[r] + on_b->world[r] - on_a->world[r];
      back[r] = -world[r];
    }
    move_along(&a->box, pose_a, i, world, v, on_a);
    move_along(&b->box, pose_b, j, back, u, on_b);
  }
}

static double speed_along(const moment *body, const double normal[3], const box_point *point) {
  double velocity[3];
  for (int r = 0; r < 3; r++) {
    velocity[r] = body->rate[r][3];
    for (int j = 0; j < 3; j++)
      velocity[r] += body->rate[r][j] * (0.5 * body->box->min[j] + 0.5 * body->box->max[j] + point->local[j]);
  }
  return bms_dot(normal, velocity);
}

static double approach_speed(const bms_body *a, moment *at_a, const bms_body *b, moment *at_b,
                             const bms_contact *contact) {
  double distance[3];
  box_point on_a, on_b;
  distance_at(a, at_a->pose, b, at_b->pose, contact->t, distance);
  meeting_points(a, at_a->pose, b, at_b->pose, distance, &contact->pair, &on_a, &on_b);
  return speed_along(at_a, contact->normal, &on_a) - speed_along(at_b, contact->normal, &on_b);
}

/* ------------------------------------------------------------------ answers */

static void start_contact(bms_status status, const bms_enclosure *time, const bms_axis_signs *signs,
                          bms_contact *contact) {
  bms_answer_none(status, time->lower, time->upper, contact);
  contact->t = time->nearest;
  contact->pair = bms_axis_pair(signs);
}

/* Edges that touch may be parallel at t, which is a double near the time of contact: then they have no normal there, but
   one at the other end of the enclosure.  Where doubles see them parallel there, too, it is the way from centre to
   centre, at right angles to them. */
static void normal_beside(const bms_body *a, const bms_body *b, const bms_enclosure *time, const bms_axis_signs *signs,
                          bms_contact *contact) {
  double pose_a[3][4], pose_b[3][4], along[3], other = time->nearest > time->lower ? time->lower : time->upper;
  double *normal = contact->normal;
  bms_motion_at(&a->motion, other, pose_a);
  bms_motion_at(&b->motion, other, pose_b);
  normal_of(a, pose_a, b, pose_b, signs, normal);
  if (bms_dot(normal, normal) > 0) return;
  column_of(pose_a, (signs->axis - BMS_AXIS_EDGES) / 3, along);
  distance_at(a, pose_a, b, pose_b, other, normal);
  double share = bms_dot(normal, along);
  for (int r = 0; r < 3; r++) normal[r] -= share * along[r];
  normalise(normal);
}

void bms_answer_boxes(const bms_body *a, const bms_body *b, bms_status status, const bms_enclosure *time,
                      const bms_axis_signs *signs, bms_contact *contact) {
  moment at_a = {.box = &a->box}, at_b = {.box = &b->box};
  bms_placed_box box_a, box_b;
  start_contact(status, time, signs, contact);
  bms_motion_rate_at(&a->motion, contact->t, at_a.pose, at_a.rate);
  bms_motion_rate_at(&b->motion, contact->t, at_b.pose, at_b.rate);
  normal_of(a, at_a.pose, b, at_b.pose, signs, contact->normal);
  if (signs->axis >= BMS_AXIS_EDGES && !(bms_dot(contact->normal, contact->normal) > 0))
    normal_beside(a, b, time, signs, contact);
  bms_place_box(&a->box, at_a.pose, &box_a);
  bms_place_box(&b->box, at_b.pose, &box_b);
  if (status == BMS_OVERLAPPING) {
    bms_common_point(&box_a, &box_b, contact->point[0]);
    contact->point_count = 1;
  } else {
    contact->point_count = bms_contact_patch(&box_a, &box_b, &contact->pair, contact->normal,
                                             error_of_time(&at_a, &at_b, contact), contact->point);
  }
  contact->approach_speed = approach_speed(a, &at_a, b, &at_b, contact);
  /* Bodies without thickness at the point where they meet: neither side of them is the near one but by the way that
     they come. */
  if (signs->distance == 0 && status == BMS_CONTACT && contact->approach_speed < 0) {
    contact->approach_speed = -contact->approach_speed;
    for (int r = 0; r < 3; r++) contact->normal[r] = -contact->normal[r];
  }
}

/* The corner of this octant of a placed box. */
static void corner_in_world(const bms_placed_box *box, bms_octant octant, double point[3]) {
  for (int r = 0; r < 3; r++) {
    point[r] = box->centre[r];
    for (int i = 0; i < 3; i++) point[r] += (octant >> i & 1 ? box->half[i] : -box->half[i]) * box->axis[i][r];
  }
}

void bms_answer_half_space(const bms_half_space *a, const bms_body *b, bms_status status, const bms_enclosure *time,
                           const bms_axis_signs *signs, bms_contact *contact) {
  moment at = {.box = &b->box};
  bms_placed_box box;
  start_contact(status, time, signs, contact);
  contact->pair.a = 1; /* the half-space is a box with the face X' only */
  bms_motion_rate_at(&b->motion, contact->t, at.pose, at.rate);
  for (int r = 0; r < 3; r++) contact->normal[r] = a->normal[r];
  normalise(contact->normal);
  bms_place_box(&b->box, at.pose, &box);
  if (status == BMS_OVERLAPPING) { /* half-way to the plane, as the patch is, may be outside the body */
    corner_in_world(&box, contact->pair.b, contact->point[0]);
    contact->point_count = 1;
  } else {
    contact->point_count = bms_half_space_patch(a, &box, error_of_time(NULL, &at, contact), contact->point);
  }
  box_point meeting = corner_of(&b->box, at.pose, contact->pair.b);
  contact->approach_speed = -speed_along(&at, contact->normal, &meeting);
}
