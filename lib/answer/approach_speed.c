/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Minus the derivative of the gap between two features.
 *
 * Where x is the vertex on a face, or p and q are the points of two edges nearest to each other, that is the speed
 * along the normal, towards each other, of the material points of a and b there: the derivative of the normal is at
 * right angles to it, and the way from p to q is along it.
 */

#include "numeric/arithmetic.h"

#include "answer/approach_speed.h"

#include <math.h>
#include <stdbool.h>

#include "motion/motion.h"
#include "numeric/vector.h"

typedef bms_double_double number;

static double end_of(const bms_box *box, int i, int at_maximum) {
  return at_maximum ? box->max[i] : box->min[i];
}

static void corner_of(const bms_box *box, bms_octant octant, double x[3]) {
  for (int i = 0; i < 3; i++) x[i] = end_of(box, i, octant >> i & 1);
}

/* ------------------------------------------------------------------ in doubles */

/* The speed along the normal of a point of the body's frame. */
static double speed_along(const bms_contact_state *state, const double normal[3], const double x[3]) {
  double velocity[3];
  for (int r = 0; r < 3; r++) {
    velocity[r] = state->rate[r][3];
    for (int j = 0; j < 3; j++) velocity[r] += state->rate[r][j] * x[j];
  }
  return bms_dot(normal, velocity);
}

/* From the origin of one body's frame to that of another.  The coefficients are subtracted first: accurate however far
   from the world's origin they are. */
static void way_between(const bms_body *from, const bms_body *to, double t, double way[3]) {
  for (int r = 0; r < 3; r++) {
    double difference[3];
    for (int k = 0; k < 3; k++) difference[k] = to->motion.rigid.position[r][k] - from->motion.rigid.position[r][k];
    way[r] = bms_quadratic_at(difference, t);
  }
}

double bms_approach_of_face(const bms_contact_state *a, const bms_contact_state *b, const bms_contact *contact) {
  bool of_a = contact->pair.kind == BMS_PAIR_VO;
  const bms_contact_state *face = of_a ? a : b, *vertex = of_a ? b : a;
  double x[3], world[3], foot[3];
  corner_of(&vertex->body->box, of_a ? contact->pair.b : contact->pair.a, x);
  way_between(face->body, vertex->body, contact->t, world);
  for (int r = 0; r < 3; r++) world[r] += bms_dot(vertex->pose[r], x);
  for (int i = 0; i < 3; i++)
    foot[i] = face->pose[0][i] * world[0] + face->pose[1][i] * world[1] + face->pose[2][i] * world[2];
  double speed = speed_along(face, contact->normal, foot) - speed_along(vertex, contact->normal, x);
  return of_a ? speed : -speed;
}

double bms_approach_of_corner(const bms_contact_state *body, bms_octant octant, const double normal[3]) {
  double x[3];
  corner_of(&body->body->box, octant, x);
  return -speed_along(body, normal, x);
}

/* ------------------------------------------------------------------ in double-double arithmetic */

/* The speed of a point of a, less that of a point of b, along the normal. */
static double closing_speed(const bms_contact_view *view, const number on_a[3], const number on_b[3],
                            const double normal[3]) {
  double closing[3];
  bms_precise_vector of_a = bms_precise_velocity(&view->a, on_a), of_b = bms_precise_velocity(&view->b, on_b);
  of_a = bms_precise_difference(&of_a, &of_b);
  bms_precise_round(&of_a, closing);
  return bms_dot(normal, closing);
}

static void exactly(const double x[3], number out[3]) {
  for (int i = 0; i < 3; i++) out[i] = (number){x[i], 0};
}

/* The point of a body that is where a point of another one is. */
static void same_place(const bms_precise_pose *of, const number x[3], const bms_precise_pose *body, number out[3]) {
  bms_precise_vector world = bms_precise_point(of, x);
  bms_precise_point_at(body, &world, of->scale, out);
}

/* The middle of an edge of a box, from its centre in the world. */
static void middle_of_edge(const double half_edge[3][3], bms_edge edge, double middle[3]) {
  int direction = edge / 4, low = direction == 0 ? 1 : 0, high = direction == 2 ? 1 : 2;
  for (int r = 0; r < 3; r++)
    middle[r] =
        (edge & 1 ? half_edge[low][r] : -half_edge[low][r]) + (edge & 2 ? half_edge[high][r] : -half_edge[high][r]);
}

/* The column along an edge, in the world. */
static void direction_of_edge(const bms_precise_pose *pose, bms_edge edge, double direction[3]) {
  for (int r = 0; r < 3; r++) direction[r] = pose->column[edge / 4].x[r].high / pose->scale.high;
}

/* How far along a line it is nearest to another one: as a multiple of `along`.  `way` leads from its origin to that
   of the other, which has direction `other`. */
static double place_along(const double along[3], const double way[3], const double other[3]) {
  double normal[3], across[3];
  bms_cross(along, other, normal);
  bms_cross(way, other, across);
  return bms_dot(across, normal) / bms_dot(normal, normal);
}

/* The point of an edge's line that is `place` from its middle. */
static void point_of_edge(const bms_box *box, bms_edge edge, double place, number x[3]) {
  int direction = edge / 4, low = direction == 0 ? 1 : 0, high = direction == 2 ? 1 : 2;
  x[direction] = bms_double_double_sum(0.5 * box->min[direction] + 0.5 * box->max[direction], place);
  x[low] = (number){end_of(box, low, edge & 1), 0};
  x[high] = (number){end_of(box, high, edge >> 1 & 1), 0};
}

static void where_edges_meet(const bms_contact_view *view, const bms_body *a, const bms_body *b, const bms_pair *pair,
                             number on_a[3], number on_b[3]) {
  double middle_a[3], along_a[3], middle_b[3], along_b[3], way[3], back[3];
  middle_of_edge(view->half_edge, pair->a, middle_a);
  middle_of_edge(view->half_edge + 3, pair->b, middle_b);
  direction_of_edge(&view->a, pair->a, along_a);
  direction_of_edge(&view->b, pair->b, along_b);
  for (int r = 0; r < 3; r++) {
    way[r] = view->way[r] + middle_b[r] - middle_a[r];
    back[r] = -way[r];
  }
  point_of_edge(&a->box, pair->a, place_along(along_a, way, along_b), on_a);
  point_of_edge(&b->box, pair->b, place_along(along_b, back, along_a), on_b);
}

double bms_approach_of_features(const bms_contact_view *view, const bms_body *a, const bms_body *b,
                                const bms_contact *contact) {
  const bms_pair *pair = &contact->pair;
  number on_a[3], on_b[3];
  double x[3];
  if (pair->kind == BMS_PAIR_VO) {
    corner_of(&b->box, pair->b, x);
    exactly(x, on_b);
    same_place(&view->b, on_b, &view->a, on_a);
  } else if (pair->kind == BMS_PAIR_OV) {
    corner_of(&a->box, pair->a, x);
    exactly(x, on_a);
    same_place(&view->a, on_a, &view->b, on_b);
  } else {
    where_edges_meet(view, a, b, pair, on_a, on_b);
  }
  return closing_speed(view, on_a, on_b, contact->normal);
}

double bms_approach_at_points(const bms_contact_view *view, const bms_contact *contact) {
  double greatest = -INFINITY;
  for (int k = 0; k < contact->point_count; k++) {
    number on_a[3], on_b[3];
    bms_precise_vector world;
    exactly(contact->point[k], world.x);
    bms_precise_point_at(&view->a, &world, (number){1, 0}, on_a);
    bms_precise_point_at(&view->b, &world, (number){1, 0}, on_b);
    greatest = bms_max(greatest, closing_speed(view, on_a, on_b, contact->normal));
  }
  return greatest;
}
