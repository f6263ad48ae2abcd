/* SPDX-License-Identifier: BSD-3-Clause */

/* Returns how often a random test repeats itself. */

#ifndef REPETITIONS_H
#define REPETITIONS_H

/*
 * Returns `count` times the environment's BMS_SOAK, for longer runs, divided by its BMS_REDUCE, for runs on a machine
 * that is simulated and slow; at least 1. Both are integers, 1 where they are not given.
 */
int repetitions(int count);

/* Returns repetitions(count) or `least`, the greater: a reduced run (BMS_REDUCE up to 8) still sees each kind of case
   that the test counts. */
int repetitions_at_least(int least, int count);

#endif /* REPETITIONS_H */
