/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The first contact of a box with a sphere, a capsule or a mesh.
 *
 * A mesh is as many pairs as it has triangles near the box's sweep, and each is asked only up to the earliest contact
 * of those before it.  Over a long way the sweep's bounds hold far more triangles than the box comes near to; so the
 * way is cut into pieces, and later ones are looked at only if the earlier had no contact.
 *
 * A mesh that stands still is taken as ODE has it in the world, each triangle as seen from its first vertex:
 * coordinates far from the origin then cost no accuracy.  One that moves is taken triangle by triangle, each with the
 * bounds of its own sweep: ODE's tree knows nothing of motion.
 */

#include "pairs/round_pair.h"

#include <math.h>
#include <string.h>

#include "util/real.h"
#include "ode/mesh_triangles.h"

/* The sweep of a piece is some times as long as the box; so many pieces at most. */
#define PIECE_LENGTH 4
#define MOST_PIECES 256

/* Bounds are larger by this part of the largest coordinate: the rounding of poses and of the triangles' vertices. */
#define MARGIN (64 * QMBOX_EPSILON)

/* A contact is found too early by no more than this part of the sizes and the distance, four times what bms_shapes.h
   says. */
#define SOLVER_ROUNDING 4e-12

/* ------------------------------------------------------------------ one shape */

static int isAhead(bms_status status) {
  return status == BMS_CONTACT || status == BMS_UNRESOLVED;
}

/* Takes over time and place from the answer. */
static void take(const bms_rounded_contact *answer, qmboxContact *contact) {
  contact->status = answer->status;
  contact->time = answer->t;
  contact->timeLower = answer->t_lower;
  contact->timeUpper = answer->t_upper;
  contact->approachSpeed = (dReal)answer->approach_speed;
  contact->pointCount = 1;
  for (int i = 0; i < 3; i++) {
    contact->normal[i] = (dReal)(0 - answer->normal[i]);
    contact->point[0][i] = (dReal)answer->point[i];
  }
}

/*
 * Takes the answer over if it is earlier than what there is.  Two triangles with an edge in common are often met within
 * rounding of each other, and for the earlier it may not be told whether it is met at all: what is certain is then that
 * the mesh is met until the time when the other one is.
 */
static void keepEarlier(const bms_rounded_contact *answer, qmboxContact *contact) {
  qmboxContact before = *contact;
  int isFirst = before.status == BMS_SEPARATED || before.status == BMS_INVALID;

  if (answer->status == BMS_SEPARATED) return;
  if (answer->status == BMS_INVALID) {
    contact->inexact |= QMBOX_INEXACT_NUMBERS;
    if (isFirst) contact->status = BMS_INVALID;
    return;
  }
  if (isFirst || answer->t_lower < before.timeLower || answer->status == BMS_OVERLAPPING) take(answer, contact);
  if (isFirst || !isAhead(before.status) || !isAhead(answer->status)) return;
  if (before.status == BMS_UNRESOLVED && answer->status == BMS_UNRESOLVED) return;
  contact->status = BMS_CONTACT;
  contact->timeUpper = before.status == BMS_CONTACT ? before.timeUpper : answer->t_upper;
  if (answer->status == BMS_CONTACT) contact->timeUpper = fmin(contact->timeUpper, answer->t_upper);
}

/* ------------------------------------------------------------------ triangles */

typedef struct qmboxMeshQuery {
  const qmboxPath *box, *mesh;
  bms_rounded_query query; /* all but the triangle */
  double min[3], max[3];   /* of the box's sweep */
  double vertex[9];
  qmboxContact *contact; /* the earliest so far */
  double gap;            /* the least so far */
} qmboxMeshQuery;

/* The triangle into the query: of a mesh that stands still, as seen from its first vertex. */
static void placeTriangle(qmboxMeshQuery *q, const double vertex[9]) {
  const double one[4] = {1, 0, 0, 0};

  memcpy(q->vertex, vertex, sizeof q->vertex);
  q->query.shape.vertex = q->vertex;
  q->query.shape.vertex_count = 3;
  q->query.shape.radius = q->mesh->growth;
  if (q->mesh->moves) return;
  q->query.motion = bms_motion_fixed(vertex, one);
  for (int k = 0; k < 3; k++) {
    for (int i = 0; i < 3; i++) q->vertex[3 * k + i] -= vertex[i];
  }
}

/* Returns true if the triangle of a moving mesh sweeps over the box's sweep. */
static bool sweepMeets(const qmboxMeshQuery *q, const double vertex[9], double t0, double t1) {
  bms_body body = {{{0, 0, 0}, {0, 0, 0}}, q->mesh->body.motion};
  double min[3], max[3];

  for (int i = 0; i < 3; i++) {
    body.box.min[i] = fmin(vertex[i], fmin(vertex[3 + i], vertex[6 + i])) - q->mesh->growth;
    body.box.max[i] = fmax(vertex[i], fmax(vertex[3 + i], vertex[6 + i])) + q->mesh->growth;
  }
  bms_swept_bounds(&body, t0, t1, min, max);
  for (int i = 0; i < 3; i++) {
    if (min[i] > q->max[i] || max[i] < q->min[i]) return false;
  }
  return true;
}

/* A triangle of a moving mesh is given in the mesh's own frame, that of the path is centred elsewhere if the geom is
   offset. */
static void moveIntoFrame(const qmboxMeshQuery *q, const double vertex[9], double moved[9]) {
  double centre[3];
  bms_motion unused;

  qmboxStepOfGeom(q->mesh->geom, 0, centre, &unused);
  for (int k = 0; k < 3; k++) {
    for (int i = 0; i < 3; i++) moved[3 * k + i] = vertex[3 * k + i] + centre[i];
  }
}

static void solveTriangle(void *data, const double vertex[9]) {
  qmboxMeshQuery *q = data;
  bms_rounded_contact answer;
  double moved[9];

  if (q->contact->status == BMS_OVERLAPPING) return;
  memcpy(moved, vertex, sizeof moved);
  if (q->mesh->moves) {
    moveIntoFrame(q, vertex, moved);
    if (!sweepMeets(q, moved, q->query.t0, q->query.t1)) return;
  }
  placeTriangle(q, moved);
  bms_first_contact_rounded(&q->query, &answer);
  keepEarlier(&answer, q->contact);
  if (q->contact->status == BMS_CONTACT) {
    q->query.t1 = fmin(q->query.t1, q->contact->timeUpper);
  } else if (q->contact->status == BMS_UNRESOLVED) {
    q->query.t1 = fmin(q->query.t1, q->contact->timeLower + BMS_ROUNDED_WIDTH * (q->query.t1 - q->query.t0));
  } else if (q->contact->status != BMS_SEPARATED) {
    q->query.t1 = q->query.t0;
  }
}

static void gapOfTriangle(void *data, const double vertex[9]) {
  qmboxMeshQuery *q = data;
  double moved[9];

  memcpy(moved, vertex, sizeof moved);
  if (q->mesh->moves) {
    moveIntoFrame(q, vertex, moved);
    if (!sweepMeets(q, moved, q->query.t0, q->query.t0)) return;
  }
  placeTriangle(q, moved);
  q->gap = fmin(q->gap, bms_rounded_gap_at(&q->query, q->query.t0));
}

/* ------------------------------------------------------------------ meshes */

/* The bounds of the box's path on [t0, t1], larger by `more`.  Returns false if the numbers do not go. */
static bool boundBox(qmboxMeshQuery *q, double t0, double t1, double more) {
  double reach = qmboxPathBounds(q->box, t0, t1, q->min, q->max);

  if (!(reach < HUGE_VAL)) return false;
  for (int i = 0; i < 3; i++) {
    q->min[i] -= more + MARGIN * reach;
    q->max[i] += more + MARGIN * reach;
  }
  return true;
}

static void visitNear(qmboxMeshQuery *q, qmboxTriangleVisit *visit) {
  if (q->mesh->moves) {
    qmboxAllTriangles(q->mesh->geom, visit, q);
  } else {
    qmboxTrianglesNear(q->mesh->geom, q->min, q->max, visit, q);
  }
}

static double longestSide(const double min[3], const double max[3]) {
  return fmax(max[0] - min[0], fmax(max[1] - min[1], max[2] - min[2]));
}

static void solveMesh(qmboxMeshQuery *q, double t0, double t1) {
  int pieces = 1, k;

  if (!boundBox(q, t0, t0, q->mesh->growth)) return;
  double size = longestSide(q->min, q->max);
  if (!boundBox(q, t0, t1, q->mesh->growth)) return;
  double way = longestSide(q->min, q->max);
  if (!q->mesh->moves && way > PIECE_LENGTH * size) pieces = (int)fmin(way / (PIECE_LENGTH * size) + 1, MOST_PIECES);
  q->contact->status = BMS_SEPARATED;
  for (k = 1; k <= pieces && q->contact->status == BMS_SEPARATED; k++) {
    double from = t0 + (t1 - t0) * (k - 1) / pieces, to = k < pieces ? t0 + (t1 - t0) * k / pieces : t1;
    if (!boundBox(q, from, to, q->mesh->growth)) return;
    /* From t0 on also here: a contact at the joint of two pieces is then one like any other. */
    q->query.t0 = t0;
    q->query.t1 = to;
    visitNear(q, solveTriangle);
  }
}

/* ------------------------------------------------------------------ all shapes */

static void prepare(const qmboxPath *box, const qmboxPath *other, double t0, double t1, qmboxMeshQuery *q) {
  q->box = box;
  q->mesh = other;
  q->query.t0 = t0;
  q->query.t1 = t1;
  q->query.a = box->body;
  q->query.motion = other->body.motion;
  if (other->shape == QMBOX_SHAPE_ROUND) q->query.shape = qmboxRoundIn(&other->body.box, q->vertex);
}

void qmboxSolveRound(const qmboxPath *box, const qmboxPath *other, double t0, double t1, qmboxContact *contact) {
  bms_rounded_contact answer;
  qmboxMeshQuery q;

  prepare(box, other, t0, t1, &q);
  q.contact = contact;
  if (other->shape == QMBOX_SHAPE_ROUND) {
    contact->status = BMS_SEPARATED;
    bms_first_contact_rounded(&q.query, &answer);
    keepEarlier(&answer, contact);
  } else {
    contact->inexact |= QMBOX_INEXACT_NUMBERS; /* until it is known better */
    contact->status = BMS_INVALID;
    solveMesh(&q, t0, t1);
    if (contact->status != BMS_INVALID) contact->inexact &= ~(unsigned)QMBOX_INEXACT_NUMBERS;
  }
  if (contact->status == BMS_UNRESOLVED) contact->inexact |= QMBOX_INEXACT_UNRESOLVED;
}

double qmboxRoundGap(const qmboxPath *box, const qmboxPath *other, double t) {
  qmboxMeshQuery q;

  prepare(box, other, t, t, &q);
  if (other->shape == QMBOX_SHAPE_ROUND) return bms_rounded_gap_at(&q.query, t);
  q.gap = longestSide(box->body.box.min, box->body.box.max);
  if (!boundBox(&q, t, t, q.gap)) return q.gap;
  visitNear(&q, gapOfTriangle);
  return q.gap;
}

double qmboxRoundResolution(const qmboxPath *other, double reach) {
  const bms_box *box = &other->body.box;

  if (other->shape == QMBOX_SHAPE_MESH) return qmboxMeshResolution(other->geom) + SOLVER_ROUNDING * reach;
  return SOLVER_ROUNDING * (reach + longestSide(box->min, box->max));
}
