/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Polytopes given by planes: the points x with n . x <= d for each of them.
 *
 * A face is what is left of a large square in its plane when all other planes have cut it (Sutherland and Hodgman,
 * "Reentrant polygon clipping", 1974); the corners of all faces are the polytope's.  That takes the square of the
 * number of planes, and no decision that would have to agree with another.
 */

#ifndef QMBOX_POLYTOPE_H
#define QMBOX_POLYTOPE_H

#include <stdbool.h>

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

#endif /* QMBOX_POLYTOPE_H */
