/* SPDX-License-Identifier: BSD-3-Clause */

#include "guard/add_pairs.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "util/array.h"
#include "broad/bounds.h"
#include "guard/jams.h"
#include "guard/pairs.h"
#include "meshes/shared_tree.h"
#include "meshes/triangle_filter.h"
#include "guard/two_meshes.h"
#include "callbacks/integrity.h"
#include "ode/mesh_triangles.h"
#include "util/settings.h"
#include "util/real.h"

/* Roundings of where the boxes of a tree and a place are, in parts of the coordinates: more than those that the filter
   allows for, so that what a look calls clear is clear for the filter, too. */
#define LOOK_ERROR (1024 * DBL_EPSILON)

/* ------------------------------------------------------------------ solids */

int qmboxNewSolid(qmboxGuard *guard) {
  qmboxBodies *bodies = &guard->bodies;
  qmboxMoving *added = QMBOX_ADD(bodies->solid, bodies->solidCount, bodies->solidCapacity);
  bodies->failed = bodies->failed || !added;
  return added ? bodies->solidCount - 1 : -1;
}

/* Makes the solid of a geom; a geom without a body has the solid of the whole step.  Returns its number, -1 if there
   is none. */
static int makeSolid(qmboxGuard *guard, qmboxGuardedGeom *geom) {
  bool still = guard->whole && geom->body == 0;
  int known = still ? qmboxSolidOfGeom(guard->whole, geom->outer) : -1,
      solid = known < 0 && still ? -1 : qmboxNewSolid(guard);
  if (solid < 0) return -1;
  qmboxMoving *made = &guard->bodies.solid[solid];
  if (still) {
    *made = guard->whole->bodies.solid[known];
    return solid;
  }
  const qmboxGuardedBody *body = qmboxGoesWithBody(&guard->bodies, geom) ? &guard->bodies.body[geom->body] : 0;
  qmboxMakeGuarded(made, geom->geom, guard->bodies.qmboxClass, body ? &body->start : 0, body ? &body->end : 0,
                   guard->bodies.length);
  const qmboxSettings *settings = guard->calls->options.settings;
  if (settings && settings->allowance.count > 0) made->settings = settings;
  if (geom->body == 0) made->dynamic = false; /* a body of another world stands still */
  return solid;
}

int qmboxSolidOfGeom(qmboxGuard *guard, int number) {
  qmboxGuardedGeom *geom = &guard->bodies.geom[number];
  if (geom->solid >= 0) return geom->solid;
  qmboxCheckGeom(guard, number);
  if (guard->integrity.broken) return -1;
  geom->solid = makeSolid(guard, geom);
  return geom->solid;
}

/* ------------------------------------------------------------------ meshes */

/* A triangle, as the mesh has it. */
typedef struct qmboxNearTriangle {
  double vertex[9];
} qmboxNearTriangle;

/* A visit to the triangles of the mesh among two geoms. */
typedef struct qmboxTriangleSearch {
  qmboxGuard *guard;
  int geom[2], solid[2];
  int mesh; /* which of the two it is */
  qmboxTriangleFilter filter;
  qmboxNearTriangle *near; /* those that may meet the other */
  int count, capacity;
} qmboxTriangleSearch;

/* Returns true if a triangle comes into the bounds of the other in the step. */
static bool comesNear(const qmboxTriangleSearch *search, const double vertex[9]) {
  const qmboxGuard *guard = search->guard;
  const qmboxBox *bounds = &guard->bodies.geom[search->geom[1 - search->mesh]].bounds;
  double min[3], max[3];
  qmboxBoundTriangle(&guard->bodies, search->geom[search->mesh], &guard->bodies.solid[search->solid[search->mesh]],
                     search->filter.less, vertex, min, max);
  return qmboxOverlap3(min, max, bounds->min, bounds->max);
}

/* Returns true if a triangle may meet the other.  Bounds are faster than the filter for a resting triangle, not for a
   moving one. */
static bool mayMeet(const qmboxTriangleSearch *search, const double vertex[9]) {
  bool moves = search->filter.moves;
  if (!moves && !comesNear(search, vertex)) return false;
  return !qmboxTriangleStaysClear(&search->filter, vertex) && (!moves || comesNear(search, vertex));
}

/* Keeps a triangle, unless it stays away from the other. */
static void visitTriangle(void *data, const double vertex[9], int number) {
  qmboxTriangleSearch *search = data;
  (void)number;
  qmboxGuard *guard = search->guard;
  if (qmboxIsUnguarded(&guard->bodies, vertex) || !mayMeet(search, vertex)) return;
  qmboxNearTriangle *added = QMBOX_ADD(search->near, search->count, search->capacity);
  if (added) memcpy(added->vertex, vertex, sizeof added->vertex);
  guard->bodies.failed = guard->bodies.failed || !added;
}

/* Takes up a triangle in the place of its mesh.  Returns true if the two overlap at the start, and are left alone. */
static bool takeUpTriangle(const qmboxTriangleSearch *search, const double vertex[9]) {
  qmboxGuard *guard = search->guard;
  int mesh = search->mesh, other = 1 - mesh, before = guard->bodies.solidCount, solid[2];
  solid[mesh] = qmboxNewSolid(guard);
  solid[other] = search->solid[other];
  if (solid[mesh] < 0) return false;
  qmboxMakeTriangle(&guard->bodies.solid[solid[mesh]], &guard->bodies.solid[search->solid[mesh]], vertex);
  qmboxAdded taken = qmboxAddSolidPair(guard, search->geom, solid, false);
  if (taken != QMBOX_ADDED) guard->bodies.solidCount = before;
  return taken == QMBOX_ADDED_DEEP;
}

/* Takes up those that have been kept: the program may be asked about them, and may change the mesh when it is, which
   must not be visited then. */
static void takeUpNear(qmboxTriangleSearch *search) {
  qmboxGuard *guard = search->guard;
  int before = guard->pairs.pairCount;
  bool deep = false;
  for (int i = 0; i < search->count && !deep && !guard->bodies.failed; i++) {
    deep = takeUpTriangle(search, search->near[i].vertex);
  }
  if (deep) qmboxDropPairs(guard, before);
  free(search->near);
}

/* ------------------------------------------------------------------ kept trees */

/* Returns the number of the first child of a node that is no leaf, -1 if no memory is left. */
static int childOf(qmboxForest *forest, int number) {
  int child = forest->node[number].child;
  return child >= 0 ? child : qmboxOpenNode(forest, number);
}

/* Returns true if the box of a node is away from these bounds. */
static bool isOutOfBounds(const qmboxTreeNode *node, const qmboxBox *bounds, double rounding) {
  for (int i = 0; i < 3; i++) {
    double half = node->half[i] + rounding;
    if (node->middle[i] - half > bounds->max[i] || node->middle[i] + half < bounds->min[i]) return true;
  }
  return false;
}

/* Returns true if the boxes of all triangles below a node are away from these bounds. */
static bool areOutOfBounds(qmboxForest *forest, int number, const qmboxBox *bounds, double rounding) {
  if (isOutOfBounds(&forest->node[number], bounds, rounding)) return true;
  if (qmboxIsLeaf(&forest->node[number])) return false;
  int child = childOf(forest, number);
  return child >= 0 && areOutOfBounds(forest, child, bounds, rounding) &&
         areOutOfBounds(forest, child + 1, bounds, rounding);
}

bool qmboxIsMeshAway(qmboxGuard *guard, int mesh, const qmboxBox *bounds) {
  if (!guard->bodies.geom[mesh].trimesh || qmboxGoesWithBody(&guard->bodies, &guard->bodies.geom[mesh])) return false;
  qmboxTree tree = qmboxTreeThatIsKept(&guard->bodies, &guard->meshes, mesh);
  if (!tree.forest) return false;
  return areOutOfBounds(tree.forest, tree.root, bounds, LOOK_ERROR * qmboxNodeReach(&tree.forest->node[tree.root]));
}

/* A search for triangles in a tree. */
typedef struct qmboxTreeLook {
  const qmboxTriangleSearch *search;
  qmboxForest *forest;
  qmboxPlace place;       /* outside of which the filter finds all triangles clear ... */
  const qmboxBox *bounds; /* ... and so it does outside of these, if the mesh stands still */
  double rounding;
} qmboxTreeLook;

/* Returns true if the box of a node is outside of the place along one of the place's axes. */
static bool isOutside(const qmboxTreeLook *look, const qmboxTreeNode *node) {
  double way[3];
  for (int i = 0; i < 3; i++) way[i] = node->middle[i] - look->place.middle[i];
  for (int k = 0; k < 3; k++) {
    const double *axis = look->place.axis[k];
    double reach = fabs(axis[0]) * node->half[0] + fabs(axis[1]) * node->half[1] + fabs(axis[2]) * node->half[2];
    if (fabs(qmboxDot(axis, way)) > look->place.half[k] + reach + look->rounding) return true;
  }
  return false;
}

/* Returns true if no triangle below a node may meet the other. */
static bool isClearBelow(const qmboxTreeLook *look, int number) {
  const qmboxTreeNode *node = &look->forest->node[number];
  if ((look->bounds && isOutOfBounds(node, look->bounds, look->rounding)) || isOutside(look, node)) return true;
  if (qmboxIsLeaf(node)) return !mayMeet(look->search, look->forest->triangle[node->from].vertex);
  int child = childOf(look->forest, number);
  return child >= 0 && isClearBelow(look, child) && isClearBelow(look, child + 1);
}

/* Returns what a look may round, of the coordinates of the mesh and the place. */
static double roundingOfLook(const qmboxTriangleSearch *search, const qmboxTreeNode *root, const qmboxPlace *place) {
  double size = qmboxNodeReach(root) + qmboxLength(place->middle);
  for (int i = 0; i < 3 && search->filter.moves; i++) size += fabs(search->filter.pose[i][3]);
  return LOOK_ERROR * size;
}

/* Returns true if a tree that is at hand shows that no triangle may meet the other. */
static bool areClear(const qmboxTriangleSearch *search) {
  const qmboxGuard *guard = search->guard;
  int mesh = search->mesh;
  qmboxTreeLook look = {.search = search};
  if (!qmboxPlaceOfFilter(&search->filter, &look.place)) return false;
  qmboxTree tree = qmboxTreeThatIsKept(&search->guard->bodies, &search->guard->meshes, search->geom[mesh]);
  if (!tree.forest) return false;
  look.forest = tree.forest;
  if (!search->filter.moves) look.bounds = &guard->bodies.geom[search->geom[1 - mesh]].bounds;
  look.rounding = roundingOfLook(search, &tree.forest->node[tree.root], &look.place);
  return isClearBelow(&look, tree.root);
}

/* ------------------------------------------------------------------ all or some triangles */

/* Visits all triangles of a mesh. */
static void visitAll(qmboxTriangleSearch *search) {
  qmboxGuard *guard = search->guard;
  qmboxTree tree = qmboxWholeTree(&guard->bodies, &guard->meshes, search->geom[search->mesh]);
  if (!tree.forest) return;
  int from = tree.forest->node[tree.root].from, to = tree.forest->node[tree.root].to;
  for (int i = from; i < to && !guard->bodies.failed; i++) visitTriangle(search, tree.forest->triangle[i].vertex, -1);
}

/* Takes up the triangles of the first or second that may come near the other, which is none. */
static void visitTriangles(qmboxGuard *guard, const int geom[2], const int solid[2], int mesh) {
  int other = 1 - mesh;
  const qmboxMoving *whole = &guard->bodies.solid[solid[mesh]];
  const qmboxGuardedGeom *facing = &guard->bodies.geom[geom[other]];
  qmboxTriangleSearch search = {
      .guard = guard, .geom = {geom[0], geom[1]}, .solid = {solid[0], solid[1]}, .mesh = mesh};
  qmboxPrepareFilter(&guard->bodies, geom[mesh], whole, geom[other], &guard->bodies.solid[solid[other]],
                     &search.filter);
  qmboxPlace place;
  bool few = qmboxHasFewTriangles(whole->geom);
  if (!few && areClear(&search)) return;
  if (few || qmboxIsUnsound(&guard->bodies, geom[mesh])) {
    visitAll(&search);
  } else if (qmboxPlaceOfFilter(&search.filter, &place)) {
    qmboxTrianglesIn(whole->geom, !whole->moves, &place, 0, visitTriangle, &search);
  } else {
    qmboxVisitTriangles(&guard->bodies, geom[mesh], whole, search.filter.less, facing->bounds.min, facing->bounds.max,
                        visitTriangle, &search);
  }
  takeUpNear(&search);
}

/* ------------------------------------------------------------------ geoms */

/* Finds the cores of meshes, and measures those that have none. */
static void findCores(qmboxGuard *guard, const int solid[2]) {
  qmboxMoving *one = &guard->bodies.solid[solid[0]], *other = &guard->bodies.solid[solid[1]];
  qmboxFindCoreOfMesh(one, &guard->meshes.cores);
  qmboxFindCoreOfMesh(other, &guard->meshes.cores);
  qmboxShrunkPair two = qmboxShrinkSolids(one, other);
  if (two.allowance[0] > 0 || two.allowance[1] > 0) return;
  qmboxMeasureExtent(one);
  qmboxMeasureExtent(other);
}

void qmboxAddPairs(qmboxGuard *guard, int first, int second, bool apart) {
  int geom[2] = {first, second}, solid[2] = {guard->bodies.geom[first].solid, guard->bodies.geom[second].solid};
  bool mesh[2];
  if (qmboxAreJammed(guard, first, second)) return;
  for (int k = 0; k < 2; k++) mesh[k] = guard->bodies.solid[solid[k]].shape == QMBOX_SHAPE_MESH;
  if (mesh[0] || mesh[1]) findCores(guard, solid);
  if (mesh[0] && mesh[1]) {
    qmboxAddMeshes(guard, geom, solid);
  } else if (mesh[0] || mesh[1]) {
    visitTriangles(guard, geom, solid, mesh[0] ? 0 : 1);
  } else {
    (void)qmboxAddSolidPair(guard, geom, solid, apart);
  }
}
