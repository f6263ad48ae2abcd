/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Planes guessed from the closest points.
 *
 * The direction between the closest points separates the two at that instant.  The features with the points decide
 * which way it should turn from there on: the normal of a face turns with the face, the normal of two edges stays
 * perpendicular to both, and the normal of a vertex and anything may turn with either.  A line on the side of a
 * cylinder, and the tangent of its rim, serve as edges; on other curved surfaces two corners close to each other show a
 * tangent.  Overlapping shapes with curved sides have a direction out that may be better than any of these.  Near the
 * contact of shapes without radius the direction is the difference of nearly equal points and worth nothing, but the
 * features still give the normal to full accuracy.
 */

#include "numeric/arithmetic.h"

#include "shapes/plane_candidates.h"

#include <math.h>
#include <string.h>

#include "numeric/vector.h"
#include "shapes/convex.h"
#include "shapes/round_closest.h"

/* The part of one shape that its closest point lies on, in the frame of the shape: a vertex, an edge or a face. */
typedef struct feature {
  int count;               /* of corners, each once, at most three */
  const double *corner[3]; /* points of the simplex */
  int number[3];
  bool has_edge, has_face;
  double edge[3], face[3]; /* unit vectors: along the edge; out of the face, to the side of the other shape */
} feature;

/* Scales to unit length; returns false for nothing. */
static bool to_unit(double v[3]) {
  double length = bms_length(v);
  if (!(length > 0)) return false;
  for (int r = 0; r < 3; r++) v[r] /= length;
  return true;
}

static void note_corners(int count, const double (*corner)[3], const int *number, feature *f) {
  f->count = 0;
  f->has_edge = f->has_face = false;
  for (int i = 0; i < count; i++) {
    bool known = f->count == 3;
    for (int k = 0; k < f->count; k++) known = known || bms_same_corner(f->corner[k], corner[i]);
    if (known) continue;
    f->number[f->count] = number[i];
    f->corner[f->count++] = corner[i];
  }
}

/* ------------------------------------------------------------------ edges and faces */

static void set(double x, double y, double z, double v[3]) {
  v[0] = x;
  v[1] = y;
  v[2] = z;
}

static void between(const double from[3], const double to[3], double edge[3]) {
  for (int r = 0; r < 3; r++) edge[r] = to[r] - from[r];
}

/* Returns the axis across the face that two corners of a box, on its diagonal, or three determine; -1 for others. */
static int box_axis(const feature *f) {
  int bits = 0;
  for (int i = 1; i < f->count; i++) bits |= f->number[i] ^ f->number[0];
  return bits == 6 ? 0 : bits == 5 ? 1 : bits == 3 ? 2 : -1;
}

static void note_flat(const bms_convex *shape, const double outwards[3], feature *f) {
  double u[3], v[3];
  int axis = shape->core == BMS_CORE_BOX ? box_axis(f) : -1;
  if (axis >= 0) {
    set(0, 0, 0, f->face);
    f->face[axis] = outwards[axis] > 0 ? 1 : -1;
    f->has_face = true;
  } else if (f->count == 3) {
    between(f->corner[0], f->corner[1], u);
    between(f->corner[0], f->corner[2], v);
    bms_cross(u, v, f->face);
    if (bms_dot(f->face, outwards) < 0)
      for (int r = 0; r < 3; r++) f->face[r] = -f->face[r];
    f->has_face = to_unit(f->face);
  } else if (f->count == 2) {
    between(f->corner[0], f->corner[1], f->edge);
    f->has_edge = to_unit(f->edge);
  }
}

/* The side of a cylinder has its lines as edges, a rim its tangent; inside of the rim is a face. */
static void note_round(const bms_convex *shape, const double point[3], const double outwards[3], feature *f) {
  static const double INSIDE = 1 - 1e-6;
  double across = sqrt(point[0] * point[0] + point[1] * point[1]);
  if (bms_is_on_side(shape, point)) {
    set(0, 0, 1, f->edge);
    f->has_edge = true;
  } else if (across > INSIDE * shape->cylinder.radius && across > 0) {
    set(-point[1] / across, point[0] / across, 0, f->edge);
    f->has_edge = true;
  } else {
    set(0, 0, outwards[2] < 0 ? -1 : 1, f->face);
    f->has_face = true;
  }
}

/* Finds the feature of one of the two that its closest point lies on; `outwards` leads from there to the other, in the
   frame of its shape. */
static void find_feature(const bms_convex_instant *instant, const bms_convex_closest *closest, bool of_a,
                         const double outwards[3], feature *f) {
  const bms_convex *shape = of_a ? instant->pair->a : instant->pair->b;
  const bms_simplex *s = &closest->simplex;
  const double(*corner)[3] = (const double(*)[3])(of_a ? s->corner_a : s->corner_b);
  double point[3];
  note_corners(s->count, corner, of_a ? s->number_a : s->number_b, f);
  if (shape->core == BMS_CORE_CYLINDER) {
    bms_convex_closest_in_own_frame(instant, closest, of_a, point);
    note_round(shape, point, outwards, f);
  } else {
    note_flat(shape, outwards, f);
  }
}

/* Writes the direction, made perpendicular to the edge if there is one. */
static bool free_normal(const feature *f, const double direction[3], double normal[3]) {
  memcpy(normal, direction, 3 * sizeof *normal);
  if (f->has_edge) {
    double along = bms_dot(normal, f->edge);
    for (int r = 0; r < 3; r++) normal[r] -= along * f->edge[r];
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
  if (!a->has_edge || !b->has_edge) return 0;
  *plane = (bms_separating_plane){.carrier = BMS_CARRIER_BOTH};
  memcpy(plane->a, a->edge, sizeof plane->a);
  memcpy(plane->b, b->edge, sizeof plane->b);
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
  const double *direction = closest->direction;
  double in_b[3], normal[3];
  feature of_a, of_b;
  int count = 0;
  if (!(closest->distance > bms_min(instant->pair->radius, 0)) || closest->simplex.count > 3) return 0;
  if (a->core == BMS_CORE_HALF_SPACE || b->core == BMS_CORE_HALF_SPACE)
    return with_half_space(instant, direction, candidate);
  bms_convex_to_b(instant, direction, in_b);
  for (int r = 0; r < 3; r++) normal[r] = -in_b[r];
  find_feature(instant, closest, true, direction, &of_a);
  find_feature(instant, closest, false, normal, &of_b);
  for (int r = 0; r < 3; r++) normal[r] = -of_b.face[r];
  if (of_a.has_face) count += carried_by_a(of_a.face, &candidate[count]);
  if (of_b.has_face) count += carried_by_b(normal, &candidate[count]);
  count += carried_by_edges(instant, direction, &of_a, &of_b, &candidate[count]);
  if (free_normal(&of_b, in_b, normal)) count += carried_by_b(normal, &candidate[count]);
  if (free_normal(&of_a, direction, normal)) count += carried_by_a(normal, &candidate[count]);
  if (instant->pair->radius < 0 && of_a.has_edge) count += carried_by_a(direction, &candidate[count]);
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
  feature of_a, of_b;
  note_corners(s->count, (const double(*)[3])s->corner_a, s->number_a, &of_a);
  note_corners(s->count, (const double(*)[3])s->corner_b, s->number_b, &of_b);
  contact->count_a = write_feature(instant->pair->a, &of_a, contact->corner_a);
  contact->count_b = write_feature(instant->pair->b, &of_b, contact->corner_b);
}
