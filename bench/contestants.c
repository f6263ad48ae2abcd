/* SPDX-License-Identifier: BSD-3-Clause */

/* The list of contestants, in the order of the table: floor, solver, closed form, peers.  configure decides which peers
 * there are. */

#include "contestant.h"

static const contestant *const LIST[] = {
    &CONTESTANT_DISCRETE_ODE,
    &CONTESTANT_DISCRETE_OWN,
    &CONTESTANT_BMS,
    &CONTESTANT_BMS_READY,
    &CONTESTANT_BMS_MATRIX,
    &CONTESTANT_BMS_BATCH,
    &CONTESTANT_BMS_MATRIX_BATCH,
    &CONTESTANT_BMS_EARLIEST,
    &CONTESTANT_BMS_MATRIX_EARLIEST,
    &CONTESTANT_SWEPT,
#ifdef BENCH_WITH_BULLET
    &CONTESTANT_BULLET,
    &CONTESTANT_BULLET_NO_MARGIN,
#endif
#ifdef BENCH_WITH_BOX3D
    &CONTESTANT_BOX3D,
#endif
#ifdef BENCH_WITH_FCL
    &CONTESTANT_FCL_ADVANCEMENT,
    &CONTESTANT_FCL_DEFAULT,
#endif
    &CONTESTANT_ODE_10,
    &CONTESTANT_ODE_100,
    &CONTESTANT_ODE_1000,
};

int contestant_count(void) {
  return (int)(sizeof LIST / sizeof *LIST);
}

const contestant *contestant_at(int number) {
  return LIST[number];
}

const char *contestants_absent(void) {
  return ""
#ifndef BENCH_WITH_BULLET
         "Bullet "
#endif
#ifndef BENCH_WITH_FCL
         "FCL "
#endif
#ifndef BENCH_WITH_BOX3D
         "Box3D "
#endif
      ;
}
