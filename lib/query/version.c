/* SPDX-License-Identifier: BSD-3-Clause */

/* Returns the version of the library that a program runs with; BMS_VERSION is the version of the header it was compiled
   with. */

#include "numeric/arithmetic.h"

#include "bms.h"

const char *bms_version(void) {
  return BMS_VERSION;
}
