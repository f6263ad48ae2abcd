/* SPDX-License-Identifier: BSD-3-Clause */

/* Trees of all triangles of meshes. */

#include "guard/shared_tree.h"

#include "guard/kept_tree.h"
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
  if (!guard->failed && !qmboxAddTreeTriangle(&guard->forest, vertex)) guard->failed = true;
}

static void visitTriangle(void *data, const double vertex[9]) {
  qmboxSowTriangle(data, vertex);
}

qmboxTree qmboxPlantSown(qmboxGuard *guard, int firstTriangle) {
  if (guard->failed || guard->forest.triangles == firstTriangle) return (qmboxTree){.forest = 0};
  int root = qmboxPlantTree(&guard->forest, firstTriangle);
  if (root < 0) guard->failed = true;
  return (qmboxTree){root < 0 ? 0 : &guard->forest, root};
}

/* Returns the tree of a mesh that moves, which another geom of the same triangles has needed; else none. */
static qmboxTree knownTree(const qmboxGuard *guard, const qmboxSolid *mesh) {
  dTriMeshDataID data = dGeomTriMeshGetData(qmboxHeldGeom(mesh->geom));
  for (int k = 1; k <= LOOKED_AT && k <= guard->sharedTrees; k++) {
    const qmboxSharedTree *known = &guard->sharedTree[guard->sharedTrees - k];
    if (known->data == data) return known->tree;
  }
  return (qmboxTree){.forest = 0};
}

/* Notes the tree of a mesh that moves.  For want of memory it is made anew. */
static void noteTree(qmboxGuard *guard, const qmboxSolid *mesh, qmboxTree tree) {
  qmboxSharedTree *room =
      qmboxRoomForOne(guard->sharedTree, sizeof *room, guard->sharedTrees, &guard->sharedTreeCapacity);
  if (!room) return;
  guard->sharedTree = room;
  room[guard->sharedTrees++] = (qmboxSharedTree){dGeomTriMeshGetData(qmboxHeldGeom(mesh->geom)), tree};
}

bool qmboxIsUnsound(qmboxGuard *guard, int number) {
  qmboxGuardedGeom *geom = &guard->geom[number];
  if (geom->soundness == QMBOX_SOUND_UNKNOWN) {
    geom->soundness = qmboxMeshIsSound(geom->geom) ? QMBOX_SOUND : QMBOX_UNSOUND;
  }
  return geom->soundness == QMBOX_UNSOUND;
}

static qmboxTree newTree(qmboxGuard *guard, const qmboxSolid *mesh) {
  int first = guard->forest.triangles;
  qmboxTree tree = qmboxKeptTree(mesh->geom, !mesh->moves);
  if (tree.forest) return tree;
  qmboxAllTriangles(mesh->geom, !mesh->moves, visitTriangle, guard);
  return qmboxPlantSown(guard, first);
}

qmboxTree qmboxWholeTree(qmboxGuard *guard, int number, const qmboxSolid *mesh) {
  qmboxGuardedGeom *geom = &guard->geom[number];
  if (!geom->tree.forest && mesh->moves) geom->tree = knownTree(guard, mesh);
  if (geom->tree.forest) return geom->tree;
  geom->tree = newTree(guard, mesh);
  if (mesh->moves && geom->tree.forest) noteTree(guard, mesh, geom->tree);
  return geom->tree;
}
