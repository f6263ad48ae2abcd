/* SPDX-License-Identifier: BSD-3-Clause */

/* The earliest first contact of a whole space. */

#include "util/warning.h"
#include "broad/sweep.h"
#include "pairs/pair.h"
#include "util/arithmetic.h"

/* Returns why a space cannot be searched; 0 if it can. */
static const char *objection(dSpaceID space, dReal h, int flags) {
  if (!space) return "the space is null";
  if (!dGeomIsSpace((dGeomID)space)) return "space is not a space";
  if (!(h >= 0 && h < dInfinity)) return "h is negative or not finite";
  if (flags & ~QMBOX_APART) return "unknown flags";
  return 0;
}

bms_status qmboxSpaceFirstContact(dSpaceID space, dReal h, int flags, qmboxContact *contact) {
  const char *reason = contact ? objection(space, h, flags) : "contact is null";
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
