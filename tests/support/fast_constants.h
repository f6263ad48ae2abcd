/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The constants of the fast tier as they are compiled, of both kinds of pairs; the headers that hold them cannot be
 * included together.
 */

#ifndef FAST_CONSTANTS_H
#define FAST_CONSTANTS_H

#include <stdbool.h>

enum { FAST_CONSTANTS_MOST_PLACES = 12 };

typedef struct fast_constants {
  int places;                                                                       /* 8 or 12 */
  double place[FAST_CONSTANTS_MOST_PLACES];                                         /* the places, as values of s */
  double factor[FAST_CONSTANTS_MOST_PLACES][FAST_CONSTANTS_MOST_PLACES];            /* [place][coefficient] */
  double binomial[FAST_CONSTANTS_MOST_PLACES], inverse[FAST_CONSTANTS_MOST_PLACES]; /* powers of the degree, and 1 /
                                                                                       these */
  double plane_error;                /* the error of a plane, for magnitudes of 1; in u */
  double place_roundings;            /* the roundings of a place in a piece */
  double time_roundings;             /* the roundings of a time */
  double widest_part;                /* the widest part of a piece in which a root may lie */
  double compensated_error;          /* the error of compensated arithmetic, for magnitudes of 1 */
  double determinant, regular, hull; /* roundings that only homogeneous pairs have; see homogeneous_plane.h, _hull.h */
} fast_constants;

/* Both return false if there is no fast tier on this machine. */
bool rigid_constants(fast_constants *out);
bool homogeneous_constants(fast_constants *out);

#endif /* FAST_CONSTANTS_H */
