/* SPDX-License-Identifier: BSD-3-Clause */

/* One body thrown at one static wall of 4 x 4 m, without gravity. */

#ifndef WORLDS_THROWS_H
#define WORLDS_THROWS_H

#include "outcome.h"

/* A kind of throw. Sides of 0 mean slivers: a shortest side of 0.1 to 2 mm, others of up to 500 times that. */
typedef struct throw_kind {
  const char *name;
  double side[3], wall;
  double speed, spin;   /* speed: half of this to all of it; spin: up to */
  double bounce;        /* restitution; negative: random of 0 to 1 */
  double frames_second; /* 0: random of 30 to 240 */
  bool full_step;
} throw_kind;

extern const throw_kind THROWS[];
extern const int THROW_COUNT;

/* Returns a throw of this kind, and the number of frames in which the body gets through the plane of the wall, if it
   may. */
scene *throw_new(const throw_kind *kind, uint64_t seed, int *frames);

/* Runs throws of this kind with the seeds `first` and those that follow it. */
outcome throw_many(const throw_kind *kind, stepping how, uint64_t first, int count);

#endif /* WORLDS_THROWS_H */
