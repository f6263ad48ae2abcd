/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Trees of boxes over the triangles of meshes that come near another one.
 *
 * Each node has the two halves of its triangles below it, until one is left; a tree of n triangles is no deeper than
 * log n.  Nodes are opened when a search comes to them: most searches come to a few places only.  All trees that are
 * made for one step stand in the same arrays; those that are kept (shared_tree.h) have their own.
 */

#ifndef QMBOX_MESH_TREE_H
#define QMBOX_MESH_TREE_H

#include <stdbool.h>

/* A triangle in the frame of its mesh, or in the world's if that stands still. */
typedef struct qmboxTreeTriangle {
  double vertex[9];
  double low[3], high[3]; /* its bounds, infinite if a vertex is not finite */
} qmboxTreeTriangle;

typedef struct qmboxTreeNode {
  double middle[3], half[3]; /* of the box, infinite where a vertex is not finite */
  double aside;              /* how far its middle is from the origin */
  double radius;             /* of the ball around its middle that holds all below it */
  int axis;                  /* along which it is longest */
  int from, to;              /* triangles from ... to - 1 are below it: one below a leaf */
  int child;                 /* the number of the first child, the second is the next; -1 if it has not been opened */
} qmboxTreeNode;

/* Trees, each of which is the number of its first node. */
typedef struct qmboxForest {
  qmboxTreeTriangle *triangle;
  int triangles, triangleCapacity;
  qmboxTreeNode *node;
  int nodes, nodeCapacity;
} qmboxForest;

/* One of them.  It is none if its forest is null. */
typedef struct qmboxTree {
  qmboxForest *forest;
  int root;
} qmboxTree;

/* Adds a triangle, which is of the tree that is planted next.  Returns false if no memory is left. */
bool qmboxAddTreeTriangle(qmboxForest *forest, const double vertex[9]);

/* Makes a tree of all triangles from this number on, of which there is at least one.  Returns its number, -1 if no
   memory is left. */
int qmboxPlantTree(qmboxForest *forest, int firstTriangle);

/* Returns the number of the first child of a node that is no leaf, -1 if no memory is left.  The array of nodes may
   move. */
int qmboxOpenNode(qmboxForest *forest, int number);

/* How far a point below a node is from the origin, at most. */
static inline double qmboxNodeReach(const qmboxTreeNode *node) {
  return node->aside + node->radius;
}

static inline bool qmboxIsLeaf(const qmboxTreeNode *node) {
  return node->to - node->from == 1;
}

/* Opens all nodes of a tree, so that it never changes any more.  Returns false if no memory is left. */
bool qmboxOpenTree(qmboxForest *forest, int root);

/* Takes out all trees, and keeps the room. */
void qmboxClearForest(qmboxForest *forest);

/* Frees what a forest has, which began as all zero. */
void qmboxFreeForest(qmboxForest *forest);

#endif /* QMBOX_MESH_TREE_H */
