/* SPDX-License-Identifier: BSD-3-Clause */

/* Measures what an edge costs against the number of obstacles, of cells as an octomap has them, of links, and against
   clearance. */

#ifndef BENCH_ARM_GROWTH_H
#define BENCH_ARM_GROWTH_H

#include <stdbool.h>

/* Writes arm_obstacles.tsv, arm_octomap.tsv, arm_links.tsv and arm_clearance.tsv into a directory; false if that cannot
   be. */
bool arm_growth(const char *directory);

#endif /* BENCH_ARM_GROWTH_H */
