/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The earliest of many first contacts.
 *
 * Each pair is asked only up to the earliest contact of those before it.  A pair that touches or overlaps at the
 * start has "contact now" for ever; with onlyApart it is left out.  After a step that stopped at a contact the pair
 * is apart, or overlaps, by what rounding left, so a gap of that order has to count as touching: else the next step
 * would have length zero.
 */

#include "broad/earliest.h"

#include "moving/moving_bounds.h"
#include "pairs/pair.h"
#include "util/real.h"

/*
 * A gap below this times the largest coordinate that the pair's sweeps reach counts as touching.  The error that a step
 * to the contact leaves is the rounding of ODE's poses and of the gap itself, some tens of units in the last place of
 * that coordinate.
 */
#define TOUCH_TOLERANCE (512 * QMBOX_EPSILON)

/* That of pairs whose contacts are enclosed less closely. */
#define OTHERS_TOUCH_TOLERANCE (65536 * QMBOX_EPSILON)

/* The largest coordinate that the pair's sweeps reach until this time.  A plane has no size. */
static double sizeOf(const qmboxMoving *path1, const qmboxMoving *path2, double time) {
  double min[3], max[3], size = 0;

  if (qmboxCanGrow(path1->shape)) size = qmboxMovingBounds(path1, 0, time, min, max);
  if (qmboxCanGrow(path2->shape)) size = fmax(size, qmboxMovingBounds(path2, 0, time, min, max));
  return size;
}

/* Returns true if the pair was in touch all the way to its contact: at the start and half-way.  One that is apart
   half-way left and came back. */
static bool touchesFromStart(const qmboxMoving *path1, const qmboxMoving *path2, double time) {
  bool others = !qmboxAreExact(path1, path2);
  double tolerance = (others ? OTHERS_TOUCH_TOLERANCE : TOUCH_TOLERANCE) * sizeOf(path1, path2, time);

  return qmboxGap(path1, path2, 0) <= tolerance && qmboxGap(path1, path2, time / 2) <= tolerance;
}

/* Returns true if this contact, or the end of what is known, is one to stop at. */
static bool counts(const qmboxEarliest *earliest, const qmboxContact *contact, const qmboxMoving *path1,
                   const qmboxMoving *path2) {
  switch (contact->status) {
    case BMS_TOUCHING:
    case BMS_OVERLAPPING:
      return !earliest->onlyApart;
    case BMS_CONTACT:
    case BMS_UNRESOLVED:
      if (!earliest->onlyApart) return contact->status == BMS_CONTACT;
      /* A time that is zero as a dReal cannot be stepped to. */
      return qmboxRoundedDown(contact->timeLower) > 0 && !touchesFromStart(path1, path2, contact->timeLower);
    default:
      return false;
  }
}

void qmboxConsider(void *data, const qmboxMoving *path1, const qmboxMoving *path2) {
  qmboxEarliest *earliest = data;
  qmboxContact contact;

  if (!qmboxSolvable(path1, path2)) {
    earliest->inexact |= QMBOX_INEXACT_SHAPE;
    return;
  }
  earliest->inexact |= path1->inexact | path2->inexact;
  if (earliest->onlyExact && (path1->inexact | path2->inexact)) return;

  qmboxSolve(path1, path2, 0, earliest->until, &contact);
  earliest->inexact |= contact.inexact;
  if (!counts(earliest, &contact, path1, path2)) return;
  double time = earliest->onlyApart ? contact.timeLower : contact.time;
  if (earliest->found && time >= earliest->until) return;
  earliest->found = 1;
  earliest->contact = contact;
  earliest->size = sizeOf(path1, path2, time);
  earliest->until = time;
}
