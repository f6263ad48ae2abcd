/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Writes libbms's answers to random queries, for check_values.mjs to hold against the page's own arithmetic: a line of
 * JSON for each query,
 *
 *   {"query": {..}, "samples": [{"t": .., "a": [12 numbers], "b": [12 numbers], "gap": ..}, ..],
 *    "sections": [{"middle": .., "pairs": ["VO X' XYZ", ..]}, ..]}
 *
 * with poses of bms_motion_at() by rows, the gap of bms_separation_at(), and the compatible pairs of each section whose
 * plane does not vanish.
 */

#include <bms.h>
#include <bms_sections.h>
#include <stdio.h>

#include "families.h"
#include "query_text.h"

enum { QUERIES_PER_FAMILY = 6, SAMPLES = 7 };

static void print_pose(const char *key, const bms_body *body, double t) {
  double pose[3][4];
  bms_motion_at(&body->motion, t, pose);
  printf(", \"%s\": ", key);
  for (int i = 0; i < 12; i++) printf("%c%.17g", i == 0 ? '[' : ',', pose[i / 4][i % 4]);
  printf("]");
}

static void print_samples(const bms_query *query) {
  for (int k = 0; k < SAMPLES; k++) {
    double t = k == SAMPLES - 1 ? query->t1 : query->t0 + (query->t1 - query->t0) * k / (SAMPLES - 1);
    bms_separation separation;
    bms_separation_at(&query->a, &query->b, t, &separation);
    printf("%s{\"t\": %.17g", k == 0 ? "" : ", ", t);
    print_pose("a", &query->a, t);
    print_pose("b", &query->b, t);
    printf(", \"gap\": %.17g}", separation.gap);
  }
}

static void print_section(const bms_section *section, void *context) {
  const char *before = "";
  (void)context;
  printf("%s{\"middle\": %.17g, \"pairs\": [", section->number > 0 ? ", " : "", section->middle);
  for (int i = 0; i < BMS_SECTION_PAIRS; i++) {
    const bms_section_plane *plane = &section->plane[i];
    char a[BMS_NAME_SIZE], b[BMS_NAME_SIZE];
    if (plane->vanishes || plane->implied) continue;
    bms_pair_names(&plane->pair, a, b);
    printf("%s\"%s %s %s\"", before, bms_pair_kind_name(plane->pair.kind), a, b);
    before = ", ";
  }
  printf("]}");
}

static void print_query(int family, uint64_t seed) {
  bms_query query;
  bms_contact contact;
  bms_sections_answer answer;
  family_query(family, seed, &query);
  if (bms_first_contact(&query, &contact) == BMS_INVALID) return;
  printf("{\"query\": ");
  query_write_json(stdout, family_name(family), &query);
  printf(", \"samples\": [");
  print_samples(&query);
  printf("], \"sections\": [");
  bms_sections_walk(&query, print_section, NULL, &answer);
  printf("]}\f");
}

int main(void) {
  for (int family = 0; family < family_count(); family++) {
    if (family_group_of(family) > FAMILY_UNITS) continue; /* ties are rounding's to decide */
    for (uint64_t seed = 0; seed < QUERIES_PER_FAMILY; seed++) print_query(family, seed);
  }
  return 0;
}
