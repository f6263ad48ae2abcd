/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Origins of time.
 *
 * The solver computes in a frame: a query of origin 0, whose times are the query's less the frame's origin and whose
 * motions have their origins relative to it.  All but exact arithmetic takes motions of origin 0, so the frame is
 * chosen for that: an origin that both motions have.  Nothing is rounded on the way; the times of the answer are, as
 * they go back.
 */

#ifndef BMS_ORIGIN_H
#define BMS_ORIGIN_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "bms.h"

/* Returns the origin of a motion that is given on an interval: the start, if that is farther from 0 than the interval
   is long, else 0; and takes both ends there. */
double bms_origin_of(double *t0, double *t1);

/* A query in its frame. */
typedef struct bms_frame {
  bms_query query;
  double start; /* a time of the frame is one of the query less this */
  bool apart;   /* a motion that moves has another origin than the frame */
} bms_frame;

/* Returns true if a query is its own frame: all origins are 0, of any sign.  Every query pays for this check, which
   takes half the instructions of three comparisons. */
static inline bool bms_is_frame(const bms_query *query) {
  uint64_t of_query, of_a, of_b;
  memcpy(&of_query, &query->origin, sizeof of_query);
  memcpy(&of_a, &query->a.motion.origin, sizeof of_a);
  memcpy(&of_b, &query->b.motion.origin, sizeof of_b);
  return (of_query | of_a | of_b) << 1 == 0;
}

/* Returns BMS_VALID and the frame of a query, or what is wrong with its origins: one is not finite, or doubles do not
   hold the differences in any frame. */
bms_reason bms_frame_of(const bms_query *query, bms_frame *frame, bms_part *where);

/* Returns BMS_VALID and the frame of one body, as b of a query: its origin, unless doubles do not hold the times less
   that, which are BMS_OUT_OF_RANGE then. */
bms_reason bms_frame_of_body(const bms_body *body, double t0, double t1, bms_frame *frame, bms_part *where);

/* Returns a time of the frame as one of the query: exactly, or rounded to nearest, down or up. */
double bms_frame_time(const bms_frame *frame, double t);
double bms_frame_time_down(const bms_frame *frame, double t);
double bms_frame_time_up(const bms_frame *frame, double t);

/* Takes the times of an answer from the frame to the query. */
void bms_frame_leave(const bms_frame *frame, bms_contact *contact);

/* Gives the motions the origin of the frame if doubles hold their coefficients from there.  Returns false if not. */
bool bms_frame_unite(bms_frame *frame);

/* Returns BMS_VALID and the frame whose times are the query's own. */
bms_reason bms_frame_at_query(const bms_query *query, bms_frame *frame, bms_part *where);

/* Returns a motion of origin 0 whose coefficients are this one's, rounded.  If `off` is not NULL, its numbers are
   raised to bounds of what is rounded. */
bms_motion bms_motion_at_zero(const bms_motion *motion, bms_motion *off);

/* Returns the query with both motions so. */
bms_query bms_query_at_zero(const bms_query *query);

#endif /* BMS_ORIGIN_H */
