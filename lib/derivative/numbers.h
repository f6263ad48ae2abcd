/* SPDX-License-Identifier: BSD-3-Clause */

/* The numbers of a query, one after another. */

#ifndef BMS_NUMBERS_H
#define BMS_NUMBERS_H

#include "bms.h"

enum { BMS_MOST_NUMBERS = 2 + 2 * (6 + 39) };

/* Lists where the numbers of a query are: t0, t1, then of a and of b the box and the motion as its form has it.
   Returns
   how many there are. */
int bms_numbers_of(bms_query *query, double *number[BMS_MOST_NUMBERS]);

/* A query of zeros, of the same forms. */
bms_query bms_query_like(const bms_query *query);

#endif /* BMS_NUMBERS_H */
