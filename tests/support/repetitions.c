/* SPDX-License-Identifier: BSD-3-Clause */

/* BMS_SOAK and BMS_REDUCE. */

#include "repetitions.h"

#include <stdlib.h>

static int factor(const char *name) {
  const char *text = getenv(name);
  int value = text == NULL ? 1 : atoi(text);
  return value > 1 ? value : 1;
}

int repetitions(int count) {
  int reduced = factor("BMS_SOAK") * count / factor("BMS_REDUCE");
  return reduced > 1 ? reduced : 1;
}

int repetitions_at_least(int least, int count) {
  int reduced = repetitions(count);
  return reduced > least ? reduced : least;
}
