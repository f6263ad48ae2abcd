/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The first contact of a mesh with a convex path, or with another mesh.
 *
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
#include "pairs/convex_pair.h"
#include "meshes/triangle_rank.h"
#include "util/real.h"

/* The sweep of a piece is this many times as long as the moving geom; and the most pieces. */
#define PIECE_LENGTH 4
#define MOST_PIECES 256

/* Bounds are larger by this part of the largest coordinate: the rounding of poses and of the triangles' vertices. */
#define PIECE_ERROR (64 * QMBOX_EPSILON)

/* The volume of a ball of radius 1, rounded. */
#define BALL 4.19

static bool isAhead(bms_status status) {
  return status == BMS_CONTACT || status == BMS_UNRESOLVED;
}

/*
 * Takes an answer over if it is earlier than what there is.  Two triangles with an edge in common are often met within
 * rounding of each other, and for the earlier whether it is met at all may be unknown: it is certain then that the mesh
 * is met until the time when the other one is.
 */
static void keepEarlier(const bms_convex_contact *answer, const int side[2], qmboxContact *contact) {
  qmboxContact before = *contact;
  bool isFirst = before.status == BMS_SEPARATED || before.status == BMS_INVALID;
  if (answer->status == BMS_SEPARATED) return;
  if (answer->status == BMS_INVALID) {
    contact->inexact |= QMBOX_INEXACT_NUMBERS;
    if (isFirst) contact->status = BMS_INVALID;
    return;
  }
  if (isFirst || answer->t_lower < before.timeLower || answer->status == BMS_OVERLAPPING) {
    qmboxTakeConvex(answer, contact);
    for (int k = 0; k < 2; k++) contact->side[k] = side[k];
  }
  if (isFirst || !isAhead(before.status) || !isAhead(answer->status)) return;
  if (before.status == BMS_UNRESOLVED && answer->status == BMS_UNRESOLVED) return;
  contact->status = BMS_CONTACT;
  contact->timeUpper = before.status == BMS_CONTACT ? before.timeUpper : answer->t_upper;
  if (answer->status == BMS_CONTACT) contact->timeUpper = fmin(contact->timeUpper, answer->t_upper);
}

/* ------------------------------------------------------------------ triangles */

/* A cast that has one of the two meshes, or both. */
typedef struct qmboxMeshCast {
  const qmboxCastRule *rule;
  bool measures;              /* only how deep the two are at the start: */
  double depth;               /* counted from the rule's distance */
  bms_convex_overlap deepest; /* also where triangles are cast at */
  int side[2];
  int along;   /* the axis that the normal of the deepest triangle is nearest to, if the rule has a depth */
  bool turned; /* the mesh that is asked is g1 */
  double t1;   /* the end of the interval, of which a query may have a piece */
} qmboxMeshCast;

typedef struct qmboxMeshQuery {
  const qmboxMoving *one, *mesh;
  qmboxMeshCast *cast;    /* null for a first contact */
  int side[2];            /* the triangle that the one is, -1 if none, and the triangle of the mesh under way */
  bool sound;             /* all triangles of the mesh are somewhere */
  qmboxConvexQuery asked; /* of the one, which is a, and the triangle under way */
  double min[3], max[3];  /* of the one's sweep */
  qmboxMoving triangle;   /* under way */
  qmboxContact *contact;  /* the earliest so far */
  double gap;             /* the least so far */
  bool ranks;             /* triangles are asked by rank, ... */
  qmboxRanking ranking;
  double last; /* ... until this one */
} qmboxMeshQuery;

/* Puts a triangle in its place: of a resting mesh it is seen from its first vertex.  Returns false if it stays clear of
   the one's sweep, or is nowhere. */
static bool placeTriangle(qmboxMeshQuery *q, const double vertex[9]) {
  const double unturned[4] = {1, 0, 0, 0};
  double own[9];
  if (!qmboxIsTriangle(vertex)) return false;
  for (int k = 0; k < 9; k++) own[k] = vertex[k] + (q->mesh->moves ? q->mesh->centre[k % 3] : -vertex[k % 3]);
  qmboxMakeTriangleFigure(own, &q->triangle.figure);
  if (!q->mesh->moves) {
    q->triangle.body.motion = bms_motion_fixed(vertex, unturned);
    return true;
  }
  q->triangle.body.box = qmboxFigureBox(&q->triangle.figure);
  for (int i = 0; i < 3; i++) {
    q->triangle.body.box.min[i] -= q->mesh->growth;
    q->triangle.body.box.max[i] += q->mesh->growth;
  }
  double min[3], max[3];
  bms_swept_bounds(&q->triangle.body, q->asked.query.t0, q->asked.query.t1, min, max);
  for (int i = 0; i < 3; i++) {
    if (min[i] > q->max[i] || max[i] < q->min[i]) return false;
  }
  return true;
}

/* Places a triangle that is to be asked; one that is nowhere makes the answer unsure. */
static bool isToBeAsked(qmboxMeshQuery *q, const double vertex[9]) {
  bool every = q->cast && (q->cast->measures || q->cast->rule->everyTriangle);
  if (q->contact->status == BMS_OVERLAPPING && !every) return false;
  if (!qmboxIsTriangle(vertex)) q->contact->inexact |= QMBOX_INEXACT_NUMBERS;
  return placeTriangle(q, vertex);
}

static void turnContact(qmboxContact *contact) {
  int side = contact->side[0];
  contact->side[0] = contact->side[1];
  contact->side[1] = side;
  for (int i = 0; i < 3; i++) contact->normal[i] = 0 - contact->normal[i];
}

/* Hands over the answer of one triangle. */
static void handOver(const qmboxMeshQuery *q, const bms_convex_contact *answer) {
  qmboxContact hit = *q->contact;
  if (answer->status == BMS_SEPARATED) return;
  qmboxKeepConvex(answer, &hit);
  for (int k = 0; k < 2; k++) hit.side[k] = q->side[k];
  if (q->cast->turned) turnContact(&hit);
  q->cast->rule->hit(q->cast->rule->data, &hit);
}

/* Returns the plane along which the two are deepest at the start, as the one carries it along; none if they are
   apart. */
static bms_convex_hint planeOfDeepest(const qmboxMeshQuery *q) {
  enum { NORMAL_IN_A = 1 };
  const double *normal = q->cast->deepest.normal;
  bms_convex_hint plane = {.carrier = 0};
  double pose[3][4], square = 0;
  bms_motion_at(&q->asked.query.motion_a, q->asked.query.t0, pose);
  for (int i = 0; i < 3; i++) {
    plane.a[i] = pose[0][i] * normal[0] + pose[1][i] * normal[1] + pose[2][i] * normal[2];
    square += plane.a[i] * plane.a[i];
  }
  if (square > 0) plane.carrier = NORMAL_IN_A;
  for (int i = 0; i < 3 && square > 0; i++) plane.a[i] /= sqrt(square);
  return plane;
}

/* Returns the plane of a triangle that stands still, to the side where the one is at first; of others the one along
   which the two are deepest at the start. */
static bms_convex_hint planeOf(const qmboxMeshQuery *q, const double vertex[9]) {
  enum { NORMAL_IN_B = 2 };
  bms_convex_hint plane = {.carrier = 0};
  double u[3], v[3], n[3], square = 0, side = 0;
  if (!q->ranks) return planeOfDeepest(q);
  for (int i = 0; i < 3; i++) {
    u[i] = vertex[3 + i] - vertex[i];
    v[i] = vertex[6 + i] - vertex[i];
  }
  for (int i = 0; i < 3; i++) {
    n[i] = u[(i + 1) % 3] * v[(i + 2) % 3] - u[(i + 2) % 3] * v[(i + 1) % 3];
    square += n[i] * n[i];
    side += n[i] * (q->ranking.centre[i] - vertex[i]);
  }
  if (!(square > 0)) return plane;
  plane.carrier = NORMAL_IN_B;
  for (int i = 0; i < 3; i++) plane.b[i] = (side > 0 ? -n[i] : n[i]) / sqrt(square); /* away from the one */
  return plane;
}

/* Returns true if a triangle's plane shows that a cast passes over it, or that it is no deeper than what is
   measured. */
static bool isPassedOver(const qmboxMeshQuery *q, const double vertex[9]) {
  const qmboxMeshCast *cast = q->cast;
  if (!q->ranks || !cast) return false;
  if (!cast->measures) return cast->rule->approaching && qmboxStaysAbove(&q->ranking, vertex, cast->rule->depth);
  return qmboxDepthBelow(&q->ranking, vertex) <= fmax(cast->depth, cast->rule->slack / 2) + cast->rule->slack / 4;
}

static void measureTriangle(qmboxMeshQuery *q) {
  qmboxMeshCast *cast = q->cast;
  bms_convex_overlap overlap;
  if (bms_convex_overlap_at(&q->asked.query, q->asked.query.t0, &overlap) != BMS_VALID) return;
  if (!(overlap.depth + cast->rule->distance > cast->depth)) return;
  cast->depth = overlap.depth + cast->rule->distance;
  cast->deepest = overlap;
  for (int k = 0; k < 2; k++) cast->side[k] = q->side[k];
}

/* Returns the end of a cast at a triangle: if others have been hit, only one that is deep enough before them counts. */
static double untilWhen(const qmboxMeshQuery *q) {
  bool hit = q->contact->status == BMS_CONTACT && !q->cast->rule->everyTriangle;
  return hit ? fmin(q->contact->timeUpper, q->cast->t1) : q->cast->t1;
}

/* Casts at the triangle of the query, or measures how deep it is at the start. */
static void castAtTriangle(qmboxMeshQuery *q, const double vertex[9]) {
  qmboxMeshCast *cast = q->cast;
  bms_convex_query query = q->asked.query;
  bms_convex_contact answer;
  if (cast->measures) {
    measureTriangle(q);
    return;
  }
  query.t1 = untilWhen(q);
  bms_convex_hint plane = planeOf(q, vertex);
  qmboxCastQuery(&query, cast->rule, &plane, &answer);
  if (cast->rule->everyTriangle) {
    handOver(q, &answer);
    return;
  }
  keepEarlier(&answer, q->side, q->contact);
  bool found = q->contact->status != BMS_SEPARATED && q->contact->status != BMS_INVALID;
  if (found) q->last = fmin(q->last, isAhead(q->contact->status) ? q->contact->timeUpper : query.t0);
}

static void solveTriangle(void *data, const double vertex[9], int number) {
  qmboxMeshQuery *q = data;
  bms_convex_contact answer;
  if (isPassedOver(q, vertex) || !isToBeAsked(q, vertex)) return;
  if (q->ranks && qmboxRankTriangle(&q->ranking, vertex) > q->last) return;
  qmboxSetSide(&q->asked, 1, &q->triangle, 0);
  q->side[1] = number;
  if (q->cast) {
    castAtTriangle(q, vertex);
    return;
  }
  (void)bms_convex_first_contact(&q->asked.query, 0, &answer);
  keepEarlier(&answer, q->side, q->contact);
  if (q->contact->status == BMS_CONTACT) {
    q->asked.query.t1 = fmin(q->asked.query.t1, q->contact->timeUpper);
  } else if (q->contact->status == BMS_UNRESOLVED) {
    q->asked.query.t1 =
        fmin(q->asked.query.t1, q->contact->timeLower + BMS_CONVEX_WIDTH * (q->asked.query.t1 - q->asked.query.t0));
  } else if (q->contact->status != BMS_SEPARATED) {
    q->asked.query.t1 = q->asked.query.t0;
  }
  q->last = q->contact->status == BMS_OVERLAPPING ? -HUGE_VAL : q->asked.query.t1;
}

static double rankTriangle(void *data, const double vertex[9]) {
  const qmboxMeshQuery *q = data;
  return isPassedOver(q, vertex) ? HUGE_VAL : qmboxRankTriangle(&q->ranking, vertex);
}

static void gapOfTriangle(void *data, const double vertex[9], int number) {
  qmboxMeshQuery *q = data;
  (void)number;
  if (placeTriangle(q, vertex)) q->gap = fmin(q->gap, qmboxConvexGap(q->one, &q->triangle, q->asked.query.t0));
}

/* ------------------------------------------------------------------ one mesh */

/* Returns by how much triangles are larger: their growth, and the distance of a cast. */
static double growthOf(const qmboxMeshQuery *q) {
  return q->mesh->growth + (q->cast ? q->cast->rule->distance : 0);
}

/* Finds the bounds of the one's path on [t0, t1], larger by `more`.  Returns false if the numbers do not go. */
static bool boundOne(qmboxMeshQuery *q, double t0, double t1, double more) {
  double reach = qmboxHullBounds(q->one, t0, t1, q->min, q->max);
  if (!(reach < HUGE_VAL)) return false;
  for (int i = 0; i < 3; i++) {
    q->min[i] -= more + PIECE_ERROR * reach;
    q->max[i] += more + PIECE_ERROR * reach;
  }
  return true;
}

static void visitNear(qmboxMeshQuery *q, qmboxTriangleVisit *visit) {
  if (q->mesh->moves || !q->sound) {
    qmboxAllTriangles(q->mesh->geom, !q->mesh->moves, visit, q);
  } else {
    qmboxTrianglesNear(q->mesh->geom, q->min, q->max, visit, q);
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
  const qmboxTriangleOrder order = {rankTriangle, from, &q->last};
  qmboxPlace place = {.axis = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  q->ranks = !q->mesh->moves && q->sound;
  if (!q->ranks) {
    visitNear(q, solveTriangle);
    return;
  }
  double volume = 1, reach = qmboxMeshReach(q->mesh->geom);
  for (int i = 0; i < 3; i++) {
    place.middle[i] = q->min[i] + (q->max[i] - q->min[i]) / 2;
    place.half[i] = (q->max[i] - q->min[i]) / 2;
    volume *= 2 * place.half[i];
  }
  qmboxPrepareRanking(&q->asked.query, &q->one->body.box, from, growthOf(q), reach, &q->ranking);
  double radius = qmboxBallOfRanking(&q->ranking, place.middle);
  if (BALL * radius * radius * radius < volume) place.radius = radius;
  q->last = q->asked.query.t1;
  if (q->cast && q->cast->rule->depth > 0) flatten(q->cast, &place);
  qmboxTrianglesInOrder(q->mesh->geom, &place, &order, solveTriangle, q);
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
  return q->cast && isAhead(q->contact->status) && q->contact->timeUpper > from;
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
  if (mesh->moves) qmboxAllTriangles(mesh->geom, false, solveTriangle, &q);
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
  if (!isToBeAsked(&q->outer, vertex)) return;
  if (isAhead(contact->status) && !asked.cast) asked.t1 = contact->timeUpper;
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
    for (int i = 0; i < 3; i++) {
      q.outer.min[i] = (double)aabb[2 * i];
      q.outer.max[i] = (double)aabb[2 * i + 1];
    }
  }
  for (int i = 0; i < 3; i++) {
    q.outer.min[i] -= more;
    q.outer.max[i] += more;
  }
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
    if (turned) turnContact(contact);
  } else if (path1->shape == QMBOX_SHAPE_MESH) {
    if (asked->cast) asked->cast->turned = true;
    (path2->shape == QMBOX_SHAPE_PLANE ? solvePlane : solveOne)(path2, path1, sound[0], asked, contact);
    turnContact(contact);
  } else {
    (path1->shape == QMBOX_SHAPE_PLANE ? solvePlane : solveOne)(path1, path2, sound[1], asked, contact);
  }
}

static bool isSound(const qmboxMoving *path) {
  return path->shape != QMBOX_SHAPE_MESH || qmboxMeshIsSound(path->geom);
}

static void solveAsked(const qmboxMoving *path1, const qmboxMoving *path2, const qmboxAsked *asked,
                       qmboxContact *contact) {
  const bool soundOf[2] = {isSound(path1), isSound(path2)};
  contact->status = BMS_INVALID;
  solve(path1, path2, soundOf, asked, contact);
  if (!soundOf[0] || !soundOf[1] || contact->status == BMS_INVALID) contact->inexact |= QMBOX_INEXACT_NUMBERS;
  if (contact->status == BMS_SEPARATED && contact->inexact & QMBOX_INEXACT_NUMBERS) contact->status = BMS_INVALID;
  if (contact->status == BMS_UNRESOLVED) contact->inexact |= QMBOX_INEXACT_UNRESOLVED;
}

void qmboxSolveMesh(const qmboxMoving *path1, const qmboxMoving *path2, double t0, double t1, qmboxContact *contact) {
  const qmboxAsked asked = {t0, t1, 0, -1};
  solveAsked(path1, path2, &asked, contact);
}

/* Returns the axis along which a vector goes farthest. */
static int widestAxis(const double vector[3]) {
  int axis = fabs(vector[1]) > fabs(vector[0]) ? 1 : 0;
  return fabs(vector[2]) > fabs(vector[axis]) ? 2 : axis;
}

void qmboxCastMesh(const qmboxMoving *path1, const qmboxMoving *path2, double t0, double t1, const qmboxCastRule *rule,
                   qmboxContact *contact) {
  qmboxCastRule deeper = *rule;
  qmboxMeshCast measure = {.rule = rule, .measures = true, .t1 = t0}, cast = {.rule = &deeper, .t1 = t1};
  const qmboxAsked atStart = {t0, t0, &measure, -1}, asked = {t0, t1, &cast, -1};
  if (rule->approaching) {
    solveAsked(path1, path2, &atStart, contact);
    deeper.depth = measure.depth + rule->slack;
    cast.deepest = measure.deepest;
    cast.along = widestAxis(measure.deepest.normal);
  }
  solveAsked(path1, path2, &asked, contact);
}

bool qmboxMeshOverlap(const qmboxMoving *path1, const qmboxMoving *path2, double t, bms_convex_overlap *overlap,
                      int side[2]) {
  const qmboxCastRule rule = {.approaching = true};
  qmboxMeshCast measure = {.rule = &rule, .measures = true, .t1 = t};
  const qmboxAsked atOnce = {t, t, &measure, -1};
  qmboxContact contact = {.status = BMS_INVALID};
  solveAsked(path1, path2, &atOnce, &contact);
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
  visitNear(&q, gapOfTriangle);
  return q.gap;
}
