/* SPDX-License-Identifier: BSD-3-Clause */

/* Edges of an arm, the ways to ask about them, and judges of the answers. */

#ifndef BENCH_ARM_QUESTION_H
#define BENCH_ARM_QUESTION_H

#include <bms_scene.h>
#include <stdbool.h>

#include "random.h"

/* Lengths in metres: the tolerance of a contact, and the resolution of the judge. */
#define ARM_TOLERANCE 1e-4
#define ARM_JUDGED_TO 1e-9

enum { ARM_VARIABLES = 32 };

typedef struct arm_edge {
  double from[ARM_VARIABLES], to[ARM_VARIABLES];
} arm_edge;

/* The solver that is asked. */
typedef struct arm_asker {
  const bms_chain *chain;
  bms_scene *scene;
  bms_scene_workspace *workspace;
} arm_asker;

/* Prepares a scene; ends the program with the reason where that cannot be.  arm_asker_free() frees it. */
arm_asker arm_asker_of(const bms_chain *chain);
void arm_asker_free(arm_asker *asker);

/* A way to answer, which returns true if it calls the edge free. */
typedef bool arm_way(const arm_asker *asker, const arm_edge *edge);

arm_way arm_ask_scene;         /* bms_scene_edge_is_free() */
arm_way arm_ask_first_contact; /* bms_scene_first_contact() */
arm_way arm_ask_chain;         /* bms_chain_first_contact() */
arm_way arm_sample_fine;       /* 32 samples for each unit of the distance between configurations, as VAMP takes */
arm_way arm_sample_coarse;     /* one sample for each hundredth of the space's extent, as OMPL takes by default */

/* Returns true if the edge collides, by bms_chain_first_contact() with the tolerance ARM_JUDGED_TO. */
bool arm_collides(const arm_asker *asker, const arm_edge *edge);

/* Returns true if one of many single configurations collides, each asked of the chain alone. */
bool arm_dense_samples_collide(const arm_asker *asker, const arm_edge *edge, int samples);

/* Fills in an edge from a free configuration: each joint moves by up to `size` radians, or to anywhere if that is 0. */
void arm_random_edge(random_source *r, const arm_asker *asker, double size, arm_edge *edge);

/* Returns the microseconds of the processor that an edge takes; sets free[i]. */
double arm_time(const arm_asker *asker, const arm_edge *edge, int count, arm_way *way, bool *free);

#endif /* BENCH_ARM_QUESTION_H */
