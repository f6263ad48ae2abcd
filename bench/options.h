/* SPDX-License-Identifier: BSD-3-Clause */

/* The command line of bench. */

#ifndef BENCH_OPTIONS_H
#define BENCH_OPTIONS_H

#include <stdint.h>

#include "family.h"

typedef struct options {
  int count; /* test cases in a family */
  int rounds;
  uint64_t seed;
  family only;      /* FAMILY_COUNT for all */
  int pin;          /* keep to one core */
  const char *json; /* file for the results, "-" for standard output, or a null pointer */
} options;

/* Ends the program for --help and where the arguments are not understood. */
options options_from(int argc, char **argv);

#endif /* BENCH_OPTIONS_H */
