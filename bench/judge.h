/* SPDX-License-Identifier: BSD-3-Clause */

/* Answers against the reference. */

#ifndef BENCH_JUDGE_H
#define BENCH_JUDGE_H

#include "model.h"

typedef struct verdict {
  int count, hits;              /* queries, and how many of them truly meet */
  int missed;                   /* they meet, the answer is that they do not */
  int invented;                 /* they do not meet, the answer is that they do */
  int late, early;              /* the numbers of answers that are late or early by more than 1e-9 of the interval */
  int refused;                  /* no answer */
  double most_late, most_early; /* the greatest differences, in parts of the interval */
  double depth;                 /* the deepest penetration at a reported time, in length; 0 if there is none */
  double gap;                   /* the widest gap at a reported time, invented contacts included */
} verdict;

/* Judges the answers of one competitor to `count` test cases whose true first contacts, in its motion model, are
   `reference`. */
verdict judge(motion_model model, const test_case *scene, const double *reference, const double *answer, int count);

/* Returns the number of answers that are missed, invented, late or refused, which makes them unsafe. Early ones are not
   counted, as libraries stop at a tolerance. */
int verdict_wrong(const verdict *v);

#endif /* BENCH_JUDGE_H */
