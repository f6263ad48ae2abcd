/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The vertices and triangles of a dTriMeshDataID, as the program has given them.
 *
 * ODE has no public function for all of them.  It keeps the caller's pointers, so the structure is searched for the
 * members of two meshes that are made for the purpose, as with dConvex (convex_data.h).  ODE has them so since 0.16;
 * another one is noticed.
 */

#ifndef QMBOX_MESH_DATA_H
#define QMBOX_MESH_DATA_H

#include <stdbool.h>

#include "qmbox_ode.h"

typedef struct qmboxMeshData {
  const void *vertex; /* x, y, z of each, in floats if `single` ... */
  int vertexStride;   /* ... bytes from one to the next */
  unsigned vertices;
  const void *index; /* three dTriIndex of each triangle ... */
  unsigned triangles;
  int triangleStride; /* ... as above */
  bool single;
} qmboxMeshData;

/* Reads the data of a mesh.  Returns false if they cannot be read. */
bool qmboxReadMeshData(dTriMeshDataID mesh, qmboxMeshData *data);

/* Reads the vertex with this number. */
static inline void qmboxReadVertex(const qmboxMeshData *data, size_t number, double x[3]) {
  const void *at = (const char *)data->vertex + number * (size_t)data->vertexStride;
  const float *single = at;
  const double *large = at;
  x[0] = data->single ? (double)single[0] : large[0];
  x[1] = data->single ? (double)single[1] : large[1];
  x[2] = data->single ? (double)single[2] : large[2];
}

#endif /* QMBOX_MESH_DATA_H */
