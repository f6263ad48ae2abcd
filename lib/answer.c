/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * What the boxes look like at the time of contact, in doubles.
 *
 * The normal is the axis vector of axis.h from the columns at t, turned from a to b.  The approach speed is the speed along it, towards each other, of
 * the two material points that meet; where the features meet in more than one point, of the fastest of these.  For the plane that
 * the origin reaches, that is minus the derivative of its gap: the derivative of the normal meets a distance of zero.
 */

#include "answer.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "motion.h"
#include "patch.h"

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

static double dot(const double u[3], const double v[3]) { return u[0] * v[0] + u[1] * v[1] + u[2] * v[2]; }

static void cross(const double u[3], const double v[3], double out[3]) {
  out[0] = u[1] * v[2] - u[2] * v[1];
  out[1] = u[2] * v[0] - u[0] * v[2];
  out[2] = u[0] * v[1] - u[1] * v[0];
}

/* To unit length, by way of a largest component of 1: squares neither overflow nor vanish. */
static void normalise(double v[3]) {
  double largest = fmax(fabs(v[0]), fmax(fabs(v[1]), fabs(v[2])));
  if (!(largest > 0)) return;
  for (int r = 0; r < 3; r++) v[r] /= largest;
  double length = sqrt(dot(v, v));
  for (int r = 0; r < 3; r++) v[r] /= length;
}

static void column_of(double pose[3][4], int i, double column[3]) {
  for (int r = 0; r < 3; r++) column[r] = pose[r][i];
  normalise(column);
}

/* The unit normal of face 2 i + 1: for a rotation column i itself, for any other matrix up to its orientation the cross product of
   the two others. */
static void face_normal(const bms_body *body, double pose[3][4], int i, double normal[3]) {
  double u[3], v[3];
  if (body->motion.form == BMS_MOTION_RIGID) {
    column_of(pose, i, normal);
    return;
  }
  column_of(pose, (i + 1) % 3, u);
  column_of(pose, (i + 2) % 3, v);
  cross(u, v, normal);
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
    cross(u, v, normal);
  }
  normalise(normal);
  if (signs->distance < 0)
    for (int r = 0; r < 3; r++) normal[r] = -normal[r];
}

/* The coordinates in the body's frame of a point of the world: Cramer's rule. */
static void local_of(double pose[3][4], const double point[3], double local[3]) {
  double column[3][3], relative[3], normal[3];
  for (int r = 0; r < 3; r++) {
    relative[r] = point[r] - pose[r][3];
    for (int i = 0; i < 3; i++) column[i][r] = pose[r][i];
  }
  for (int i = 0; i < 3; i++) {
    cross(column[(i + 1) % 3], column[(i + 2) % 3], normal);
    local[i] = dot(normal, relative) / dot(normal, column[i]);
  }
}

/* The speed along a normal, at t, of the material point of a body that stands at this point of the world. */
static double speed_along(const bms_body *body, double pose[3][4], double t, const double normal[3], const double point[3]) {
  double local[3], velocity[3];
  local_of(pose, point, local);
  bms_motion_velocity(&body->motion, t, local, velocity);
  return dot(normal, velocity);
}

/* The speed along a normal of the centre of a body, and by how much that of any other point of it may differ: velocities are affine in the
   box's coordinates. */
static double spread_along(const bms_body *body, double t, const double normal[3], double *centre_speed) {
  double centre[3], velocity[3], spread = 0;
  for (int r = 0; r < 3; r++) centre[r] = 0.5 * body->box.min[r] + 0.5 * body->box.max[r];
  bms_motion_velocity(&body->motion, t, centre, velocity);
  *centre_speed = dot(normal, velocity);
  for (int i = 0; i < 3; i++) {
    double side[3] = {centre[0], centre[1], centre[2]};
    side[i] = body->box.max[i];
    bms_motion_velocity(&body->motion, t, side, velocity);
    spread += fabs(dot(normal, velocity) - *centre_speed);
  }
  return spread;
}

/* How far the features at t may be from touching because t is not t* but a double near it. */
static double error_of_time(const bms_body *a, const bms_body *b, const bms_contact *contact) {
  double width = contact->t_upper - contact->t_lower, speed_a = 0, speed_b;
  if (!(width > 0)) return 0;
  double spread = spread_along(b, contact->t, contact->normal, &speed_b);
  if (a != NULL) spread += spread_along(a, contact->t, contact->normal, &speed_a);
  return width * (fabs(speed_b - speed_a) + spread);
}

static double approach_speed(const bms_body *a, double pose_a[3][4], const bms_body *b, double pose_b[3][4],
                             const bms_contact *contact) {
  double fastest = -INFINITY;
  for (int k = 0; k < contact->point_count; k++) {
    double speed = -speed_along(b, pose_b, contact->t, contact->normal, contact->point[k]);
    if (a != NULL) speed += speed_along(a, pose_a, contact->t, contact->normal, contact->point[k]);
    fastest = fmax(fastest, speed);
  }
  return fastest;
}

static void start_contact(bms_status status, double t_lower, double t_upper, const bms_axis_signs *signs,
                          bms_contact *contact) {
  bms_answer_none(status, t_lower, t_upper, contact);
  contact->t = 0.5 * t_lower + 0.5 * t_upper;
  contact->pair = bms_axis_pair(signs);
}

void bms_answer_boxes(const bms_body *a, const bms_body *b, bms_status status, double t_lower, double t_upper,
                      const bms_axis_signs *signs, bms_contact *contact) {
  double pose_a[3][4], pose_b[3][4];
  bms_placed_box box_a, box_b;
  start_contact(status, t_lower, t_upper, signs, contact);
  bms_motion_at(&a->motion, contact->t, pose_a);
  bms_motion_at(&b->motion, contact->t, pose_b);
  normal_of(a, pose_a, b, pose_b, signs, contact->normal);
  bms_place_box(&a->box, pose_a, &box_a);
  bms_place_box(&b->box, pose_b, &box_b);
  if (status == BMS_OVERLAPPING) {
    bms_common_point(&box_a, &box_b, contact->point[0]);
    contact->point_count = 1;
  } else {
    contact->point_count = bms_contact_patch(&box_a, &box_b, &contact->pair, contact->normal,
                                             error_of_time(a, b, contact), contact->point);
  }
  contact->approach_speed = approach_speed(a, pose_a, b, pose_b, contact);
}

void bms_answer_half_space(const bms_half_space *a, const bms_body *b, bms_status status, double t_lower, double t_upper,
                           const bms_axis_signs *signs, bms_contact *contact) {
  double pose[3][4];
  bms_placed_box box;
  start_contact(status, t_lower, t_upper, signs, contact);
  contact->pair.a = 1; /* the half-space is a box with the face X' only */
  bms_motion_at(&b->motion, contact->t, pose);
  for (int r = 0; r < 3; r++) contact->normal[r] = a->normal[r];
  normalise(contact->normal);
  bms_place_box(&b->box, pose, &box);
  contact->point_count = bms_half_space_patch(a, &box, error_of_time(NULL, b, contact), contact->point);
  contact->approach_speed = approach_speed(NULL, NULL, b, pose, contact);
}
