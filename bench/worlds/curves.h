/* SPDX-License-Identifier: BSD-3-Clause */

/* Cost of a frame against the number of bodies, and against their speed; data for curves.gp. */

#ifndef BENCH_WORLDS_CURVES_H
#define BENCH_WORLDS_CURVES_H

#include "measure.h"

/* Writes worlds_bodies.tsv and worlds_speed.tsv into the directory.  Returns false if a file cannot be written. */
bool write_curves(const char *directory, bool quick, const measure_options *o);

#endif /* BENCH_WORLDS_CURVES_H */
