/* SPDX-License-Identifier: BSD-3-Clause */

/* A robot of VAMP among the obstacles of a chain. */

#ifndef BENCH_ARM_VAMP_H
#define BENCH_ARM_VAMP_H

#include <bms_chain.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct arm_vamp arm_vamp;

/* Prepares "ur5" or "panda" among the chain's obstacles, which are boxes, spheres and capsules.  Returns NULL where the
   robot or an obstacle is another one.  arm_vamp_destroy() frees it. */
arm_vamp *arm_vamp_create(const char *robot, const bms_chain *chain);
void arm_vamp_destroy(arm_vamp *vamp);

/* Returns true if all samples of an edge are free: VAMP takes 32 for each unit of the distance between configurations,
   rounded up to vectors of eight, and none at its beginning. */
bool arm_vamp_is_free(const arm_vamp *vamp, const double *from, const double *to);

#ifdef __cplusplus
}
#endif

#endif /* BENCH_ARM_VAMP_H */
