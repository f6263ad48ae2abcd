/* SPDX-License-Identifier: BSD-3-Clause */

/* The two halves of bms_first_contact(): the fast tier, and the tiers that follow where it leaves a query open. */

#ifndef BMS_FIRST_CONTACT_H
#define BMS_FIRST_CONTACT_H

#include <stdbool.h>

#include "bms.h"
#include "certified/walk.h"

/* Answers by the fast tier alone.  Returns false if that leaves anything open; *begun is what it has proved by then. */
bool bms_first_contact_fast(const bms_query *query, bms_hint *hint, bms_walk_begun *begun, bms_contact *contact);

/* Answers without the fast tier: by walk.c and, if doubles do not decide, by exact arithmetic. If the fast tier has an
   answer, this one is equal to it. */
bms_status bms_first_contact_scalar(const bms_query *query, bms_contact *contact);

#endif /* BMS_FIRST_CONTACT_H */
