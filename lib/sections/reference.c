/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * First contact by the source's own steps: divide the route; in each section sample the topology in the middle and
 * build its planes, which are valid throughout; the first time at which the origin reaches one plane while inside all
 * of the others is the first contact.  The ends of the section are looked at besides the roots: contact may be there
 * from the start, and a root at the end of a section may fall on either side of it by rounding.
 */

#include "sections/reference.h"

#include <math.h>
#include <stdbool.h>

#include "sections/pair_plane.h"
#include "motion/relative.h"
#include "sections/route.h"
#include "sections/topology.h"

/*
 * Times the error bound of a plane, which is 160 roundings of its terms or more (plane.c).  One for its own value; the
 * others for the time at which it is asked: a root of another plane is known to BMS_ROOT_WIDTH, 32 roundings in s, and
 * p changes by at most |p'| <= 2 degree max |Bernstein coefficient| times that.  Planes that pass through the origin
 * together, as in the contact of two corners, are so all found there at the root of either.
 */
static const double REFERENCE_SLACK = 4;

typedef struct plane {
  bms_pair pair;
  bms_polynomial gap; /* over the section; positive where the origin is outside */
  double size;        /* of the terms that the gap is the difference of: zero where the axis vanishes */
  double tolerance;   /* a value up to this counts as zero */
} plane;

typedef struct section {
  double start, end;
  plane plane[BMS_PAIRS];
} section;

static void build_plane(bms_stretch *stretch, const bms_instant *middle, const bms_pair *pair, plane *out) {
  bms_gap gap;
  out->pair = *pair;
  out->gap = bms_pair_plane(stretch, middle, pair, &gap);
  out->size = bms_polynomial_bound(&gap.distance);
  for (int k = 0; k < gap.radii; k++) out->size += bms_polynomial_bound(&gap.radius[k]);
  out->tolerance = REFERENCE_SLACK * gap.error;
}

/* The 30 planes of a section, in the topology of its middle. */
static void build_section(const bms_relative *relative, double start, double end, section *out) {
  bms_instant middle;
  bms_topology topology;
  bms_stretch stretch;
  bms_relative_instant(relative, start + 0.5 * (end - start), &middle);
  if (relative->rigid)
    bms_topology_of_boxes(&middle.a, &middle.b, &topology);
  else
    bms_topology_of_parallelepipeds(&middle.a, &middle.b, &topology);

  bms_relative_stretch(relative, start, end, &stretch);
  out->start = start;
  out->end = end;
  for (int i = 0; i < BMS_PAIRS; i++) build_plane(&stretch, &middle, &topology.pair[i], &out->plane[i]);
}

static bool origin_is_inside(const section *in, double s) {
  for (int i = 0; i < BMS_PAIRS; i++)
    if (bms_polynomial_value(&in->plane[i].gap, s) > in->plane[i].tolerance) return false;
  return true;
}

/* The times at which the origin may enter, in order: the ends of the section and the roots of its planes.  A plane that
   cannot be told from zero throughout (parallel edges, or faces that slide on one another) is nowhere reached. */
static int times_of_entry(const section *in, double s[]) {
  int count = 0;
  s[count++] = 0;
  for (int i = 0; i < BMS_PAIRS; i++) {
    const plane *p = &in->plane[i];
    if (bms_polynomial_bound(&p->gap) > p->tolerance) count += bms_polynomial_roots(&p->gap, s + count);
  }
  s[count++] = 1;
  bms_sort_ascending(s, count);
  return count;
}

/* The pair whose plane is nearest to the origin, in proportion to the size of its terms.  Parallel edges make no plane.
   */
static bms_pair nearest_pair(const section *in, double s) {
  bms_pair nearest = {BMS_PAIR_NONE, 0, 0};
  double greatest = -INFINITY;
  for (int i = 0; i < BMS_PAIRS; i++) {
    const plane *p = &in->plane[i];
    if (p->size <= p->tolerance) continue;
    double value = bms_polynomial_value(&p->gap, s) / p->size;
    if (value <= greatest) continue;
    greatest = value;
    nearest = p->pair;
  }
  return nearest;
}

/* The first contact within a section; false if there is none. */
static bool first_contact_in(const section *in, bms_reference_answer *answer) {
  double s[BMS_PAIRS * BMS_MAX_DEGREE + 2];
  int count = times_of_entry(in, s);
  for (int i = 0; i < count; i++) {
    if (!origin_is_inside(in, s[i])) continue;
    answer->status = BMS_CONTACT;
    answer->t = in->start + s[i] * (in->end - in->start);
    answer->pair = nearest_pair(in, s[i]);
    return true;
  }
  return false;
}

bms_status bms_reference_first_contact(const bms_query *query, bms_reference_answer *answer) {
  bms_relative relative;
  bms_route route;
  section current;
  *answer = (bms_reference_answer){.status = BMS_SEPARATED, .pair = {BMS_PAIR_NONE, 0, 0}};
  if (!bms_relative_prepare(query, &relative)) return answer->status = BMS_UNRESOLVED;
  bms_route_divide(&relative, &route);
  for (int i = 0; i < route.sections; i++) {
    build_section(&relative, route.time[i], route.time[i + 1], &current);
    if (first_contact_in(&current, answer)) break;
  }
  return answer->status;
}
