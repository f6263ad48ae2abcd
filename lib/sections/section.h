/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * One homogeneous section: its topology, its 30 planes, their roots, and the first time at which the origin is inside
 * all of them.
 *
 * Error bounds.  A plane counts as holding the origin back only where its value is above this number of its error
 * bounds (gap.error of plane.h, at least 160 roundings of its terms), and as letting it in only where it is below minus
 * some.  The numbers are for what else is off, in roundings of the same terms:
 *
 *     1    error bound   the value of the polynomial itself
 *     2.4  error bounds  the time of a root, known to BMS_ROOT_WIDTH = 32 roundings of the section, in which a plane
 *                        of degree 6 moves by at most 2 * 6 * 32 of its terms
 *     1.9                octant equations that are taken for zero (150 roundings, both signs of a radius)
 *     3.2                octant switches whose time is off by BMS_ROOT_WIDTH (2 * 4 * 32, both signs of a radius)
 *
 * The last two only ever make a plane too large: a wrong sign adds to the gap what it should take from it.
 */

#ifndef BMS_SECTION_H
#define BMS_SECTION_H

#include <stdbool.h>

#include "bms_sections.h"
#include "motion/relative.h"
#include "numeric/polynomial.h"
#include "sections/route.h"

/* A section as it is reported, and what is needed to find the contact in it. */
typedef struct bms_section_planes {
  bms_section section;
  bms_polynomial polynomial[BMS_SECTION_PAIRS];
  double size[BMS_SECTION_PAIRS]; /* of the terms that a plane is the difference of: zero where the axis vanishes */
} bms_section_planes;

/* Builds section number `number` of the route: topology, planes, roots, and where the origin is at each root.  The
   field `contact` is left 0. */
void bms_section_build(const bms_relative *relative, const bms_route *route, int number, bms_section_planes *out);

/* Which planes' error bounds decide: the origin counts as inside where every plane is at most `level` error bounds, and
   candidates are the roots of the planes less `shift` error bounds. */
typedef struct bms_entry_rule {
  double shift, level;
  bool skip_implied; /* planes of edges that are parallel for all t are not asked */
} bms_entry_rule;

extern const bms_entry_rule bms_entry_nominal;  /* the planes as they are */
extern const bms_entry_rule bms_entry_earliest; /* planes moved outwards: there is no contact before this */
extern const bms_entry_rule bms_entry_latest;   /* planes moved inwards: there is a contact by then */

/* The first time of the section, as s of [0, 1], at which the origin is inside all planes by the rule; -1 if none. */
double bms_section_entry(const bms_section_planes *in, const bms_entry_rule *rule);

/* The pair whose plane is nearest to the origin at s, in proportion to the size of its terms. */
bms_pair bms_section_nearest_pair(const bms_section_planes *in, double s);

#endif /* BMS_SECTION_H */
