/* SPDX-License-Identifier: BSD-3-Clause */

/* The tree of boxes of a mesh. */

#ifndef BMS_MESH_MESH_H
#define BMS_MESH_MESH_H

#include "bms_mesh.h"

/* A box in the mesh's frame, rounded outwards.  Nodes stand in the order of a walk that goes left first, so that the
   left child of an inner node is the next one. */
typedef struct bms_mesh_node {
  float min[3], max[3];
  int count; /* of triangles, if it is a leaf; else 0 */
  int first; /* the first of them in the order of the tree, or the right child */
} bms_mesh_node;

typedef struct bms_mesh_interior bms_mesh_interior; /* interior.h */

enum { BMS_MESH_LEAF = 4, BMS_MESH_DEPTH = 64 };

struct bms_mesh {
  int vertex_count, triangle_count, node_count;
  double *vertex;
  int (*corner)[3]; /* of the triangles, in the order of the tree */
  int *number;      /* theirs in the source */
  int *place;       /* in the order of the tree of the triangles of the source */
  int *own;         /* [3 triangle_count]: the vertices of each leaf, from 3 times its first triangle on, those at one
                       point once; -1 after the last, unless the place is full */
  bms_mesh_node *node;
  bms_mesh_interior *interior; /* NULL of a mesh that is not solid */
};

/* Writes the vertices of a triangle, by its place in the order of the tree. */
void bms_mesh_place(const bms_mesh *mesh, int place, double vertex[9]);

/* Writes the vertex that lies farthest along a direction, to some roundings; `mesh` is a bms_mesh.  A
   bms_support_function: it goes down the tree to where the farthest can be. */
void bms_mesh_farthest(const void *mesh, const double direction[3], double point[3]);

/* Returns true if no vertex under a node reaches farther along a direction than `limit`, to some roundings; if one does
   *reach is set to how far it does. */
bool bms_mesh_stays_within(const bms_mesh *mesh, int node, const double direction[3], double limit, double *reach);

/* Returns how far some vertex under a node reaches along a direction: of a leaf the farthest, else probably one that is
   among the farthest. */
double bms_mesh_far_reach(const bms_mesh *mesh, int node, const double direction[3]);

#endif /* BMS_MESH_MESH_H */
