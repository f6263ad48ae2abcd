/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Prints all that the library says about queries, the bits of every number: two builds of the library are the same
 * arithmetic if the output is the same.  Queries are read from standard input, as queries.c writes them; this needs
 * nothing but the library and C's own, so that it can be built for any machine.
 */

#include <stdio.h>
#include <stdlib.h>

#include "answer_text.h"
#include "query_bits.h"

int main(void) {
  char name[QUERY_NAME_SIZE];
  bms_query query;
  int found = bms_self_test();
  if (found != 0) {
    fprintf(stderr, "answers: %s\n", bms_self_test_message(found));
    return EXIT_FAILURE;
  }
  while (query_bits_read(stdin, name, &query)) {
    char text[ANSWER_TEXT_SIZE];
    answer_text(&query, text);
    printf("%s\n%s", name, text);
  }
  return fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
