/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Finds the points at which a brace holds two geoms.
 *
 * Its normal is the axis along which the cores are apart.  (ODE's own may be wrong: along it the geoms overlap least.)
 * It acts at ODE's contacts, or at the points where the cores are nearest to each other if ODE finds none; on a mesh,
 * at each of the triangles that are nearest.
 */

#include "brace_points.h"

#include <math.h>

#include "pairs/meeting.h"
#include "ode/geom_bounds.h"
#include "ode/mesh_triangles.h"
#include "real_ode.h"

/* The margin before the cores, in parts of the allowances. */
#define MARGIN 0.2

static void add_point(brace_points *to, const brace_point *found) {
  int at = 0;
  if (to->count < MOST_POINTS) {
    to->point[to->count++] = *found;
    return;
  }
  for (int i = 1; i < MOST_POINTS; i++) {
    if (to->point[i].lacking < to->point[at].lacking) at = i;
  }
  if (found->lacking > to->point[at].lacking) to->point[at] = *found;
}

/* Finds where two solids are nearest to each other at this level. Returns false if they are not apart. */
static bool are_apart(const qmboxShrunkPair *two, double level, bms_convex_separation *nearest) {
  qmboxConvexQuery q = {.query = {.t0 = 0}};
  for (int k = 0; k < 2; k++) qmboxSetSolid(&q, k, two->solid[k], level * two->allowance[k], 0, 0);
  return bms_convex_separation_at(&q.query, 0, nearest) == BMS_VALID && nearest->lower > 0;
}

/* Finds the point where the cores of two convex solids are nearest to each other, or what is left of them if they
   overlap deeply. */
static bool find_nearest(const qmboxMoving *one, const qmboxMoving *other, brace_point *found) {
  qmboxShrunkPair two = qmboxShrinkSolids(one, other);
  bms_convex_separation nearest;
  bool apart = false;
  for (double level = 1; level < QMBOX_HIGHEST_LEVEL && !apart; level += 0.25) apart = are_apart(&two, level, &nearest);
  if (!apart) return false;
  for (int i = 0; i < 3; i++) {
    found->position[i] = (dReal)((nearest.point[0][i] + nearest.point[1][i]) / 2);
    found->normal[i] = nearest.normal[i];
  }
  found->lacking = MARGIN * (two.allowance[0] + two.allowance[1]) - nearest.lower;
  return true;
}

/* Adds the points of two convex geoms: all where ODE finds contacts, or the nearest one. */
static void add_contacts(brace_points *to, const dGeomID geom[2]) {
  dContactGeom contact[MOST_POINTS];
  brace_point found;
  if (!find_nearest(&to->solid[0], &to->solid[1], &found)) return;
  int count = real_ode()->collide(geom[0], geom[1], MOST_POINTS, contact, (int)sizeof contact[0]);
  for (int k = 0; k < count; k++) {
    for (int i = 0; i < 3; i++) found.position[i] = contact[k].pos[i];
    add_point(to, &found);
  }
  if (count == 0) add_point(to, &found);
}

/* Adds the point of a triangle of a mesh. */
static void add_triangle(void *data, const double vertex[9], int number) {
  brace_points *to = data;
  qmboxMoving triangle;
  brace_point found;
  (void)number;
  if (!qmboxIsTriangle(vertex)) return;
  qmboxMakeTriangle(&triangle, &to->solid[to->mesh], vertex);
  const qmboxMoving *one = to->mesh == 0 ? &triangle : &to->solid[0],
                    *other = to->mesh == 1 ? &triangle : &to->solid[1];
  if (find_nearest(one, other, &found)) add_point(to, &found);
}

void brace_points_find(const qmboxGuard *guard, const dGeomID geom[2], brace_points *to) {
  double min[3], max[3];
  dReal bounds[6];
  to->count = 0;
  for (int k = 0; k < 2; k++) qmboxMakeGuarded(&to->solid[k], geom[k], guard->bodies.qmboxClass, 0, 0, 0);
  if (qmboxCanMeet(&to->solid[0], &to->solid[1])) {
    add_contacts(to, geom);
    return;
  }
  to->mesh = to->solid[0].shape == QMBOX_SHAPE_MESH ? 0 : 1;
  const qmboxMoving *convex = &to->solid[1 - to->mesh];
  if (to->solid[to->mesh].shape != QMBOX_SHAPE_MESH || !(convex->figure.thickness < HUGE_VAL)) return;
  qmboxBoundsOfGeom(geom[1 - to->mesh], bounds);
  for (int i = 0; i < 3; i++) {
    min[i] = (double)bounds[2 * i];
    max[i] = (double)bounds[2 * i + 1];
  }
  qmboxTrianglesNear(geom[to->mesh], true, min, max, add_triangle, to);
}
