/* SPDX-License-Identifier: BSD-3-Clause */

/* Walks through the sections, and compares the result with the certified answer to the same query. */

#include "numeric/arithmetic.h"

#include <math.h>
#include <stdbool.h>

#include "bms_sections.h"
#include "sections/route_walk.h"

static bool tells_of_contact(bms_status status) {
  return status == BMS_CONTACT || status == BMS_TOUCHING || status == BMS_OVERLAPPING;
}

/* Compares the two. Where the walk leaves a contact open, it still excludes one before `earliest`. */
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

bms_status bms_sections_walk(const bms_query *query, bms_section_report *report, void *context,
                             bms_sections_answer *answer) {
  bms_contact certified;
  if (bms_first_contact(query, &certified) == BMS_INVALID)
    *answer =
        (bms_sections_answer){.status = BMS_INVALID, .section = -1, .t = NAN, .earliest = INFINITY, .latest = INFINITY};
  else
    bms_route_walk(query, report, context, answer);
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
