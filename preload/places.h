/* SPDX-License-Identifier: BSD-3-Clause */

/* The places at which a brace holds two geoms (braces.h). */

#ifndef PRELOAD_PLACES_H
#define PRELOAD_PLACES_H

#include "guard/guard.h"

/* A brace has so many places at most. */
enum { MOST_PLACES = 4 };

/* A place: the unit normal points from the first geom to the second. */
typedef struct place {
  dReal position[3];
  double normal[3];
  double lacking; /* so much of the margin between the cores lacks, if positive */
} place;

/* The places of two geoms, one of which may be a mesh: those where most lacks. */
typedef struct places {
  qmboxSolid solid[2];
  int mesh; /* which of the two is one */
  place place[MOST_PLACES];
  int count;
} places;

/* Finds the places of two geoms where they are. There are none of two meshes, and of what the solver cannot take. */
void places_find(const qmboxGuard *guard, const dGeomID geom[2], places *to);

#endif /* PRELOAD_PLACES_H */
