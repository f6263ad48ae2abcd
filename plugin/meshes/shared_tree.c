/* SPDX-License-Identifier: BSD-3-Clause */

/* Trees of all triangles of meshes. */

#include "meshes/shared_tree.h"

#include "meshes/kept_tree.h"
#include "ode/sound_mesh.h"
#include "ode/geom_transform.h"
#include "ode/mesh_triangles.h"
#include "util/array.h"

/* So many of the meshes whose trees are known are looked at, the last ones. */
enum { LOOKED_AT = 64 };

bool qmboxIsUnguarded(qmboxGuard *guard, const double vertex[9]) {
  if (qmboxIsTriangle(vertex)) return false;
  guard->tally->unguarded++;
  return true;
}

void qmboxSowTriangle(qmboxGuard *guard, const double vertex[9]) {
  if (qmboxIsUnguarded(guard, vertex)) return;
  if (!guard->bodies.failed && !qmboxAddTreeTriangle(&guard->meshes.forest, vertex)) guard->bodies.failed = true;
}

static void visitTriangle(void *data, const double vertex[9]) {
  qmboxSowTriangle(data, vertex);
}

qmboxTree qmboxPlantSown(qmboxGuard *guard, int firstTriangle) {
  if (guard->bodies.failed || guard->meshes.forest.triangles == firstTriangle) return (qmboxTree){.forest = 0};
  int root = qmboxPlantTree(&guard->meshes.forest, firstTriangle);
  if (root < 0) guard->bodies.failed = true;
  return (qmboxTree){root < 0 ? 0 : &guard->meshes.forest, root};
}

static dTriMeshDataID dataOf(const qmboxGuardedGeom *mesh) {
  return dGeomTriMeshGetData(qmboxHeldGeom(mesh->geom));
}

/* Returns the tree of a mesh that moves, which another geom of the same triangles has needed; else none. */
static qmboxTree knownTree(const qmboxGuard *guard, dTriMeshDataID data) {
  for (int k = 1; k <= LOOKED_AT && k <= guard->meshes.sharedTrees; k++) {
    const qmboxSharedTree *known = &guard->meshes.sharedTree[guard->meshes.sharedTrees - k];
    if (known->data == data) return known->tree;
  }
  return (qmboxTree){.forest = 0};
}

/* Notes the tree of a mesh that moves.  For want of memory it is made anew. */
static void noteTree(qmboxGuard *guard, dTriMeshDataID data, qmboxTree tree) {
  qmboxSharedTree *room = qmboxRoomForOne(guard->meshes.sharedTree, sizeof *room, guard->meshes.sharedTrees,
                                          &guard->meshes.sharedTreeCapacity);
  if (!room) return;
  guard->meshes.sharedTree = room;
  room[guard->meshes.sharedTrees++] = (qmboxSharedTree){data, tree};
}

bool qmboxIsUnsound(qmboxGuard *guard, int number) {
  qmboxGuardedGeom *geom = &guard->bodies.geom[number];
  if (geom->soundness == QMBOX_SOUND_UNKNOWN) {
    geom->soundness = qmboxMeshIsSound(geom->geom) ? QMBOX_SOUND : QMBOX_UNSOUND;
  }
  return geom->soundness == QMBOX_UNSOUND;
}

/* Sets the tree of a geom, which is new. */
static qmboxTree setTree(qmboxGuard *guard, qmboxGuardedGeom *geom, qmboxTree tree) {
  geom->tree = tree;
  if (guard->bodies.body[geom->body].moves && tree.forest) noteTree(guard, dataOf(geom), tree);
  return tree;
}

qmboxTree qmboxTreeThatIsKept(qmboxGuard *guard, int number) {
  qmboxGuardedGeom *geom = &guard->bodies.geom[number];
  bool moves = guard->bodies.body[geom->body].moves;
  if (geom->tree.forest || geom->treeSought || !geom->trimesh) return geom->tree;
  geom->treeSought = true;
  if (moves) geom->tree = knownTree(guard, dataOf(geom));
  return geom->tree.forest ? geom->tree : setTree(guard, geom, qmboxKeptTree(geom->geom, !moves));
}

qmboxTree qmboxWholeTree(qmboxGuard *guard, int number) {
  qmboxGuardedGeom *geom = &guard->bodies.geom[number];
  qmboxTree tree = qmboxTreeThatIsKept(guard, number);
  int first = guard->meshes.forest.triangles;
  if (tree.forest) return tree;
  qmboxAllTriangles(geom->geom, !guard->bodies.body[geom->body].moves, visitTriangle, guard);
  return setTree(guard, geom, qmboxPlantSown(guard, first));
}
