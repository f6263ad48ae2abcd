/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Competitors: the solvers that are timed.
 *
 * prepare() turns test cases into whatever the library takes as poses and shapes, untimed.  run() answers queries first
 * ... first + count - 1 and is timed: it builds the motion objects, which belong to one query, and asks.  An answer is
 * the time of first contact, INFINITY for no contact, NAN for a refusal.  The loop stands inside run(), so that a call
 * through a pointer does not weigh on what takes 20 ns.
 */

#ifndef BENCH_COMPETITOR_H
#define BENCH_COMPETITOR_H

#include "model.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum competitor_role {
  ROLE_DISCRETE,    /* one test at one time, t = 1/2: the floor.  The answer means nothing */
  ROLE_SOLVER,      /* this project */
  ROLE_TRANSLATION, /* takes part only where nothing turns */
  ROLE_CONTINUOUS,  /* a peer that handles rotation; the others are compared with it */
  ROLE_SAMPLED      /* checks some times only, or drops the rotation */
} competitor_role;

typedef struct competitor {
  const char *name; /* plain characters, as it goes to JSON unescaped */
  competitor_role role;
  motion_model model;
  void *(*prepare)(const test_case *scene, int count);
  void (*run)(void *prepared, int first, int count, double *answer);
  void (*release)(void *prepared);
} competitor;

/* Return every competitor that was compiled in, in the order of the table, and their number. */
int competitor_count(void);
const competitor *competitor_at(int number);

/* Returns the peers that were not compiled in, each with a blank behind it, as "Bullet FCL "; "" if all are there. */
const char *competitors_absent(void);

extern const competitor COMPETITOR_BMS, COMPETITOR_BMS_READY, COMPETITOR_BMS_MATRIX;
extern const competitor COMPETITOR_BMS_TIME, COMPETITOR_BMS_MATRIX_TIME;
extern const competitor COMPETITOR_BMS_BATCH, COMPETITOR_BMS_MATRIX_BATCH;
extern const competitor COMPETITOR_BMS_EARLIEST, COMPETITOR_BMS_MATRIX_EARLIEST;
extern const competitor COMPETITOR_DISCRETE_OWN, COMPETITOR_DISCRETE_ODE, COMPETITOR_SWEPT;
extern const competitor COMPETITOR_ODE_10, COMPETITOR_ODE_100, COMPETITOR_ODE_1000;
extern const competitor COMPETITOR_BULLET, COMPETITOR_BULLET_NO_MARGIN;
extern const competitor COMPETITOR_BOX3D;
extern const competitor COMPETITOR_FCL_ADVANCEMENT, COMPETITOR_FCL_DEFAULT;

#ifdef __cplusplus
}
#endif

#endif /* BENCH_COMPETITOR_H */
