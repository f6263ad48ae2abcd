/* SPDX-License-Identifier: BSD-3-Clause */

/* A contact that doubles leave open, for who has a tolerance: no exact arithmetic where the boxes nearly touch. */

#ifndef BMS_NEAR_CONTACT_H
#define BMS_NEAR_CONTACT_H

#include <stdbool.h>

#include "motion/relative.h"

/* Where a walk ended open, apart on [t0, t): whether t > t0 and the boxes are certainly at most `nearness` apart at t.
   Then the contact is filled in as one at t, and *apart bounds their distance there.  A nearness of INFINITY asks for t
   only, the rest of the contact is not set. */
bool bms_near_contact(const bms_query *query, const bms_relative *relative, double t, double nearness,
                      bms_contact *contact, double *apart);

#endif /* BMS_NEAR_CONTACT_H */
