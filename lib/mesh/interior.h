/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Finds points that are inside of a mesh.
 *
 * Triangles that share a vertex, or have vertices at one place, belong to one part.  A part is closed if an even
 * number of its triangles meet at every edge; it is wound if as many of them go along each edge one way as the
 * other.  A point is inside if the winding numbers of the wound parts around it have a sum other than 0, or if a ray
 * from it meets the other closed parts an odd number of times.  So a hollow whose surface is wound the other way is
 * outside, and the space that closed parts share is inside.  Open parts have no inside.
 */

#ifndef BMS_MESH_INTERIOR_H
#define BMS_MESH_INTERIOR_H

#include <stdbool.h>

#include "mesh/mesh.h"

typedef enum bms_mesh_part_kind { BMS_MESH_PART_OPEN, BMS_MESH_PART_WOUND, BMS_MESH_PART_CLOSED } bms_mesh_part_kind;

struct bms_mesh_interior {
  unsigned char *kind; /* bms_mesh_part_kind of the part of each triangle, in the order of the tree */
  int part_count;
  int *sample;    /* a vertex of each part */
  int open_edges; /* at which an odd number of triangles meet */
  bool has_inside;
};

/* Returns one block, to be freed; NULL if no memory is left. */
bms_mesh_interior *bms_mesh_interior_create(const bms_mesh *mesh);

/* Returns true if a point is inside, or if doubles do not decide: near the surface alone.  The mesh has an
 interior. */
bool bms_mesh_holds(const bms_mesh *mesh, const double point[3]);

#endif /* BMS_MESH_INTERIOR_H */
