/* SPDX-License-Identifier: BSD-3-Clause */

/* Walks through the sections, and compares the result with the certified answer to the same query. */

#include "numeric/arithmetic.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#include "bms_sections.h"
#include "motion/origin.h"
#include "sections/route_walk.h"

static bool tells_of_contact(bms_status status) {
  return status == BMS_CONTACT || status == BMS_TOUCHING || status == BMS_OVERLAPPING;
}

/* Compares the two. If the walk leaves a contact open, it still excludes one before `earliest`. */
static bms_agreement compare(const bms_sections_answer *answer) {
  const bms_contact *certified = &answer->certified;
  if (tells_of_contact(certified->status)) {
    bool shares_a_time = answer->earliest <= certified->t_upper && answer->latest >= certified->t_lower;
    if (!shares_a_time) return BMS_SECTIONS_CONTRADICT;
    return answer->status == BMS_CONTACT ? BMS_SECTIONS_AGREE : BMS_SECTIONS_UNDECIDED;
  }
  if (certified->status == BMS_SEPARATED && answer->status == BMS_SEPARATED) return BMS_SECTIONS_AGREE;
  if (certified->status == BMS_SEPARATED && answer->status == BMS_CONTACT) return BMS_SECTIONS_CONTRADICT;
  if (answer->status == BMS_CONTACT && answer->latest < certified->t_lower) return BMS_SECTIONS_CONTRADICT;
  return BMS_SECTIONS_UNDECIDED;
}

/* A report to the caller, whose times are the query's. */
typedef struct reporter {
  bms_section_report *report;
  void *context;
  const bms_frame *frame;
} reporter;

static void report_in_query(const bms_section *section, void *context) {
  const reporter *to = context;
  bms_section of_query = *section;
  of_query.start = bms_frame_time(to->frame, section->start);
  of_query.middle = bms_frame_time(to->frame, section->middle);
  of_query.end = bms_frame_time(to->frame, section->end);
  for (int k = 0; k < BMS_SECTION_PAIRS; k++)
    for (int i = 0; i < section->plane[k].root_count; i++)
      of_query.plane[k].root[i].t = bms_frame_time(to->frame, section->plane[k].root[i].t);
  to->report(&of_query, to->context);
}

/* Walks in the frame of a valid query.  Doubles do not know of motions with different origins: nothing is found. */
static void walk_in_frame(const bms_query *query, bms_section_report *report, void *context,
                          bms_sections_answer *answer) {
  bms_frame frame;
  bms_part where;
  reporter to = {report, context, &frame};
  (void)bms_frame_of(query, &frame, &where);
  if (frame.apart && !bms_frame_unite(&frame)) {
    *answer = (bms_sections_answer){
        .status = BMS_UNRESOLVED, .section = -1, .t = NAN, .earliest = query->t0, .latest = INFINITY};
    return;
  }
  bms_route_walk(&frame.query, report == NULL ? NULL : report_in_query, &to, answer);
  answer->t = bms_frame_time(&frame, answer->t);
  answer->earliest = bms_frame_time_down(&frame, answer->earliest);
  answer->latest = bms_frame_time_up(&frame, answer->latest);
}

bms_status bms_sections_walk(const bms_query *query, bms_section_report *report, void *context,
                             bms_sections_answer *answer) {
  bms_contact certified;
  if (bms_first_contact(query, &certified) == BMS_INVALID)
    *answer =
        (bms_sections_answer){.status = BMS_INVALID, .section = -1, .t = NAN, .earliest = INFINITY, .latest = INFINITY};
  else if (bms_is_frame(query))
    bms_route_walk(query, report, context, answer);
  else
    walk_in_frame(query, report, context, answer);
  answer->certified = certified;
  answer->agreement = certified.status == BMS_INVALID ? BMS_SECTIONS_AGREE : compare(answer);
  return answer->status;
}

const char *bms_agreement_name(bms_agreement agreement) {
  switch (agreement) {
    case BMS_SECTIONS_AGREE:
      return "agree";
    case BMS_SECTIONS_UNDECIDED:
      return "undecided";
    case BMS_SECTIONS_CONTRADICT:
      break;
  }
  return "contradict";
}
