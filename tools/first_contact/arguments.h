/* SPDX-License-Identifier: BSD-3-Clause */

/* The command line of bms-first-contact. */

#ifndef FIRST_CONTACT_ARGUMENTS_H
#define FIRST_CONTACT_ARGUMENTS_H

#include <stdbool.h>

#include "answer_lines.h"

enum { ARGUMENTS_ERROR_SIZE = 256 };

typedef struct arguments {
  answer_options wanted;
  const char *page_name; /* NULL without --html */
  char **file;           /* the queries' files, "-" for standard input */
  int file_count;        /* 0: standard input */
  bool progress, help, version, self_test;
} arguments;

extern const char ARGUMENTS_HELP[];

/* Reads the arguments.  Writes what is wrong to `error` and returns false on failure. */
bool arguments_parse(int argc, char **argv, arguments *given, char error[ARGUMENTS_ERROR_SIZE]);

#endif /* FIRST_CONTACT_ARGUMENTS_H */
