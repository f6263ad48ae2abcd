/* SPDX-License-Identifier: BSD-3-Clause */

/* The first contact by other ways than bms_first_contact()'s. */

#ifndef BMS_FIRST_CONTACT_H
#define BMS_FIRST_CONTACT_H

#include "bms.h"

/* Without the quick walks, for tests, as both ways must agree: by way of walk.c and, where that leaves it open, exact
   arithmetic. */
bms_status bms_first_contact_scalar(const bms_query *query, bms_contact *contact);

/*
 * For who has a tolerance: exact arithmetic only where the boxes, when doubles can no longer tell, are not known to be
 * within `nearness` of each other.  Else that time is called the contact's: they are apart on [t0, t_lower), and at
 * t_lower at most *apart <= nearness; 0 where the contact is one.  With a nearness of INFINITY of a contact that is none
 * only t_lower is set.  For the rest as bms_first_contact().
 */
bms_status bms_first_contact_near(const bms_query *query, double nearness, bms_contact *contact, double *apart);

#endif /* BMS_FIRST_CONTACT_H */
