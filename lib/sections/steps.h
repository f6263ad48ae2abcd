/* SPDX-License-Identifier: BSD-3-Clause */

/* Steps 1 to 6 of the description, as they are written, beside the topology of a section. */

#ifndef BMS_STEPS_H
#define BMS_STEPS_H

#include "bms_sections.h"
#include "motion/instant.h"
#include "sections/topology.h"

/* Takes the steps for two bodies at one time, marks the signs that rounding may have made, and counts the pairs that
   are in the topology. */
void bms_steps_take(const bms_track_instant *a, const bms_track_instant *b, const bms_topology *topology,
                    bms_section_steps *steps);

#endif /* BMS_STEPS_H */
