/* SPDX-License-Identifier: BSD-3-Clause */

/* One quadratic matrix through three poses, with its proved radius. */

#ifndef BMS_FIT_H
#define BMS_FIT_H

#include <stdbool.h>

#include "bms_path.h"
#include "numeric/rounding.h"

/* The interval in time and in s: t = middle + half * s, s in [-1, 1]; pose k is taken at time[k]. */
typedef struct bms_fit_nodes {
  double middle, half;
  double time[3];
} bms_fit_nodes;

/* Returns the nodes of an interval that lies within [middle - half, middle + half]. */
bms_fit_nodes bms_fit_nodes_of(double t0, double t1);

/* sum_k coefficient[i][j][k] s^k is row i, column j of the pose. */
typedef struct bms_fit {
  double coefficient[3][4][3];
  double radius;  /* for points that reach `reach` from the origin of the frame; INFINITY if unusable */
  double stretch; /* as in bms_piece */
} bms_fit;

/* Returns true if a fit can be of use: its linear part is not farther from a rotation than allowed. */
bool bms_fit_serves(const bms_fit_nodes *nodes, const bms_smooth_bounds *bounds);

/* Returns how far a point that reaches `reach` can get from where the computed pose of the middle has it. */
double bms_fit_sweep(const bms_fit_nodes *nodes, const bms_smooth_bounds *bounds, double reach);

/* Fits the poses at the three nodes.  `bounds` hold on the whole interval. */
void bms_fit_poses(const bms_fit_nodes *nodes, const double pose[3][3][4], const bms_smooth_bounds *bounds,
                   double reach, bms_fit *fit);

/* Returns the slack of a piece with this radius and stretch (bms_piece_slack). */
double bms_fit_slack(double radius, double stretch);

#endif /* BMS_FIT_H */
