/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Watches guarded frames: the place of every body at each time, by ODE's motion of it and by its reported lost time;
 * and whether any two cores met on the way.
 */

#ifndef GUARD_WATCH_H
#define GUARD_WATCH_H

#include "loop.h"
#include "thrown.h"

enum { WATCHED_MOST = 32 };

typedef struct watch {
  loop *l;
  int count;
  dGeomID geom[WATCHED_MOST];
  taken_step step[WATCHED_MOST];
  double lost[WATCHED_MOST]; /* the index is the geom's body's */
} watch;

/* Watches all these geoms, which are in the loop's space. */
void watch_geom(watch *w, dGeomID geom);

/* Makes a frame by dWorldStep(), in one part. Asserts that every body is where it was at the time that it has not lost:
   to the bit where ODE has put it if it has lost none. */
qmboxSimulateReport watched_frame(watch *w, dReal h);

/* Returns the pairs whose cores were apart at the start of the last frame and have met in it; pairs on one body, joined
   ones, those that are refused, and those that are not dynamic do not count. */
int watch_count_met(const watch *w);

#endif /* GUARD_WATCH_H */
