/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Random arms and scenes to move them in, and an oracle that samples.
 *
 * The oracle has its own kinematics, by matrices; between two samples nothing can happen, as far as the step is not at
 * its floor: the next sample is as far off as the least gap over a bound of all speeds.
 */

#ifndef RANDOM_ARM_H
#define RANDOM_ARM_H

#include <stdbool.h>

#include "bms_chain.h"
#include "random.h"

enum { ARM_LINKS = 8, ARM_BOXES = 48 };

typedef struct random_arm {
  bms_link link[ARM_LINKS];
  bms_placed_shape box[ARM_BOXES];
  double value[ARM_LINKS][BMS_MOVE_TERMS];
  bms_chain chain;
  bms_move move;
} random_arm;

/* Fills in *arm (and points into it: do not copy).  Lengths are about 1, obstacles lie within its reach. */
void random_arm_make(random_source *r, random_arm *arm);

/* Returns a box on a link. */
bms_placed_shape arm_box_on(int link, bms_box box, bms_pose pose);

/* Computes where a shape is at t, by matrices. */
void arm_box_pose(const bms_chain *chain, const bms_move *move, double t, int box, double pose[3][4]);

/* Returns true if two shapes are to be checked, by the rules of bms_chain.h. */
bool arm_looks_at(const bms_chain *chain, int a, int b);

/* Returns the least gap at t over all pairs that count: posed_gap(), or the distance. */
double arm_gap(const bms_chain *chain, const bms_move *move, double t, int distance);

/* Returns the first sample in [t0, t1] at which two boxes overlap by more than `deep`, else INFINITY; with steps of at
   least `finest`. */
double arm_sampled_contact(const bms_chain *chain, const bms_move *move, double t0, double t1, double finest,
                           double deep);

/* Prints the arm as %a. */
void arm_tell(const bms_chain *chain, const bms_move *move);

#endif /* RANDOM_ARM_H */
