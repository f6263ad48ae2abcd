/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Writes the queries that builds are compared with: queries FILE SEEDS reads queries as JSON Lines from a file, and
 * goes on with this many of each family.  answers.c reads what this writes, on any machine.
 */

#include <stdio.h>
#include <stdlib.h>

#include "families.h"
#include "query_bits.h"
#include "query_text.h"

enum { LINE_SIZE = 65536, ID_SIZE = 64 };

static void write_query(const char *name, int number, const bms_query *query) {
  char title[QUERY_NAME_SIZE];
  snprintf(title, sizeof title, "%s %d", name, number);
  query_bits_write(title, query, stdout);
}

int main(int argc, char **argv) {
  static char line[LINE_SIZE];
  bms_query query;
  char id[ID_SIZE];
  FILE *in = argc == 3 ? fopen(argv[1], "r") : NULL;
  if (in == NULL) {
    fprintf(stderr, "usage: queries FILE SEEDS\n");
    return EXIT_FAILURE;
  }
  for (int number = 1; fgets(line, sizeof line, in) != NULL; number++)
    if (query_read_json(line, id, sizeof id, &query) == 0) write_query(id, number, &query);
  fclose(in);
  for (int family = 0; family < family_count(); family++)
    for (int seed = 1; seed <= atoi(argv[2]); seed++) {
      family_query(family, (uint64_t)seed, &query);
      write_query(family_name(family), seed, &query);
    }
  return fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
