/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The paths of a box's eight vertices in a motion model, with exact velocities and a bound of their acceleration: all
 * that the reference (reference.h) needs to know of a motion.
 */

#ifndef BENCH_VERTEX_PATH_H
#define BENCH_VERTEX_PATH_H

#include "model.h"

enum { VERTICES = 8 }; /* bit i of the number: at the maximum of axis i */

typedef struct vertex_path {
  motion_model model;
  turning turn;
  double centre[3], velocity[3], axis[3];
  double arm[VERTICES][3];          /* vertex - centre at t = 0 */
  double numerator[VERTICES][3][3]; /* MODEL_MATRIX: A x + T, [vertex][coordinate][power of t] */
  double weight[3];
  double acceleration; /* no vertex has a greater one on [0, 1] */
  double kink;         /* a time at which the velocities jump, or INFINITY */
} vertex_path;

/* Makes the paths of body 0 or 1 of a test case. */
void vertex_path_of(const test_case *scene, int body, motion_model model, vertex_path *path);

/* Positions and velocities at t; at a kink, the velocities to the right. */
void vertex_path_at(const vertex_path *path, double t, double position[VERTICES][3], double velocity[VERTICES][3]);

#endif /* BENCH_VERTEX_PATH_H */
