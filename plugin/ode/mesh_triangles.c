/* SPDX-License-Identifier: BSD-3-Clause */

#include "ode/mesh_triangles.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ode/geom_bounds.h"
#include "ode/geom_transform.h"
#include "ode/heightfield.h"
#include "ode/mesh_data.h"
#include "util/array.h"
#include "util/real.h"

/* The tree is in floats, and so are the tests that lead down in it: the place is larger by this part of the largest
   coordinate, some tens of units in the last place of a float. */
#define TREE_ERROR (32 * (double)FLT_EPSILON)

bool qmboxIsTriangle(const double vertex[9]) {
  for (int i = 0; i < 9; i++) {
    if (!(fabs(vertex[i]) <= QMBOX_FARTHEST_VERTEX)) return false;
  }
  return true;
}

/* Meshes of no more triangles are visited as they are: to ask ODE's tree takes longer. */
enum { FEW_TRIANGLES = 16 };

typedef struct search {
  qmboxTriangleVisit *visit;
  void *data;
  const qmboxTriangleOrder *order; /* null for any */
} search;

static void visitTriangle(dGeomID mesh, int index, const search *s) {
  dVector3 v[3];
  double vertex[9];
  dGeomTriMeshGetTriangle(mesh, index, &v[0], &v[1], &v[2]);
  for (int k = 0; k < 3; k++) qmboxToDouble(v[k], vertex + 3 * k, 3);
  s->visit(s->data, vertex, index);
}

/* The largest coordinate of a trimesh with this pose about its own origin, if not more by a factor of sqrt(3). */
static double reachOf(dGeomID mesh, const qmboxGeomPose *p) {
  dReal aabb[6];
  double reach = 0;
  qmboxBoundsOfGeom(mesh, aabb);
  for (int i = 0; i < 3; i++) {
    double at = (double)p->position[i];
    reach = fmax(reach, fmax(fabs((double)aabb[2 * i] - at), fabs((double)aabb[2 * i + 1] - at)));
  }
  return reach;
}

double qmboxMeshReach(dGeomID mesh) {
  qmboxGeomPose p;
  double reach = 0;
  qmboxPoseOfHeld(mesh, &p);
  for (int i = 0; i < 3; i++) reach = fmax(reach, fabs((double)p.position[i]));
  return reach + reachOf(mesh, &p);
}

/* Measured with boxes of 1 cm to 1 m on two triangles of 2 to 2000 m: 2 units of a float at that coordinate. */
#define COLLIDER_ERROR (8 * (double)FLT_EPSILON)

double qmboxMeshResolution(dGeomID mesh) {
  qmboxGeomPose p;
  if (qmboxHeldClass(mesh) != dTriMeshClass) return QMBOX_SOLVER_ERROR * qmboxHeightfieldCell(mesh);
  qmboxPoseOfHeld(mesh, &p);
  return COLLIDER_ERROR * reachOf(mesh, &p);
}

/* Returns a mesh of the same triangles with another callback: with this pose, or at the origin if it is null. */
static dGeomID placedTwinOf(dGeomID mesh, const qmboxGeomPose *p, dTriCallback *callback) {
  dGeomID twin = dCreateTriMesh(0, dGeomTriMeshGetData(qmboxHeldGeom(mesh)), callback, 0, 0);
  if (!p) return twin;
  dGeomSetPosition(twin, p->position[0], p->position[1], p->position[2]);
  dGeomSetRotation(twin, p->rotation);
  return twin;
}

static void visitAllOf(dGeomID mesh, const search *s) {
  int count = dGeomTriMeshGetTriangleCount(mesh);
  for (int i = 0; i < count; i++) visitTriangle(mesh, i, s);
}

static void visitAll(dGeomID mesh, const qmboxGeomPose *p, const search *s) {
  if (p && qmboxHeldGeom(mesh) == mesh) {
    visitAllOf(mesh, s);
    return;
  }
  dGeomID twin = placedTwinOf(mesh, p, 0);
  visitAllOf(twin, s);
  dGeomDestroy(twin);
}

bool qmboxHasFewTriangles(dGeomID mesh) {
  dGeomID held = qmboxHeldGeom(mesh);
  return qmboxHeldClass(mesh) == dTriMeshClass && dGeomTriMeshGetTriangleCount(held) <= FEW_TRIANGLES;
}

/* A triangle that ODE's tree has led to. */
typedef struct ranked {
  int index;
  double rank;
} ranked;

/* All of them.  They are visited only when ODE is done: a visitor's query of another mesh would overwrite what ODE,
   which keeps one list for each thread, has found so far. */
typedef struct found {
  ranked *triangle;
  int count, capacity;
  bool failed; /* if no memory is left */
  const search *search;
  const qmboxGeomPose *at; /* of a mesh whose triangles are ranked, as `data` has them; else null */
  qmboxMeshData data;
} found;

/* Reads a triangle of the mesh as the program has given it, and puts it to its place. */
static void placeTriangle(const found *f, int index, double vertex[9]) {
  dTriIndex corner[3];
  memcpy(corner, (const char *)f->data.index + (size_t)index * (size_t)f->data.triangleStride, sizeof corner);
  for (int k = 0; k < 3; k++) {
    double own[3];
    qmboxReadVertex(&f->data, (size_t)corner[k], own);
    for (int i = 0; i < 3; i++) {
      const dReal *row = f->at->rotation + 4 * i;
      vertex[3 * k + i] =
          (double)row[0] * own[0] + (double)row[1] * own[1] + (double)row[2] * own[2] + (double)f->at->position[i];
    }
  }
}

static double rankOf(const found *f, int index) {
  double vertex[9];
  placeTriangle(f, index, vertex);
  return f->search->order->rank(f->search->data, vertex);
}

static int onTriangle(dGeomID mesh, dGeomID probe, int index) {
  found *f = dGeomGetData(probe);
  (void)mesh;
  f->failed |= !QMBOX_APPEND(f->triangle, f->count, f->capacity, (ranked){index, 0});
  return 0; /* no contacts */
}

/* Lets a triangle sink in the heap, whose ranks are no less below others, to where its rank belongs. */
static void sink(const found *f, int at) {
  ranked sinking = f->triangle[at];
  for (int below = 2 * at + 1; below < f->count; below = 2 * at + 1) {
    if (below + 1 < f->count && f->triangle[below + 1].rank < f->triangle[below].rank) below++;
    if (sinking.rank <= f->triangle[below].rank) break;
    f->triangle[at] = f->triangle[below];
    at = below;
  }
  f->triangle[at] = sinking;
}

static void visitByRank(dGeomID mesh, found *f) {
  for (int k = f->count / 2 - 1; k >= 0; k--) sink(f, k);
  while (f->count > 0 && f->triangle[0].rank <= *f->search->order->last) {
    int first = f->triangle[0].index;
    f->triangle[0] = f->triangle[--f->count];
    sink(f, 0);
    visitTriangle(mesh, first, f->search);
  }
}

/* Ranks the triangles found, visits the first ranks, which are wanted in any order, and keeps the others. */
static void rankFound(dGeomID mesh, found *f) {
  const qmboxTriangleOrder *order = f->search->order;
  int kept = 0;
  for (int k = 0; k < f->count && *order->last >= order->first; k++) {
    ranked triangle = {f->triangle[k].index, rankOf(f, f->triangle[k].index)};
    if (triangle.rank <= order->first) {
      visitTriangle(mesh, triangle.index, f->search);
    } else if (triangle.rank <= *order->last) {
      f->triangle[kept++] = triangle;
    }
  }
  f->count = kept;
}

/* Visits the triangles found, or all of them if some could not be kept. */
static void visitFound(dGeomID mesh, found *f) {
  if (f->failed) {
    visitAllOf(mesh, f->search);
  } else if (f->at) {
    rankFound(mesh, f);
    visitByRank(mesh, f);
  } else {
    for (int k = 0; k < f->count; k++) visitTriangle(mesh, f->triangle[k].index, f->search);
  }
}

/* Returns true if ODE can take a box of this place.  All triangles are near one that reaches farther, or is not a
   number. */
static bool isFinite(const qmboxPlace *place) {
  double sum = place->radius;
  for (int i = 0; i < 3; i++) {
    sum += fabs(place->middle[i]) + fabs(place->half[i]);
    for (int k = 0; k < 3; k++) sum += fabs(place->axis[i][k]);
  }
  return sum < QMBOX_FARTHEST_VERTEX;
}

/* The largest coordinate of a trimesh with this reach and pose and of a place, in the same way. */
static double reachWith(double reach, const qmboxGeomPose *p, const qmboxPlace *place) {
  for (int i = 0; i < 3; i++) {
    double extent = fabs(place->middle[i]);
    for (int k = 0; k < 3; k++) extent += fabs(place->axis[k][i]) * place->half[k];
    reach = fmax(reach, fmax(extent, fabs((double)p->position[i])));
  }
  return reach;
}

/* Makes a ball, or a box, larger by what floats round. */
static dGeomID makeProbe(const qmboxPlace *place, double margin) {
  dReal length[3];
  dMatrix3 rotation = {0};
  bool ball = place->radius > 0 && dCheckConfiguration("ODE_EXT_opcode"); /* others show balls no triangles */
  for (int k = 0; k < 3; k++) {
    length[k] = (dReal)(2 * (place->half[k] + margin));
    for (int i = 0; i < 3; i++) rotation[4 * i + k] = (dReal)place->axis[k][i];
  }
  dGeomID probe =
      ball ? dCreateSphere(0, (dReal)(place->radius + margin)) : dCreateBox(0, length[0], length[1], length[2]);
  dGeomSetPosition(probe, (dReal)place->middle[0], (dReal)place->middle[1], (dReal)place->middle[2]);
  if (!ball) dGeomSetRotation(probe, rotation);
  return probe;
}

/* Collides a probe of the place with a twin of the mesh: at the mesh's pose, or at the origin. */
static void trimeshIn(dGeomID mesh, bool placed, const qmboxPlace *place, const search *s) {
  dContactGeom contact;
  found f = {.search = s};
  qmboxGeomPose p;
  qmboxPoseOfHeld(mesh, &p);
  double reach = reachOf(mesh, &p);
  if (!isFinite(place) || !(reach <= QMBOX_FARTHEST_VERTEX) || qmboxHasFewTriangles(mesh)) {
    visitAll(mesh, placed ? &p : 0, s);
    return;
  }
  dGeomID twin = placedTwinOf(mesh, placed ? &p : 0, onTriangle);
  dGeomID probe = makeProbe(place, TREE_ERROR * reachWith(reach, &p, place));
  if (placed && s->order && qmboxReadMeshData(dGeomTriMeshGetData(twin), &f.data)) f.at = &p;
  dGeomSetData(probe, &f);
  (void)dCollide(probe, twin, 1, &contact, (int)sizeof contact);
  dGeomDestroy(probe);
  visitFound(twin, &f);
  free(f.triangle);
  dGeomDestroy(twin);
}

static void trimeshNear(dGeomID mesh, bool placed, const double min[3], const double max[3], const search *s) {
  qmboxPlace place = {.axis = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  for (int i = 0; i < 3; i++) {
    place.middle[i] = min[i] + (max[i] - min[i]) / 2;
    place.half[i] = (max[i] - min[i]) / 2;
  }
  trimeshIn(mesh, placed, &place, s);
}

/* ------------------------------------------------------------------ heightfields */

typedef struct turnedSearch {
  qmboxGeomPose at;
  search s;
} turnedSearch;

static void visitTurned(void *data, const double vertex[9], int number) {
  const turnedSearch *t = data;
  double world[9];
  for (int k = 0; k < 3; k++) {
    for (int i = 0; i < 3; i++) {
      world[3 * k + i] = (double)t->at.position[i];
      for (int j = 0; j < 3; j++) world[3 * k + i] += (double)t->at.rotation[4 * i + j] * vertex[3 * k + j];
    }
  }
  t->s.visit(t->s.data, world, number);
}

/* The place in the heightfield's frame, and larger by as much as the turning may round. */
static void heightfieldNear(dGeomID mesh, const double min[3], const double max[3], search *s) {
  double low[3], high[3], reach = 0;
  turnedSearch turned;
  qmboxPoseOfHeld(mesh, &turned.at);
  turned.s = *s;
  for (int i = 0; i < 3; i++) {
    reach = fmax(reach, fmax(fabs(min[i]), fabs(max[i])) + fabs((double)turned.at.position[i]));
  }
  for (int j = 0; j < 3; j++) {
    double middle = 0, half = 16 * QMBOX_EPSILON * reach;
    for (int i = 0; i < 3; i++) {
      double factor = (double)turned.at.rotation[4 * i + j];
      middle += factor * (min[i] + (max[i] - min[i]) / 2 - (double)turned.at.position[i]);
      half += fabs(factor) * (max[i] - min[i]) / 2;
    }
    low[j] = middle - half;
    high[j] = middle + half;
  }
  qmboxHeightfieldTriangles(mesh, low, high, visitTurned, &turned);
}

void qmboxTrianglesNear(dGeomID mesh, bool placed, const double min[3], const double max[3], qmboxTriangleVisit *visit,
                        void *data) {
  search s = {visit, data, 0};
  if (qmboxHeldClass(mesh) == dTriMeshClass) {
    trimeshNear(mesh, placed, min, max, &s);
  } else if (placed) {
    heightfieldNear(mesh, min, max, &s);
  } else {
    qmboxHeightfieldTriangles(mesh, min, max, visit, data);
  }
}

static void boundPlace(const qmboxPlace *place, double min[3], double max[3]) {
  for (int i = 0; i < 3; i++) {
    double extent = 0;
    for (int k = 0; k < 3; k++) extent += fabs(place->axis[k][i]) * place->half[k];
    extent *= 1 + 16 * DBL_EPSILON;
    min[i] = place->middle[i] - extent;
    max[i] = place->middle[i] + extent;
  }
}

void qmboxTrianglesIn(dGeomID mesh, bool placed, const qmboxPlace *place, const qmboxTriangleOrder *order,
                      qmboxTriangleVisit *visit, void *data) {
  search s = {visit, data, order};
  double min[3], max[3];
  if (qmboxHeldClass(mesh) == dTriMeshClass) {
    trimeshIn(mesh, placed, place, &s);
    return;
  }
  boundPlace(place, min, max);
  qmboxTrianglesNear(mesh, placed, min, max, visit, data);
}

void qmboxAllTriangles(dGeomID mesh, bool placed, qmboxTriangleVisit *visit, void *data) {
  turnedSearch turned = {.s = {visit, data, 0}};
  double min[3], max[3];
  if (placed) qmboxPoseOfHeld(mesh, &turned.at);
  if (qmboxHeldClass(mesh) == dTriMeshClass) {
    visitAll(mesh, placed ? &turned.at : 0, &turned.s);
    return;
  }
  qmboxHeightfieldBounds(mesh, min, max);
  qmboxHeightfieldTriangles(mesh, min, max, placed ? visitTurned : visit, placed ? &turned : data);
}
