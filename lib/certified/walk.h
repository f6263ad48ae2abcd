/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The lazy walk along the route: first contact, visiting only the sections and planes that matter.
 */

#ifndef BMS_WALK_H
#define BMS_WALK_H

#include <stdbool.h>

#include "motion/relative.h"
#include "planes/separation.h"

typedef enum bms_walk_end {
  BMS_WALK_SEPARATED, /* apart on [t0, t1] */
  BMS_WALK_CONTACT,   /* the first contact lies in [t_lower, t_upper], on one plane, those tied with it and no other */
  BMS_WALK_OVERLAPPING, /* the interiors meet at t0 */
  BMS_WALK_OPEN         /* apart on [t0, t_lower); the rest is left open by doubles */
} bms_walk_end;

typedef struct bms_walk_result {
  bms_walk_end end;
  double t_lower, t_upper;
  double t;             /* CONTACT: the double nearest to the contact; NAN if these digits do not decide which it is */
  bms_axis_signs signs; /* CONTACT: of the plane, at t_lower; OVERLAPPING: of the plane of axis 0, at t0 */
  bms_axis_signs tied[BMS_AXES]; /* CONTACT: of other planes that pass through the origin at the very same time */
  int ties;
  int apart;         /* OPEN: the axis along which the boxes are apart up to t_lower; -1 where that is t0 */
  unsigned doubtful; /* OPEN: if not 0, the other axes have negative gaps: at t0 where there is no axis above, else all
                           of them but that from t_lower to t_upper */
  bool grazes;       /* OPEN: the gap along that axis is likely to touch zero shortly after t_lower */
  int face;          /* OPEN at t0: if not -1, one of the doubtful: of a face that covers (interior.h) up to t_upper */
  int steps;         /* stretches checked */
} bms_walk_result;

/* Holds what is known of a query before it is walked: nothing, if it is all zero. */
typedef struct bms_walk_begun {
  bool valid;          /* the query has an answer */
  bms_axis_side plane; /* if its side is not 0, the boxes are apart on [t0, t], and by this plane just before t */
  double t, reach;     /* where to go on, and how far to look from there */
  bool across;         /* the plane is lowest on that way, and only rounding there */
} bms_walk_begun;

/* Walks a prepared query from t0, or from where another walk has come to; `begun` may be NULL.  Every result except
   OPEN is proved by the error bounds of plane.h and separation.h, and by the other walk. */
void bms_walk(const bms_relative *relative, const bms_walk_begun *begun, bms_walk_result *result);

#endif /* BMS_WALK_H */
