/* SPDX-License-Identifier: BSD-3-Clause */

/* Runs a test for each of a list of scenes, one TAP line each. */

#ifndef WORLDS_KIND_TESTS_H
#define WORLDS_KIND_TESTS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "outcome.h"

/* Runs `test` with a pointer to each kind of the list as its state, and `count` more tests; returns how many failed. */
int kind_tests(const scene_kind *list, CMUnitTestFunction test, const struct CMUnitTest *more, size_t count);

/*
 * Runs a kind by plain ODE and by qmbox and prints both.  A run is as long as BMS_SOAK times a short run's
 * frames, up to a minute of the world; after that there are more runs, with other seeds.
 */
typedef struct compared {
  outcome plain, qmbox;
} compared;
compared compare_kind(const scene_kind *kind, int parts);

/* Fails unless the judge could follow all bodies. */
void assert_judged(const outcome *o);

#endif /* WORLDS_KIND_TESTS_H */
