/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The steps of the description in order: divide the route; in each section take the topology and the planes; the first
 * root inside all other planes is the first contact.
 */

#include "numeric/arithmetic.h"

#include "sections/route_walk.h"

#include <math.h>
#include <stddef.h>

#include "numeric/rounding.h"
#include "numeric/vector.h"
#include "sections/section.h"

/* Times max(|t0|, |t1|): a time start + s (end - start) is off by less, two each for the difference and the product,
   which may be twice as large, and one for the sum; and so is the end of a section.  One more is for the movement. */
static const double TIME_ROUNDINGS = 6;

typedef struct route_walk {
  const bms_relative *relative;
  bms_section_planes planes; /* of the present section */
  bms_sections_answer *answer;
} route_walk;

/* The time at s of the present section, moved by what rounding may have done to s and to it: `way` is -1 or 1. */
static double moved_time(const route_walk *walk, double s, int way) {
  const bms_section *section = &walk->planes.section;
  double t0 = walk->relative->t0, t1 = walk->relative->t1, length = section->end - section->start;
  double rounding = BMS_ROOT_WIDTH * length + TIME_ROUNDINGS * BMS_ROUNDING * bms_max(fabs(t0), fabs(t1));
  double t = section->start + s * length + way * rounding;
  return t < t0 ? t0 : t > t1 ? t1 : t;
}

/* Takes the present section's facts about the first contact, as far as no section before has had them. */
static void look_for_contact(route_walk *walk) {
  bms_sections_answer *answer = walk->answer;
  bms_section *section = &walk->planes.section;
  double s;
  if (answer->earliest == INFINITY && (s = bms_section_entry(&walk->planes, &bms_entry_earliest)) >= 0)
    answer->earliest = moved_time(walk, s, -1);
  if (answer->section < 0 && (s = bms_section_entry(&walk->planes, &bms_entry_nominal)) >= 0) {
    answer->section = section->number;
    answer->t = section->start + s * (section->end - section->start);
    answer->pair = bms_section_nearest_pair(&walk->planes, s);
    section->contact = 1;
  }
  if (answer->latest == INFINITY && (s = bms_section_entry(&walk->planes, &bms_entry_latest)) >= 0)
    answer->latest = moved_time(walk, s, 1);
}

bms_status bms_route_walk(const bms_query *query, bms_section_report *report, void *context,
                          bms_sections_answer *answer) {
  bms_relative relative;
  bms_route route;
  route_walk walk = {.relative = &relative, .answer = answer};
  *answer = (bms_sections_answer){
      .status = BMS_UNRESOLVED, .section = -1, .t = NAN, .earliest = query->t0, .latest = INFINITY};
  if (!bms_relative_prepare(query, &relative)) return answer->status;

  bms_route_divide(&relative, &route);
  answer->sections = route.sections;
  answer->earliest = INFINITY;
  for (int i = 0; i < route.sections; i++) {
    bms_section_build(&relative, &route, i, &walk.planes);
    look_for_contact(&walk);
    if (report != NULL) report(&walk.planes.section, context);
  }
  if (answer->latest < INFINITY)
    answer->status = BMS_CONTACT;
  else if (answer->earliest == INFINITY)
    answer->status = BMS_SEPARATED;
  return answer->status;
}
