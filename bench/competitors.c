/* SPDX-License-Identifier: BSD-3-Clause */

/* The list of competitors, in the order of the table: floor, solver, closed form, peers.  configure decides which peers
 * there are. */

#include "competitor.h"

static const competitor *const LIST[] = {
    &COMPETITOR_DISCRETE_ODE,
    &COMPETITOR_DISCRETE_OWN,
    &COMPETITOR_BMS,
    &COMPETITOR_BMS_READY,
    &COMPETITOR_BMS_MATRIX,
    &COMPETITOR_BMS_TIME,
    &COMPETITOR_BMS_MATRIX_TIME,
    &COMPETITOR_BMS_BATCH,
    &COMPETITOR_BMS_MATRIX_BATCH,
    &COMPETITOR_BMS_EARLIEST,
    &COMPETITOR_BMS_MATRIX_EARLIEST,
    &COMPETITOR_SWEPT,
#ifdef BENCH_WITH_BULLET
    &COMPETITOR_BULLET,
    &COMPETITOR_BULLET_NO_MARGIN,
#endif
#ifdef BENCH_WITH_BOX3D
    &COMPETITOR_BOX3D,
#endif
#ifdef BENCH_WITH_FCL
    &COMPETITOR_FCL_ADVANCEMENT,
    &COMPETITOR_FCL_DEFAULT,
#endif
    &COMPETITOR_ODE_10,
    &COMPETITOR_ODE_100,
    &COMPETITOR_ODE_1000,
};

int competitor_count(void) {
  return (int)(sizeof LIST / sizeof *LIST);
}

const competitor *competitor_at(int number) {
  return LIST[number];
}

const char *competitors_absent(void) {
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
