/* SPDX-License-Identifier: BSD-3-Clause */

/* The unit of all error bounds. */

#ifndef BMS_ROUNDING_H
#define BMS_ROUNDING_H

/* The unit roundoff u of doubles, half a unit in the last place of 1: an operation is off by at most u of its result.
   Error bounds count in it ("40 roundings" are 40 u); doc/error-analysis.md explains how. */
#define BMS_ROUNDING 0x1p-53

#endif /* BMS_ROUNDING_H */
