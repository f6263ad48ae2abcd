/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Trees of meshes that are kept from step to step.
 *
 * They are remembered by the vertices and triangles of the mesh (util/remembered.h), so that all geoms of the same mesh
 * share one, and a mesh that the program changes has another.  One that stands still, and is taken in the world's
 * frame, has one for each place.  Such a tree is made when a mesh is seen for the third time, and opened at once: that
 * takes longer than a look into one of a step, and a mesh that changes in each step is seen once.
 */

#ifndef QMBOX_KEPT_TREE_H
#define QMBOX_KEPT_TREE_H

#include "shapes/mesh_tree.h"
#include "qmbox_ode.h"

/* Returns the tree of all triangles of a trimesh, in the world's frame if `placed`, else in the mesh's.  It is not to
   be changed, and is valid until the call leaves (qmboxEndCall()).  Returns none for a mesh that is new, has few or
   very many triangles or some that are nowhere, for what is no trimesh, and if no memory is left.  Thread-safe. */
qmboxTree qmboxKeptTree(dGeomID mesh, bool placed);

#endif /* QMBOX_KEPT_TREE_H */
