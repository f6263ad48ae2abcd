/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Closed rooms whose walls are unions: tiles that abut exactly or have cracks between them, and that share edges where
 * two walls meet.  Bodies of all shapes and of one thickness are thrown at seams, edges and corners.
 *
 * The judge is plain: in the middle of each body is the largest ball in it, and that middle may not leave the room.
 */

#ifndef WORLDS_UNION_ROOMS_H
#define WORLDS_UNION_ROOMS_H

#include "scene.h"
#include "stepping.h"

typedef enum union_wall {
  UNION_BOXES,     /* static boxes */
  UNION_MIXED,     /* static boxes, hulls and trimeshes side by side, planes and heightfields */
  UNION_KINEMATIC, /* boxes of one kinematic body, which moves and turns */
  UNION_BRICKS     /* boxes of a body each, so heavy that nothing moves them */
} union_wall;

/* A kind of room.  Cracks are in parts of the bodies' thickness. */
typedef struct union_kind {
  const char *name;
  union_wall wall;
  double crack; /* between tiles, at most */
  int across;   /* tiles along one side of a wall, at most; along the other side 1 if `strips`, else as many */
  bool strips;
} union_kind;

extern const union_kind UNIONS[];
extern const int UNION_COUNT;

/* Sums over rooms. */
typedef struct union_sum {
  long throws, frames, clean_frames;
  long outside, outside_clean; /* bodies that left a room; clean: and no frame before had anything to report */
  double lost, time;           /* of all bodies, s */
} union_sum;

/* Runs a room with this seed, and adds what happened. */
void union_run(const union_kind *kind, stepping how, uint64_t seed, union_sum *sum);

#endif /* WORLDS_UNION_ROOMS_H */
