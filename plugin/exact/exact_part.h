/* SPDX-License-Identifier: BSD-3-Clause */

/* A part of a frame that stops at every first contact. */

#ifndef QMBOX_EXACT_PART_H
#define QMBOX_EXACT_PART_H

#include "guard/guard.h"

#include "qmbox_ode.h"

/* A frame that is being simulated. */
typedef struct qmboxFrame {
  dWorldID world;
  dSpaceID space;
  qmboxGuardCalls calls;
  qmboxGuard guard;
  qmboxGuardTally tally;
  qmboxSimulateReport *report;
} qmboxFrame;

/* Returns a message about invalid options for exact frames, 0 if there are none. */
const char *qmboxExactObjection(const qmboxSimulateOptions *options);

/* Returns true if bodies may have a continuity that is not the world's. */
bool qmboxMayDiffer(const qmboxSimulateOptions *options);

/* Asks the program how the bodies are guarded that the guard has just collected.  Returns false if a callback has
   destroyed something. */
bool qmboxAskModes(qmboxFrame *frame);

/* Logs and draws, if the program wants that, the contacts that the near callback has found at the beginning of a part,
   or of a piece of one. */
void qmboxLogPart(qmboxFrame *frame);

/* Returns true if the world, or a body of the space, is to stop at its first contacts. */
bool qmboxIsExact(qmboxFrame *frame);

/* Simulates a part of a frame that is cut at every first contact of a pair that was apart and of which one body is
   exact; every piece is guarded as well.  Returns false if a step failed. */
bool qmboxSimulateExactly(qmboxFrame *frame, dReal length);

/*
 * The worlds that a thread is stepping.
 *
 * A callback may step another world, but not the one from which it has been called.  A call that a callback has left by
 * longjmp() or an exception does not come to its end.  Stacks grow downwards, so a call from within a callback has the
 * lower stack frame: frames that are no higher than a new call's have been left.
 */

/* The warning where a call is refused. */
#define QMBOX_IS_UNDER_WAY                                                                                         \
  "the world is being stepped already, by a call from whose callback this one comes, or which has been left by a " \
  "jump or an exception"

/* Notes that a call which has this stack frame (__builtin_frame_address(0)) begins to step a world.  Returns what its
   end is to be given, -1 if the world is being stepped, or too many are, each from a callback of the one before. */
int qmboxEnterWorld(dWorldID world, const void *frame);

void qmboxLeaveWorld(int entered);

#endif /* QMBOX_EXACT_PART_H */
