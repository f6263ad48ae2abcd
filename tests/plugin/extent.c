/* SPDX-License-Identifier: BSD-3-Clause */

/* Computes how far ODE's geoms extend, by their definitions. */

#include "extent.h"

#include <math.h>
#include <string.h>

#include "geometry.h"
#include "own_shapes.h"

enum { MOST_ROUNDS = 400 };

/* Gaps are found to within about this part. */
static const double CLOSE = 1e-9;

/* ------------------------------------------------------------------ poses */

pose pose_in_step(const pose *from, const pose *to, const double *turn, double u) {
  return turn ? pose_turned(from, to, turn, u) : pose_between(from, to, u);
}

extent extent_at(dGeomID geom, const pose *body, double less) {
  extent e = {.geom = geom, .less = less};
  const solid frame = {.offset = geom_offset(geom)};
  const placed_box placed = solid_place(&frame, body);
  memcpy(e.centre, placed.centre, sizeof e.centre);
  memcpy(e.axis, placed.axis, sizeof e.axis);
  return e;
}

/* ------------------------------------------------------------------ extents */

/* Writes the farthest point along a direction, which is `along` in the geom's own frame: in multiples of its axes,
   and how far it is from there along the direction itself. */
static double farthest(const extent *e, const double along[3], double multiple[3]) {
  double across = hypot(along[0], along[1]);
  solid box;
  dReal radius, length;
  for (int i = 0; i < 3; i++) multiple[i] = 0;
  if (is_own_shape(e->geom)) {
    own_farthest(e->geom, e->less, along, multiple);
    return 0;
  }
  switch (dGeomGetClass(e->geom)) {
    case dSphereClass:
      return (double)dGeomSphereGetRadius(e->geom) - e->less;
    case dCapsuleClass:
      dGeomCapsuleGetParams(e->geom, &radius, &length);
      multiple[2] = copysign((double)length / 2, along[2]);
      return (double)radius - e->less;
    case dCylinderClass:
      dGeomCylinderGetParams(e->geom, &radius, &length);
      for (int i = 0; i < 2 && across > 0; i++) multiple[i] = ((double)radius - e->less) * along[i] / across;
      multiple[2] = copysign((double)length / 2 - e->less, along[2]);
      return 0;
    default:
      box = geom_solid(e->geom);
      for (int i = 0; i < 3; i++) multiple[i] = copysign(box.half[i] - e->less, along[i]);
      return 0;
  }
}

/* Finds the farthest point along a direction. */
static void extent_point(const extent *e, const double direction[3], double point[3]) {
  double along[3], multiple[3], size = sqrt(dot(direction, direction));
  for (int k = 0; k < 3; k++) along[k] = dot(e->axis[k], direction);
  double round = farthest(e, along, multiple);
  for (int i = 0; i < 3; i++) {
    point[i] = e->centre[i] + round * direction[i] / size;
    for (int k = 0; k < 3; k++) point[i] += multiple[k] * e->axis[k][i];
  }
}

double extent_along(const extent *e, const double direction[3]) {
  double point[3];
  extent_point(e, direction, point);
  return dot(point, direction);
}

double extent_thickness(dGeomID geom) {
  solid box;
  dReal radius, length;
  if (is_own_shape(geom)) return own_thickness(geom);
  switch (dGeomGetClass(geom)) {
    case dSphereClass:
      return 2 * (double)dGeomSphereGetRadius(geom);
    case dCapsuleClass:
      dGeomCapsuleGetParams(geom, &radius, &length);
      return 2 * (double)radius;
    case dCylinderClass:
      dGeomCylinderGetParams(geom, &radius, &length);
      return fmin(2 * (double)radius, (double)length);
    case dPlaneClass:
      return HUGE_VAL;
    default:
      box = geom_solid(geom);
      return 2 * solid_shortest_half(&box);
  }
}

static bool can_move(dGeomID geom) {
  return dGeomGetBody(geom) && !dBodyIsKinematic(dGeomGetBody(geom));
}

double core_allowance(dGeomID geom, dGeomID other) {
  if (!can_move(geom) && can_move(other)) return 0;
  if (can_move(geom) && !can_move(other)) return JUDGED_ALLOWANCE * extent_thickness(geom);
  return JUDGED_ALLOWANCE * fmin(extent_thickness(geom), extent_thickness(other)) / 2;
}

/* ------------------------------------------------------------------ gaps */

static double gap_along(const extent *a, const extent *b, const double direction[3]) {
  const double back[3] = {-direction[0], -direction[1], -direction[2]};
  return -extent_along(b, back) - extent_along(a, direction);
}

static double plane_gap(const extent *plane, const extent *other) {
  dVector4 params;
  dGeomPlaneGetParams(plane->geom, params);
  const double back[3] = {-(double)params[0], -(double)params[1], -(double)params[2]};
  return -extent_along(other, back) - (double)params[3];
}

/* Points of b less points of a: up to four, and the point nearest to the origin of their convex hull. */
typedef struct simplex {
  double point[4][3], nearest[3];
  int count;
} simplex;

/* Solves a symmetric system of up to three equations by elimination with pivots.  Returns false if it is singular. */
static bool solve(double m[3][4], int n) {
  for (int k = 0; k < n; k++) {
    int pivot = k;
    for (int i = k + 1; i < n; i++) pivot = fabs(m[i][k]) > fabs(m[pivot][k]) ? i : pivot;
    for (int j = 0; j <= n; j++) {
      double kept = m[k][j];
      m[k][j] = m[pivot][j];
      m[pivot][j] = kept;
    }
    if (!(fabs(m[k][k]) > 0)) return false;
    for (int i = 0; i < n; i++) {
      double factor = m[i][k] / m[k][k];
      for (int j = k; j <= n && i != k; j++) m[i][j] -= factor * m[k][j];
    }
  }
  for (int i = 0; i < n; i++) m[i][n] /= m[i][i];
  return true;
}

/* Finds the point nearest to the origin of the flat through these points. Returns false if it is not between them. */
static bool nearest_between(const double *const point[], int count, double nearest[3]) {
  double edge[3][3], m[3][4], sum = 0;
  for (int k = 1; k < count; k++) {
    for (int i = 0; i < 3; i++) edge[k - 1][i] = point[k][i] - point[0][i];
  }
  for (int k = 0; k < count - 1; k++) {
    for (int l = 0; l < count - 1; l++) m[k][l] = dot(edge[k], edge[l]);
    m[k][count - 1] = -dot(edge[k], point[0]);
  }
  if (!solve(m, count - 1)) return false;
  memcpy(nearest, point[0], 3 * sizeof *nearest);
  for (int k = 0; k < count - 1; k++) {
    if (!(m[k][count - 1] >= 0)) return false;
    sum += m[k][count - 1];
    for (int i = 0; i < 3; i++) nearest[i] += m[k][count - 1] * edge[k][i];
  }
  return sum <= 1;
}

/* Finds the nearest point by trying all faces, and drops the points that it is not between. */
static void find_nearest(simplex *s) {
  simplex best = *s;
  double shortest = HUGE_VAL;
  for (unsigned face = 1; face < 1u << s->count; face++) {
    const double *point[4] = {0};
    double nearest[3];
    int count = 0;
    for (int i = 0; i < s->count; i++) {
      if (face >> i & 1) point[count++] = s->point[i];
    }
    if (!nearest_between(point, count, nearest) || !(dot(nearest, nearest) < shortest)) continue;
    shortest = dot(nearest, nearest);
    memcpy(best.nearest, nearest, sizeof nearest);
    best.count = count;
    for (int i = 0; i < count; i++) memcpy(best.point[i], point[i], sizeof best.point[i]);
  }
  *s = best;
}

/* Returns the widest gap found, and its direction: the nearest point of the difference of the two, by Gilbert, Johnson
   and Keerthi (1988). */
static double search(const extent *a, const extent *b, double enough, double found[3]) {
  simplex s = {.count = 0};
  double best = -HUGE_VAL, direction[3];
  for (int i = 0; i < 3; i++) direction[i] = b->centre[i] - a->centre[i];
  for (int round = 0; round < MOST_ROUNDS; round++) {
    double size = sqrt(dot(direction, direction)), back[3], point[2][3];
    if (!(size > 0)) return best;
    for (int i = 0; i < 3; i++) direction[i] /= size;
    for (int i = 0; i < 3; i++) back[i] = -direction[i];
    extent_point(a, direction, point[0]);
    extent_point(b, back, point[1]);
    double gap = dot(point[1], direction) - dot(point[0], direction);
    if (gap > best) memcpy(found, direction, sizeof direction);
    best = fmax(best, gap);
    if (best > enough || s.count == 4 || (s.count > 0 && size - best < CLOSE * size)) return best;
    for (int i = 0; i < 3; i++) s.point[s.count][i] = point[1][i] - point[0][i];
    s.count++;
    find_nearest(&s);
    memcpy(direction, s.nearest, sizeof direction);
  }
  return best;
}

static bool is_plane(const extent *e) {
  return dGeomGetClass(e->geom) == dPlaneClass;
}

double extent_gap(const extent *a, const extent *b) {
  double found[3];
  if (is_plane(a)) return plane_gap(a, b);
  return is_plane(b) ? plane_gap(b, a) : search(a, b, HUGE_VAL, found);
}

bool extents_are_apart(const extent *a, const extent *b, double gap, double hint[3]) {
  if (is_plane(a) || is_plane(b)) return extent_gap(a, b) > gap;
  if (dot(hint, hint) > 0 && gap_along(a, b, hint) > gap) return true;
  return search(a, b, gap, hint) > gap;
}
