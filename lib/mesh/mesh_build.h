/* SPDX-License-Identifier: BSD-3-Clause */

/* Building the tree of boxes of a mesh. */

#ifndef BMS_MESH_BUILD_H
#define BMS_MESH_BUILD_H

#include "mesh/mesh.h"

/* A triangle of the source while the tree is built. */
typedef struct bms_mesh_item {
  bms_box box;
  int number;
} bms_mesh_item;

/* Appends the node over items from ... to - 1, puts those in its order, and appends all nodes below it; returns its
   number. */
int bms_mesh_build(bms_mesh *mesh, bms_mesh_item *items, int from, int to, int depth);

#endif /* BMS_MESH_BUILD_H */
