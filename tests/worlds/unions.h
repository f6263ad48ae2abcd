/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Bodies of every shape thrown at seams, corners, cracks and slots of barriers that are made of several geoms.
 *
 * A barrier lies in the plane z = 0 of a frame that is turned at random in half of the throws: its top is z = 0, its
 * bottom z = -thickness.  A room is the cube of half side HALF about the origin of that frame, in six boxes that share
 * its edges.  w is the thickness of what is thrown: the diameter of a ball within it.
 *
 * A body is through if its centre has crossed the middle of the barrier within its extent, on the straight way between
 * the ends of two frames; for a barrier of bodies, if none of these has gone farther than a hundredth of w till then
 * (they are 10^6 times as heavy).  That is a fault if all reports were clean (unguarded 0) till then.
 */

#ifndef WORLDS_UNIONS_H
#define WORLDS_UNIONS_H

#include "shapes.h"
#include "stepping.h"

typedef enum union_kind {
  UNION_TILES,     /* boxes that share edges, aimed at a corner of four */
  UNION_SEAMS,     /* the same, aimed at an edge of two */
  UNION_ROOM,      /* a closed room, aimed at its edges and corners */
  UNION_KINEMATIC, /* tiles that are kinematic bodies */
  UNION_PLANKS,    /* cracks of 0 to w / 4 */
  UNION_SLOTS,     /* one slot of 0 to w / 2 */
  UNION_MESH,      /* boxes next to a trimesh */
  UNION_FIELD,     /* boxes next to a heightfield */
  UNION_BRICKS,    /* heavy bodies in a bond, that share edges */
  UNION_MORTAR,    /* the same, with gaps of 0 to w / 4 */
  UNION_CYLINDER,  /* one static cylinder of radius 200 m: bodies that were apart may not become deep */
  UNION_KINDS
} union_kind;

extern const char *const UNION_NAME[UNION_KINDS];

/* Restricts what is drawn for a throw.  Zero draws all of it. */
typedef struct union_choice {
  stepping_kind kind;      /* STEPPING_PLAIN, which is 0, is plain ODE in one part */
  int parts;               /* 0: 1 or 4 */
  int shape;               /* shape_kind + 1; 0: any */
  double frame;            /* s; 0: 1/30 to 1/240 */
  double least, most;      /* m/s; 0: 1 to 300 */
  stepping_function *step; /* a replacement of stepping_frame() to try the judge on; may be null */
} union_choice;

/* The outcome of throws. */
typedef struct union_sum {
  long throws, through, through_clean; /* through_clean: with clean reports */
  long unclean, refused;               /* throws with a report that was not clean; with refused pairs */
  double tip;                          /* the farthest that one reached behind the barrier, in w */
  double tip_length;                   /* m */
  uint64_t tip_seed;                   /* of the throw that reached farthest, in w */
  uint64_t seed;                       /* of the first that was through with clean reports, 0 if none */
  shape_kind shape;                    /* of that one */
  double speed;                        /* m/s, of that one */
} union_sum;

/* Throws `count` bodies, of the seeds `first` and those that follow it. */
union_sum union_throws(union_kind kind, const union_choice *choice, uint64_t first, int count);

#endif /* WORLDS_UNIONS_H */
