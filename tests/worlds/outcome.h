/* SPDX-License-Identifier: BSD-3-Clause */

/* Runs a scene under the eyes of the judge, and reports its outcome. */

#ifndef WORLDS_OUTCOME_H
#define WORLDS_OUTCOME_H

#include "scenes.h"
#include "stepping.h"

/* Sums over all runs.  "clean" counts what happened although the library had reported nothing. */
typedef struct outcome {
  long runs, frames, clean_frames, steps;
  long met, met_clean;         /* pairs whose cores have met: judge.h */
  long through, through_clean; /* centres that went through a static box */
  long outside, outside_clean; /* bodies outside of their room at the end; clean: in runs without any report */
  long lost, lost_clean;       /* other bodies that are where they cannot be */
  long off_path, unsettled, not_a_number;
  double depth, depth_end; /* deepest overlap: sum over frames, sum over the last frames */
  double waited, time;     /* what bodies have lost, and the time of all bodies, s */
  double energy_ratio;     /* kinetic energy at the end in that at the start, sum over runs */
  long resting, bodies;    /* the counts at the end */
} outcome;

/* Runs the scene for this many frames. */
outcome outcome_of(scene *s, stepping how, int frames);

/* Runs this many scenes of this kind, with the seeds `first` and the following ones. */
outcome outcome_of_kind(const scene_kind *kind, stepping how, uint64_t first, int runs, int frames);

void outcome_add(outcome *sum, const outcome *one);

/* Prints it as a TAP comment. */
void outcome_print(const char *what, stepping how, const outcome *o);

#endif /* WORLDS_OUTCOME_H */
