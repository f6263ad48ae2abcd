/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A mesh is as many pairs as it has triangles near the other's sweep, and each is asked only up to the earliest contact
 * of those before it.  Over a long way the sweep's bounds hold far more triangles than the other comes near to; so the
 * way is cut into pieces, and later ones are checked only if the earlier had no contact.
 *
 * A mesh that stands still is taken as ODE has it in the world, each triangle as seen from its first vertex:
 * coordinates far from the origin then cost no accuracy.  One that moves is taken triangle by triangle, each with the
 * bounds of its own sweep: ODE's tree knows nothing of motion.  Of two meshes each triangle of the one is a convex
 * path.
 *
 * ODE's tree of a mesh with triangles that are nowhere leads to none (ode/sound_mesh.h): all others are asked then, and
 * the answer is not sure.
 */

#include "meshes/mesh_pair.h"

#include <math.h>
#include <string.h>

#include "moving/moving_bounds.h"
#include "ode/geom_bounds.h"
#include "ode/geom_transform.h"
#include "ode/mesh_triangles.h"
#include "ode/sound_mesh.h"
#include "meshes/triangle_query.h"
#include "util/real.h"

/* The sweep of a piece is this many times as long as the moving geom; and the most pieces. */
#define PIECE_LENGTH 4
#define MOST_PIECES 256

/* Bounds are larger by this part of the largest coordinate: the rounding of poses and of the triangles' vertices. */
#define PIECE_ERROR (64 * QMBOX_EPSILON)

/* The volume of a ball of radius 1, rounded. */
#define BALL 4.19

/* ------------------------------------------------------------------ one mesh */

/* Returns by how much triangles are larger: their growth, and the distance of a cast. */
static double growthOf(const qmboxMeshQuery *q) {
  return q->mesh->growth + (q->cast ? q->cast->rule->distance : 0);
}

/* Finds the bounds of the one's path on [t0, t1], larger by `more`.  Returns false if the numbers do not go. */
static bool boundOne(qmboxMeshQuery *q, double t0, double t1, double more) {
  double reach = qmboxHullBounds(q->one, t0, t1, q->min, q->max);
  if (!(reach < HUGE_VAL)) return false;
  qmboxWiden(q->min, q->max, more + PIECE_ERROR * reach);
  return true;
}

static void visitNear(qmboxMeshQuery *q, qmboxTriangleVisit *visit) {
  if (q->mesh->moves || !q->sound) {
    qmboxAllTriangles(q->mesh->geom, !q->mesh->moves, visit, q);
  } else {
    qmboxTrianglesNear(q->mesh->geom, true, q->min, q->max, visit, q);
  }
}

static double longestSide(const double min[3], const double max[3]) {
  return fmax(max[0] - min[0], fmax(max[1] - min[1], max[2] - min[2]));
}

/* Makes the place of a cast flatter by the depth up to which nothing is hit.  A plane between the flatter place and a
   triangle is no deeper in the whole place than that: the floor that a caster slides on is not visited. */
static void flatten(const qmboxMeshCast *cast, qmboxPlace *place) {
  place->half[cast->along] = fmax(place->half[cast->along] - cast->rule->depth, 0);
  place->radius = 0;
}

/* Solves the triangles near the one's way on [from, query.t1], a mesh that stands still by rank. */
static void solveNear(qmboxMeshQuery *q, double from) {
  const qmboxTriangleOrder order = {qmboxRankOfTriangle, from, &q->last};
  qmboxPlace place = {.axis = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  q->ranks = !q->mesh->moves && q->sound;
  if (!q->ranks) {
    visitNear(q, qmboxQueryTriangle);
    return;
  }
  double volume = 1;
  for (int i = 0; i < 3; i++) {
    place.middle[i] = q->min[i] + (q->max[i] - q->min[i]) / 2;
    place.half[i] = (q->max[i] - q->min[i]) / 2;
    volume *= 2 * place.half[i];
  }
  qmboxPrepareRanking(&q->asked.query, &q->one->body.box, from, growthOf(q), q->reach, &q->ranking);
  double radius = qmboxBallOfRanking(&q->ranking, place.middle);
  if (BALL * radius * radius * radius < volume) place.radius = radius;
  q->last = q->asked.query.t1;
  if (q->cast && q->cast->rule->depth > 0) flatten(q->cast, &place);
  qmboxTrianglesIn(q->mesh->geom, true, &place, &order, qmboxQueryTriangle, q);
}

static void prepare(const qmboxMoving *one, const qmboxMoving *mesh, bool sound, double t0, double t1,
                    qmboxMeshQuery *q) {
  q->cast = 0;
  q->side[0] = q->side[1] = -1;
  q->one = one;
  q->mesh = mesh;
  q->sound = sound;
  q->triangle = *mesh;
  q->triangle.shape = QMBOX_SHAPE_CONVEX;
  q->asked.query = (bms_convex_query){.t0 = t0, .t1 = t1};
  q->ranks = false;
  qmboxSetSide(&q->asked, 0, one, 0);
}

/* Returns true if a piece of the way that begins then may have what is searched for: in a cast a triangle of another
   one may be hit later than others of this. */
static bool isWanted(const qmboxMeshQuery *q, bms_status start, double from) {
  if (q->contact->status == start) return true;
  return q->cast && qmboxIsAhead(q->contact->status) && q->contact->timeUpper > from;
}

/* A query of two, one of them a mesh. */
typedef struct qmboxAsked {
  double t0, t1;
  qmboxMeshCast *cast; /* null for a first contact */
  int side;            /* the triangle that the first is, -1 if none */
} qmboxAsked;

/* Finds the first contact of a convex path, as g1, and a mesh; `contact` has the earliest found so far. */
static void solveOne(const qmboxMoving *one, const qmboxMoving *mesh, bool sound, const qmboxAsked *asked,
                     qmboxContact *contact) {
  double t0 = asked->t0, t1 = asked->t1;
  qmboxMeshQuery q;
  int pieces = 1;
  bms_status before = contact->status;
  prepare(one, mesh, sound, t0, t1, &q);
  q.contact = contact;
  q.cast = asked->cast;
  q.side[0] = asked->side;
  double growth = growthOf(&q);
  bool whole = mesh->moves || (q.cast && q.cast->rule->everyTriangle); /* each triangle is handed over once */
  if (!boundOne(&q, t0, t0, growth)) return;
  double size = longestSide(q.min, q.max);
  if (!boundOne(&q, t0, t1, growth)) return;
  double way = longestSide(q.min, q.max);
  if (!whole && way > PIECE_LENGTH * size) pieces = (int)fmin(way / (PIECE_LENGTH * size) + 1, MOST_PIECES);
  if (before == BMS_INVALID) contact->status = BMS_SEPARATED;
  if (!mesh->moves && sound) q.reach = qmboxMeshReach(mesh->geom);
  bms_status start = contact->status;
  for (int k = 1; k <= pieces; k++) {
    double from = t0 + (t1 - t0) * (k - 1) / pieces, to = k < pieces ? t0 + (t1 - t0) * k / pieces : t1;
    if (!isWanted(&q, start, from) || !boundOne(&q, from, to, growth)) return;
    /* from t0 on also here: a contact at the joint of two pieces is then one like any other */
    q.asked.query.t0 = t0;
    q.asked.query.t1 = to;
    solveNear(&q, from);
  }
}

/* A plane has no bounds: all triangles are near it. */
static void solvePlane(const qmboxMoving *plane, const qmboxMoving *mesh, bool sound, const qmboxAsked *asked,
                       qmboxContact *contact) {
  qmboxMeshQuery q;
  prepare(plane, mesh, sound, asked->t0, asked->t1, &q);
  q.contact = contact;
  q.cast = asked->cast;
  contact->status = BMS_SEPARATED;
  for (int i = 0; i < 3; i++) {
    q.min[i] = -HUGE_VAL;
    q.max[i] = HUGE_VAL;
  }
  if (mesh->moves) qmboxAllTriangles(mesh->geom, false, qmboxQueryTriangle, &q);
}

/* ------------------------------------------------------------------ two meshes */

typedef struct qmboxMeshesQuery {
  const qmboxMoving *inner; /* the mesh that is asked about each triangle of the other */
  qmboxMeshQuery outer;     /* of which `one` is a box around the inner's sweep */
  bool sound;               /* of the inner */
  double t0, t1;
} qmboxMeshesQuery;

static void solveOuterTriangle(void *data, const double vertex[9], int number) {
  qmboxMeshesQuery *q = data;
  qmboxContact *contact = q->outer.contact;
  qmboxAsked asked = {q->t0, q->t1, q->outer.cast, number};
  if (!qmboxPlaceQueried(&q->outer, vertex)) return;
  if (qmboxIsAhead(contact->status) && !asked.cast) asked.t1 = contact->timeUpper;
  solveOne(&q->outer.triangle, q->inner, q->sound, &asked, contact);
}

/* Solves with the outer as g1, which moves or is a trimesh. */
static void solveMeshes(const qmboxMoving *outer, const qmboxMoving *inner, bool sound, const qmboxAsked *asked,
                        qmboxContact *contact) {
  double t0 = asked->t0, t1 = asked->t1, more = asked->cast ? asked->cast->rule->distance : 0;
  qmboxMeshesQuery q = {.inner = inner, .sound = sound, .t0 = t0, .t1 = t1};
  qmboxMoving path = *outer;
  if (!path.moves) qmboxStepOfGeom(outer->geom, 0, path.centre, &path.body.motion);
  path.moves = 1; /* its triangles are seen from its own frame */
  q.outer.mesh = &path;
  q.outer.triangle = path;
  q.outer.triangle.shape = QMBOX_SHAPE_CONVEX;
  q.outer.contact = contact;
  q.outer.cast = asked->cast;
  q.outer.asked.query.t0 = t0;
  q.outer.asked.query.t1 = t1;
  contact->status = BMS_SEPARATED;
  if (inner->moves) {
    if (!(qmboxMovingBounds(inner, t0, t1, q.outer.min, q.outer.max) < HUGE_VAL)) contact->status = BMS_INVALID;
  } else {
    dReal aabb[6];
    qmboxBoundsOfGeom(inner->geom, aabb);
    qmboxBoundsOfAabb(aabb, q.outer.min, q.outer.max);
  }
  qmboxWiden(q.outer.min, q.outer.max, more);
  if (contact->status == BMS_SEPARATED) qmboxAllTriangles(outer->geom, false, solveOuterTriangle, &q);
}

/* ------------------------------------------------------------------ what is asked */

/* Solves with the first as g1; `turned` if the mesh that is asked is the first of the two. */
static void solve(const qmboxMoving *path1, const qmboxMoving *path2, const bool sound[2], const qmboxAsked *asked,
                  qmboxContact *contact) {
  if (path1->shape == QMBOX_SHAPE_MESH && path2->shape == QMBOX_SHAPE_MESH) {
    bool turned = !path1->moves && (path2->moves || qmboxHeldClass(path1->geom) == dHeightfieldClass);
    if (asked->cast) asked->cast->turned = turned;
    solveMeshes(turned ? path2 : path1, turned ? path1 : path2, sound[turned ? 0 : 1], asked, contact);
    if (turned) qmboxTurnContact(contact);
  } else if (path1->shape == QMBOX_SHAPE_MESH) {
    if (asked->cast) asked->cast->turned = true;
    (path2->shape == QMBOX_SHAPE_PLANE ? solvePlane : solveOne)(path2, path1, sound[0], asked, contact);
    qmboxTurnContact(contact);
  } else {
    (path1->shape == QMBOX_SHAPE_PLANE ? solvePlane : solveOne)(path1, path2, sound[1], asked, contact);
  }
}

static bool isSound(const qmboxMoving *path) {
  return path->shape != QMBOX_SHAPE_MESH || qmboxMeshIsSound(path->geom);
}

static void solveAsked(const qmboxMoving *path1, const qmboxMoving *path2, const bool soundOf[2],
                       const qmboxAsked *asked, qmboxContact *contact) {
  contact->status = BMS_INVALID;
  solve(path1, path2, soundOf, asked, contact);
  if (!soundOf[0] || !soundOf[1] || contact->status == BMS_INVALID) contact->inexact |= QMBOX_INEXACT_NUMBERS;
  if (contact->status == BMS_SEPARATED && contact->inexact & QMBOX_INEXACT_NUMBERS) contact->status = BMS_INVALID;
  if (contact->status == BMS_UNRESOLVED) contact->inexact |= QMBOX_INEXACT_UNRESOLVED;
}

void qmboxSolveMesh(const qmboxMoving *path1, const qmboxMoving *path2, double t0, double t1, qmboxContact *contact) {
  const qmboxAsked asked = {t0, t1, 0, -1};
  const bool soundOf[2] = {isSound(path1), isSound(path2)};
  solveAsked(path1, path2, soundOf, &asked, contact);
}

static int widestAxis(const double vector[3]) {
  int axis = fabs(vector[1]) > fabs(vector[0]) ? 1 : 0;
  return fabs(vector[2]) > fabs(vector[axis]) ? 2 : axis;
}

void qmboxCastMesh(const qmboxMoving *path1, const qmboxMoving *path2, double t0, double t1, const qmboxCastRule *rule,
                   qmboxContact *contact) {
  qmboxCastRule deeper = *rule;
  qmboxMeshCast measure = {.rule = rule, .measures = true, .t1 = t0, .below = -HUGE_VAL},
                cast = {.rule = &deeper, .t1 = t1};
  const qmboxAsked atStart = {t0, t0, &measure, -1}, asked = {t0, t1, &cast, -1};
  const bool soundOf[2] = {isSound(path1), isSound(path2)};
  if (rule->approaching) {
    solveAsked(path1, path2, soundOf, &atStart, contact);
    deeper.depth = measure.depth + rule->slack;
    cast.deepest = measure.deepest;
    cast.along = widestAxis(measure.depth > 0 ? measure.deepest.normal : measure.facing);
  }
  solveAsked(path1, path2, soundOf, &asked, contact);
}

bool qmboxMeshOverlap(const qmboxMoving *path1, const qmboxMoving *path2, double t, bms_convex_overlap *overlap,
                      int side[2]) {
  const qmboxCastRule rule = {.approaching = true};
  qmboxMeshCast measure = {.rule = &rule, .measures = true, .t1 = t};
  const qmboxAsked atOnce = {t, t, &measure, -1};
  qmboxContact contact = {.status = BMS_INVALID};
  const bool soundOf[2] = {isSound(path1), isSound(path2)};
  solveAsked(path1, path2, soundOf, &atOnce, &contact);
  *overlap = measure.deepest;
  for (int k = 0; k < 2; k++) side[k] = measure.side[measure.turned ? 1 - k : k];
  for (int i = 0; measure.turned && i < 3; i++) {
    overlap->normal[i] = 0 - measure.deepest.normal[i];
    for (int k = 0; k < 2; k++) overlap->point[k][i] = measure.deepest.point[1 - k][i];
  }
  return measure.depth > 0;
}

double qmboxMeshGap(const qmboxMoving *path1, const qmboxMoving *path2, double t) {
  const qmboxMoving *mesh = path2->shape == QMBOX_SHAPE_MESH ? path2 : path1, *one = mesh == path2 ? path1 : path2;
  qmboxMeshQuery q;
  if (!qmboxCanGrow(one->shape)) return HUGE_VAL; /* two meshes, or a plane: exact steps leave these alone */
  prepare(one, mesh, qmboxMeshIsSound(mesh->geom), t, t, &q);
  q.gap = longestSide(one->body.box.min, one->body.box.max);
  if (!boundOne(&q, t, t, q.gap)) return q.gap;
  visitNear(&q, qmboxGapOfTriangle);
  return q.gap;
}
