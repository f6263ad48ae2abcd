/* SPDX-License-Identifier: BSD-3-Clause */

/* Complaints about bad arguments, through ODE's own message channel. */

#include "complaint.h"

#include "qmbox.h"

void qmboxComplain(const char *function, const char *reason) {
  dMessage(QMBOX_MESSAGE, "%s: %s", function, reason);
}
