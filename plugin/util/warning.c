/* SPDX-License-Identifier: BSD-3-Clause */

#include "util/warning.h"

#include "qmbox.h"

void qmboxWarn(const char *function, const char *reason) {
  dMessage(QMBOX_MESSAGE, "%s: %s", function, reason);
}
