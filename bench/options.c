/* SPDX-License-Identifier: BSD-3-Clause */

/* The command line of bench. */

#include "options.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char HELP[] =
    "Usage: bench [OPTION]...\n"
    "\n"
    "First contacts of moving boxes: this solver and its peers, time per query and wrong answers.\n"
    "\n"
    "  --count N       test cases in a family (2000)\n"
    "  --rounds N      rounds, of which medians are taken (11)\n"
    "  --quick         the same as --count 300 --rounds 5\n"
    "  --seed N        another set of test cases (1)\n"
    "  --family NAME   only this family\n"
    "  --json FILE     also write the results as JSON; - writes them to standard output in place of the table\n"
    "  --no-pin        do not keep to one core\n"
    "  --help          show this and exit\n"
    "\n"
    "Exit status: 0, whatever the times; 1 if this solver gave a wrong answer; 2 for wrong usage or other trouble.\n";

static void refuse(const char *what, const char *argument) {
  fprintf(stderr, "bench: %s: %s\n", what, argument);
  exit(2);
}

static unsigned long long number(const char *text, unsigned long long least, unsigned long long most) {
  unsigned long long value;
  char *end;

  errno = 0;
  value = strtoull(text, &end, 10);
  if (errno != 0 || end == text || *end != 0 || *text == '-' || value < least || value > most)
    refuse("not a number that fits", text);
  return value;
}

static family family_called(const char *name) {
  int which;

  for (which = 0; which < FAMILY_COUNT; which++)
    if (strcmp(name, family_name((family)which)) == 0) return (family)which;
  refuse("no such family", name);
  return FAMILY_COUNT;
}

/* Sets an option that has a value. */
static void set(options *o, const char *option, const char *value) {
  if (strcmp(option, "--count") == 0)
    o->count = (int)number(value, 1, 1000000);
  else if (strcmp(option, "--rounds") == 0)
    o->rounds = (int)number(value, 1, 10000);
  else if (strcmp(option, "--seed") == 0)
    o->seed = number(value, 0, UINT64_MAX);
  else if (strcmp(option, "--family") == 0)
    o->only = family_called(value);
  else if (strcmp(option, "--json") == 0)
    o->json = value;
  else
    refuse("unknown option", option);
}

options options_from(int argc, char **argv) {
  options o = {2000, 11, 1, FAMILY_COUNT, 1, NULL};
  int i;

  for (i = 1; i < argc; i++) {
    if (strcmp(argv[i], "--help") == 0) {
      fputs(HELP, stdout);
      exit(0);
    } else if (strcmp(argv[i], "--quick") == 0) {
      o.count = 300;
      o.rounds = 5;
    } else if (strcmp(argv[i], "--no-pin") == 0) {
      o.pin = 0;
    } else if (i + 1 < argc) {
      set(&o, argv[i], argv[i + 1]);
      i++;
    } else {
      refuse("unknown option, or no value", argv[i]);
    }
  }
  return o;
}
