/* SPDX-License-Identifier: BSD-3-Clause */

/* Writes random queries as JSON Lines: family_lines SEED COUNT [ORIGIN], this many of each family, from this seed on.
   With an origin, all count from there, or the query does from 0, or one motion from a little later. */

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "families.h"
#include "query_text.h"

enum { ID_SIZE = 80 };

/* Returns false if the ends of the interval are no doubles where they would have to be. */
static bool move_to(bms_query *query, double origin, unsigned long long seed) {
  query->a.motion.origin = query->b.motion.origin = origin;
  if (seed % 3 != 0) query->origin = origin;
  if (seed % 3 == 1) query->a.motion.origin += 0.25;
  if (seed % 3 != 0) return true;
  double t0 = query->t0, t1 = query->t1;
  query->t0 += origin;
  query->t1 += origin;
  return query->t0 - origin == t0 && query->t1 - origin == t1;
}

int main(int argc, char **argv) {
  if (argc != 3 && argc != 4) {
    fprintf(stderr, "usage: family_lines SEED COUNT [ORIGIN]\n");
    return EXIT_FAILURE;
  }
  unsigned long long first = strtoull(argv[1], NULL, 10), count = strtoull(argv[2], NULL, 10);
  for (int family = 0; family < family_count(); family++)
    for (unsigned long long seed = first; seed < first + count; seed++) {
      char id[ID_SIZE];
      bms_query query;
      family_query(family, seed, &query);
      if (argc == 4 && (family_group_of(family) == FAMILY_HOSTILE || !move_to(&query, strtod(argv[3], NULL), seed)))
        continue;
      snprintf(id, sizeof id, "%s-%llu", family_name(family), seed);
      query_write_json(stdout, id, &query);
    }
  return fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
