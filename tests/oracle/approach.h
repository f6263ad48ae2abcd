/* SPDX-License-Identifier: BSD-3-Clause */

/* The first approaching contact, exactly and by another way than the solver's. */

#ifndef ORACLE_APPROACH_H
#define ORACLE_APPROACH_H

#include "oracle.h"

/*
 * Decides the query as oracle_init() does, but for bms_first_approach: status, time and axes belong to the first time
 * right of which the boxes overlap; graze is 0.  To be cleared with oracle_clear(), and not to be asked for intervals.
 */
void oracle_init_approach(oracle *o, const bms_query *query);

#endif /* ORACLE_APPROACH_H */
