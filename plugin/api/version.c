/* SPDX-License-Identifier: BSD-3-Clause */

/* The version of the plugin that a program runs with. */

#include "qmbox.h"

const char *qmboxVersion(void) {
  return QMBOX_VERSION;
}
