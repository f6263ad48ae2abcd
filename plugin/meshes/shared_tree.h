/* SPDX-License-Identifier: BSD-3-Clause */

/* The tree of all triangles of a mesh, which is made once in a step, or kept. */

#ifndef QMBOX_SHARED_TREE_H
#define QMBOX_SHARED_TREE_H

#include "moving/bodies.h"

#include "shapes/mesh_tree.h"
#include "qmbox_ode.h"

/* A tree of all triangles of a mesh that moves. */
typedef struct qmboxSharedTree {
  dTriMeshDataID data;
  qmboxTree tree;
} qmboxSharedTree;

/* Two triangles by their numbers. */
typedef struct qmboxStartingPair {
  int triangle[2];
} qmboxStartingPair;

/* Two meshes that are guarded as one pair: all of their triangles except the ones that overlap at the start. */
typedef struct qmboxMeshPair {
  qmboxTree tree[2];
  int firstStarting, startings; /* these, which are pairs of their own or are let be */
} qmboxMeshPair;

/* The trees of meshes in a step, and pairs of meshes. */
typedef struct qmboxMeshes {
  qmboxForest forest;
  qmboxSharedTree *sharedTree;
  int sharedTrees, sharedTreeCapacity;
  qmboxMeshPair *meshPair;
  int meshPairs, meshPairCapacity;
  qmboxStartingPair *starting; /* triangles of two meshes that overlap at the start */
  int startings, startingCapacity;
  qmboxKnownCores cores; /* of meshes, from this step and earlier ones */
} qmboxMeshes;

/* Returns the tree of all triangles of a geom, which is made if it is new: in the frame of the mesh, or in the world's
   if that stands still.  Meshes that move share the tree of their data.  Returns none if there are no triangles, or if
   no memory is left. */
qmboxTree qmboxWholeTree(qmboxBodies *bodies, qmboxMeshes *meshes, int geom);

/* Returns that tree if it has been made, or is kept from other steps (below); else none. */
qmboxTree qmboxTreeThatIsKept(qmboxBodies *bodies, qmboxMeshes *meshes, int geom);

/* Returns true if ODE's tree of a mesh leads nowhere, as some of its triangles are nowhere: all of them are to be
   visited. */
bool qmboxIsUnsound(qmboxBodies *bodies, int geom);

/* Returns true for a triangle with numbers that are none, which is left out and reported. */
bool qmboxIsUnguarded(qmboxBodies *bodies, const double vertex[9]);

/* Adds a triangle to the tree that is planted next, unless it is left out. */
void qmboxSowTriangle(qmboxBodies *bodies, qmboxMeshes *meshes, const double vertex[9]);

/* Makes a tree of all triangles that have been sown, this number the first of them.  Returns none if there are none, or
   if no memory is left. */
qmboxTree qmboxPlantSown(qmboxBodies *bodies, qmboxMeshes *meshes, int firstTriangle);

/*
 * Trees of meshes that are kept from step to step.
 *
 * They are remembered by the vertices and triangles of the mesh (util/remembered.h), so that all geoms of the same mesh
 * share one, and a mesh that the program changes has another.  One that stands still, and is taken in the world's
 * frame, has one for each place.  Such a tree is made when a mesh is seen for the third time, and opened at once: that
 * takes longer than a look into one of a step, and a mesh that changes in each step is seen once.
 */

/* Returns the tree of all triangles of a trimesh, in the world's frame if `placed`, else in the mesh's.  It is not to
   be changed, and is valid until the call leaves (qmboxEndCall()).  Returns none for a mesh that is new, has few or
   very many triangles or some that are nowhere, for what is no trimesh, and if no memory is left.  Thread-safe. */
qmboxTree qmboxKeptTree(dGeomID mesh, bool placed);

#endif /* QMBOX_SHARED_TREE_H */
