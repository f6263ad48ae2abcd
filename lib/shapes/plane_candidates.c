/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Planes guessed from the closest points.
 *
 * The direction between the closest points separates the two at that instant.  Which way it should turn from there on,
 * the features say on which the points lie: the normal of a face turns with the face, that of two edges stays
 * perpendicular to both, and that of a vertex and anything may turn with either.  On a curved surface two corners close
 * to each other show its tangent, which serves as an edge.  Near the contact of shapes without radius the direction is
 * the difference of nearly equal points and worth nothing, but the features still give the normal to full accuracy.
 */

#include "numeric/arithmetic.h"

#include "shapes/plane_candidates.h"

#include <math.h>
#include <string.h>

#include "numeric/vector.h"
#include "shapes/convex.h"

/* The corners of one shape at its closest point, each once, at most three. */
typedef struct feature {
  int count;
  const double *corner[3]; /* in the frame of the shape */
  int number[3];
} feature;

static feature feature_of(int count, const double (*corner)[3], const int *number) {
  feature f = {.count = 0};
  for (int i = 0; i < count; i++) {
    bool known = false;
    for (int k = 0; k < f.count; k++) known = known || memcmp(f.corner[k], corner[i], 3 * sizeof(double)) == 0;
    if (known || f.count == 3) continue;
    f.number[f.count] = number[i];
    f.corner[f.count++] = corner[i];
  }
  return f;
}

/* Scales to unit length; returns false for nothing. */
static bool to_unit(double v[3]) {
  double length = bms_length(v);
  if (!(length > 0)) return false;
  for (int r = 0; r < 3; r++) v[r] /= length;
  return true;
}

static bool edge_of(const feature *f, int from, int to, double edge[3]) {
  for (int r = 0; r < 3; r++) edge[r] = f->corner[to][r] - f->corner[from][r];
  return to_unit(edge);
}

/* ------------------------------------------------------------------ normals of one shape */

/* Writes the normal of the face that two corners of a box, on its diagonal, or three tell; returns false for others. */
static bool normal_of_box(const feature *f, const double direction[3], double normal[3]) {
  int bits = 0;
  for (int i = 1; i < f->count; i++) bits |= f->number[i] ^ f->number[0];
  int axis = bits == 6 ? 0 : bits == 5 ? 1 : bits == 3 ? 2 : -1;
  if (axis < 0) return false;
  for (int r = 0; r < 3; r++) normal[r] = r != axis ? 0 : direction[r] > 0 ? 1 : -1;
  return true;
}

/* Writes the normal of the feature, if it is a face, in the shape's own frame like the direction. */
static bool face_normal(const bms_convex *shape, const feature *f, const double direction[3], double normal[3]) {
  double u[3], v[3];
  if (shape->core == BMS_CORE_BOX && normal_of_box(f, direction, normal)) return true;
  if (f->count != 3 || !edge_of(f, 0, 1, u) || !edge_of(f, 0, 2, v)) return false;
  bms_cross(u, v, normal);
  if (bms_dot(normal, direction) < 0)
    for (int r = 0; r < 3; r++) normal[r] = -normal[r];
  return to_unit(normal);
}

/* Writes the direction, made perpendicular to the edge if there is one. */
static bool free_normal(const feature *f, const double direction[3], double normal[3]) {
  double u[3];
  memcpy(normal, direction, 3 * sizeof *normal);
  if (f->count == 2) {
    if (!edge_of(f, 0, 1, u)) return false;
    double along = bms_dot(normal, u);
    for (int r = 0; r < 3; r++) normal[r] -= along * u[r];
  }
  return to_unit(normal);
}

/* ------------------------------------------------------------------ planes */

static int carried_by_a(const double normal[3], bms_separating_plane *plane) {
  *plane = (bms_separating_plane){.carrier = BMS_CARRIER_A};
  memcpy(plane->a, normal, sizeof plane->a);
  return 1;
}

static int carried_by_b(const double normal[3], bms_separating_plane *plane) {
  *plane = (bms_separating_plane){.carrier = BMS_CARRIER_B};
  memcpy(plane->b, normal, sizeof plane->b);
  return 1;
}

static int carried_by_edges(const bms_convex_instant *instant, const double direction[3], const feature *a,
                            const feature *b, bms_separating_plane *plane) {
  double turned[3], normal[3];
  *plane = (bms_separating_plane){.carrier = BMS_CARRIER_BOTH};
  if (a->count != 2 || b->count != 2 || !edge_of(a, 0, 1, plane->a) || !edge_of(b, 0, 1, plane->b)) return 0;
  bms_convex_to_a(instant, plane->b, turned);
  bms_cross(plane->a, turned, normal);
  if (bms_dot(normal, direction) < 0)
    for (int r = 0; r < 3; r++) plane->b[r] = -plane->b[r];
  return 1;
}

static int with_half_space(const bms_convex_instant *instant, const double direction[3], bms_separating_plane *plane) {
  double normal[3];
  if (instant->pair->a->core == BMS_CORE_HALF_SPACE) return carried_by_a(direction, plane);
  bms_half_space_normal(&instant->pair->b->half_space, normal);
  for (int r = 0; r < 3; r++) normal[r] = -normal[r];
  return carried_by_b(normal, plane);
}

int bms_plane_candidates(const bms_convex_instant *instant, const bms_convex_closest *closest,
                         bms_separating_plane candidate[BMS_MAX_CANDIDATES]) {
  const bms_convex *a = instant->pair->a, *b = instant->pair->b;
  const bms_simplex *s = &closest->simplex;
  const double *direction = closest->direction;
  double in_b[3], normal[3];
  int count = 0;
  if (!(closest->distance > 0) || s->count > 3) return 0;
  if (a->core == BMS_CORE_HALF_SPACE || b->core == BMS_CORE_HALF_SPACE)
    return with_half_space(instant, direction, candidate);
  feature of_a = feature_of(s->count, s->corner_a, s->number_a), of_b = feature_of(s->count, s->corner_b, s->number_b);
  bms_convex_to_b(instant, direction, in_b);
  if (face_normal(a, &of_a, direction, normal)) count += carried_by_a(normal, &candidate[count]);
  if (face_normal(b, &of_b, in_b, normal)) count += carried_by_b(normal, &candidate[count]);
  count += carried_by_edges(instant, direction, &of_a, &of_b, &candidate[count]);
  if (free_normal(&of_b, in_b, normal)) count += carried_by_b(normal, &candidate[count]);
  if (free_normal(&of_a, direction, normal)) count += carried_by_a(normal, &candidate[count]);
  return count;
}

void bms_plane_normal(const bms_convex_instant *instant, const bms_separating_plane *plane, double normal[3]) {
  double turned[3];
  switch (plane->carrier) {
    case BMS_CARRIER_A:
      memcpy(normal, plane->a, sizeof plane->a);
      break;
    case BMS_CARRIER_B:
      bms_convex_to_a(instant, plane->b, normal);
      break;
    default:
      bms_convex_to_a(instant, plane->b, turned);
      bms_cross(plane->a, turned, normal);
      break;
  }
  (void)to_unit(normal);
}

/* ------------------------------------------------------------------ features */

static int write_feature(const bms_convex *shape, const feature *f, int corner[3]) {
  for (int k = 0; k < 3; k++) corner[k] = k < f->count ? f->number[k] : 0;
  return shape->core == BMS_CORE_HALF_SPACE ? 0 : f->count;
}

void bms_convex_features(const bms_convex_instant *instant, const bms_convex_closest *closest,
                         bms_convex_contact *contact) {
  const bms_simplex *s = &closest->simplex;
  feature of_a = feature_of(s->count, s->corner_a, s->number_a), of_b = feature_of(s->count, s->corner_b, s->number_b);
  contact->count_a = write_feature(instant->pair->a, &of_a, contact->corner_a);
  contact->count_b = write_feature(instant->pair->b, &of_b, contact->corner_b);
}
