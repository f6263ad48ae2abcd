/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The worlds that a thread is stepping.
 *
 * A callback may step another world, but not the one from which it has been called.  A call that a callback has left by
 * longjmp() or an exception does not come to its end.  Stacks grow downwards, so a call from within a callback has the
 * lower stack frame: frames that are no higher than a new call's have been left.
 */

#ifndef QMBOX_UNDER_WAY_H
#define QMBOX_UNDER_WAY_H

#include "qmbox_ode.h"

/* The warning where a call is refused. */
#define QMBOX_IS_UNDER_WAY                                                                                         \
  "the world is being stepped already, by a call from whose callback this one comes, or which has been left by a " \
  "jump or an exception"

/* Notes that a call which has this stack frame (__builtin_frame_address(0)) begins to step a world.  Returns what its
   end is to be given, -1 if the world is being stepped, or too many are, each from a callback of the one before. */
int qmboxEnterWorld(dWorldID world, const void *frame);

void qmboxLeaveWorld(int entered);

#endif /* QMBOX_UNDER_WAY_H */
