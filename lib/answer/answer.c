/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Describes the boxes at the time of contact.
 *
 * The normal of a face of a rigid body is a column of its pose, of two edges far from parallel a product of two, and
 * doubles do for all that follows from it.  For any other axis bodies are checked in double-double arithmetic
 * (contact_view.h).
 *
 * If the gaps along several axes are zero at the time of contact, the tie rule of bms_contact (bms.h) decides which one
 * names it: `signs` are in the order of its rule 1, and is_better() has its rules 2 and 3.
 */

#include "numeric/arithmetic.h"

#include "answer/answer.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "answer/approach_speed.h"
#include "answer/common_point.h"
#include "answer/contact_view.h"
#include "answer/patch.h"
#include "answer/rescale.h"
#include "answer/way_within.h"
#include "motion/motion.h"
#include "numeric/rounding.h"
#include "numeric/vector.h"

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

/* ------------------------------------------------------------------ two boxes */

/* Both bodies at the time of contact. */
typedef struct touch {
  bms_contact_state a, b;
  bms_placed_box box_a, box_b;
  bms_contact_view view; /* where `precise` */
  bool precise;
} touch;

static bool is_rigid(const bms_body *body) {
  return body->motion.form == BMS_MOTION_RIGID;
}

static void look(touch *at, double t) {
  bms_contact_state *a = &at->a, *b = &at->b;
  bms_motion_rate_at(&a->body->motion, t, a->pose, a->rate);
  bms_motion_rate_at(&b->body->motion, t, b->pose, b->rate);
  bms_place_box(&a->body->box, a->pose, &at->box_a);
  bms_place_box(&b->body->box, b->pose, &at->box_b);
}

/* How far the features at t may be from touching because t is not t* but a double near it.  Bodies that turn together
   move far, and yet hardly towards each other, as the frame of one of them shows. */
static double error_of_time(const touch *at, const bms_contact *contact) {
  double way = bms_way_within(&at->a, &at->b, contact, contact->normal);
  if (way <= BMS_SLACK * (at->box_a.magnitude + at->box_b.magnitude)) return way;
  return bms_min(bms_way_seen_within(&at->a, &at->b, contact), way);
}

/* Finds a point that is the least outside of both boxes, or inside of both where they overlap. */
static void find_one_point(const touch *at, bms_contact *contact) {
  bms_placed_box a = at->box_a, b = at->box_b;
  if (at->precise) {
    double normal[2][3][3];
    bms_view_faces(&at->view, normal);
    bms_set_face_normals(&a, (const double(*)[3])normal[0]);
    bms_set_face_normals(&b, (const double(*)[3])normal[1]);
  }
  if (contact->status == BMS_OVERLAPPING)
    bms_common_point(&a, &b, contact->normal, contact->point[0]);
  else
    bms_nearest_edge_point(&a, &b, contact->point[0]);
  contact->point_count = 1;
}

/* Adds the points that are not there yet.  The features of the pair are those that touch if the normal is theirs. */
static void add_points(const touch *at, bool own, bms_contact *contact) {
  static const bms_pair NONE = {BMS_PAIR_NONE, 0, 0};
  if (contact->point_count > 0) return;
  if (contact->status != BMS_OVERLAPPING)
    contact->point_count = bms_contact_patch(&at->box_a, &at->box_b, own ? &contact->pair : &NONE, contact->normal,
                                             error_of_time(at, contact), contact->point);
  if (contact->point_count == 0) find_one_point(at, contact);
}

/* Bodies without thickness at the point where they meet: neither side of them is the near one but by the way that they
   come. */
static void turn_to_approach(bms_contact *contact) {
  if (!(contact->approach_speed < 0)) return;
  contact->approach_speed = -contact->approach_speed;
  for (int r = 0; r < 3; r++) contact->normal[r] = -contact->normal[r];
}

/* Completes a contact along a normal, but for the points where these do not matter. */
static void complete(const touch *at, const bms_contact_normal *normal, const bms_axis_signs *signs,
                     bms_contact *contact) {
  memcpy(contact->normal, normal->n, sizeof contact->normal);
  contact->pair = bms_axis_pair(signs);
  contact->point_count = 0;
  if (!normal->own) add_points(at, false, contact);
  if (!at->precise)
    contact->approach_speed = bms_approach_plainly(&at->a, &at->b, contact);
  else if (normal->own)
    contact->approach_speed = bms_approach_of_features(&at->view, at->a.body, at->b.body, contact);
  else
    contact->approach_speed = bms_approach_at_points(&at->view, contact);
  if (signs->distance == 0 && normal->flat && contact->status == BMS_CONTACT) turn_to_approach(contact);
}

/* Returns true if bodies part along the normal, by more than rounding. */
static bool parts(const touch *at, const bms_contact *contact) {
  static const double ROUNDING = 0x1p-40;
  double speed_a, speed_b;
  double spread =
      bms_spread_along(&at->a, contact->normal, &speed_a) + bms_spread_along(&at->b, contact->normal, &speed_b);
  return contact->approach_speed < -ROUNDING * (fabs(speed_a) + fabs(speed_b) + spread);
}

/* Returns true if a contact along one normal comes before one along another that is earlier in the order of axes: by
   rule 3 of ties (bms.h) for TOUCHING, else by rule 2; of two that part, the slower one. */
static bool is_better(const touch *at, const bms_contact *contact, const bms_contact *than) {
  if (contact->status == BMS_TOUCHING) return parts(at, contact) && !parts(at, than);
  return contact->approach_speed > than->approach_speed && parts(at, than);
}

/* Completes a contact along one axis; it replaces *contact if it is the first, or is_better().  Axes come in the order
   of rule 1 of ties (bms.h). */
static void consider(const touch *at, const bms_axis_signs *signs, bool first, bms_contact *contact) {
  bms_contact_normal normal[BMS_CONTACT_NORMALS];
  int count = bms_contact_normals(&at->view, signs, normal);
  for (int k = 0; k < count; k++) {
    bms_contact other = *contact;
    if (!first && !normal[k].own) break;
    complete(at, &normal[k], signs, &other);
    if ((first && k == 0) || is_better(at, &other, contact)) *contact = other;
  }
}

static void start_contact(bms_status status, const bms_enclosure *time, bms_contact *contact) {
  bms_answer_none(status, time->lower, time->upper, contact);
  contact->t = time->nearest;
}

static double size_of(const bms_placed_box *box) {
  return box->half[0] + box->half[1] + box->half[2];
}

/* Returns true if no other axis is_better() than the first one of a tie, whatever the others show. */
static bool is_settled(const touch *at, const bms_contact *contact) {
  return (contact->status == BMS_TOUCHING) == parts(at, contact);
}

/* Computes the normal of two edges of rigid bodies.  Returns false unless they are far from parallel. */
static bool find_normal_of_edges(const touch *at, int i, int j, double normal[3]) {
  static const double SINE = 0.5; /* the product is off by some 23 roundings over that */
  double u[3], v[3];
  for (int r = 0; r < 3; r++) {
    u[r] = at->a.pose[r][i];
    v[r] = at->b.pose[r][j];
  }
  bms_cross(u, v, normal);
  return bms_dot(normal, normal) >= SINE * SINE;
}

/* Computes the normal along an axis in doubles.  Returns false if these do not do. */
static bool find_plain_normal(const touch *at, const bms_axis_signs *signs, bms_contact_normal *normal) {
  int axis = signs->axis, edges = axis - BMS_AXIS_EDGES;
  if (!is_rigid(at->a.body) || !is_rigid(at->b.body)) return false;
  const bms_contact_state *own = axis < BMS_AXIS_FACE_B ? &at->a : &at->b;
  for (int r = 0; edges < 0 && r < 3; r++) normal->n[r] = own->pose[r][axis % 3];
  if (edges >= 0 && !find_normal_of_edges(at, edges / 3, edges % 3, normal->n)) return false;
  bms_normalise(normal->n);
  for (int r = 0; signs->distance < 0 && r < 3; r++) normal->n[r] = -normal->n[r];
  normal->own = normal->flat = true;
  return true;
}

/* Returns true if bodies hardly move along the normal within the enclosure of the time, and if there are several axes
   hardly at all: then what is seen at t is what is so at the contact. */
static bool is_seen_in_time(const touch *at, int count, const bms_contact *contact) {
  static const double HARDLY = 0x1p-24, HARDLY_AT_ALL = 16 * BMS_ROUNDING;
  static const double AXIS[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  double size = size_of(&at->box_a) + size_of(&at->box_b), way = 0;
  for (int r = 0; count > 1 && r < 3; r++) way += bms_way_within(&at->a, &at->b, contact, AXIS[r]);
  return way <= HARDLY_AT_ALL * size && bms_way_within(&at->a, &at->b, contact, contact->normal) <= HARDLY * size;
}

/* Completes a contact in doubles where these do: if no other of the axes may be the one.  Returns false if they do
   not. */
static bool answer_plainly(const touch *at, const bms_axis_signs *signs, int count, bms_contact *contact) {
  bms_contact_normal normal;
  if (count == 0 || !find_plain_normal(at, signs, &normal)) return false;
  memcpy(contact->normal, normal.n, sizeof contact->normal);
  if (!is_seen_in_time(at, count, contact)) return false;
  complete(at, &normal, signs, contact);
  return count == 1 || is_settled(at, contact);
}

/* Completes a contact in double-double arithmetic. */
static void answer_precisely(touch *at, const bms_axis_signs *signs, int count, bms_contact *contact) {
  bms_axis_signs deepest;
  at->precise = true;
  bms_contact_view_of(at->a.body, at->b.body, contact->t, &at->view);
  if (count == 0) {
    bms_contact_deepest(&at->view, &deepest);
    signs = &deepest;
    count = 1;
  }
  for (int k = 0; k < count; k++) consider(at, &signs[k], k == 0, contact);
}

/* Bodies of tame sizes. */
static void answer_boxes(const bms_body *a, const bms_body *b, const bms_axis_signs *signs, int count,
                         bms_contact *contact) {
  touch at; /* its view, which is long, is not cleared */
  at.a.body = a;
  at.b.body = b;
  at.precise = false;
  look(&at, contact->t);
  if (!answer_plainly(&at, signs, count, contact)) answer_precisely(&at, signs, count, contact);
  add_points(&at, true, contact);
  if (contact->status == BMS_CONTACT) contact->approach_speed = bms_max(contact->approach_speed, 0);
}

void bms_answer_boxes(const bms_body *a, const bms_body *b, bms_status status, const bms_enclosure *time,
                      const bms_axis_signs *signs, int count, bms_contact *contact) {
  start_contact(status, time, contact);
  if (bms_sizes_are_tame(a, b, contact->t)) {
    answer_boxes(a, b, signs, count, contact);
    return;
  }
  bms_body tame_a = *a, tame_b = *b;
  int exponent = bms_make_sizes_tame(&tame_a, &tame_b, contact->t);
  answer_boxes(&tame_a, &tame_b, signs, count, contact);
  contact->approach_speed = ldexp(contact->approach_speed, exponent);
  for (int k = 0; k < contact->point_count; k++)
    for (int r = 0; r < 3; r++) contact->point[k][r] = ldexp(contact->point[k][r], exponent);
}

/* ------------------------------------------------------------------ a half-space */

/* The corner of this octant of a placed box. */
static void corner_in_world(const bms_placed_box *box, bms_octant octant, double point[3]) {
  for (int r = 0; r < 3; r++) {
    point[r] = box->centre[r];
    for (int i = 0; i < 3; i++) point[r] += (octant >> i & 1 ? box->half[i] : -box->half[i]) * box->axis[i][r];
  }
}

void bms_answer_half_space(const bms_half_space *a, const bms_body *b, bms_status status, const bms_enclosure *time,
                           const bms_axis_signs *signs, bms_contact *contact) {
  bms_contact_state at = {.body = b};
  bms_placed_box box;
  start_contact(status, time, contact);
  contact->pair = bms_axis_pair(signs);
  contact->pair.a = 1; /* the half-space is a box with the face X' only */
  bms_motion_rate_at(&b->motion, contact->t, at.pose, at.rate);
  for (int r = 0; r < 3; r++) contact->normal[r] = a->normal[r];
  bms_normalise(contact->normal);
  bms_place_box(&b->box, at.pose, &box);
  if (status == BMS_OVERLAPPING) { /* half-way to the plane, as the patch is, may be outside the body */
    corner_in_world(&box, contact->pair.b, contact->point[0]);
    contact->point_count = 1;
  } else {
    contact->point_count =
        bms_half_space_patch(a, &box, bms_way_within(NULL, &at, contact, contact->normal), contact->point);
  }
  contact->approach_speed = bms_approach_of_corner(&at, contact->pair.b, contact->normal);
}
