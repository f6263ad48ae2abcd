/* SPDX-License-Identifier: BSD-3-Clause */

/* The two halves of bms_first_contact(): the fast tier, and what follows where that leaves a query open. */

#ifndef BMS_FIRST_CONTACT_H
#define BMS_FIRST_CONTACT_H

#include <stdbool.h>

#include "bms.h"

/* The answer of the fast tier alone.  Returns false if it leaves anything open. */
bool bms_first_contact_fast(const bms_query *query, bms_hint *hint, bms_contact *contact);

/* The answer without the fast tier: that of walk.c and, where doubles cannot tell, of exact arithmetic.  Where the fast
   tier has an answer, both are the same. */
bms_status bms_first_contact_scalar(const bms_query *query, bms_contact *contact);

#endif /* BMS_FIRST_CONTACT_H */
