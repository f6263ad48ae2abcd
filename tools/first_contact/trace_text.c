/* SPDX-License-Identifier: BSD-3-Clause */

/* Sections are written as they are reported; results of the whole route come after them. */

#include "trace_text.h"

#include <bms_sections.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>

enum { PIECE_SIZE = 256, PAIRS_PER_LINE = 6 };

/* Adds what printf() would print; a piece is no longer than PIECE_SIZE. */
static void add(text *out, const char *format, ...) {
  char piece[PIECE_SIZE];
  va_list values;
  va_start(values, format);
  vsnprintf(piece, sizeof piece, format, values);
  va_end(values);
  text_add_string(out, piece);
}

static void add_pair(text *out, const bms_pair *pair) {
  char a[BMS_NAME_SIZE], b[BMS_NAME_SIZE];
  bms_pair_names(pair, a, b);
  add(out, "%s %s|%s", bms_pair_kind_name(pair->kind), a, b);
}

/* ------------------------------------------------------------------ one section */

static void add_switches(text *out, const bms_section *section) {
  if (section->switches == 0) return;
  add(out, "  at its start these products vanish:");
  for (int k = 0; k < section->equations; k++) {
    if (!(section->switches >> k & 1)) continue;
    const char *of_a = section->equations == 9 || k >= 9 ? "normal" : "edge";
    const char *of_b = section->equations == 9 || k < 9 ? "normal" : "edge";
    add(out, " (%s %c of a . %s %c of b)", of_a, "XYZ"[k / 3 % 3], of_b, "XYZ"[k % 3]);
  }
  add(out, "\n");
}

static void add_topology(text *out, const bms_section *section) {
  for (int i = 0; i < BMS_SECTION_PAIRS; i++) {
    char a[BMS_NAME_SIZE], b[BMS_NAME_SIZE];
    const bms_pair *pair = &section->plane[i].pair;
    bms_pair_names(pair, a, b);
    if (i % PAIRS_PER_LINE == 0) add(out, "  %-4s", bms_pair_kind_name(pair->kind));
    add(out, " %s|%s", a, b);
    if (i % PAIRS_PER_LINE == PAIRS_PER_LINE - 1) add(out, "\n");
  }
}

/* Adds the pairs that the steps find and the section does not have. */
static void add_other_pairs(text *out, const bms_section *section) {
  for (int i = 0; i < section->steps.count; i++) {
    const bms_pair *pair = &section->steps.pair[i];
    bool known = false;
    for (int k = 0; k < BMS_SECTION_PAIRS; k++) {
      const bms_pair *other = &section->plane[k].pair;
      known = known || (other->kind == pair->kind && other->a == pair->a && other->b == pair->b);
    }
    if (known) continue;
    add(out, " ");
    add_pair(out, pair);
  }
}

/* Adds the octants of the normals of a, each with the edges of b along which its side is rounding noise. */
static void add_octants(text *out, const bms_section_steps *steps) {
  for (int i = 0; i < 3; i++) {
    add(out, i == 0 ? "  steps 1 to 6: octants" : ",");
    add(out, " ");
    add_pair(out, &(bms_pair){BMS_PAIR_VO, 2 * i + 1, steps->octant[i]});
    if ((steps->noise >> 3 * i & 7) == 0) continue;
    add(out, " (rounding noise:");
    for (int j = 0; j < 3; j++)
      if (steps->noise >> (3 * i + j) & 1) add(out, " %c", "XYZ"[j]);
    add(out, ")");
  }
  add(out, "\n");
}

static void add_steps(text *out, const bms_section *section) {
  const bms_section_steps *steps = &section->steps;
  add_octants(out, steps);
  if (steps->crowded) add(out, "  two normals reside in one octant or in opposite ones: steps 4 to 6 do not apply\n");
  add(out, "  %d of the 30 pairs are found by the steps", steps->common);
  if (steps->common < steps->count) add(out, ", and others:");
  add_other_pairs(out, section);
  add(out, "\n");
}

static void add_root(text *out, const bms_section *section, const bms_section_plane *plane,
                     const bms_plane_root *root) {
  add(out, "  t = %-21.17g ", root->t);
  add_pair(out, &plane->pair);
  switch (root->place) {
    case BMS_ROOT_OUTSIDE:
      add(out, ": outside of ");
      add_pair(out, &section->plane[root->outside].pair);
      break;
    case BMS_ROOT_INSIDE:
      add(out, ": INSIDE all other planes");
      break;
    case BMS_ROOT_UNDECIDED:
      add(out, ": on another plane as well, as far as doubles decide");
      break;
  }
  add(out, "\n");
}

/* Adds all roots in order of time: repeatedly the least that is later than the last one, as few are found. */
static void add_roots(text *out, const bms_section *section) {
  double last = -INFINITY;
  for (;;) {
    double next = INFINITY;
    for (int i = 0; i < BMS_SECTION_PAIRS; i++)
      for (int k = 0; k < section->plane[i].root_count; k++)
        if (section->plane[i].root[k].t > last && section->plane[i].root[k].t < next)
          next = section->plane[i].root[k].t;
    if (!(next < INFINITY)) return;
    for (int i = 0; i < BMS_SECTION_PAIRS; i++)
      for (int k = 0; k < section->plane[i].root_count; k++)
        if (!(section->plane[i].root[k].t < next) && !(section->plane[i].root[k].t > next))
          add_root(out, section, &section->plane[i], &section->plane[i].root[k]);
    last = next;
  }
}

static void add_section(const bms_section *section, void *context) {
  text *out = context;
  int vanishing = 0;
  for (int i = 0; i < BMS_SECTION_PAIRS; i++) vanishing += section->plane[i].vanishes != 0;
  add(out, "section %d of %d: t = %.17g ... %.17g\n", section->number + 1, section->sections, section->start,
      section->end);
  add_switches(out, section);
  add(out, "  topology at t = %.17g:\n", section->middle);
  add_topology(out, section);
  add_steps(out, section);
  if (vanishing > 0) add(out, "  %d planes vanish throughout\n", vanishing);
  add_roots(out, section);
  if (section->contact) add(out, "  the first contact is in this section\n");
}

/* ------------------------------------------------------------------ the whole route */

static void add_result(text *out, const bms_sections_answer *answer) {
  const bms_contact *certified = &answer->certified;
  add(out, "sections:  %s", bms_status_name(answer->status));
  if (answer->section >= 0) {
    add(out, ", t = %.17g, ", answer->t);
    add_pair(out, &answer->pair);
  }
  if (answer->earliest < INFINITY) add(out, ", not before %.17g", answer->earliest);
  if (answer->latest < INFINITY) add(out, ", by %.17g for certain", answer->latest);
  add(out, "\ncertified: %s", bms_status_name(certified->status));
  if (certified->status == BMS_UNRESOLVED) {
    add(out, ", apart before %.17g", certified->t_lower);
  } else if (certified->status != BMS_SEPARATED) {
    add(out, ", t = %.17g, ", certified->t);
    add_pair(out, &certified->pair);
    add(out, ", between %.17g and %.17g", certified->t_lower, certified->t_upper);
  }
  add(out, "\nthey %s\n\n",
      answer->agreement == BMS_SECTIONS_AGREE       ? "agree"
      : answer->agreement == BMS_SECTIONS_UNDECIDED ? "do not contradict each other; one of them leaves it open"
                                                    : "CONTRADICT each other: please report this query");
}

bool trace_text_write(text *out, json_span id, const bms_query *query) {
  bms_sections_answer answer;
  add(out, "query ");
  text_add(out, id.start, id.length);
  add(out, "%st = %.17g ... %.17g\n", id.length > 0 ? ": " : "", query->t0, query->t1);
  bms_sections_walk(query, add_section, out, &answer);
  if (answer.sections == 0) add(out, "its magnitudes are outside of the range of the walk through the sections\n");
  add_result(out, &answer);
  return answer.agreement != BMS_SECTIONS_CONTRADICT;
}
