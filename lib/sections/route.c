/* SPDX-License-Identifier: BSD-3-Clause */

/* The route is divided at the sorted roots of the octant equations. */

#include "numeric/arithmetic.h"

#include "sections/route.h"

/* A root of an octant equation: a spherical vertex changes its octant here. */
typedef struct octant_switch {
  double s; /* the part of the interval that is past */
  int equation;
} octant_switch;

/* Sorts in place.  (The C library's qsort may allocate.) */
static void sort_by_time(octant_switch found[], int count) {
  for (int i = 1; i < count; i++) {
    octant_switch x = found[i];
    int place = i;
    for (; place > 0 && found[place - 1].s > x.s; place--) found[place] = found[place - 1];
    found[place] = x;
  }
}

/* All roots of all equations over the interval, in order; returns their number. */
static int find_switches(const bms_relative *relative, bms_route *route, octant_switch found[BMS_MAX_SWITCHES]) {
  bms_polynomial equation[BMS_OCTANT_EQUATIONS];
  bms_stretch stretch;
  int count = 0;
  bms_relative_stretch(relative, relative->t0, relative->t1, &stretch);
  route->equations = bms_octant_equations(&stretch, equation);
  for (int i = 0; i < route->equations; i++) {
    double root[BMS_MAX_DEGREE];
    int roots = bms_polynomial_roots(&equation[i], root);
    for (int k = 0; k < roots; k++) found[count++] = (octant_switch){root[k], i};
  }
  sort_by_time(found, count);
  return count;
}

void bms_route_divide(const bms_relative *relative, bms_route *route) {
  octant_switch found[BMS_MAX_SWITCHES];
  double t0 = relative->t0, t1 = relative->t1;
  double shortest = BMS_ROOT_WIDTH * (t1 - t0);
  int switches = find_switches(relative, route, found);

  *route = (bms_route){.equations = route->equations, .time = {t0}};
  for (int i = 0; i < switches; i++) {
    double t = t0 + found[i].s * (t1 - t0);
    if (t1 - t <= shortest) break; /* nothing changes within the interval */
    if (t - route->time[route->sections] > shortest) route->time[++route->sections] = t;
    route->switches[route->sections] |= 1u << found[i].equation;
  }
  route->time[++route->sections] = t1;
}
