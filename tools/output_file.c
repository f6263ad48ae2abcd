/* SPDX-License-Identifier: BSD-3-Clause */

#define _POSIX_C_SOURCE 200809L /* fchmod(), fileno(), getpid(), lstat(); must precede the first include */

#include "output_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#if defined(_WIN32)
#define lstat stat
#endif

bool output_is_standard(const char *name) {
  return name != NULL && strcmp(name, OUTPUT_STANDARD) == 0;
}

/* Opens a new file in the folder of `name`, with the access that an older file has.  Leaves out->file NULL if that
   fails. */
static void open_temporary(output_file *out, const struct stat *older) {
  size_t size = strlen(out->name) + 32;
  out->temporary = malloc(size);
  if (out->temporary == NULL) return;
  snprintf(out->temporary, size, "%s.%ld.part", out->name, (long)getpid());
  out->file = fopen(out->temporary, "wx");
#if !defined(_WIN32)
  if (out->file != NULL && older != NULL) (void)fchmod(fileno(out->file), older->st_mode & 07777);
#else
  (void)older;
#endif
}

bool output_open(output_file *out, const char *name) {
  struct stat found;
  *out = (output_file){.name = name};
  if (output_is_standard(name)) {
    out->file = stdout;
    return true;
  }
  bool there = lstat(name, &found) == 0;
  if (!there || S_ISREG(found.st_mode)) open_temporary(out, there ? &found : NULL);
  if (out->file != NULL) return true;
  free(out->temporary);
  out->temporary = NULL;
  out->file = fopen(name, "w");
  return out->file != NULL;
}

bool output_close(output_file *out, bool good) {
  if (out->file == stdout) return fflush(stdout) == 0 && good;
  good = !ferror(out->file) && good;
  int error = errno;
  if (fclose(out->file) != 0) {
    good = false;
    error = errno;
  }
  if (out->temporary == NULL) return good;
#if defined(_WIN32)
  if (good) (void)remove(out->name); /* rename() does not replace files there */
#endif
  if (good && rename(out->temporary, out->name) != 0) {
    good = false;
    error = errno;
  }
  if (!good) (void)remove(out->temporary);
  free(out->temporary);
  out->temporary = NULL;
  errno = error;
  return good;
}
