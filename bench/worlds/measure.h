/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Measures a scene by all ways to step it.
 *
 * Time: each way has a world of its own; frame by frame they take turns, so that a slow spell of the machine meets all
 * alike. The processor time of the process counts, and for each frame the least over rounds. Another run finds what
 * becomes of the scene, as the judge takes time too.
 *
 * The world of a qmbox has a twin, which plain ODE steps in as many parts: each of its frames begins in the state in
 * which the frame of the qmbox begins. So qmbox is also measured in plain ODE's frames with the same bodies in the same
 * places; plain ODE's own world may have lost them.
 */

#ifndef BENCH_WORLDS_MEASURE_H
#define BENCH_WORLDS_MEASURE_H

#include "outcome.h"
#include "throws.h"

enum { WAYS = 8 };
extern const stepping WAY[WAYS]; /* the first is plain ODE, a frame at once */

/* A scene to be measured: one of `kind` and `thrown` is null. */
typedef struct bench_case {
  const char *name;
  const scene_kind *kind;
  const throw_kind *thrown;
  double amount; /* the argument of kind->make() */
  int runs, frames;
} bench_case;

typedef struct measured {
  double total[WAYS];        /* all frames, as a multiple of the first way's */
  double median[WAYS];       /* the median frame, as a multiple of the first way's */
  double slowest[WAYS];      /* the slowest frame, in the median one of the first way */
  double frame;              /* the median frame of the first way, s */
  double twin_total[WAYS];   /* of a qmbox: all frames, as a multiple of its twin's ... */
  double twin_slowest[WAYS]; /* ... and the slowest frame, in the median one of its twin */
  int frames[WAYS];          /* the frames that were timed: fewer than there are if a way has used up its time */
  outcome outcome[WAYS];
} measured;

/* How to measure. A qmbox with more parts than `parts` is left out, and its columns stay zero. */
typedef struct measure_options {
  int rounds, parts;
  double seconds;
} measure_options;

/*
 * Measures a case. `rounds` counts the rounds of timing; `seconds` is the time that a way may take in a round of
 * timing, and again under the eyes of the judge; after that its other frames are left out.
 */
void measure(const bench_case *c, const measure_options *o, measured *m);

#endif /* BENCH_WORLDS_MEASURE_H */
