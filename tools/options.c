/* SPDX-License-Identifier: BSD-3-Clause */

#define _GNU_SOURCE /* _SC_NPROCESSORS_ONLN; must precede the first include */

#include "options.h"

#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Returns the number of processors, 1 where there is no asking. */
static long processors(void) {
#if defined(_SC_NPROCESSORS_ONLN)
  return sysconf(_SC_NPROCESSORS_ONLN);
#else
  return 1;
#endif
}

const char *options_threads(const char *value, int *threads) {
  char *end;
  long number = strtol(value, &end, 10);
  if (end == value || *end != 0 || number < 0) return "a whole number, 0 for one thread per processor";
  if (number == 0) number = processors();
  *threads = number < 1 ? 1 : number > MOST_THREADS ? MOST_THREADS : (int)number;
  return NULL;
}

bool options_fail(char *error, size_t size, const char *format, ...) {
  va_list values;
  va_start(values, format);
  vsnprintf(error, size, format, values);
  va_end(values);
  return false;
}

/* Writes the options that the word may be short for; returns how many these are. */
static int list_candidates(const char *word, const struct option *all, char *text, size_t size) {
  int count = 0;
  size_t length = strncmp(word, "--", 2) == 0 ? strcspn(word + 2, "=") : 0, used = 0;
  text[0] = 0;
  for (const struct option *one = all; length > 0 && one->name != NULL; one++) {
    if (strncmp(one->name, word + 2, length) != 0) continue;
    int written = snprintf(text + used, size - used, "%s--%s", count > 0 ? ", " : "", one->name);
    used = written < 0 || used + (size_t)written >= size ? size - 1 : used + (size_t)written;
    count++;
  }
  return count;
}

bool options_refuse(char *error, size_t size, int returned, const char *word, const struct option *all) {
  char candidates[160];
  if (returned == ':') return options_fail(error, size, "option '%.100s' needs a value; see --help", word);
  if (optopt >= FIRST_LONG_OPTION) return options_fail(error, size, "option '%.100s' takes no value; see --help", word);
  if (list_candidates(word, all, candidates, sizeof candidates) > 1)
    return options_fail(error, size, "option '%.100s' is ambiguous: %s", word, candidates);
  if (optopt > 0) return options_fail(error, size, "unknown option '-%c'; see --help", optopt);
  return options_fail(error, size, "unknown option '%.100s'; see --help", word);
}
