/* SPDX-License-Identifier: BSD-3-Clause */

#include "ode/sound_mesh.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "ode/geom_transform.h"
#include "ode/mesh_data.h"
#include "ode/mesh_triangles.h"
#include "util/remembered.h"

/* Number of vertices checked in a step. */
enum { LOOKED_AT = 1024 };

/* The state of the checks of a mesh whose data has this address and these arrays. */
typedef struct qmboxLook {
  atomic_uint next; /* the vertex at which the next look begins */
  atomic_bool unsound;
} qmboxLook;

static bool isSomewhere(const qmboxMeshData *data, unsigned vertex) {
  const char *at = (const char *)data->vertex + (size_t)vertex * (size_t)data->vertexStride;
  if (data->single) {
    const float *x = (const float *)(const void *)at, most = (float)QMBOX_FARTHEST_VERTEX;
    return fabsf(x[0]) <= most && fabsf(x[1]) <= most && fabsf(x[2]) <= most;
  }
  const double *x = (const double *)(const void *)at;
  for (int i = 0; i < 3; i++) {
    if (!(fabs(x[i]) <= QMBOX_FARTHEST_VERTEX)) return false;
  }
  return true;
}

/* Returns true if none of the floats that stand one after the other is too large, or none at all: as integers those are
   greater.  Compilers check four at once. */
static bool floatsAreSomewhere(const char *at, size_t count) {
  enum { BLOCK = 16 };
  const float most = (float)QMBOX_FARTHEST_VERTEX;
  uint32_t limit, over = 0;
  memcpy(&limit, &most, sizeof limit);
  for (; count >= BLOCK; count -= BLOCK, at += BLOCK * sizeof(float)) {
    uint32_t bits[BLOCK];
    memcpy(bits, at, sizeof bits);
    for (int i = 0; i < BLOCK; i++) over |= limit - (bits[i] & 0x7fffffffu);
  }
  for (; count > 0; count--, at += sizeof(float)) {
    uint32_t bits;
    memcpy(&bits, at, sizeof bits);
    over |= limit - (bits & 0x7fffffffu);
  }
  return over >> 31 == 0;
}

static bool verticesAreSomewhere(const qmboxMeshData *data, unsigned from, unsigned to) {
  bool good = true;
  if (data->single && data->vertexStride == 3 * sizeof(float)) {
    return floatsAreSomewhere((const char *)data->vertex + from * 3 * sizeof(float), 3 * (size_t)(to - from));
  }
  for (unsigned k = from; k < to && good; k++) good = isSomewhere(data, k);
  return good;
}

/* A vertex that no triangle has may be anywhere. */
static bool trianglesAreSomewhere(const qmboxMeshData *data) {
  for (unsigned k = 0; k < data->triangles; k++) {
    dTriIndex corner[3];
    memcpy(corner, (const char *)data->index + (size_t)k * (size_t)data->triangleStride, sizeof corner);
    for (int i = 0; i < 3; i++) {
      if (corner[i] >= data->vertices || !isSomewhere(data, (unsigned)corner[i])) return false;
    }
  }
  return true;
}

static bool isSound(const qmboxMeshData *data, unsigned from, unsigned to) {
  return verticesAreSomewhere(data, from, to) || trianglesAreSomewhere(data);
}

static void *lookAtAll(const qmboxContents *contents, size_t *bytes) {
  const qmboxMeshData *data = contents->part[0];
  qmboxLook *look = malloc(sizeof *look);
  if (!look) return 0;
  atomic_init(&look->next, 0);
  atomic_init(&look->unsound, !isSound(data, 0, data->vertices));
  *bytes = sizeof *look;
  return look;
}

static const qmboxRememberedKind kind = {lookAtAll, 0, free};

static uint64_t markOf(dTriMeshDataID id) {
  return (uint64_t)(uintptr_t)id * 0x9e3779b97f4a7c15u;
}

/* Checks the next vertices; all of a mesh that was unsound. */
static bool lookOn(qmboxLook *look, const qmboxMeshData *data) {
  unsigned from = atomic_load(&look->next);
  if (from >= data->vertices || data->vertices <= LOOKED_AT) from = 0;
  unsigned to = data->vertices - from > LOOKED_AT ? from + LOOKED_AT : data->vertices;
  bool sound = atomic_load(&look->unsound) ? isSound(data, 0, data->vertices) : isSound(data, from, to);
  atomic_store(&look->next, to);
  atomic_store(&look->unsound, !sound);
  return sound;
}

bool qmboxMeshIsSound(dGeomID mesh) {
  qmboxMeshData data;
  if (qmboxHeldClass(mesh) != dTriMeshClass) return true;
  dTriMeshDataID id = dGeomTriMeshGetData(qmboxHeldGeom(mesh));
  if (!qmboxReadMeshData(id, &data)) return true;
  const qmboxContents contents = {.part = {&data, &id}, .size = {sizeof data, sizeof id}};
  qmboxLook *look = qmboxRemember(&kind, markOf(id), &contents);
  return look ? lookOn(look, &data) : isSound(&data, 0, data.vertices);
}
