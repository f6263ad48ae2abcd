/* SPDX-License-Identifier: BSD-3-Clause */

/* A point inside both boxes at one time, which proves that they overlap without a look at any axis. */

#ifndef BMS_INTERIOR_H
#define BMS_INTERIOR_H

#include <stdbool.h>

#include "motion/instant.h"

/* Returns true if the interiors certainly meet at the instant; false where that is not found, or a box is flat. */
bool bms_interiors_meet(const bms_relative *relative, const bms_instant *instant);

#endif /* BMS_INTERIOR_H */
