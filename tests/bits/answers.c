/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Prints all that the library says about many queries, every number as %a: answers FILE SEEDS reads queries as JSON
 * Lines from a file, and goes on with this many of each family.  Two builds of the library are the same arithmetic if
 * the output is the same.
 */

#include <stdio.h>
#include <stdlib.h>

#include "answer_text.h"
#include "families.h"
#include "query_text.h"

enum { LINE_SIZE = 65536, ID_SIZE = 64 };

static void print_answers(const char *name, int number, const bms_query *query) {
  char text[ANSWER_TEXT_SIZE];
  answer_text(query, text);
  printf("%s %d\n%s", name, number, text);
}

int main(int argc, char **argv) {
  static char line[LINE_SIZE];
  bms_query query;
  char id[ID_SIZE];
  FILE *in = argc == 3 ? fopen(argv[1], "r") : NULL;
  if (in == NULL) {
    fprintf(stderr, "usage: answers FILE SEEDS\n");
    return EXIT_FAILURE;
  }
  for (int number = 1; fgets(line, sizeof line, in) != NULL; number++)
    if (query_read_json(line, id, sizeof id, &query) == 0) print_answers(id, number, &query);
  fclose(in);
  for (int family = 0; family < family_count(); family++)
    for (int seed = 1; seed <= atoi(argv[2]); seed++) {
      family_query(family, (uint64_t)seed, &query);
      print_answers(family_name(family), seed, &query);
    }
  return fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
