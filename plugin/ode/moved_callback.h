/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Does a body have a moved callback?
 *
 * ODE has no public function for it.  The structure of a body is searched for one that has been set, behind the torque;
 * if an ODE keeps it elsewhere each body may have one.
 */

#ifndef QMBOX_MOVED_CALLBACK_H
#define QMBOX_MOVED_CALLBACK_H

#include <stdbool.h>
#include <string.h>

#include "qmbox_ode.h"

/* Returns where in a body its moved callback is, in bytes; -1 if that is not known. */
int qmboxPlaceOfMovedCallback(void);

/* Returns false if a body is known to have no moved callback, which is at that place. */
static inline bool qmboxMayCallBack(dBodyID body, int place) {
  void (*callback)(dBodyID);
  if (place < 0) return true;
  memcpy(&callback, (const char *)body + place, sizeof callback);
  return callback;
}

#endif /* QMBOX_MOVED_CALLBACK_H */
