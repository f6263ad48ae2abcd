/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * How deep boxes are pressed into what they rest on.
 *
 * A box that rests on one tile of a floor with an overlap d has its lower face d below the top of the next tile too.
 * If it slides on, its edge meets the side of that tile: a contact, exactly, whose normal is level, and which would
 * stop it dead.  So a box that overlaps something by d may overlap other things by as much: to first contacts it is
 * smaller by its own depth.
 */

#ifndef QMBOX_INITIAL_DEPTH_H
#define QMBOX_INITIAL_DEPTH_H

#include <stdbool.h>

#include "qmbox_ode.h"

typedef struct qmboxDeepGeom {
  dGeomID geom, other;
  double depth;
} qmboxDeepGeom;

typedef struct qmboxInitialDepths {
  qmboxDeepGeom *resting; /* in the order of the addresses of geom and other */
  int count, capacity;
  int failed;
  int qmboxClass;
  double deepest;
} qmboxInitialDepths;

/* Measures all overlaps of boxes with what they are continuous with at the present poses, of which one has a body.
   Returns false if no memory is left; qmboxForgetInitialDepths() in either case. */
bool qmboxMeasureInitialDepths(qmboxInitialDepths *rest, dSpaceID space);

/* The deepest overlap of a geom that has a body, 0 if it has none. */
double qmboxInitialDepthOf(const qmboxInitialDepths *rest, dGeomID geom);

/* That of two geoms, 0 if none has been found. */
double qmboxInitialDepthOfPair(const qmboxInitialDepths *rest, dGeomID o1, dGeomID o2);

void qmboxForgetInitialDepths(qmboxInitialDepths *rest);

#endif /* QMBOX_INITIAL_DEPTH_H */
