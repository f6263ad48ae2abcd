/* SPDX-License-Identifier: BSD-3-Clause */

/* Which queries have an answer, and why the others have none. */

#ifndef BMS_VALIDATE_H
#define BMS_VALIDATE_H

#include "bms.h"
#include "validate/rules.h"

/* Returns BMS_VALID, or the first thing that is wrong, and the part of the query that it is in.  This is exact: a
   weight, a determinant or a quaternion that comes as close to zero as doubles allow is valid, one that reaches it at
   any real t of the interval is not. */
bms_reason bms_validate(const bms_query *query, bms_part *where);

/* As bms_validate(), for a half-space instead of a. */
bms_reason bms_validate_half_space(const bms_half_space *a, const bms_body *b, double t0, double t1, bms_part *where);

/* These return BMS_VALID, or the first rule that an interval, a box or a half-space alone breaks.  Magnitudes above
   `largest` are out of range: BMS_LARGEST_MAGNITUDE, or more (at most DBL_MAX) for a caller whose other checks have a
   range of their own. */
bms_reason bms_validate_interval(double t0, double t1, double largest);
bms_reason bms_validate_box(const bms_box *box, double largest);
bms_reason bms_validate_half_space_alone(const bms_half_space *half_space, double largest);

#endif /* BMS_VALIDATE_H */
