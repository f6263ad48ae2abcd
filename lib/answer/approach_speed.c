/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Minus the derivative of the gap between two features.
 *
 * If x is the vertex on a face, or p and q are the points of two edges nearest to each other, that is the speed along
 * the normal, towards each other, of the material points of a and b there: the derivative of the normal is at right
 * angles to it, and the way from p to q is along it.
 */

#include "numeric/arithmetic.h"

#include "answer/approach_speed.h"

#include <stdbool.h>

#include "answer/contact_view_avx2.h"
#include "answer/precise_speed_inline.h"
#include "motion/motion.h"
#include "numeric/double_double.h"
#include "numeric/compiler.h"
#include "numeric/vector.h"

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

/* From the origin of one body's frame to another's.  The coefficients are subtracted first, without rounding: accurate
   however far from the world's origin and from t = 0 they are. */
static void way_between(const bms_body *from, const bms_body *to, double t, double way[3]) {
  for (int r = 0; r < 3; r++) {
    double difference[3], rest[3];
    for (int k = 0; k < 3; k++) {
      bms_double_double sum =
          bms_double_double_sum(to->motion.rigid.position[r][k], -from->motion.rigid.position[r][k]);
      difference[k] = sum.high;
      rest[k] = sum.low;
    }
    way[r] = bms_quadratic_at(difference, t) + (rest[0] + t * (rest[1] + t * rest[2]));
  }
}

static double approach_of_face(const bms_contact_state *a, const bms_contact_state *b, const bms_contact *contact) {
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

/* Computes where the middle of an edge is in the body's frame and from its origin in the world, and the column along
   it.  Returns which that is. */
static int look_along_edge(const bms_contact_state *body, bms_edge edge, double x[3], double middle[3],
                           double along[3]) {
  const bms_box *box = &body->body->box;
  int direction = edge / 4, low = direction == 0 ? 1 : 0, high = direction == 2 ? 1 : 2;
  x[direction] = 0.5 * box->min[direction] + 0.5 * box->max[direction];
  x[low] = end_of(box, low, edge & 1);
  x[high] = end_of(box, high, edge >> 1 & 1);
  for (int r = 0; r < 3; r++) {
    middle[r] = bms_dot(body->pose[r], x);
    along[r] = body->pose[r][direction];
  }
  return direction;
}

static double approach_of_edges(const bms_contact_state *a, const bms_contact_state *b, const bms_contact *contact) {
  double on_a[3], on_b[3], middle_a[3], middle_b[3], along_a[3], along_b[3], way[3], back[3];
  int i = look_along_edge(a, contact->pair.a, on_a, middle_a, along_a);
  int j = look_along_edge(b, contact->pair.b, on_b, middle_b, along_b);
  way_between(a->body, b->body, contact->t, way);
  for (int r = 0; r < 3; r++) {
    way[r] += middle_b[r] - middle_a[r];
    back[r] = -way[r];
  }
  on_a[i] += place_along(along_a, way, along_b);
  on_b[j] += place_along(along_b, back, along_a);
  return speed_along(a, contact->normal, on_a) - speed_along(b, contact->normal, on_b);
}

double bms_approach_plainly(const bms_contact_state *a, const bms_contact_state *b, const bms_contact *contact) {
  return contact->pair.kind == BMS_PAIR_EE ? approach_of_edges(a, b, contact) : approach_of_face(a, b, contact);
}

double bms_approach_of_corner(const bms_contact_state *body, bms_octant octant, const double normal[3]) {
  double x[3];
  corner_of(&body->body->box, octant, x);
  return -speed_along(body, normal, x);
}

/* ------------------------------------------------------------------ in double-double arithmetic */

double bms_approach_of_features(const bms_contact_view *view, const bms_body *a, const bms_body *b,
                                const bms_contact *contact) {
#if BMS_FAST_AVX2
  if (bms_processor_has_avx2()) return bms_approach_of_features_avx2(view, a, b, contact);
#endif
  return approach_of_features(view, a, b, contact);
}

double bms_approach_at_points(const bms_contact_view *view, const bms_contact *contact) {
#if BMS_FAST_AVX2
  if (bms_processor_has_avx2()) return bms_approach_at_points_avx2(view, contact);
#endif
  return approach_at_points(view, contact);
}
