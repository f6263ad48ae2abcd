/* SPDX-License-Identifier: BSD-3-Clause */

/* Writes random queries as JSON Lines: family_lines SEED COUNT, this many of each family, from this seed on. */

#include <stdio.h>
#include <stdlib.h>

#include "families.h"
#include "query_text.h"

enum { ID_SIZE = 80 };

int main(int argc, char **argv) {
  if (argc != 3) {
    fprintf(stderr, "usage: family_lines SEED COUNT\n");
    return EXIT_FAILURE;
  }
  unsigned long long first = strtoull(argv[1], NULL, 10), count = strtoull(argv[2], NULL, 10);
  for (int family = 0; family < family_count(); family++)
    for (unsigned long long seed = first; seed < first + count; seed++) {
      char id[ID_SIZE];
      bms_query query;
      family_query(family, seed, &query);
      snprintf(id, sizeof id, "%s-%llu", family_name(family), seed);
      query_write_json(stdout, id, &query);
    }
  return fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
