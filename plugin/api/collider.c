/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * One function for all classes: which pairs are swept depends on the geoms, not on their classes, and ODE asks for a
 * collider once per class and for good.  Without a motion the qmbox is ODE's box.
 *
 * ODE calls the collider of a user class with itself in reverse, (o2, o1), and turns the contacts round afterwards,
 * whatever the collider does.  Since dBoxBox() is not symmetric to the last bit, and the patch comes in the order of
 * the first box, the arguments are put right here, and the contacts turned beforehand.
 */

#include "api/collider.h"

#include "pairs/box_collider.h"
#include "util/warning.h"
#include "pairs/pair.h"
#include "class/registration.h"
#include "util/arithmetic.h"

/* Two geoms, the first a qmbox, and the contacts that are asked for. */
typedef struct qmboxCollision {
  qmboxMoving path[2];
  int flags;
  dContactGeom *contact;
  int skip;
  double time;
} qmboxCollision;

static bool hasMotion(dGeomID geom, int qmboxClass) {
  return dGeomGetClass(geom) == qmboxClass && ((const qmboxData *)dGeomGetClassData(geom))->moves;
}

/* Finds the paths of the two.  Returns true if they are for the solver. */
static bool isSwept(dGeomID o1, dGeomID o2, int qmboxClass, qmboxMoving path[2]) {
  if (!hasMotion(o1, qmboxClass) && !hasMotion(o2, qmboxClass)) return false;
  qmboxMovingOf(o1, qmboxClass, QMBOX_FOLLOW_OWN, &path[0]);
  qmboxMovingOf(o2, qmboxClass, QMBOX_FOLLOW_OWN, &path[1]);
  return qmboxSolvable(&path[0], &path[1]);
}

/* The box of a rigid path at t: a true rotation, which ODE's colliders need. */
static void placeAt(const qmboxMoving *path, double t, qmboxPlaced *placed) {
  const bms_box *box = &path->body.box;
  double pose[3][4];
  bms_motion_at(&path->body.motion, t, pose);
  for (int i = 0; i < 3; i++) {
    double at = pose[i][3];
    for (int j = 0; j < 3; j++) {
      at += pose[i][j] * (box->min[j] + box->max[j]) / 2;
      placed->rotation[4 * i + j] = (dReal)pose[i][j];
    }
    placed->position[i] = (dReal)at;
    placed->rotation[4 * i + 3] = 0;
    placed->length[i] = (dReal)(box->max[i] - box->min[i]);
  }
  placed->position[3] = 0;
}

/* The contacts of a box that overlaps anything at the start: a set with depths, as a contact joint needs it for a stack
   to stand. */
static int collideOverlapping(const qmboxCollision *c, const qmboxContact *found) {
  const qmboxMoving *path1 = &c->path[0], *path2 = &c->path[1];
  bool isBox = path2->shape == QMBOX_SHAPE_BOX;
  int count = 0;
  if (path1->body.motion.form == BMS_MOTION_RIGID && (!isBox || path2->body.motion.form == BMS_MOTION_RIGID)) {
    qmboxPlaced placed1, placed2;
    placeAt(path1, found->time, &placed1);
    if (isBox) placeAt(path2, found->time, &placed2);
    count = qmboxCollidePlaced(path1->geom, &placed1, path2->geom, isBox ? &placed2 : 0, c->flags, c->contact, c->skip);
  }
  /* a sheared box, or an overlap too small for ODE: the solver's contacts, with its depth */
  if (count == 0 && (found->normal[0] != 0 || found->normal[1] != 0 || found->normal[2] != 0)) {
    count = qmboxFillContacts(found, c->flags, c->contact, c->skip);
    if (count > 0) c->contact->depth = (dReal)fmax(0, -qmboxGap(path1, path2, found->time));
  }
  return count;
}

static int collideSwept(qmboxCollision *c) {
  qmboxContact found;
  bms_status status = qmboxSolve(&c->path[0], &c->path[1], -HUGE_VAL, HUGE_VAL, &found);
  if (status == BMS_SEPARATED || status == BMS_INVALID || status == BMS_UNRESOLVED) return 0;
  c->time = found.time;
  if (status == BMS_OVERLAPPING) return collideOverlapping(c, &found);
  return qmboxFillContacts(&found, c->flags, c->contact, c->skip);
}

/* The contacts of a qmbox, o1, with anything: at the present poses if the two are not swept. */
static int collideOrdered(dGeomID o1, dGeomID o2, qmboxCollision *c) {
  qmboxPlaced placed1, placed2;
  qmboxCall call;
  qmboxBeginCall(&call);
  bool swept = isSwept(o1, o2, dGeomGetClass(o1), c->path);
  int count = swept ? collideSwept(c) : 0;
  qmboxEndCall(&call);
  if (swept) return count;
  (void)qmboxPlaceNow(o1, &placed1);
  bool isBox = qmboxPlaceNow(o2, &placed2);
  return qmboxCollidePlaced(o1, &placed1, o2, isBox ? &placed2 : 0, c->flags, c->contact, c->skip);
}

static void turnContacts(dContactGeom *contact, int count, int skip) {
  for (int i = 0; i < count; i++) {
    dContactGeom *c = (dContactGeom *)(void *)((char *)contact + (size_t)i * (size_t)skip);
    dGeomID geom = c->g1;
    int side = c->side1;
    c->normal[0] = -c->normal[0];
    c->normal[1] = -c->normal[1];
    c->normal[2] = -c->normal[2];
    c->g1 = c->g2;
    c->g2 = geom;
    c->side1 = c->side2;
    c->side2 = side;
  }
}

static int collideTurned(dGeomID o1, dGeomID o2, qmboxCollision *c) {
  int count = collideOrdered(o2, o1, c);
  turnContacts(c->contact, count, c->skip);
  return count;
}

/* Sets all but the paths, which are large. */
static void setCollision(qmboxCollision *c, int flags, dContactGeom *contact, int skip) {
  c->flags = flags;
  c->contact = contact;
  c->skip = skip;
  c->time = 0;
}

static int collide(dGeomID o1, dGeomID o2, int flags, dContactGeom *contact, int skip) {
  qmboxCollision c;
  setCollision(&c, flags, contact, skip);
  return (dGeomGetClass(o1) == dGeomGetClass(o2) ? collideTurned : collideOrdered)(o1, o2, &c);
}

dColliderFn *qmboxColliderFor(int other) {
  (void)other;
  return collide;
}

int qmboxCollide(dGeomID o1, dGeomID o2, int flags, dContactGeom *contact, int skip, double *time) {
  qmboxCollision c;
  if (!o1 || !o2 || !contact || (flags & 0xffff) == 0 || skip < (int)sizeof *contact) {
    qmboxWarn("qmboxCollide", "a geom or contact is null, no contacts are wanted, or skip is too small");
    return 0;
  }
  if (o1 == o2 || (dGeomGetBody(o1) && dGeomGetBody(o1) == dGeomGetBody(o2))) return 0;
  int qmboxClass = qmboxRegisteredClass(), count;
  setCollision(&c, flags, contact, skip);
  if (!isSwept(o1, o2, qmboxClass, c.path)) {
    count = dCollide(o1, o2, flags, contact, skip);
  } else { /* the qmbox first, as dCollide() has it */
    count = (dGeomGetClass(o1) == qmboxClass ? collideOrdered : collideTurned)(o1, o2, &c);
  }
  if (time && count > 0) *time = c.time;
  return count;
}
