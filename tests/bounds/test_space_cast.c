/* SPDX-License-Identifier: BSD-3-Clause */

/* The bounds of the way of a cast meet the AABBs of what is on it. */

#include "api/space_cast.c"

#include "aabbs.h"

static void aabbs_hold_their_boxes(void **state) {
  (void)state;
  aabbs_measure("BOUNDS_ERROR", BOUNDS_ERROR);
}

BOUNDS_MAIN(cmocka_unit_test(aabbs_hold_their_boxes))
