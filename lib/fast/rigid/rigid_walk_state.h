/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The state of the fast walk of two rigid bodies.
 *
 * Functions of this header are for rigid_fast_inline.h alone, which is compiled for several machines.
 */

#ifndef BMS_RIGID_WALK_STATE_H
#define BMS_RIGID_WALK_STATE_H

#include "fast/fast_walk.h"
#include "fast/rigid/rigid_instant.h"
#include "fast/rigid/rigid_translating.h"

/* The products of an axis with the columns of a and b: 1 for a face's own, 0 for others that the axis is at right
   angles to by its construction, and for half-edges of no length.  Those of the half-edges in `edges` (as bits; 0 ... 2
   of a, 3 ... 5 of b) may be anything. */
typedef struct rigid_products {
  lanes of[2];
  unsigned edges;
} rigid_products;

typedef struct rigid_walk {
  fast_walk walk;
  rigid_pair *pair;
  rigid_samples samples;         /* over the interval, of a pair that turns */
  rigid_translating translating; /* of one that does not */
  rigid_instant at;              /* the pair at about s */
  rigid_gaps gaps;               /* at that time */
  rigid_products product;        /* of the axis with the columns of a and b there */
} rigid_walk;

#endif /* BMS_RIGID_WALK_STATE_H */
