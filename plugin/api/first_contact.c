/* SPDX-License-Identifier: BSD-3-Clause */

/* The first contact of two geoms, and of a whole space. */

#include "broad/sweep.h"
#include "class/registration.h"
#include "pairs/pair.h"
#include "util/arithmetic.h"
#include "util/warning.h"

static const char *objection(dGeomID o1, dGeomID o2, dReal h) {
  if (!o1 || !o2) return "a geom is null";
  if (o1 == o2) return "the two geoms are the same";
  if (dGeomGetBody(o1) && dGeomGetBody(o1) == dGeomGetBody(o2)) return "the two geoms are on the same body";
  if (!(h >= 0 && h < dInfinity)) return "h is negative or not finite";
  return 0;
}

/* Solves a pair; returns why it has no first contact, or 0. */
static const char *solve(dGeomID o1, dGeomID o2, dReal h, qmboxContact *contact) {
  int qmboxClass = qmboxRegisteredClass();
  qmboxMoving path1, path2;
  qmboxMovingOf(o1, qmboxClass, QMBOX_FOLLOW_OWN, &path1);
  qmboxMovingOf(o2, qmboxClass, QMBOX_FOLLOW_OWN, &path2);
  if (!qmboxSolvable(&path1, &path2)) return "the two geoms are not continuous with each other (doc/limits.md)";
  if (qmboxSolve(&path1, &path2, 0, (double)h, contact) != BMS_INVALID) return 0;
  return contact->inexact & QMBOX_INEXACT_NUMBERS ? "a pose, size, velocity or vertex is not finite or too large"
                                                  : "the intervals of the motions have nothing in common";
}

bms_status qmboxFirstContact(dGeomID o1, dGeomID o2, dReal h, qmboxContact *contact) {
  const char *reason = contact ? objection(o1, o2, h) : "contact is null";
  qmboxCall call;
  if (contact) qmboxNoContact(contact, BMS_INVALID);
  qmboxBeginCall(&call);
  if (!reason) reason = solve(o1, o2, h, contact);
  qmboxEndCall(&call);
  if (reason) {
    qmboxWarn("qmboxFirstContact", reason);
    return BMS_INVALID;
  }
  return contact->status;
}

static const char *objectionToSpace(dSpaceID space, dReal h, int flags) {
  if (!space) return "the space is null";
  if (!dGeomIsSpace((dGeomID)space)) return "space is not a space";
  if (!(h >= 0 && h < dInfinity)) return "h is negative or not finite";
  if (flags & ~QMBOX_APART) return "unknown flags";
  return 0;
}

bms_status qmboxSpaceFirstContact(dSpaceID space, dReal h, int flags, qmboxContact *contact) {
  const char *reason = contact ? objectionToSpace(space, h, flags) : "contact is null";
  qmboxEarliest earliest = {0};
  qmboxSweep sweep;
  qmboxCall call;
  if (contact) qmboxNoContact(contact, BMS_INVALID);
  if (reason) {
    qmboxWarn("qmboxSpaceFirstContact", reason);
    return BMS_INVALID;
  }
  earliest.onlyApart = flags & QMBOX_APART;
  earliest.until = (double)h;
  qmboxBeginCall(&call);
  if (qmboxBeginSweep(&sweep, space, 0, QMBOX_FOLLOW_OWN, (double)h)) {
    qmboxVisitPairs(&sweep, qmboxConsider, &earliest);
    if (earliest.found) {
      *contact = earliest.contact;
    } else {
      contact->status = BMS_SEPARATED;
    }
    contact->inexact |= sweep.inexact | earliest.inexact;
  } else {
    qmboxWarn("qmboxSpaceFirstContact", "out of memory");
  }
  qmboxEndSweep(&sweep);
  qmboxEndCall(&call);
  return contact->status;
}
