/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Contacts at inner edges: seams between surfaces that go on flush in a neighbour.
 *
 * A neighbour is another geom with flat faces, or a triangle, that contains the contact.  The mending face is that of
 * the neighbours in which the slider is least deep.  Faces that lie back to back, as between two flush tiles, mend
 * only if there are no others.  The mending face has the normal m.  The contact has the normal u, out of the floor.  It
 * is at an inner edge if
 *
 *   - u leans over the face: the part of u along it leads from the contact to no other side of the neighbour, so that
 *     a small ball that touches the floor in the direction u is in the neighbour, and
 *   - the geom (or triangle) that the contact is of does not stand out above the plane of the face.
 *
 * Then the union of the two is flat or convex there, and m is its normal, not u.  A step, a wall and a rising ramp
 * stand out, and keep their contacts.  If m = u, though no face of the geom or triangle has that normal, the contact
 * stays as it is, and no neighbour in which the slider is deeper mends it.
 *
 * Rejected: comparing with the face contacts of the frame, as Jolt does: a near callback sees one pair at a time.
 * Rejected: dropping such a contact: the guard lets a pair without contacts pass through (qmboxWorldSimulate()).
 */

#include <math.h>
#include <string.h>

#include "broad/bounds.h"
#include "class/registration.h"
#include "ode/geom_bounds.h"
#include "ode/geom_transform.h"
#include "ode/mesh_triangles.h"
#include "ode/space_walk.h"
#include "shapes/flat_faces.h"
#include "shapes/shape.h"
#include "util/arithmetic.h"
#include "util/real.h"
#include "util/warning.h"

/* Normals that differ by this angle, in radians, are the same: 5 m/s along one are 0.5 mm/s along the other. */
#define SAME_NORMAL 1e-4

/* A contact whose normal leans below a face by no more than this, in radians, is on it: the slider may be tilted. */
#define TILTED 0.05

/* The usual slack, in parts of the slider's least extent. */
#define USUAL_SLACK 1e-4

/* A slider that is deeper in a face than this part of its extent along the normal does not slide on it. */
#define DEEPEST 0.25

/* A cylinder lies, and is round as it rolls, if its axis is as near as this to right angles with the normals. */
#define LYING 0.1

/* How many contacts are mended in one walk through the space, and how many faces of neighbours are compared at each. */
enum { AT_ONCE = 16, MOST_NEAR = 12 };

/* Points beside a contact: along the directions to a cube's corners, and to its faces. */
enum { CORNERS = 8, WAYS = CORNERS + 6 };

/* A face that may mend a contact. */
typedef struct mender {
  qmboxFace face;
  double deep; /* how deep the slider is in it */
} mender;

/* A plane of faces near a contact, out of what they are of. */
typedef struct outward {
  qmboxFace face;
  double out;    /* how far the contact is out of that */
  unsigned over; /* bits of the points beside the contact that are on the faces */
} outward;

/* A contact, and what mends it. */
typedef struct meeting {
  dContactGeom *contact;
  double sign; /* 1 if the contact's normal points out of the floor, else -1 */
  double normal[3], position[3], depth;
  double place[3]; /* where the floor's surface is, along the normal from the position */
  bool ownNormal;  /* it has the normal of a face of the geom, or triangle, that it is of */
  mender by[MOST_NEAR];
  int menders;
  outward outward[MOST_NEAR];
  int outwards;
} meeting;

/* A call under way. */
typedef struct mending {
  qmboxSolid slider, floor;
  dContactGeom *contact;
  int qmboxClass, count, skip;
  bool sliderIsFirst;
  double slack, width;   /* the slider's least extent */
  double min[3], max[3]; /* of the contacts in `meeting`, with what may cover them */
  meeting meeting[AT_ONCE];
  int meetings;
  meeting *at; /* the contact in question */
} mending;

/* Turns the surface of a triangle to the side that most of the slider is on. */
static void turnToSlider(const qmboxSolid *slider, qmboxFace *top) {
  if (qmboxExtentAlong(slider, 1, top->normal) - top->offset >= qmboxExtentAlong(slider, -1, top->normal) + top->offset)
    return;
  for (int i = 0; i < 3; i++) top->normal[i] = -top->normal[i];
  top->offset = -top->offset;
}

/* ------------------------------------------------------------------ contacts */

static meeting meetingOf(const mending *m, int number) {
  dContactGeom *contact = (dContactGeom *)(void *)((char *)m->contact + (size_t)number * (size_t)m->skip);
  bool first = contact->g1 == m->slider.geom || (m->sliderIsFirst && contact->g2 != m->slider.geom);
  meeting at = {.contact = contact, .sign = first ? 1 : -1, .depth = (double)contact->depth};
  for (int i = 0; i < 3; i++) {
    at.normal[i] = at.sign * (double)contact->normal[i];
    at.position[i] = (double)contact->pos[i];
    at.place[i] = at.position[i] + at.depth * at.normal[i];
  }
  return at;
}

/* Finds the triangle of the floor that a contact is of; returns false if the contact does not tell. */
static bool ownTriangle(const mending *m, double vertex[9]) {
  int number = m->at->contact->g1 == m->floor.geom ? m->at->contact->side1 : m->at->contact->side2;
  dVector3 corner[3];
  if (dGeomGetClass(m->floor.geom) != dTriMeshClass) return false;
  if (number < 0 || number >= dGeomTriMeshGetTriangleCount(m->floor.geom)) return false;
  dGeomTriMeshGetTriangle(m->floor.geom, number, &corner[0], &corner[1], &corner[2]);
  for (int k = 0; k < 9; k++) vertex[k] = (double)corner[k / 3][k % 3];
  return true;
}

static bool isAlong(const double normal[3], const double other[3]) {
  double across[3];
  qmboxCross(normal, other, across);
  return qmboxLength(across) <= SAME_NORMAL;
}

/* Returns the number of the face that has the contact's normal, -1 if none has.  A triangle's has two sides. */
static int faceAlong(const qmboxFlatFaces *floor, const meeting *at, bool triangle) {
  for (int k = 0; k < floor->surfaces; k++) {
    const double *normal = floor->face[k].normal;
    if (isAlong(normal, at->normal) && (triangle || qmboxDot(normal, at->normal) > 0)) return k;
  }
  return -1;
}

/* Returns true if the contact is certainly at no inner edge: in the middle of a face, whose normal it has. */
static bool isPlain(const mending *m, const qmboxFlatFaces *floor) {
  meeting *at = m->at;
  double vertex[9];
  qmboxFlatFaces own;
  bool triangle = ownTriangle(m, vertex);
  if (triangle && !qmboxFacesOfTriangle(vertex, &own)) return false;
  if (triangle) floor = &own;
  int number = faceAlong(floor, at, triangle);
  at->ownNormal = number >= 0;
  for (int k = 0; k < floor->count; k++) {
    if (k != number && qmboxHeightOver(&floor->face[k], at->place) > -DEEPEST * m->width) return false;
  }
  return at->ownNormal;
}

/* ------------------------------------------------------------------ inner edges */

typedef struct highest {
  const qmboxFace *over;
  double height;
} highest;

static void visitVertices(void *data, const double vertex[9], int number) {
  highest *h = data;
  (void)number;
  for (int k = 0; k < 3; k++) h->height = fmax(h->height, qmboxHeightOver(h->over, vertex + 3 * k));
}

/* Returns true if what the contact is of stands out above a face: of a mesh the triangle or, if that is not known, all
   that are at the contact. */
static bool standsOut(const mending *m, const qmboxFace *over) {
  highest h = {.over = over, .height = -HUGE_VAL};
  double vertex[9], min[3], max[3];
  if (qmboxShapeOf(m->floor.geom, m->qmboxClass) != QMBOX_SHAPE_MESH)
    return qmboxExtentAlong(&m->floor, 1, over->normal) - over->offset > m->slack;
  if (ownTriangle(m, vertex)) {
    visitVertices(&h, vertex, 0);
  } else {
    for (int i = 0; i < 3; i++) {
      min[i] = fmin(m->at->position[i], m->at->place[i]) - m->slack;
      max[i] = fmax(m->at->position[i], m->at->place[i]) + m->slack;
    }
    qmboxTrianglesNear(m->floor.geom, true, min, max, visitVertices, &h);
  }
  return h.height > m->slack;
}

/* Returns true if the contact is on a face of a neighbour, or no deeper below it than the slider, and leans over it; or
   has its normal, and not from a face of its own. */
static bool isOn(const mending *m, const qmboxFlatFaces *of, int number, double deep) {
  const meeting *at = m->at;
  const qmboxFace *top = &of->face[number];
  double along[3], up = qmboxDot(top->normal, at->normal), height = qmboxHeightOver(top, at->place);
  for (int i = 0; i < 3; i++) along[i] = at->normal[i] - up * top->normal[i];
  if (at->ownNormal && qmboxLength(along) <= SAME_NORMAL) return false;
  if (height > at->depth + m->slack || height < -deep - m->slack) return false;
  for (int k = 0; k < of->count; k++) {
    double out = k == number ? -HUGE_VAL : qmboxHeightOver(&of->face[k], at->place);
    if (out > at->depth + m->slack) return false;
    if (out > -m->slack && qmboxDot(of->face[k].normal, along) > SAME_NORMAL) return false;
  }
  return true;
}

/* Returns how deep the slider is in a surface; HUGE_VAL if it does not slide on it. */
static double deepIn(const mending *m, const qmboxFace *top) {
  double below = qmboxExtentAlong(&m->slider, -1, top->normal), above = qmboxExtentAlong(&m->slider, 1, top->normal);
  double deep = below + top->offset;
  return deep < -m->slack || deep > DEEPEST * (below + above) ? HUGE_VAL : deep;
}

/* Returns how far from a contact its neighbours may be. */
static double reachOf(const mending *m) {
  return DEEPEST * m->width + m->slack;
}

static bool isSame(const double normal[3], const double other[3]) {
  return isAlong(normal, other) && qmboxDot(normal, other) > 0;
}

static bool isSamePlane(const mending *m, const qmboxFace *face, const qmboxFace *other) {
  return isSame(face->normal, other->normal) && fabs(face->offset - other->offset) <= m->slack;
}

static qmboxFace backOf(const qmboxFace *face) {
  return (qmboxFace){{-face->normal[0], -face->normal[1], -face->normal[2]}, -face->offset};
}

/* Returns bits of the points beside the contact, along the plane of a face, that are on it: in the directions to a
   cube's corners and faces. */
static unsigned pointsOver(const mending *m, const meeting *at, const qmboxFlatFaces *of, const qmboxFace *face) {
  unsigned over = (1U << WAYS) - 1;
  for (int k = 0; k < of->count && over; k++) {
    const double *normal = of->face[k].normal, up = qmboxDot(normal, face->normal);
    const double left = (-m->slack - qmboxHeightOver(&of->face[k], at->place)) / (0.5 * reachOf(m));
    double along[3];
    if (fabs(up) > 1 - SAME_NORMAL) continue; /* it is the face itself, or its back */
    for (int i = 0; i < 3; i++) along[i] = normal[i] - up * face->normal[i];
    if (fabs(along[0]) + fabs(along[1]) + fabs(along[2]) < left) continue;
    for (int way = 0; way < CORNERS; way++) {
      double step =
          (way & 1 ? along[0] : -along[0]) + (way & 2 ? along[1] : -along[1]) + (way & 4 ? along[2] : -along[2]);
      if (step >= left) over &= ~(1U << way);
    }
    for (int way = CORNERS; way < WAYS; way++) {
      double step = along[(way - CORNERS) / 2];
      if ((way % 2 ? -step : step) >= left) over &= ~(1U << way);
    }
  }
  return over;
}

/* Notes a face of a geom or triangle that the contact is near to, as it is turned there. */
static void noteOutward(const mending *m, meeting *at, const qmboxFlatFaces *of, const qmboxFace *face) {
  double out = -HUGE_VAL;
  if (fabs(qmboxHeightOver(face, at->place)) > reachOf(m)) return;
  for (int k = 0; k < of->count; k++) {
    bool surface = k < of->surfaces && of->count > of->surfaces; /* of a triangle, which is no deeper there */
    double height = qmboxHeightOver(&of->face[k], at->place);
    out = fmax(out, surface ? fabs(height) : height);
  }
  const outward noted = {*face, out, pointsOver(m, at, of, face)};
  for (int k = 0; k < at->outwards; k++) {
    if (!isSamePlane(m, &at->outward[k].face, face)) continue;
    at->outward[k].out = fmin(at->outward[k].out, out);
    at->outward[k].over |= noted.over;
    return;
  }
  if (at->outwards < MOST_NEAR) at->outward[at->outwards++] = noted;
}

static void noteOutwards(const mending *m, meeting *at, const qmboxFlatFaces *of) {
  for (int k = 0; k < of->surfaces; k++) noteOutward(m, at, of, &of->face[k]);
}

/* Notes a face that may mend the contact; of too many the ones in which the slider is least deep. */
static void noteMender(meeting *at, const mender *by) {
  int place = at->menders;
  for (int k = 0; k < at->menders; k++) {
    mender *known = &at->by[k];
    if (!isSame(known->face.normal, by->face.normal)) continue;
    if (by->deep < known->deep) *known = *by;
    return;
  }
  for (int k = 0; k < at->menders && at->menders == MOST_NEAR; k++) {
    if (at->by[k].deep > by->deep && (place == MOST_NEAR || at->by[k].deep > at->by[place].deep)) place = k;
  }
  if (place == MOST_NEAR) return;
  at->by[place] = *by;
  if (place == at->menders) at->menders++;
}

/* Notes the faces of a neighbour over which the contact leans. */
static void meet(mending *m, const qmboxFlatFaces *of) {
  for (int k = 0; k < of->surfaces; k++) {
    const qmboxFace *face = &of->face[k];
    if (qmboxDot(face->normal, m->at->normal) < -TILTED) continue;
    const mender by = {*face, deepIn(m, face)};
    if (by.deep < HUGE_VAL && isOn(m, of, k, by.deep)) noteMender(m->at, &by);
  }
}

/* Returns the points beside the contact that are on noted faces in this plane, none if it is too far out of them. */
static unsigned notedOver(const mending *m, const qmboxFace *face, double out) {
  for (int k = 0; k < m->at->outwards; k++) {
    if (m->at->outward[k].out <= out && isSamePlane(m, &m->at->outward[k].face, face)) return m->at->outward[k].over;
  }
  return 0;
}

/* Returns true if another face lies back to back with this one at the contact: nothing slides on them.  One that only
   goes on beside it, such as a sheet that is wound downwards, does not. */
static bool isCovered(const mending *m, const mender *by) {
  double out = fmax(by->deep, m->at->depth) + m->slack;
  const qmboxFace back = backOf(&by->face);
  return (notedOver(m, &by->face, out) & notedOver(m, &back, out)) != 0;
}

/* Returns the face that mends the contact: the one in which the slider is least deep, of those that are not covered, or
   else of all; null if there is none.  A covered face does not mend the normal of another face. */
static const mender *menderOf(mending *m) {
  const mender *best = 0;
  bool bestIsCovered = true;
  for (int k = 0; k < m->at->menders; k++) {
    const mender *by = &m->at->by[k];
    bool covered = isCovered(m, by);
    if (covered && m->at->ownNormal) continue;
    if (best && (covered != bestIsCovered ? covered : by->deep >= best->deep)) continue;
    if (standsOut(m, &by->face)) continue;
    best = by;
    bestIsCovered = covered;
  }
  return best;
}

/* ------------------------------------------------------------------ neighbours */

static bool isNear(const mending *m, const meeting *at, const double vertex[9]) {
  double around = reachOf(m), low[3], high[3];
  qmboxBoundPoints(vertex, low, high);
  for (int i = 0; i < 3; i++) {
    if (low[i] > at->place[i] + around || high[i] < at->place[i] - around) return false;
  }
  return true;
}

/* Meets a triangle at all contacts, except those that have its normal from a face of their own: it mends none of them,
   and most triangles of a floor are such. */
static void visitTriangle(void *data, const double vertex[9], int number) {
  mending *m = data;
  qmboxFlatFaces of;
  qmboxFace outside;
  (void)number;
  of.count = 0;
  if (!qmboxFaceOfPoints(vertex, &of.face[0])) return;
  for (int k = 0; k < m->meetings; k++) {
    m->at = &m->meeting[k];
    if ((m->at->ownNormal && isAlong(of.face[0].normal, m->at->normal)) || !isNear(m, m->at, vertex)) continue;
    if (of.count == 0) {
      qmboxAddEdges(vertex, &of);
      outside = of.face[0];
      turnToSlider(&m->slider, &of.face[0]);
    }
    noteOutward(m, m->at, &of, &outside);
    meet(m, &of);
  }
}

static bool isFixed(dGeomID geom) {
  dBodyID body = dGeomGetBody(geom);
  return !body || dBodyIsKinematic(body);
}

static void visitGeom(void *data, dGeomID geom) {
  mending *m = data;
  if (!dGeomIsEnabled(geom) || !qmboxBitsMatch(m->slider.geom, geom)) return;
  if (dGeomIsSpace(geom)) {
    qmboxVisitSpace(geom, visitGeom, data);
    return;
  }
  bool mesh = qmboxShapeOf(geom, m->qmboxClass) == QMBOX_SHAPE_MESH;
  if (geom == m->slider.geom || (geom == m->floor.geom && !mesh) || !isFixed(geom)) return;
  if (!qmboxGeomMeetsBounds(geom, m->min, m->max)) return;
  if (mesh) {
    qmboxTrianglesNear(geom, true, m->min, m->max, visitTriangle, m);
    return;
  }
  qmboxFlatFaces of;
  qmboxFacesOf(geom, m->qmboxClass, &of);
  for (int k = 0; k < m->meetings; k++) {
    m->at = &m->meeting[k];
    noteOutwards(m, m->at, &of);
    meet(m, &of);
  }
}

/* ------------------------------------------------------------------ mending */

/* Returns the radius by which the slider is round in the plane of two normals. */
static double roundness(const qmboxSolid *slider, const double one[3], const double other[3]) {
  const bms_convex *shape = &slider->shape.shape;
  double axis[3];
  if (!slider->hasFigure) return 0;
  if (shape->core != BMS_CORE_CYLINDER) return shape->radius;
  for (int i = 0; i < 3; i++) axis[i] = (double)slider->pose.rotation[4 * i + 2];
  double tilt = fmax(fabs(qmboxDot(axis, one)), fabs(qmboxDot(axis, other)));
  return tilt < LYING ? shape->cylinder.radius : 0;
}

/* Gives a contact the normal of the face, a round slider's place on it, and the depth there. */
static void apply(const mending *m, const meeting *at, const mender *mender) {
  const qmboxFace *by = &mender->face;
  double position[3], radius = roundness(&m->slider, at->normal, by->normal);
  for (int i = 0; i < 3; i++) position[i] = at->position[i] + radius * (at->normal[i] - by->normal[i]);
  for (int i = 0; i < 3; i++) {
    at->contact->normal[i] = (dReal)(at->sign * by->normal[i]);
    at->contact->pos[i] = (dReal)position[i];
  }
  at->contact->depth = (dReal)fmax(0, fmin(at->depth * qmboxDot(at->normal, by->normal), mender->deep));
}

static void mendGathered(mending *m, dSpaceID space) {
  if (m->meetings == 0) return;
  qmboxShapeSolid(m->qmboxClass, &m->slider);
  qmboxShapeSolid(m->qmboxClass, &m->floor);
  double around = reachOf(m);
  for (int i = 0; i < 3; i++) {
    m->min[i] = HUGE_VAL;
    m->max[i] = -HUGE_VAL;
    for (int k = 0; k < m->meetings; k++) {
      m->min[i] = fmin(m->min[i], m->meeting[k].place[i] - around);
      m->max[i] = fmax(m->max[i], m->meeting[k].place[i] + around);
    }
  }
  qmboxVisitSpace((dGeomID)space, visitGeom, m);
  for (int k = 0; k < m->meetings; k++) {
    meeting *at = m->at = &m->meeting[k];
    const mender *by = menderOf(m);
    if (by && !isAlong(at->normal, by->face.normal)) apply(m, at, by);
  }
  m->meetings = 0;
}

static void mend(mending *m, dSpaceID space) {
  qmboxFlatFaces floor;
  qmboxFacesOf(m->floor.geom, m->qmboxClass, &floor);
  for (int k = 0; k < m->count; k++) {
    m->meeting[m->meetings] = meetingOf(m, k);
    m->at = &m->meeting[m->meetings];
    if (!isPlain(m, &floor)) {
      noteOutwards(m, m->at, &floor);
      m->meetings++;
    }
    if (m->meetings == AT_ONCE) mendGathered(m, space);
  }
  mendGathered(m, space);
}

static const char *objection(dSpaceID space, dGeomID o1, dGeomID o2, const dContactGeom *contact, int count, int skip) {
  if (!space) return "the space is null";
  if (!dGeomIsSpace((dGeomID)space)) return "space is not a space";
  if (!o1 || !o2) return "a geom is null";
  if (dGeomIsSpace(o1) || dGeomIsSpace(o2)) return "a geom is a space";
  if (count < 0) return "count is negative";
  if (count > 0 && !contact) return "contact is null";
  if (skip < (int)sizeof(dContactGeom)) return "skip is less than sizeof(dContactGeom)";
  return 0;
}

int qmboxMendContacts(dSpaceID space, dGeomID o1, dGeomID o2, double slack, dContactGeom *contact, int count,
                      int skip) {
  const char *reason = objection(space, o1, o2, contact, count, skip);
  if (!reason && !(slack >= 0 && isfinite(slack))) reason = "slack is negative or not finite";
  if (reason) qmboxWarn("qmboxMendContacts", reason);
  if (reason || count == 0 || isFixed(o1) == isFixed(o2)) return count;
  if (qmboxHeldClass(isFixed(o2) ? o2 : o1) == dPlaneClass) return count; /* it has no seams, and no pose */
  mending m;
  m.contact = contact;
  m.count = count;
  m.skip = skip;
  m.sliderIsFirst = isFixed(o2);
  m.meetings = 0;
  qmboxCall call;
  qmboxBeginCall(&call);
  m.qmboxClass = qmboxRegisteredClass();
  qmboxBoundSolid(isFixed(o2) ? o1 : o2, &m.slider);
  qmboxBoundSolid(isFixed(o2) ? o2 : o1, &m.floor);
  m.width = HUGE_VAL;
  for (int i = 0; i < 3; i++) m.width = fmin(m.width, m.slider.max[i] - m.slider.min[i]);
  m.slack = slack > 0 ? slack : USUAL_SLACK * m.width;
  mend(&m, space);
  qmboxEndCall(&call);
  return count;
}
