/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * bms_old_names.h: the names of 0.1.0 as macros, for programs that were written for it.  The next release removes it.
 */

#ifndef BMS_OLD_NAMES_H
#define BMS_OLD_NAMES_H

#include "bms_shapes.h"

#define bms_first_contact_convex bms_convex_first_contact
#define bms_first_contact_half_space bms_half_space_first_contact
#define bms_first_approach_half_space bms_half_space_first_approach
#define bms_contact_intervals_half_space bms_half_space_contact_intervals

#endif /* BMS_OLD_NAMES_H */
