/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The reference that all competitors are judged by: slow, of another kind than any of them, and the same code for every
 * motion model.
 */

#ifndef BENCH_REFERENCE_H
#define BENCH_REFERENCE_H

#include "model.h"

/* Returns the first time of [0, 1] at which the boxes share a point; INFINITY if they never do; NAN if a decision takes
   too many steps, as for boxes that slide along each other at a hair's breadth. */
double reference_first_contact(const test_case *scene, motion_model model);

/* Returns how far the boxes are apart at t along the best of the 15 axes; it is negative by the depth of their
   overlap. */
double reference_gap_at(const test_case *scene, motion_model model, double t);

/* Returns the least gap over [0, 1], to sampling accuracy, with its time and the axis (unit, from body 0 to body 1)
   along which it is. */
double reference_least_gap(const test_case *scene, motion_model model, double *when, double normal[3]);

/* Returns 1 if one of `samples` equally spaced times contradicts this first contact: the boxes overlap before it, or
   are apart at it. */
int reference_is_contradicted(const test_case *scene, motion_model model, double first_contact, int samples);

#endif /* BENCH_REFERENCE_H */
