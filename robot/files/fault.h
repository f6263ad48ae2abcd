/* SPDX-License-Identifier: BSD-3-Clause */

/* Messages of readers about errors in a file, with their places. */

#ifndef ARM_FAULT_H
#define ARM_FAULT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Writes "file:line: ", or "file: " for line 0, and the formatted text to error, cut to `size` bytes with the final
   zero. */
void fault_write(char *error, size_t size, const char *file, unsigned long line, const char *format, va_list values)
#if defined(__GNUC__)
    __attribute__((format(printf, 5, 0)))
#endif
    ;

/* The place that a reader has come to in a file of lines, and what its message is written to. */
typedef struct fault_place {
  const char *file;
  unsigned long line;
  char *error;
  size_t size;
} fault_place;

/* Writes a message with this place; returns false. */
bool fault_at(const fault_place *place, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;

#ifdef __cplusplus
}
#endif

#endif /* ARM_FAULT_H */
