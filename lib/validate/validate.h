/* SPDX-License-Identifier: BSD-3-Clause */

/* Which queries have an answer, and why the others have none. */

#ifndef BMS_VALIDATE_H
#define BMS_VALIDATE_H

#include "bms.h"

/* Magnitudes above this are out of range: products of up to ten of them, the lengths of numbers in the exact arithmetic
   and the answer itself stay representable below it. */
#define BMS_LARGEST_MAGNITUDE 1e100

/* Returns BMS_VALID, or the first thing that is wrong, and the part of the query that it is in.  This is exact: a
   weight, a determinant or a quaternion that comes as close to zero as doubles allow is valid, one that reaches it at
   any real t of the interval is not. */
bms_reason bms_validate(const bms_query *query, bms_part *where);

/* Does so for a half-space in the place of a. */
bms_reason bms_validate_half_space(const bms_half_space *a, const bms_body *b, double t0, double t1, bms_part *where);

/* Returns BMS_VALID, or what is wrong with a box alone. */
bms_reason bms_validate_box(const bms_box *box);

#endif /* BMS_VALIDATE_H */
