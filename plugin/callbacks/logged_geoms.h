/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The geoms of a contact log, which may be destroyed between two frames.
 *
 * A geom is not touched unless it has just been collected from the space, or a contact joint has just been made for
 * it.  ODE puts new geoms to the addresses of old ones: a geom that is found again counts as another one if it differs
 * in what programs seldom change (qmbox.h has the rule).
 */

#ifndef QMBOX_LOGGED_GEOMS_H
#define QMBOX_LOGGED_GEOMS_H

#include <stdbool.h>

#include "moving/bodies.h"

typedef struct qmboxLoggedGeom {
  dGeomID geom;
  dBodyID body;
  dSpaceID space;
  void *data;
  int class;
  bool gone;         /* it is no longer in the space and enabled, or another one is at its address */
  bool outside;      /* it is in a geom transform: its life is unknown */
  int part;          /* in which it was collected last */
  dReal pose[7];     /* of the body, or the position of a geom without one, when a part was over last ... */
  dReal velocity[6]; /* ... and the velocities of the body ... */
  bool asleep;       /* ... which was disabled */
  bool used;         /* a pair has it */
  int renumbered;
} qmboxLoggedGeom;

typedef struct qmboxLoggedGeoms {
  qmboxLoggedGeom *geom;
  int count, capacity;
  int *table; /* 1 + the number of a geom, by its address; 0: free.  Twice as large as there are geoms, or more */
  int tableSize;
  int part;
} qmboxLoggedGeoms;

/* Returns a place in a table, whose size is a power of 2, for a number. */
unsigned qmboxHashPlace(uint64_t number, int tableSize);

/* Returns the number of a geom that is not gone, -1 if there is none. */
int qmboxFindLoggedGeom(const qmboxLoggedGeoms *geoms, dGeomID geom);

/* Returns the number of a geom of these roots, which is added if it is new; -1 if no memory is left. */
int qmboxLogGeom(qmboxLoggedGeoms *geoms, const qmboxBodies *bodies, dGeomID geom);

/* Begins a part: marks geoms as gone that are not among the guard's, or are others. */
void qmboxCheckLoggedGeoms(qmboxLoggedGeoms *geoms, const qmboxBodies *bodies);

/* Notes where all are when a part is over. */
void qmboxNoteLoggedPoses(qmboxLoggedGeoms *geoms);

/* Drops the geoms that are not used; those that stay have a new number, `renumbered`, which is to be read before. */
void qmboxRenumberLoggedGeoms(qmboxLoggedGeoms *geoms);
void qmboxDropUnusedGeoms(qmboxLoggedGeoms *geoms);

void qmboxFreeLoggedGeoms(qmboxLoggedGeoms *geoms);

#endif /* QMBOX_LOGGED_GEOMS_H */
