/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Contestants: what is timed.
 *
 * prepare() turns encounters into whatever the library takes as poses and shapes, untimed.  run() answers queries first
 * ... first + count - 1 and is timed: it builds the motion objects, which belong to one query, and asks.  An answer is
 * the time of first contact, INFINITY for no contact, NAN for a refusal.  The loop stands inside run(), so that a call
 * through a pointer does not weigh on what takes 20 ns.
 */

#ifndef BENCH_CONTESTANT_H
#define BENCH_CONTESTANT_H

#include "model.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum contestant_role {
  ROLE_DISCRETE,    /* one test at one time, t = 1/2: the floor.  The answer means nothing */
  ROLE_SOLVER,      /* this project */
  ROLE_TRANSLATION, /* takes part only where nothing turns */
  ROLE_CONTINUOUS,  /* a peer that handles rotation: what the others are compared with */
  ROLE_SAMPLED      /* looks at some times only, or drops the rotation */
} contestant_role;

typedef struct contestant {
  const char *name; /* plain characters, as it goes to JSON unescaped */
  contestant_role role;
  motion_model model;
  void *(*prepare)(const encounter *scene, int count);
  void (*run)(void *prepared, int first, int count, double *answer);
  void (*release)(void *prepared);
} contestant;

/* Return every contestant that was compiled in, in the order of the table, and their number. */
int contestant_count(void);
const contestant *contestant_at(int number);

/* Returns the peers that were not compiled in, each with a blank behind it, as "Bullet FCL "; "" if all are there. */
const char *contestants_absent(void);

extern const contestant CONTESTANT_BMS, CONTESTANT_BMS_READY, CONTESTANT_BMS_MATRIX;
extern const contestant CONTESTANT_BMS_BATCH, CONTESTANT_BMS_MATRIX_BATCH;
extern const contestant CONTESTANT_BMS_EARLIEST, CONTESTANT_BMS_MATRIX_EARLIEST;
extern const contestant CONTESTANT_DISCRETE_OWN, CONTESTANT_DISCRETE_ODE, CONTESTANT_SWEPT;
extern const contestant CONTESTANT_ODE_10, CONTESTANT_ODE_100, CONTESTANT_ODE_1000;
extern const contestant CONTESTANT_BULLET, CONTESTANT_BULLET_NO_MARGIN;
extern const contestant CONTESTANT_BOX3D;
extern const contestant CONTESTANT_FCL_ADVANCEMENT, CONTESTANT_FCL_DEFAULT;

#ifdef __cplusplus
}
#endif

#endif /* BENCH_CONTESTANT_H */
