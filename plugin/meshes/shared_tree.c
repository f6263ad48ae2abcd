/* SPDX-License-Identifier: BSD-3-Clause */

/* Trees of all triangles of meshes. */

#include "meshes/shared_tree.h"

#include "meshes/kept_tree.h"
#include "ode/sound_mesh.h"
#include "ode/geom_transform.h"
#include "ode/mesh_triangles.h"
#include "util/array.h"

/* Number of the meshes whose trees are known that are checked, the last ones. */
enum { LOOKED_AT = 64 };

bool qmboxIsUnguarded(qmboxBodies *bodies, const double vertex[9]) {
  if (qmboxIsTriangle(vertex)) return false;
  bodies->unguarded++;
  return true;
}

void qmboxSowTriangle(qmboxBodies *bodies, qmboxMeshes *meshes, const double vertex[9]) {
  if (qmboxIsUnguarded(bodies, vertex)) return;
  if (!bodies->failed && !qmboxAddTreeTriangle(&meshes->forest, vertex)) bodies->failed = true;
}

/* The arguments of the visit of a triangle. */
typedef struct qmboxSowing {
  qmboxBodies *bodies;
  qmboxMeshes *meshes;
} qmboxSowing;

static void visitTriangle(void *data, const double vertex[9], int number) {
  const qmboxSowing *sowing = data;
  (void)number;
  qmboxSowTriangle(sowing->bodies, sowing->meshes, vertex);
}

qmboxTree qmboxPlantSown(qmboxBodies *bodies, qmboxMeshes *meshes, int firstTriangle) {
  if (bodies->failed || meshes->forest.triangles == firstTriangle) return (qmboxTree){.forest = 0};
  int root = qmboxPlantTree(&meshes->forest, firstTriangle);
  if (root < 0) bodies->failed = true;
  return (qmboxTree){root < 0 ? 0 : &meshes->forest, root};
}

static dTriMeshDataID dataOf(const qmboxGuardedGeom *mesh) {
  return dGeomTriMeshGetData(qmboxHeldGeom(mesh->geom));
}

/* Returns the tree of a mesh that moves, which another geom of the same triangles has needed; else none. */
static qmboxTree knownTree(const qmboxMeshes *meshes, dTriMeshDataID data) {
  for (int k = 1; k <= LOOKED_AT && k <= meshes->sharedTrees; k++) {
    const qmboxSharedTree *known = &meshes->sharedTree[meshes->sharedTrees - k];
    if (known->data == data) return known->tree;
  }
  return (qmboxTree){.forest = 0};
}

/* Notes the tree of a mesh that moves.  For want of memory it is made again. */
static void noteTree(qmboxMeshes *meshes, dTriMeshDataID data, qmboxTree tree) {
  qmboxSharedTree *room =
      qmboxRoomForOne(meshes->sharedTree, sizeof *room, meshes->sharedTrees, &meshes->sharedTreeCapacity);
  if (!room) return;
  meshes->sharedTree = room;
  room[meshes->sharedTrees++] = (qmboxSharedTree){data, tree};
}

bool qmboxIsUnsound(qmboxBodies *bodies, int number) {
  qmboxGuardedGeom *geom = &bodies->geom[number];
  if (geom->soundness == QMBOX_SOUND_UNKNOWN) {
    geom->soundness = qmboxMeshIsSound(geom->geom) ? QMBOX_SOUND : QMBOX_UNSOUND;
  }
  return geom->soundness == QMBOX_UNSOUND;
}

/* Sets the tree of a geom, which is new. */
static qmboxTree setTree(qmboxBodies *bodies, qmboxMeshes *meshes, qmboxGuardedGeom *geom, qmboxTree tree) {
  geom->tree = tree;
  if (qmboxGoesWithBody(bodies, geom) && tree.forest) noteTree(meshes, dataOf(geom), tree);
  return tree;
}

qmboxTree qmboxTreeThatIsKept(qmboxBodies *bodies, qmboxMeshes *meshes, int number) {
  qmboxGuardedGeom *geom = &bodies->geom[number];
  bool moves = qmboxGoesWithBody(bodies, geom);
  if (geom->tree.forest || geom->treeSought || !geom->trimesh) return geom->tree;
  geom->treeSought = true;
  if (moves) geom->tree = knownTree(meshes, dataOf(geom));
  return geom->tree.forest ? geom->tree : setTree(bodies, meshes, geom, qmboxKeptTree(geom->geom, !moves));
}

qmboxTree qmboxWholeTree(qmboxBodies *bodies, qmboxMeshes *meshes, int number) {
  qmboxGuardedGeom *geom = &bodies->geom[number];
  qmboxTree tree = qmboxTreeThatIsKept(bodies, meshes, number);
  qmboxSowing sowing = {bodies, meshes};
  int first = meshes->forest.triangles;
  if (tree.forest) return tree;
  qmboxAllTriangles(geom->geom, !qmboxGoesWithBody(bodies, geom), visitTriangle, &sowing);
  return setTree(bodies, meshes, geom, qmboxPlantSown(bodies, meshes, first));
}
