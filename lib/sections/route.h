/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The route divided into homogeneous sections: stretches of the interval on which no spherical vertex changes its
 * octant, so that the topology of the Minkowski sum's boundary stays as it is.
 */

#ifndef BMS_ROUTE_H
#define BMS_ROUTE_H

#include "sections/octant_equations.h"

enum {
  /* 108 roots in exact arithmetic, eighteen equations of degree 6; this is what the root finder may return at most */
  BMS_MAX_SWITCHES = BMS_OCTANT_EQUATIONS * BMS_MAX_DEGREE,
  BMS_MAX_SECTIONS = BMS_MAX_SWITCHES + 1
};

/* Section i is the closed interval [time[i], time[i + 1]]; time[0] = t0, time[sections] = t1. */
typedef struct bms_route {
  int sections;  /* at least 1 */
  int equations; /* 9 or 18 */
  double time[BMS_MAX_SECTIONS + 1];
  unsigned switches[BMS_MAX_SECTIONS]; /* bit k: equation k has a root at time[i] */
} bms_route;

/*
 * Divides the interval of a prepared query at every root of its octant equations, in order and without duplicates.
 *
 * The times are accurate to rounding: a root is found to BMS_ROOT_WIDTH of the interval where its equation passes
 * through zero squarely, and roots closer than that are one.  Roots of even multiplicity change no topology and may be
 * missed or found.
 */
void bms_route_divide(const bms_relative *relative, bms_route *route);

#endif /* BMS_ROUTE_H */
