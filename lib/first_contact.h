/* SPDX-License-Identifier: BSD-3-Clause */

/* The first contact without the quick walk, for tests: the two ways must agree. */

#ifndef BMS_FIRST_CONTACT_H
#define BMS_FIRST_CONTACT_H

#include "bms.h"

/* bms_first_contact() by way of walk.c and, where that leaves it open, exact arithmetic. */
bms_status bms_first_contact_thorough(const bms_query *query, bms_contact *contact);

#endif /* BMS_FIRST_CONTACT_H */
