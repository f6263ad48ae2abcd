/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Measures how cost grows. Each function measures one series and writes it as tab-separated values, a line of names
 * first. Costs are in units of one discrete test, `test` nanoseconds (dBoxTouchesBox on tumbling boxes, in the same
 * run), so that they can be compared between machines.
 */

#ifndef BENCH_GROWTH_H
#define BENCH_GROWTH_H

#include <stdint.h>
#include <stdio.h>

typedef struct growth {
  double test; /* ns */
  uint64_t seed;
  int count;  /* queries for each point */
  int rounds; /* the number of rounds, of which the best or the median counts */
  int quick;  /* fewer and smaller points */
} growth;

/* Measures the cost of a query against the angle by which both boxes turn. */
void growth_rotation(const growth *g, FILE *out);
/* Measures the cost of a query against the depth of a contact that comes and goes, down to a graze and beyond. */
void growth_graze(const growth *g, FILE *out);
/* Measures the cost for each query against their number: one by one, in batches, one box against many, the earliest. */
void growth_pairs(const growth *g, FILE *out);
/* Measures the cost of a frame of a world for each of its boxes against their number: for the world step that stops at
   contacts, and for what ODE does for a frame. */
void growth_world(const growth *g, FILE *out);

/* Measures the cost of a heap that comes to rest, as a multiple of plain ODE's: of all frames, and of a step or trial
   in frames. */
void growth_heap(const growth *g, FILE *out);

/* Nanoseconds on the wall. */
double growth_clock(void);

/* Nanoseconds of the processor. */
double growth_processor_clock(void);

#endif /* BENCH_GROWTH_H */
