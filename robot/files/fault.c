/* SPDX-License-Identifier: BSD-3-Clause */

#include "fault.h"

#include <stdio.h>

void fault_write(char *error, size_t size, const char *file, unsigned long line, const char *format, va_list values) {
  int length = line > 0 ? snprintf(error, size, "%s:%lu: ", file, line) : snprintf(error, size, "%s: ", file);
  if (length >= 0 && (size_t)length < size) vsnprintf(error + length, size - (size_t)length, format, values);
}

bool fault_at(const fault_place *place, const char *format, ...) {
  va_list values;
  va_start(values, format);
  fault_write(place->error, place->size, place->file, place->line, format, values);
  va_end(values);
  return false;
}
