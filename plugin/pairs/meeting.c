/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Two boxes are asked by bms_first_contact_near(), all other convex pairs by bms_convex_first_contact().  The motion of
 * a body in finite rotation mode is cut into pieces (finite_rotation.h), whose solids are larger by what the piece is
 * off at most: the shorter, the nearer they come.
 */

#include "pairs/meeting.h"

#include <float.h>
#include <math.h>

#include "pairs/piecewise.h"
#include "util/settings.h"

/* Roundings of a gap, in parts of the largest coordinate. */
#define GAP_ERROR (256 * DBL_EPSILON)

/* If more pieces of a turn than this are needed, balls are checked first. */
#define FEW_PIECES 4

bool qmboxCanMeet(const qmboxMoving *solid1, const qmboxMoving *solid2) {
  if (!qmboxIsConvex(solid1) || !qmboxIsConvex(solid2)) return false;
  return solid1->figure.shape.core != BMS_CORE_HALF_SPACE || solid2->figure.shape.core != BMS_CORE_HALF_SPACE;
}

static bool isPlane(const qmboxMoving *solid) {
  return qmboxIsConvex(solid) && solid->figure.shape.core == BMS_CORE_HALF_SPACE;
}

/* Returns true for a convex geom that has a thickness: no plane, no mesh, no triangle. */
static bool isThick(const qmboxMoving *solid) {
  return solid->figure.thickness < HUGE_VAL;
}

/* Returns the thickness of a mesh with a core; HUGE_VAL of one without. */
static double thicknessOfMesh(const qmboxMoving *solid) {
  return solid->figure.core.inner > 0 ? 2 * solid->figure.core.inner : HUGE_VAL;
}

/* Returns the allowance of a solid that can move against one that cannot; HUGE_VAL if it has no core.  If some of
   the triangles of a mesh face its middle, a smaller mesh is not inside of it.  Against a plane or a mesh it has one
   all the same: planes are full behind, and other meshes have no thickness.  Against a convex geom it has none, as that
   could go through a wall of it. */
static double ownAllowance(const qmboxMoving *solid, bool convex) {
  if (isThick(solid)) return QMBOX_ALLOWANCE * solid->figure.thickness;
  return convex && !solid->figure.core.seen ? HUGE_VAL : QMBOX_MESH_ALLOWANCE * thicknessOfMesh(solid);
}

/* Sets the allowances of two if neither is more than its surface; but a plane or convex geom that cannot move, next
   to one that can, may be smaller. */
static void shrinkSurfaces(qmboxShrunkPair *two) {
  bool alike = two->solid[0]->dynamic == two->solid[1]->dynamic;
  double extent = fmin(two->solid[0]->extent, two->solid[1]->extent);
  if (!(extent < HUGE_VAL)) return;
  for (int k = 0; k < 2; k++) {
    const qmboxMoving *solid = two->solid[k];
    if (alike || solid->dynamic || !(isPlane(solid) || isThick(solid))) continue;
    two->allowance[k] = fmin(QMBOX_LOWERED * extent, QMBOX_ALLOWANCE * solid->figure.thickness);
    return;
  }
  two->core = 0;
  two->allowance[0] = two->allowance[1] = QMBOX_SKIN * extent;
}

/* One that cannot move and one that can. */
static void shrinkMoving(qmboxShrunkPair *two) {
  int moving = two->solid[0]->dynamic ? 0 : 1;
  double own = ownAllowance(two->solid[moving], isThick(two->solid[1 - moving]));
  if (own < HUGE_VAL) {
    two->allowance[moving] = own;
  } else {
    shrinkSurfaces(two);
  }
}

/* Two that can move.  A mesh is not smaller against a convex geom, which has the allowances of both. */
static void shrinkBoth(qmboxShrunkPair *two) {
  const bool thick[2] = {isThick(two->solid[0]), isThick(two->solid[1])};
  double least = HUGE_VAL;
  for (int k = 0; k < 2; k++) {
    least = fmin(least, thick[k] ? two->solid[k]->figure.thickness : thicknessOfMesh(two->solid[k]));
  }
  if (!(least < HUGE_VAL)) {
    shrinkSurfaces(two);
    return;
  }
  double sum = thick[0] || thick[1] ? QMBOX_ALLOWANCE * least : 2 * QMBOX_MESH_ALLOWANCE * least;
  for (int k = 0; k < 2; k++) {
    if (thick[k]) two->allowance[k] = thick[1 - k] ? sum / 2 : sum;
    if (!thick[0] && !thick[1] && thicknessOfMesh(two->solid[k]) < HUGE_VAL) two->allowance[k] = sum / 2;
  }
}

/* Makes the allowances as small as they are set.  Two without cores have a skin. */
static void makeSmaller(qmboxShrunkPair *two) {
  double sum = two->allowance[0] + two->allowance[1];
  if (!(two->core > 0) || !(sum > 0)) return;
  double part = qmboxLeastSetAllowance(two->solid[0]->settings, two->solid[0]->geom, two->solid[1]->geom) / sum;
  if (!(part < 1)) return;
  two->usual = 1 / part;
  for (int k = 0; k < 2; k++) two->allowance[k] *= part;
}

qmboxShrunkPair qmboxShrinkSolids(const qmboxMoving *solid1, const qmboxMoving *solid2) {
  qmboxShrunkPair two = {.solid = {solid1, solid2}, .core = 1};
  if (solid1->dynamic == solid2->dynamic) {
    shrinkBoth(&two);
  } else {
    shrinkMoving(&two);
  }
  if (solid1->settings) makeSmaller(&two);
  return two;
}

double qmboxHighestLevel(const qmboxShrunkPair *two) {
  return two->usual > 0 ? QMBOX_HIGHEST_LEVEL * two->usual : QMBOX_HIGHEST_LEVEL;
}

/* ------------------------------------------------------------------ gaps */

static bool isBox(const bms_convex *shape) {
  return shape->core == BMS_CORE_BOX && !(shape->radius > 0);
}

static double convexGap(const bms_convex_query *query, double normal[3]) {
  double gap;
  normal[0] = normal[1] = normal[2] = 0;
  if (isBox(&query->a) && isBox(&query->b)) {
    bms_body body1 = {query->a.box, query->motion_a}, body2 = {query->b.box, query->motion_b};
    bms_separation separation;
    bms_separation_at(&body1, &body2, 0, &separation);
    for (int i = 0; i < 3; i++) normal[i] = separation.normal[i];
    gap = separation.gap;
  } else {
    bms_convex_separation separation;
    if (bms_convex_separation_at(query, 0, &separation) != BMS_VALID) return -HUGE_VAL;
    for (int i = 0; i < 3; i++) normal[i] = separation.normal[i];
    gap = separation.lower;
  }
  return gap;
}

double qmboxGapAtStart(const qmboxShrunkPair *two, double level, double normal[3]) {
  const qmboxMoving *solid1 = two->solid[0], *solid2 = two->solid[1];
  double rounding = GAP_ERROR * (solid1->reach + solid1->radius + solid2->reach + solid2->radius);
  qmboxConvexQuery q = {.query = {.t0 = 0}};
  for (int k = 0; k < 2; k++) qmboxSetSolid(&q, k, two->solid[k], level * two->allowance[k], 0, 0);
  return convexGap(&q.query, normal) - rounding;
}

/* ------------------------------------------------------------------ meetings */

/* The two while neither stops: one that waits has its path from `stop` to `stop`. */
typedef struct qmboxEncounter {
  const qmboxShrunkPair *two;
  const double *stop;
  bool waits[2];
  double level, nearness;
} qmboxEncounter;

static void setQuery(const qmboxEncounter *meeting, double t0, double t1, qmboxConvexQuery *q) {
  q->query.t0 = t0;
  q->query.t1 = t1;
  q->query.nearness = meeting->nearness;
  for (int k = 0; k < 2; k++) {
    bool waits = meeting->waits[k];
    qmboxSetSolid(q, k, meeting->two->solid[k], meeting->level * meeting->two->allowance[k],
                  waits ? meeting->stop[k] : t0, waits ? meeting->stop[k] : t1);
  }
}

/* The solver's answer. */
typedef struct qmboxAnswer {
  bms_status status;
  double time; /* certified apart before */
  double point[3], normal[3];
} qmboxAnswer;

static void setPlace(qmboxAnswer *answer, const double point[3], const double normal[3]) {
  for (int i = 0; i < 3; i++) {
    answer->point[i] = point[i];
    answer->normal[i] = normal[i];
  }
}

static qmboxAnswer answerOf(const bms_convex_query *query) {
  qmboxAnswer answer;
  if (isBox(&query->a) && isBox(&query->b)) {
    bms_query boxes = {
        .t0 = query->t0, .t1 = query->t1, .a = {query->a.box, query->motion_a}, .b = {query->b.box, query->motion_b}};
    bms_contact contact;
    answer.status = bms_first_contact_near(&boxes, query->nearness, &contact, 0);
    answer.time = contact.t_lower;
    setPlace(&answer, contact.point[0], contact.normal);
  } else {
    bms_convex_contact contact;
    answer.status = bms_convex_first_contact(query, 0, &contact);
    answer.time = contact.t_lower;
    setPlace(&answer, contact.point, contact.normal);
  }
  return answer;
}

static bool isAhead(bms_status status) {
  return status == BMS_CONTACT || status == BMS_UNRESOLVED;
}

static qmboxCoreMeeting meetingOf(const qmboxAnswer *answer, double t0) {
  qmboxCoreMeeting meeting = {.time = t0, .sure = answer->status != BMS_INVALID};
  double square = 0;
  if (answer->status == BMS_SEPARATED || answer->status == BMS_INVALID) meeting.time = HUGE_VAL;
  if (isAhead(answer->status)) meeting.time = fmax(t0, answer->time);
  if (answer->status != BMS_CONTACT && answer->status != BMS_TOUCHING) return meeting;
  for (int i = 0; i < 3; i++) {
    meeting.point[i] = answer->point[i];
    meeting.normal[i] = answer->normal[i];
    square += answer->normal[i] * answer->normal[i];
  }
  meeting.placed = square > 0.5;
  return meeting;
}

static const qmboxFiniteRotation *turnOf(const qmboxEncounter *meeting, int k) {
  const qmboxMoving *solid = meeting->two->solid[k];
  return solid->moves && !meeting->waits[k] && solid->turns ? &solid->turn : 0;
}

/* Asks when what turns in finite mode meets the other, if it is a ball that holds it however it is turned. */
static qmboxAnswer ballsMeet(const qmboxEncounter *meeting, double t0, double t1) {
  static const double middle[3] = {0, 0, 0}, unturned[4] = {1, 0, 0, 0};
  qmboxConvexQuery q;
  setQuery(meeting, t0, t1, &q);
  for (int k = 0; k < 2; k++) {
    if (!turnOf(meeting, k)) continue;
    double more = fmax(0, -meeting->level * meeting->two->allowance[k]);
    bms_motion *motion = k == 0 ? &q.query.motion_a : &q.query.motion_b;
    *(k == 0 ? &q.query.a : &q.query.b) = bms_convex_points(middle, 1, meeting->two->solid[k]->radius + more);
    for (int i = 0; i < 4; i++) {
      motion->rigid.quaternion[i][0] = unturned[i];
      motion->rigid.quaternion[i][1] = 0;
    }
  }
  return answerOf(&q.query);
}

/* The first meeting where one of the two turns in finite mode.  A body that turns too far for the pieces counts as
   meeting where balls do. */
static qmboxCoreMeeting piecesMeet(const qmboxEncounter *meeting, double t0, double t1) {
  double speed = 0;
  for (int k = 0; k < 2; k++) speed += turnOf(meeting, k) ? turnOf(meeting, k)->speed : 0;
  qmboxPieces pieces = qmboxBeginPieces(speed, t0, t1);
  if (t1 - t0 > FEW_PIECES * pieces.longest) {
    qmboxAnswer balls = ballsMeet(meeting, t0, t1);
    if (balls.status == BMS_SEPARATED) return meetingOf(&balls, t0);
    if (isAhead(balls.status)) pieces.from = fmax(t0, balls.time);
    if (t1 - pieces.from > QMBOX_MOST_PIECES * pieces.longest)
      return (qmboxCoreMeeting){.time = pieces.from, .sure = true};
  }
  while (pieces.count < QMBOX_MOST_PIECES && qmboxNextPiece(&pieces)) {
    double error = 0, length = pieces.to - pieces.from;
    qmboxConvexQuery q;
    setQuery(meeting, pieces.from, pieces.to, &q);
    for (int k = 0; k < 2; k++) {
      if (turnOf(meeting, k))
        error += qmboxFiniteRotationError(turnOf(meeting, k), length, meeting->two->solid[k]->radius);
    }
    qmboxAnswer answer = answerOf(&q.query);
    if (qmboxPieceSettles(&pieces, answer.status, answer.time, error <= meeting->nearness))
      return meetingOf(&answer, pieces.from);
  }
  return (qmboxCoreMeeting){.time = pieces.from, .sure = true};
}

qmboxCoreMeeting qmboxFirstMeeting(const qmboxShrunkPair *two, const double stop[2], double level, double nearness,
                                   double t0, double t1) {
  qmboxEncounter meeting = {two, stop, {stop[0] <= t0, stop[1] <= t0}, level, nearness};
  if (t0 < t1 && (turnOf(&meeting, 0) || turnOf(&meeting, 1))) return piecesMeet(&meeting, t0, t1);
  qmboxConvexQuery q;
  setQuery(&meeting, t0, t1, &q);
  qmboxAnswer answer = answerOf(&q.query);
  return meetingOf(&answer, t0);
}
