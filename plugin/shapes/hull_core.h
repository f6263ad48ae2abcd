/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Cores of convex hulls: the rest when all faces move inwards.
 *
 * A hull less a length l on every side is, between the hull K and a core C that is inside of it by `inner` everywhere,
 * the set (1 - l/inner) K + (l/inner) C: since the support functions satisfy h_K - h_C >= inner, the support function
 * of this set is less than h_K by l or more along every direction.  It is exactly K less l where no face vanishes on
 * the way, and it needs nothing but the points of the two.
 */

#ifndef QMBOX_HULL_CORE_H
#define QMBOX_HULL_CORE_H

#include <stdbool.h>

#include "ode/convex_data.h"

typedef struct qmboxHullCore {
  double inner;  /* > 0: no point of the core is nearer to the hull's surface than this */
  double *point; /* count times x, y, z */
  int count;
} qmboxHullCore;

/* Makes the core of a hull. Its `inner` is 0 if the hull has none: it is flat, or its planes are not its points'.
   Returns false if no memory is left. */
bool qmboxMakeHullCore(const qmboxConvexData *hull, qmboxHullCore *core);

/* ------------------------------------------------------------------ polytopes */

/*
 * Polytopes given by planes: the points x with n . x <= d for each of them.
 *
 * A face is what is left of a large square in its plane when all other planes have cut it (Sutherland and Hodgman,
 * "Reentrant polygon clipping", 1974); the corners of all faces are the polytope's.  That takes the square of the
 * number of planes, and no decision that would have to agree with another.
 */

/* Planes as a unit normal and an offset each.  All points are within `size` of the origin. */
typedef struct qmboxPolytope {
  double (*plane)[4];
  int count;
  double size;
} qmboxPolytope;

/* Room for one face, twice: for as many corners as there are planes, and some. */
typedef struct qmboxFaceRoom {
  double (*point)[3], (*other)[3];
  int capacity; /* of either, at least 4; corners beyond it are left out */
} qmboxFaceRoom;

/* Cuts the face in one plane out of the polytope whose planes have all moved inwards by `less`.  Its corners are in
   room->point; returns their number, less than 3 if there is no such face. */
int qmboxFaceOfPolytope(const qmboxPolytope *polytope, double less, int plane, qmboxFaceRoom *room);

/* Returns the largest length, up to `most`, by which all planes can move inwards and leave something: exactly to some
   1e-12 of `most`.  Puts the planes in another order. */
double qmboxInradius(qmboxPolytope polytope, double most, qmboxFaceRoom *room);

#endif /* QMBOX_HULL_CORE_H */
