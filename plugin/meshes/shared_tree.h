/* SPDX-License-Identifier: BSD-3-Clause */

/* The tree of all triangles of a mesh, which is made once in a step, or kept. */

#ifndef QMBOX_SHARED_TREE_H
#define QMBOX_SHARED_TREE_H

#include "guard/guard.h"

/* Returns the tree of all triangles of a geom, which is made if it is new: in the frame of the mesh, or in the world's
   if that stands still.  Meshes that move share the tree of their data.  Returns none if there are no triangles, or for
   want of memory. */
qmboxTree qmboxWholeTree(qmboxGuard *guard, int geom);

/* Returns that tree if it has been made, or is kept from other steps (kept_tree.h); else none. */
qmboxTree qmboxTreeThatIsKept(qmboxGuard *guard, int geom);

/* Returns true if ODE's tree of a mesh leads nowhere, as some of its triangles are nowhere: all of them are to be
   visited. */
bool qmboxIsUnsound(qmboxGuard *guard, int geom);

/* Returns true for a triangle with numbers that are none, which is left out and reported. */
bool qmboxIsUnguarded(qmboxGuard *guard, const double vertex[9]);

/* Adds a triangle to the tree that is planted next, unless it is left out. */
void qmboxSowTriangle(qmboxGuard *guard, const double vertex[9]);

/* Makes a tree of all triangles that have been sown, this number the first of them.  Returns none if there are none, or
   for want of memory. */
qmboxTree qmboxPlantSown(qmboxGuard *guard, int firstTriangle);

#endif /* QMBOX_SHARED_TREE_H */
