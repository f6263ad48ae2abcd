/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The way of one body through one frame.
 *
 * A leg is one step of ODE: it begins at a time of the frame and would take the body from one pose to another in a time
 * `length` (pose_between()).  A body that was put back on the way has gone the part `stop` of it and stands at the pose
 * `rest` until its next leg.  Before its first leg it stands at its first pose.
 */

#ifndef WORLDS_TIMELINE_H
#define WORLDS_TIMELINE_H

#include "solid.h"

typedef struct leg {
  double begin, length, stop;
  pose from, to, rest;
  double velocity[3], angular[3]; /* for a time of `length`; angular is that at the begin, see pose_spin() */
} leg;

typedef struct timeline {
  leg *legs;
  int count, room;
  double clock; /* the time of the frame that the body has reached */
  pose start;
} timeline;

/* The pose of a body, how it moves, and until when nothing changes about that. */
typedef struct course {
  pose at;
  double velocity[3], angular[3], until; /* angular: from here on it only gets slower */
} course;

/* Starts a frame. */
void timeline_begin(timeline *line, const pose *start);

/* Adds a leg after the others, which the body goes to the end. */
void timeline_add(timeline *line, double begin, double length, const pose *from, const pose *to);

/* Lets the body stand from this part of its last leg on. */
void timeline_cut(timeline *line, double part);

/*
 * Lets the body stand at this pose from where its way passes it, and forgets what came after.  Returns false, and
 * changes nothing, if its way does not pass it within `tolerance`, for every point of a body of this reach.
 */
bool timeline_put_back(timeline *line, const pose *at, double reach, double tolerance);

/* Returns where the body is at this time of the frame. */
course timeline_at(const timeline *line, double time);

/* Returns the pose at the end of the frame. */
const pose *timeline_end(const timeline *line);

void timeline_free(timeline *line);

#endif /* WORLDS_TIMELINE_H */
