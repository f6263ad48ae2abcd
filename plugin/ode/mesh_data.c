/* SPDX-License-Identifier: BSD-3-Clause */

#include "ode/mesh_data.h"

#include <stddef.h>
#include <string.h>

#include "ode/member_offset.h"

/* How many bytes the members take, which ODE has one after the other as they are here. */
enum { BYTES = offsetof(qmboxMeshData, single) + sizeof(bool) };

/* How many pointers may stand before them.  The structure is larger than that. */
enum { MOST_BEFORE = 3 };

enum { VERTICES = 4, TRIANGLES = 2, VERTEX_STRIDE = 4 * sizeof(double), TRIANGLE_STRIDE = 5 * sizeof(dTriIndex) };

static const float single[2 * VERTEX_STRIDE / sizeof(float) * VERTICES] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 0,
                                                                           0, 0, 0, 0, 0, 0, 0, 1, 0};
static const double large[4 * VERTICES] = {0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
static const dTriIndex corner[5 * TRIANGLES] = {0, 1, 2, 0, 0, 0, 2, 3};

static bool areThere(const char *at, const void *vertex, char isSingle) {
  qmboxMeshData data;
  memcpy(&data, at, offsetof(qmboxMeshData, single));
  return data.vertex == vertex && data.vertexStride == VERTEX_STRIDE && data.vertices == VERTICES &&
         data.index == corner && data.triangles == TRIANGLES && data.triangleStride == TRIANGLE_STRIDE &&
         at[offsetof(qmboxMeshData, single)] == isSingle;
}

static int search(void) {
  int found = -1;
  dTriMeshDataID floats = dGeomTriMeshDataCreate(), doubles = dGeomTriMeshDataCreate();
  dGeomTriMeshDataBuildSingle(floats, single, VERTEX_STRIDE, VERTICES, corner, 3 * TRIANGLES, TRIANGLE_STRIDE);
  dGeomTriMeshDataBuildDouble(doubles, large, VERTEX_STRIDE, VERTICES, corner, 3 * TRIANGLES, TRIANGLE_STRIDE);
  for (int i = 0; i <= MOST_BEFORE && found < 0; i++) {
    size_t offset = (size_t)i * sizeof(void *);
    bool both =
        areThere((const char *)floats + offset, single, 1) && areThere((const char *)doubles + offset, large, 0);
    if (both) found = (int)offset;
  }
  dGeomTriMeshDataDestroy(floats);
  dGeomTriMeshDataDestroy(doubles);
  return found;
}

bool qmboxReadMeshData(dTriMeshDataID mesh, qmboxMeshData *data) {
  static atomic_int known;
  int offset = mesh ? qmboxOffsetOfMembers(&known, search) : -1;
  if (offset < 0) return false;
  memset(data, 0, sizeof *data);
  memcpy(data, (const char *)mesh + offset, BYTES);
  return data->vertex && data->index && data->vertices > 0;
}
