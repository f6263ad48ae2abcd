/* SPDX-License-Identifier: BSD-3-Clause */

#include "meshes/shared_tree.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "ode/sound_mesh.h"
#include "ode/geom_transform.h"
#include "ode/mesh_triangles.h"
#include "util/array.h"
#include "ode/mesh_data.h"
#include "util/remembered.h"

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
  qmboxSharedTree *added = QMBOX_ADD(meshes->sharedTree, meshes->sharedTrees, meshes->sharedTreeCapacity);
  if (added) *added = (qmboxSharedTree){data, tree};
}

bool qmboxIsUnsound(qmboxBodies *bodies, int number) {
  qmboxGuardedGeom *geom = &bodies->geom[number];
  if (geom->soundness == QMBOX_SOUND_UNKNOWN) {
    geom->soundness = qmboxMeshIsSound(geom->geom) ? QMBOX_SOUND : QMBOX_UNSOUND;
  }
  return geom->soundness == QMBOX_UNSOUND;
}

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

/* ------------------------------------------------------------------ kept trees */

/* Trees of larger meshes are not asked for as a whole, but of some of their triangles. */
enum { MOST_TRIANGLES = 1024 };

typedef enum qmboxKeptState {
  QMBOX_KEPT_NEW, /* seen once */
  QMBOX_KEPT_AGAIN,
  QMBOX_KEPT_MAKING /* or made, if there is a forest, or found to have none */
} qmboxKeptState;

typedef struct qmboxKept {
  atomic_int state;
  _Atomic(qmboxForest *) forest;
} qmboxKept;

/* The rest of the contents: how vertices and triangles are to be read, a mark of them, and where the mesh stands if its
   triangles are those in the world. */
typedef struct qmboxMeshFrame {
  int vertexStride, triangleStride, single, placed;
  uint64_t numbers;
  dReal place[3 + 12];
} qmboxMeshFrame;

/* ------------------------------------------------------------------ forests */

static size_t bytesOfForest(int triangles) {
  return sizeof(qmboxForest) + (size_t)triangles * (sizeof(qmboxTreeTriangle) + 2 * sizeof(qmboxTreeNode));
}

/* The memory is not ODE's, whose functions for it a program may change meanwhile. */
static void freeForest(qmboxForest *forest) {
  if (!forest) return;
  free(forest->triangle);
  free(forest->node);
  free(forest);
}

/* Returns an empty forest with room for a tree; null if no memory is left. */
static qmboxForest *newForest(int triangles) {
  qmboxForest *forest = calloc(1, sizeof *forest);
  if (!forest) return 0;
  forest->triangleCapacity = triangles;
  forest->nodeCapacity = 2 * triangles;
  forest->triangle = malloc((size_t)triangles * sizeof *forest->triangle);
  forest->node = malloc(2 * (size_t)triangles * sizeof *forest->node);
  if (forest->triangle && forest->node) return forest;
  freeForest(forest);
  return 0;
}

static void addTriangle(void *data, const double vertex[9], int number) {
  qmboxForest *forest = data;
  (void)number;
  if (qmboxIsTriangle(vertex) && forest->triangles < forest->triangleCapacity)
    (void)qmboxAddTreeTriangle(forest, vertex);
}

/* Returns a forest of one tree, all of whose nodes are open; null where some triangles are nowhere, or if no memory is
   left. */
static qmboxForest *makeForest(dGeomID mesh, bool placed, int triangles) {
  qmboxForest *forest = newForest(triangles);
  if (!forest) return 0;
  qmboxAllTriangles(mesh, placed, addTriangle, forest);
  bool whole = forest->triangles == triangles;
  if (whole && qmboxPlantTree(forest, 0) == 0 && qmboxOpenTree(forest, 0)) return forest;
  freeForest(forest);
  return 0;
}

/* ------------------------------------------------------------------ what is remembered */

/* A mesh is known by its frame alone when it is seen for the first time: one that changes, or is moved by the program,
   in each step costs no copy of its triangles. */
typedef enum qmboxSeen { QMBOX_SEEN_NOT, QMBOX_SEEN_ONCE, QMBOX_SEEN_AGAIN } qmboxSeen;

static void *makeSeen(const qmboxContents *contents, size_t *bytes) {
  atomic_int *seen = malloc(sizeof *seen);
  (void)contents;
  if (seen) atomic_init(seen, QMBOX_SEEN_NOT);
  *bytes = sizeof *seen;
  return seen;
}

static const qmboxRememberedKind seenKind = {makeSeen, 0, free};

/* Returns true if a mesh of this frame has been seen before.  A new one that stands still counts as not seen if half
   of the memory for such facts is in use. */
static bool isSeenAgain(const qmboxMeshFrame *frame, uint64_t mark) {
  const qmboxContents contents = {.part = {frame}, .size = {sizeof *frame}};
  atomic_int *seen = qmboxRemember(&seenKind, mark, &contents);
  if (!seen || atomic_load(seen) == QMBOX_SEEN_AGAIN) return seen != 0;
  bool room = !frame->placed || qmboxBytesRemembered() < QMBOX_REMEMBERED_BYTES / 2;
  bool before = atomic_exchange(seen, QMBOX_SEEN_ONCE) != QMBOX_SEEN_NOT;
  if (before && room) atomic_store(seen, QMBOX_SEEN_AGAIN);
  return before && room;
}

static void *makeKept(const qmboxContents *contents, size_t *bytes) {
  qmboxKept *kept = malloc(sizeof *kept);
  (void)contents;
  if (!kept) return 0;
  atomic_init(&kept->state, QMBOX_KEPT_NEW);
  atomic_init(&kept->forest, 0);
  *bytes = sizeof *kept;
  return kept;
}

/* The forest is made by the one who finds that the mesh has been seen again (qmboxKeptTree()). */
static size_t seeAgain(void *thing, const qmboxContents *contents) {
  qmboxKept *kept = thing;
  int expected = QMBOX_KEPT_NEW;
  if (!atomic_compare_exchange_strong(&kept->state, &expected, QMBOX_KEPT_AGAIN)) return 0;
  return bytesOfForest((int)(contents->size[1] / (3 * sizeof(dTriIndex))));
}

static void freeKept(void *thing) {
  qmboxKept *kept = thing;
  freeForest(atomic_load(&kept->forest));
  free(kept);
}

static const qmboxRememberedKind kind = {makeKept, seeAgain, freeKept};

static void notePlace(dGeomID mesh, qmboxMeshFrame *frame) {
  memcpy(frame->place, dGeomGetPosition(mesh), 3 * sizeof(dReal));
  memcpy(frame->place + 3, dGeomGetRotation(mesh), 12 * sizeof(dReal));
}

/* Finds what a mesh is known by.  Returns false if its trees are not kept. */
static bool contentsOf(dGeomID mesh, bool placed, qmboxMeshFrame *frame, qmboxContents *contents) {
  qmboxMeshData data;
  if (qmboxHeldClass(mesh) != dTriMeshClass || qmboxHasFewTriangles(mesh)) return false;
  if (placed && qmboxHeldGeom(mesh) != mesh) return false;
  if (!qmboxReadMeshData(dGeomTriMeshGetData(qmboxHeldGeom(mesh)), &data)) return false;
  size_t vertex = 3 * (data.single ? sizeof(float) : sizeof(double)), triangle = 3 * sizeof(dTriIndex);
  if (data.triangles > MOST_TRIANGLES || data.vertexStride < (int)vertex || data.triangleStride < (int)triangle)
    return false;
  memset(frame, 0, sizeof *frame);
  frame->vertexStride = data.vertexStride;
  frame->triangleStride = data.triangleStride;
  frame->single = data.single;
  frame->placed = placed;
  if (placed) notePlace(mesh, frame);
  *contents = (qmboxContents){.part = {data.vertex, data.index},
                              .size = {(data.vertices - 1) * (size_t)data.vertexStride + vertex,
                                       (data.triangles - 1) * (size_t)data.triangleStride + triangle}};
  frame->numbers = qmboxMarkOfNumbers(contents);
  contents->part[2] = frame;
  contents->size[2] = sizeof *frame;
  return true;
}

qmboxTree qmboxKeptTree(dGeomID mesh, bool placed) {
  const qmboxTree none = {.forest = 0};
  qmboxMeshFrame frame;
  qmboxContents contents;
  int expected = QMBOX_KEPT_AGAIN;
  if (!contentsOf(mesh, placed, &frame, &contents)) return none;
  uint64_t mark = qmboxMarkOfNumbers(&(qmboxContents){.part = {&frame}, .size = {sizeof frame}});
  qmboxKept *kept = isSeenAgain(&frame, mark) ? qmboxRemember(&kind, mark, &contents) : 0;
  if (!kept) return none;
  if (atomic_compare_exchange_strong(&kept->state, &expected, QMBOX_KEPT_MAKING)) {
    atomic_store(&kept->forest, makeForest(mesh, placed, dGeomTriMeshGetTriangleCount(qmboxHeldGeom(mesh))));
  }
  return (qmboxTree){atomic_load(&kept->forest), 0};
}
