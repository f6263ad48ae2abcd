/* SPDX-License-Identifier: BSD-3-Clause */

/* A way as the data of a page; tools/page/README.md has the format. */

#ifndef ARM_SWEEP_PAGE_H
#define ARM_SWEEP_PAGE_H

#include <jansson.h>

#include "sweep.h"

/* Returns a way as an object "sweep" of the page; an obstacle that meets nothing is null unless `whole`.  Returns NULL
   if no memory is left. */
json_t *sweep_page_json(const robot *arm, const bms_robot_trajectory *way, const sweep_options *options,
                        const sweep_answer *answer, bool whole);

/* Returns the list of all boxes, in which links are null: the obstacles that ways which are not whole leave out.
   Returns NULL if no memory is left. */
json_t *sweep_obstacles_json(const robot *arm);

#endif /* ARM_SWEEP_PAGE_H */
