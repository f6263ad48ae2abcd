/* SPDX-License-Identifier: BSD-3-Clause */

/* Answers against the reference. */

#include "judge.h"

#include <math.h>

#include "reference.h"

/* The time, as a part of the interval, from which on an answer is late. The reference is good to 1e-14 in length, so to
   1e-10 here even where boxes close at 1e-4 per interval; float has 6e-8. */
static const double LATE = 1e-9;

static void judge_time(motion_model model, const test_case *scene, double reference, double answer, verdict *v) {
  double gap = reference_gap_at(scene, model, answer);

  v->depth = fmax(v->depth, -gap);
  v->gap = fmax(v->gap, gap);
  if (isinf(reference)) {
    v->invented++;
    return;
  }
  v->late += answer - reference > LATE;
  v->early += reference - answer > LATE;
  v->most_late = fmax(v->most_late, answer - reference);
  v->most_early = fmax(v->most_early, reference - answer);
}

verdict judge(motion_model model, const test_case *scene, const double *reference, const double *answer, int count) {
  verdict v = {0};
  int i;

  v.count = count;
  for (i = 0; i < count; i++) {
    v.hits += !isinf(reference[i]);
    if (isnan(answer[i]))
      v.refused++;
    else if (isinf(answer[i]))
      v.missed += !isinf(reference[i]);
    else
      judge_time(model, &scene[i], reference[i], answer[i], &v);
  }
  return v;
}

int verdict_wrong(const verdict *v) {
  return v->missed + v->invented + v->late + v->refused;
}
