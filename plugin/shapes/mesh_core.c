/* SPDX-License-Identifier: BSD-3-Clause */

#include "shapes/mesh_core.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ode/geom_transform.h"
#include "ode/mesh_triangles.h"
#include "shapes/shape.h"
#include "util/array.h"
#include "util/real.h"

/* Larger meshes are their own cores: this may be found out in each step in which it is asked for. */
enum { MOST_TRIANGLES = 4096 };

/* The most cores that are known, of meshes of more triangles than are compared to know one again. */
enum { MOST_KNOWN = 64, LOOKED_AT = 16 };

/* The point is surely as far inside of a plane if it is computed to be so far and this part of the size more. */
#define DEPTH_ERROR 1e-12

/* A pass over all triangles. */
typedef struct qmboxCoreSearch {
  qmboxMeshCore core;
  uint64_t edges; /* 0 if each edge is gone along as often one way as the other; else nearly never */
  double volume;  /* six times that; negative if wound inwards */
  double size;    /* the largest coordinates, summed */
} qmboxCoreSearch;

/* The finalizer of SplitMix64, over the three coordinates of a vertex; 0 and -0 are one. */
static uint64_t markOf(const double vertex[3]) {
  uint64_t mark = 0x9e3779b97f4a7c15u;
  for (int i = 0; i < 3; i++) {
    double x = vertex[i] + 0.0;
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    mark = (mark ^ bits) * 0xbf58476d1ce4e5b9u;
    mark = (mark ^ (mark >> 29)) * 0x94d049bb133111ebu;
    mark ^= mark >> 32;
  }
  return mark;
}

/* Adds an edge; the opposite edge subtracts the same. */
static void addEdge(qmboxCoreSearch *search, uint64_t from, uint64_t to) {
  uint64_t lesser = from < to ? from : to, greater = from < to ? to : from;
  uint64_t mark = (lesser * 0xd6e8feb86659fd93u) ^ (greater + 0x2545f4914f6cdd1du);
  mark = (mark ^ (mark >> 31)) * 0x9fb21c651e98df25u;
  if (from != to) search->edges += from < to ? mark : 0 - mark;
}

/* Adds the triangle's part of the volume.  Returns how far inside of its plane the middle is; HUGE_VAL if it has
 none. */
static double depthBelow(qmboxCoreSearch *search, const double vertex[9]) {
  double normal[3], way[3];
  qmboxNormalOfPoints(vertex, vertex + 3, vertex + 6, normal);
  qmboxSubtract(vertex, search->core.middle, way);
  double square = qmboxDot(normal, normal), along = qmboxDot(normal, way);
  search->volume += along;
  return square > 0 ? along / sqrt(square) : HUGE_VAL;
}

static void visitTriangle(void *data, const double vertex[9], int number) {
  qmboxCoreSearch *search = data;
  (void)number;
  uint64_t mark[3];
  for (int k = 0; k < 3; k++) mark[k] = markOf(vertex + 3 * k);
  for (int k = 0; k < 3; k++) addEdge(search, mark[k], mark[(k + 1) % 3]);
  search->core.inner = qmboxMin(search->core.inner, depthBelow(search, vertex));
}

double qmboxScaleOfCore(const qmboxMeshCore *core, double less) {
  return less > 0 && core->inner > 0 ? qmboxMax(0, 1 - less / core->inner) : 1;
}

void qmboxShrinkIntoCore(const qmboxMeshCore *core, double less, const double point[3], double shrunk[3]) {
  double scale = qmboxScaleOfCore(core, less);
  for (int i = 0; i < 3; i++) shrunk[i] = scale < 1 ? core->middle[i] + scale * (point[i] - core->middle[i]) : point[i];
}

bool qmboxFindMeshCore(dGeomID mesh, qmboxMeshCore *core) {
  const double here[3] = {0, 0, 0};
  double least = HUGE_VAL;
  qmboxCoreSearch search = {.core = {.inner = HUGE_VAL}};
  if (qmboxHeldClass(mesh) != dTriMeshClass) return false;
  if (dGeomTriMeshGetTriangleCount(qmboxHeldGeom(mesh)) > MOST_TRIANGLES) return false;
  bms_box box = qmboxMeshBox(mesh, here);
  for (int i = 0; i < 3; i++) {
    search.core.middle[i] = (box.min[i] + box.max[i]) / 2;
    search.size += fabs(box.min[i]) + fabs(box.max[i]);
    least = qmboxMin(least, (box.max[i] - box.min[i]) / 2);
  }
  qmboxAllTriangles(mesh, false, visitTriangle, &search);
  search.core.inner -= DEPTH_ERROR * search.size;
  search.core.seen = search.core.inner > 0;
  if (!search.core.seen) search.core.inner = least;
  *core = search.core;
  return search.edges == 0 && search.volume > 0 && core->inner > 0 && search.volume < HUGE_VAL;
}

/* ------------------------------------------------------------------ known ones */

/* Returns a number that another mesh hardly has. */
static uint64_t lookOf(dGeomID mesh, int triangles) {
  const double here[3] = {0, 0, 0};
  bms_box box = qmboxMeshBox(mesh, here);
  uint64_t look = (uint64_t)triangles + 3 * markOf(box.min) + 5 * markOf(box.max);
  dGeomID unmoved = dCreateTriMesh(0, dGeomTriMeshGetData(mesh), 0, 0, 0);
  for (int k = 0; k < LOOKED_AT; k++) {
    dVector3 v[3];
    dGeomTriMeshGetTriangle(unmoved, k * (triangles - 1) / (LOOKED_AT - 1), &v[0], &v[1], &v[2]);
    for (int i = 0; i < 3; i++) {
      const double vertex[3] = {(double)v[i][0], (double)v[i][1], (double)v[i][2]};
      look = (look ^ (look >> 29)) * 0x9fb21c651e98df25u + markOf(vertex);
    }
  }
  dGeomDestroy(unmoved);
  return look;
}

/* Returns the entry of these triangles, where `look` may be another, or a new one; null if no memory is left. */
static qmboxKnownCore *entryOf(qmboxKnownCores *known, dTriMeshDataID data) {
  for (int i = 0; i < known->count; i++) {
    if (known->core[i].data == data) return &known->core[i];
  }
  if (known->count == MOST_KNOWN) known->count = 0;
  qmboxKnownCore *added = QMBOX_ADD(known->core, known->count, known->capacity);
  if (added) *added = (qmboxKnownCore){.data = 0};
  return added;
}

bool qmboxRecallMeshCore(qmboxKnownCores *known, dGeomID mesh, qmboxMeshCore *core) {
  dGeomID held = qmboxHeldGeom(mesh);
  if (qmboxHeldClass(mesh) != dTriMeshClass) return false;
  int triangles = dGeomTriMeshGetTriangleCount(held);
  qmboxKnownCore *entry = triangles > LOOKED_AT ? entryOf(known, dGeomTriMeshGetData(held)) : 0;
  if (!entry || triangles > MOST_TRIANGLES) return qmboxFindMeshCore(mesh, core);
  uint64_t look = lookOf(held, triangles);
  if (!entry->data || entry->look != look) {
    entry->data = dGeomTriMeshGetData(held);
    entry->look = look;
    entry->found = qmboxFindMeshCore(mesh, &entry->core);
  }
  *core = entry->core;
  return entry->found;
}

void qmboxForgetCores(qmboxKnownCores *known) {
  free(known->core);
  *known = (qmboxKnownCores){.count = 0};
}
