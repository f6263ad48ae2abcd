/* SPDX-License-Identifier: BSD-3-Clause */

#include "meshes/triangle_filter.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "pairs/meeting.h"
#include "meshes/triangle_axes.h"
#include "ode/geom_transform.h"
#include "shapes/shape.h"
#include "util/real.h"

/* Roundings of a gap and of an advance, in parts of the coordinates. */
#define FILTER_ERROR (64 * DBL_EPSILON)

/* How far the two go towards each other along a direction, which leads from the solid to the mesh: each may wait, so
   that what it goes away does not count. */
static double closing(const qmboxTriangleFilter *filter, const double direction[3], double sign) {
  return qmboxMax(0, -sign * qmboxDot(direction, filter->shift[0])) +
         qmboxMax(0, sign * qmboxDot(direction, filter->shift[1]));
}

/* Sets the box to a triangle's in its plane, along an edge, scaled with the core of its mesh.  Returns false if it is
   too slim for that: its normal is rounded so much that it is not across the edge. */
static bool placeTriangle(const qmboxStartPose *posed, double scale, qmboxTriangleFilter *filter) {
  static const double MOSTLY = 0.5;
  const double *along = posed->edge[0];
  double across[3], slant = qmboxDot(posed->face, along);
  for (int i = 0; i < 3; i++) across[i] = posed->face[i] - slant * along[i];
  double length = qmboxLength(across);
  if (!(length > MOSTLY)) return false;
  for (int i = 0; i < 3; i++) {
    filter->axis[0][i] = across[i] / length;
    filter->axis[1][i] = along[i];
    filter->centre[i] = posed->centre[i] - (1 - scale) * posed->outwards[i];
  }
  qmboxCross(filter->axis[0], filter->axis[1], filter->axis[2]);
  for (int k = 0; k < 3; k++) {
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (int n = 0; n < 3; n++) {
      double at = qmboxDot(filter->axis[k], posed->corner[n]);
      low = qmboxMin(low, at);
      high = qmboxMax(high, at);
    }
    filter->half[k] = scale * (high - low) / 2;
    for (int i = 0; i < 3; i++) filter->centre[i] += filter->axis[k][i] * scale * (low + high) / 2;
  }
  return true;
}

/* Returns the box around the core of a solid that is smaller by this length, in its body's frame. */
static bms_box boxOfCore(const qmboxMoving *solid, double less) {
  const qmboxMeshCore *core = &solid->figure.core;
  bms_box box = qmboxBoxOfMoving(solid);
  if (core->inner > 0) {
    qmboxShrinkIntoCore(core, less, box.min, box.min);
    qmboxShrinkIntoCore(core, less, box.max, box.max);
    return box;
  }
  for (int i = 0; i < 3 && solid->shape != QMBOX_SHAPE_MESH; i++) {
    double middle = (box.min[i] + box.max[i]) / 2;
    box.min[i] = qmboxMin(box.min[i] + less, middle);
    box.max[i] = qmboxMax(box.max[i] - less, middle);
  }
  return box;
}

/* Makes the box that around the core of another solid, in its body's frame. */
static void placeBox(const qmboxMoving *solid, double less, qmboxTriangleFilter *filter) {
  bms_box box = boxOfCore(solid, less);
  for (int i = 0; i < 3; i++) {
    filter->centre[i] = solid->pose[i][3];
    filter->half[i] = (box.max[i] - box.min[i]) / 2;
    for (int k = 0; k < 3; k++) {
      filter->axis[k][i] = solid->pose[i][k];
      filter->centre[i] += solid->pose[i][k] * (box.min[k] + box.max[k]) / 2;
    }
  }
}

/* Returns true if there is a box around the solid: none around a plane or heightfield. */
static bool hasBox(const qmboxMoving *solid) {
  if (solid->shape == QMBOX_SHAPE_MESH) return qmboxHeldClass(solid->geom) == dTriMeshClass;
  return qmboxIsConvex(solid) && solid->figure.shape.core != BMS_CORE_HALF_SPACE;
}

static bool isTriangle(const qmboxMoving *solid) {
  const qmboxStartPose *posed = &solid->startPose;
  return qmboxIsConvex(solid) && posed->corners == 3 && posed->hasFace && posed->edges > 0;
}

void qmboxPrepareFilter(const qmboxBodies *bodies, int meshGeom, const qmboxMoving *mesh, int geom,
                        const qmboxMoving *solid, qmboxTriangleFilter *filter) {
  const qmboxGuardedBody *body[2] = {&bodies->body[bodies->geom[meshGeom].body],
                                     &bodies->body[bodies->geom[geom].body]};
  const bool moves[2] = {mesh->moves, solid->moves};
  qmboxShrunkPair two = qmboxShrinkSolids(mesh, solid);
  bool sensor = bodies->geom[meshGeom].sensor || bodies->geom[geom].sensor;
  double level = sensor ? 0 : two.core, less = level * two.allowance[1];
  filter->less = level * two.allowance[0];
  filter->passes = !hasBox(solid);
  if (filter->passes) return;
  filter->moves = mesh->moves;
  filter->reach = mesh->radius;
  if (mesh->moves) memcpy(filter->pose, mesh->pose, sizeof filter->pose);
  filter->scale = qmboxScaleOfCore(&mesh->figure.core, filter->less);
  for (int i = 0; i < 3; i++) {
    filter->offset[i] = filter->scale * mesh->centre[i];
    if (filter->scale < 1) filter->offset[i] += (1 - filter->scale) * mesh->figure.core.middle[i];
  }
  for (int k = 0; k < 2; k++) {
    for (int i = 0; i < 3; i++) filter->shift[k][i] = moves[k] ? body[k]->shift[i] : 0;
  }
  filter->chord = mesh->moves ? body[0]->chord : 0;
  filter->turned = solid->moves ? solid->radius * body[1]->chord : 0;
  if (isTriangle(solid)) {
    filter->passes = !placeTriangle(&solid->startPose, qmboxScaleOfCore(&solid->figure.core, less), filter);
  } else {
    placeBox(solid, less, filter);
  }
  filter->size = solid->reach + 2 * solid->radius;
  for (int k = 0; k < 3; k++) {
    filter->closing[k][0] = closing(filter, filter->axis[k], 1);
    filter->closing[k][1] = closing(filter, filter->axis[k], -1);
  }
}

/* Writes the corners of the triangle at the start, as seen from the centre of the solid.  Returns how far its body's
   turn moves them, at most, and adds to what is rounded. */
static double place(const qmboxTriangleFilter *filter, const double vertex[9], double corner[3][3], double *size) {
  double farthest = 0;
  for (int k = 0; k < 3; k++) {
    double own[3], square = 0;
    for (int i = 0; i < 3; i++) {
      own[i] = filter->moves ? filter->scale * vertex[3 * k + i] + filter->offset[i] : vertex[3 * k + i];
    }
    for (int i = 0; i < 3; i++) {
      double at = filter->moves ? qmboxDot(filter->pose[i], own) + filter->pose[i][3] : own[i];
      corner[k][i] = at - filter->centre[i];
      *size += fabs(at);
      square += own[i] * own[i];
    }
    farthest = qmboxMax(farthest, square);
  }
  return filter->moves ? sqrt(farthest) * filter->chord : 0;
}

static bool clearAlongBox(const qmboxTriangleFilter *filter, double corner[3][3], double slack) {
  for (int k = 0; k < 3; k++) {
    double low, high;
    qmboxSpanOfTriangle(corner, filter->axis[k], &low, &high);
    if (low - filter->half[k] > slack + filter->closing[k][0]) return true;
    if (-high - filter->half[k] > slack + filter->closing[k][1]) return true;
  }
  return false;
}

static bool clearAlongNormal(const qmboxTriangleFilter *filter, double corner[3][3], double slack) {
  double normal[3], reach = 0, low, high;
  qmboxNormalOfPoints(corner[0], corner[1], corner[2], normal);
  if (!qmboxMakeUnit(normal, 0)) return false;
  qmboxSpanOfTriangle(corner, normal, &low, &high);
  for (int k = 0; k < 3; k++) reach += filter->half[k] * fabs(qmboxDot(normal, filter->axis[k]));
  return low - reach > slack + closing(filter, normal, 1) || -high - reach > slack + closing(filter, normal, -1);
}

static void turnBack(const qmboxTriangleFilter *filter, const double world[3], double own[3]) {
  for (int k = 0; k < 3; k++) {
    own[k] = 0;
    for (int i = 0; i < 3; i++) own[k] += filter->pose[i][k] * world[i];
  }
}

bool qmboxPlaceOfFilter(const qmboxTriangleFilter *filter, qmboxPlace *place) {
  double turned = filter->turned + (filter->moves ? filter->reach * filter->chord : 0), size = filter->size + turned;
  double middle[3], from[3];
  if (filter->passes) return false;
  place->radius = 0;
  for (int i = 0; i < 3; i++) {
    size += fabs(filter->shift[0][i]) + fabs(filter->shift[1][i]) + (filter->moves ? fabs(filter->pose[i][3]) : 0);
    middle[i] = filter->centre[i];
  }
  if (filter->moves) size += filter->reach;
  for (int k = 0; k < 3; k++) {
    const double *way = filter->closing[k];
    place->half[k] = filter->half[k] + (way[0] + way[1]) / 2 + turned + FILTER_ERROR * size;
    for (int i = 0; i < 3; i++) middle[i] += filter->axis[k][i] * (way[0] - way[1]) / 2;
    memcpy(place->axis[k], filter->axis[k], sizeof place->axis[k]);
  }
  memcpy(place->middle, middle, sizeof middle);
  if (!filter->moves) return isfinite(size);
  for (int i = 0; i < 3; i++) from[i] = middle[i] - filter->pose[i][3];
  turnBack(filter, from, place->middle);
  for (int k = 0; k < 3; k++) {
    place->middle[k] = (place->middle[k] - filter->offset[k]) / filter->scale;
    place->half[k] /= filter->scale;
    turnBack(filter, filter->axis[k], place->axis[k]);
  }
  return isfinite(size);
}

bool qmboxTriangleStaysClear(const qmboxTriangleFilter *filter, const double vertex[9]) {
  double corner[3][3], size = filter->size;
  if (filter->passes) return false;
  double turned = place(filter, vertex, corner, &size);
  for (int i = 0; i < 3; i++) size += fabs(filter->shift[0][i]) + fabs(filter->shift[1][i]);
  double slack = turned + filter->turned + FILTER_ERROR * (size + turned + filter->turned);
  return clearAlongBox(filter, corner, slack) || clearAlongNormal(filter, corner, slack);
}
