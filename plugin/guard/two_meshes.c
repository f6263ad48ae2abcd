/* SPDX-License-Identifier: BSD-3-Clause */

#include "guard/two_meshes.h"

#include <math.h>
#include <string.h>

#include "broad/bounds.h"
#include "meshes/mesh_descent.h"
#include "meshes/shared_tree.h"
#include "guard/add_pairs.h"
#include "meshes/triangle_filter.h"
#include "ode/geom_transform.h"
#include "util/array.h"
#include "util/real.h"

/* ------------------------------------------------------------------ trees */

/* A search for the triangles of one mesh that come to the other. */
typedef struct qmboxPartSearch {
  qmboxGuard *guard;
  int geom;
  const qmboxMoving *mesh;
  const qmboxBox *bounds; /* of the other in the step */
  qmboxTriangleFilter filter;
} qmboxPartSearch;

static void visitTriangle(void *data, const double vertex[9], int number) {
  qmboxPartSearch *search = data;
  (void)number;
  double min[3], max[3];
  if (qmboxIsUnguarded(&search->guard->bodies, vertex) || qmboxTriangleStaysClear(&search->filter, vertex)) return;
  qmboxBoundTriangle(&search->guard->bodies, search->geom, search->mesh, search->filter.less, vertex, min, max);
  if (qmboxOverlap3(min, max, search->bounds->min, search->bounds->max))
    qmboxSowTriangle(&search->guard->bodies, &search->guard->meshes, vertex);
}

/* Returns the tree of those triangles of a mesh that come to another as a whole. */
static qmboxTree treeOfPart(qmboxGuard *guard, const int geom[2], const int solid[2], int which) {
  qmboxPartSearch search = {.guard = guard,
                            .geom = geom[which],
                            .mesh = &guard->bodies.solid[solid[which]],
                            .bounds = &guard->bodies.geom[geom[1 - which]].bounds};
  int first = guard->meshes.forest.triangles;
  qmboxPlace place;
  qmboxPrepareFilter(&guard->bodies, search.geom, search.mesh, geom[1 - which], &guard->bodies.solid[solid[1 - which]],
                     &search.filter);
  if (qmboxPlaceOfFilter(&search.filter, &place)) {
    qmboxTrianglesIn(search.mesh->geom, !search.mesh->moves, &place, 0, visitTriangle, &search);
  } else {
    qmboxVisitTriangles(&guard->bodies, search.geom, search.mesh, search.filter.less, search.bounds->min,
                        search.bounds->max, visitTriangle, &search);
  }
  return qmboxPlantSown(&guard->bodies, &guard->meshes, first);
}

/* A tree of all triangles of a mesh is made where it has no more than these; of a larger one only what comes near. */
enum { WHOLE = 1024 };

static bool isSmall(const qmboxMoving *mesh) {
  return qmboxHeldClass(mesh->geom) == dTriMeshClass &&
         dGeomTriMeshGetTriangleCount(qmboxHeldGeom(mesh->geom)) <= WHOLE;
}

static qmboxTree treeFor(qmboxGuard *guard, const int geom[2], const int solid[2], int which) {
  const qmboxMoving *mesh = &guard->bodies.solid[solid[which]];
  bool whole = isSmall(mesh) || qmboxIsUnsound(&guard->bodies, geom[which]);
  return whole ? qmboxWholeTree(&guard->bodies, &guard->meshes, geom[which]) : treeOfPart(guard, geom, solid, which);
}

/* ------------------------------------------------------------------ descents */

/* A descent for the meshes of two geoms. */
typedef struct qmboxMeshSearch {
  qmboxGuard *guard;
  const qmboxMeshPair *meshes;
  const int *geom;
  int own[2];   /* the solids of the meshes */
  double level; /* at which they are searched for */
  bool deep;    /* they overlap at the start, and are left alone */
  qmboxCoreMeeting best;
  int triangle[2]; /* that meet then ... */
  double nearness; /* ... or are so near */
} qmboxMeshSearch;

static void makeSolid(const qmboxGuard *guard, const qmboxMeshSearch *search, int k, int triangle, qmboxMoving *solid) {
  qmboxMakeTriangle(solid, &guard->bodies.solid[search->own[k]],
                    search->meshes->tree[k].forest->triangle[triangle].vertex);
}

/* Adds the solids of two triangles.  Returns false if no memory is left. */
static bool addSolids(qmboxGuard *guard, const qmboxMeshSearch *search, const int triangle[2], int solid[2]) {
  for (int k = 0; k < 2; k++) {
    solid[k] = qmboxNewSolid(guard);
    if (solid[k] < 0) return false;
    makeSolid(guard, search, k, triangle[k], &guard->bodies.solid[solid[k]]);
  }
  return true;
}

static qmboxDescent descentFor(qmboxGuard *guard, qmboxMeshSearch *search, double from, double to) {
  qmboxShrunkPair two = qmboxShrinkSolids(&guard->bodies.solid[search->own[0]], &guard->bodies.solid[search->own[1]]);
  qmboxDescent descent = {.bodies = &guard->bodies, .from = from, .to = to, .data = search};
  for (int k = 0; k < 2; k++) {
    descent.mesh[k] = (qmboxDescended){.geom = search->geom[k],
                                       .tree = search->meshes->tree[k],
                                       .solid = search->own[k],
                                       .less = search->level * two.allowance[k]};
  }
  return descent;
}

/* ------------------------------------------------------------------ at the start */

/* Returns true if a triangle is farther inside in the core of its mesh: it is not where the mesh has a notch, or has no
   core. */
static bool movesInwards(const qmboxMoving *triangle) {
  return triangle->figure.core.inner > 0 && qmboxDot(triangle->startPose.face, triangle->startPose.outwards) > 0;
}

static void noteStarting(qmboxGuard *guard, const int triangle[2]) {
  qmboxMeshes *meshes = &guard->meshes;
  qmboxStartingPair *added = QMBOX_ADD(meshes->starting, meshes->startings, meshes->startingCapacity);
  if (added) *added = (qmboxStartingPair){{triangle[0], triangle[1]}};
  guard->bodies.failed = guard->bodies.failed || !added;
}

/* Adds two triangles that may overlap at the start as a pair of their own. */
static double takeUpStarting(qmboxDescent *descent, const int triangle[2], double from, double to) {
  qmboxMeshSearch *search = descent->data;
  qmboxGuard *guard = search->guard;
  int solid[2], before = guard->bodies.solidCount;
  (void)from;
  (void)to;
  if (guard->integrity.broken || search->deep || !addSolids(guard, search, triangle, solid)) return 0;
  noteStarting(guard, triangle);
  qmboxAdded taken = qmboxAddSolidPair(guard, search->geom, solid, false);
  search->deep = taken == QMBOX_ADDED_DEEP && movesInwards(&guard->bodies.solid[solid[0]]) &&
                 movesInwards(&guard->bodies.solid[solid[1]]);
  if (taken != QMBOX_ADDED) guard->bodies.solidCount = before;
  return HUGE_VAL;
}

/* Returns the level of the cores of two meshes. */
static double levelOf(const qmboxGuard *guard, const int geom[2]) {
  qmboxShrunkPair two = qmboxShrinkSolids(&guard->bodies.solid[guard->bodies.geom[geom[0]].solid],
                                          &guard->bodies.solid[guard->bodies.geom[geom[1]].solid]);
  return guard->bodies.geom[geom[0]].sensor || guard->bodies.geom[geom[1]].sensor ? 0 : two.core;
}

/* Returns the number of a new pair of meshes, -1 if no memory is left. */
static int newMeshPair(qmboxGuard *guard, const qmboxTree tree[2]) {
  qmboxMeshes *meshes = &guard->meshes;
  qmboxMeshPair *added = QMBOX_ADD(meshes->meshPair, meshes->meshPairs, meshes->meshPairCapacity);
  if (!added) {
    guard->bodies.failed = true;
    return -1;
  }
  *added = (qmboxMeshPair){{tree[0], tree[1]}, meshes->startings, 0};
  return meshes->meshPairs - 1;
}

void qmboxAddMeshes(qmboxGuard *guard, const int geom[2], const int solid[2]) {
  int before = guard->pairs.pairCount;
  qmboxTree tree[2];
  for (int k = 1; k >= 0; k--) {
    tree[k] = treeFor(guard, geom, solid, k);
    if (!tree[k].forest) return;
  }
  int number = newMeshPair(guard, tree);
  if (number < 0) return;
  qmboxAddMeshPair(guard, geom, solid, number);
  qmboxMeshPair *meshes = &guard->meshes.meshPair[number];
  qmboxMeshSearch search = {
      .guard = guard, .meshes = meshes, .geom = geom, .own = {solid[0], solid[1]}, .level = levelOf(guard, geom)};
  qmboxDescent descent = descentFor(guard, &search, 0, 0);
  descent.visit = takeUpStarting;
  qmboxDescend(&descent);
  meshes->startings = guard->meshes.startings - meshes->firstStarting;
  if (search.deep) qmboxDropPairs(guard, before);
}

/* ------------------------------------------------------------------ meetings */

/* Returns true if two triangles are a pair of their own, or let be. */
static bool isStarting(const qmboxGuard *guard, const qmboxMeshPair *meshes, const int triangle[2]) {
  for (int i = meshes->firstStarting; i < meshes->firstStarting + meshes->startings; i++) {
    const int *known = guard->meshes.starting[i].triangle;
    if (known[0] == triangle[0] && known[1] == triangle[1]) return true;
  }
  return false;
}

static double askTriangles(qmboxDescent *descent, const int triangle[2], double from, double to) {
  qmboxMeshSearch *search = descent->data;
  qmboxGuard *guard = search->guard;
  double stop[2];
  qmboxMoving solid[2];
  if (isStarting(guard, search->meshes, triangle)) return HUGE_VAL;
  for (int k = 0; k < 2; k++) {
    stop[k] = guard->bodies.body[guard->bodies.geom[search->geom[k]].body].stop;
    makeSolid(guard, search, k, triangle[k], &solid[k]);
  }
  qmboxShrunkPair two = qmboxShrinkSolids(&solid[0], &solid[1]);
  double nearness = qmboxNearnessAtStart(&two, search->level);
  qmboxCoreMeeting meeting = qmboxFirstMeeting(&two, stop, search->level, nearness, from, to);
  guard->tally->looks++;
  if (!meeting.sure) guard->tally->unguarded++;
  if (meeting.time < search->best.time) {
    search->best = meeting;
    search->nearness = nearness;
    for (int k = 0; k < 2; k++) search->triangle[k] = triangle[k];
  }
  return meeting.time;
}

static qmboxCoreMeeting meshesMeet(qmboxGuard *guard, qmboxGuardedPair *pair, double t0, double *t1) {
  qmboxMeshSearch search = {.guard = guard,
                            .meshes = &guard->meshes.meshPair[pair->meshes],
                            .geom = pair->geom,
                            .own = {guard->bodies.geom[pair->geom[0]].solid, guard->bodies.geom[pair->geom[1]].solid},
                            .level = levelOf(guard, pair->geom),
                            .best = {.time = HUGE_VAL, .sure = true}};
  qmboxDescent descent = descentFor(guard, &search, t0, *t1);
  descent.visit = askTriangles;
  descent.patient = true;
  qmboxDescend(&descent);
  *t1 = descent.to;
  int solid[2];
  if (!(search.best.time < HUGE_VAL)) return search.best;
  if (!addSolids(guard, &search, search.triangle, solid)) return (qmboxCoreMeeting){.time = HUGE_VAL};
  memcpy(pair->solid, solid, sizeof solid);
  pair->aimed = false;
  pair->nearness = search.nearness;
  for (int i = 0; i < 3; i++) pair->normal[i] = search.best.normal[i];
  return search.best;
}

qmboxCoreMeeting qmboxCoresMeet(qmboxGuard *guard, qmboxGuardedPair *pair, double t0, double *t1) {
  return pair->meshes < 0 ? qmboxPairMeets(guard, pair, false, t0, *t1) : meshesMeet(guard, pair, t0, t1);
}
