/* SPDX-License-Identifier: BSD-3-Clause */

/* Files that a program writes: whole, or not at all. */

#ifndef OUTPUT_FILE_H
#define OUTPUT_FILE_H

#include <stdbool.h>
#include <stdio.h>

typedef struct output_file {
  FILE *file;
  const char *name;
  char *temporary; /* the file that is renamed at the end; NULL if `name` itself is written */
} output_file;

/* The name of standard output. */
#define OUTPUT_STANDARD "-"

/* Returns true for OUTPUT_STANDARD; also false for null. */
bool output_is_standard(const char *name);

/* Opens a file under a temporary name in the same folder.  OUTPUT_STANDARD, devices, pipes and links are written to
   directly, and so is a file whose folder cannot be written to.  Returns false if that fails: errno has the reason. */
bool output_open(output_file *out, const char *name);

/* Gives the file its name if `good`, and all could be written; else removes it, and an older file of that name is left
   as it is.  Returns false in the latter case: errno has the reason of the last failure. */
bool output_close(output_file *out, bool good);

#endif /* OUTPUT_FILE_H */
