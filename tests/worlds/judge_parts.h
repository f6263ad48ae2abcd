/* SPDX-License-Identifier: BSD-3-Clause */

/* Declares what the files of the judge share: bodies with their ways (judge.c), boxes and pairs (judge_pairs.c,
   judge_passage.c). */

#ifndef WORLDS_JUDGE_PARTS_H
#define WORLDS_JUDGE_PARTS_H

#include "judge.h"
#include "timeline.h"

/* A body, or a static geom, with the way that it has taken in this frame. */
typedef struct judged_body {
  dBodyID body;  /* 0: static */
  dGeomID geom;  /* one of its geoms */
  double reach;  /* the distance of its farthest point from its origin */
  double thin;   /* shortest side of its boxes */
  pose from, to; /* the poses before and after the present step */
  timeline way;
} judged_body;

typedef struct judged_box {
  dGeomID geom;
  int body; /* the index in the judge's list */
  solid whole;
  double thin;            /* shortest side */
  double low[3], high[3]; /* bounds of the box throughout the frame */
  placed_box last;        /* the whole box at the end of the frame */
} judged_box;

/* A half-space n . x <= d that is full. */
typedef struct judged_plane {
  dGeomID geom;
  double n[3], d;
} judged_plane;

/* Pairs by what is known of them. */
enum { PAIR_INSIDE = 1, PAIR_COUNTED = 2 };

struct judge {
  judge_refusal *refusal;
  void *data;
  judged_body *bodies;
  judged_box *boxes;
  judged_plane *planes;
  int body_count, box_count, plane_count;
  unsigned char *pair; /* the one of boxes a < b is at b (b - 1) / 2 + a */
  int *order;          /* boxes by the least x of their bounds */
  double now, length;  /* the time of the frame that has been reached; of the step */
  bool pending;        /* a step has ended, and where the bodies were left is not known yet */
  bool by_pieces;      /* paths come in pieces in this frame, not by steps */
  judge_count frame, all;
};

/* Checks all pairs, at the end of a frame. */
void judge_pairs(judge *j);

/* Counts how often the centre of the box has crossed the middle of the wall, a static box, in a frame
   (judge_passage.c). */
int judge_passages(const judge *j, const judged_box *box, const judged_box *wall);

#endif /* WORLDS_JUDGE_PARTS_H */
