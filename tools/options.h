/* SPDX-License-Identifier: BSD-3-Clause */

/* Options that programs have in common, and messages about wrong ones. */

#ifndef OPTIONS_H
#define OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

struct option;

enum { MOST_THREADS = 256, FIRST_LONG_OPTION = 256 };

/* Reads the value of --threads: a whole number, of which 0 stands for one thread per processor, and no more than
   MOST_THREADS are taken.  Returns NULL, or what the value should be. */
const char *options_threads(const char *value, int *threads);

/* Writes what is wrong; returns false. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
bool options_fail(char *error, size_t size, const char *format, ...);

/* Writes what is wrong with `word`, for which getopt_long() has returned '?' or, if its value is missing, ':'; `all`
   are the long options, numbered from FIRST_LONG_OPTION on.  Returns false. */
bool options_refuse(char *error, size_t size, int returned, const char *word, const struct option *all);

#endif /* OPTIONS_H */
