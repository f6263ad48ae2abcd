/* SPDX-License-Identifier: BSD-3-Clause */

/* Following one plane from the present time of a walk, as far as it is certainly positive. */

#ifndef BMS_FOLLOW_H
#define BMS_FOLLOW_H

#include <stdbool.h>

#include "certified/fast_turn.h"
#include "planes/gap_value.h"
#include "planes/separation.h"

typedef enum bms_advance {
  BMS_ADVANCE_CLEAR,  /* positive on the whole stretch, or up to a graze: see `beyond` */
  BMS_ADVANCE_BOUND,  /* positive up to `low`, the end of the bound */
  BMS_ADVANCE_ROOT,   /* positive up to `low`, and the gap has a root between low and `behind` */
  BMS_ADVANCE_GRAZE,  /* positive up to `low`, at which the gap comes too gently close to zero to decide if it gets
                         there */
  BMS_ADVANCE_NOTHING /* more than one root may lie ahead, or none; try a shorter stretch */
} bms_advance;

/* The present of a walk. */
typedef struct bms_present {
  const bms_relative *relative;
  bms_precise_instants precise; /* wherever it was last checked in double-double arithmetic */
  double slack;                 /* bounds the rounding of a time of the stretch */
  double t;                     /* the boxes are apart on [t0, t] */
  double reach;                 /* length of the stretch to check */
  double cleared;               /* length of the last stretch that was clear */
  double failed;                /* one on which no progress was made, or more; none half as long is tried soon */
  bms_axis_side plane;          /* separates at t */
  bms_axis_signs signs;         /* of the plane at the contact */
  bms_axis_signs tied[BMS_AXES];
  int ties;
  unsigned doubtful;  /* see bms_walk_result */
  int face;           /* as above */
  unsigned unseen;    /* the axes along which doubles do not see at the last look that the boxes overlap */
  double low, behind; /* see bms_advance */
  double root;        /* after BMS_ADVANCE_ROOT: the double nearest to it, or NAN */
  int closely;        /* looks in double-double arithmetic */
  bool near;          /* the gap was nothing but rounding on the last stretch, or somewhere on it */
  int halvings;       /* stretches that have shown nothing, and were shortened */
  int stalls;         /* grazes of the plane without progress, the gap nothing but rounding */
  double part;        /* after BMS_ADVANCE_NOTHING: of the stretch, to check next */
  double beyond;      /* if not 0, how far to look behind that, across a graze, and infinite behind the graze */
  bms_fast_turn fast_turn[2];
  int fast_turns;
  double least; /* if not 0, the gap along the plane at t is at least this, beyond the digits of doubles */
} bms_present;

/* Follows the plane within reach; if doubles get nowhere, in double-double arithmetic. */
bms_advance bms_advance_along(bms_present *w);

#endif /* BMS_FOLLOW_H */
