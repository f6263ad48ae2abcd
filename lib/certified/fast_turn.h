/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Short times in which bodies turn far, as their quaternions nearly vanish.
 *
 * A quaternion q0 + t q1 is shortest at some time and changes its direction by a quarter turn within about its length
 * there over |q1|, on either side: the body makes half a turn in that time, and hardly turns before and after.
 */

#ifndef BMS_FAST_TURN_H
#define BMS_FAST_TURN_H

#include "motion/relative.h"

typedef struct bms_fast_turn {
  double when; /* the quaternion is shortest then */
  double span; /* its length then, over |q1| */
} bms_fast_turn;

/* Finds the fast turns of both bodies within the interval; returns how many there are. */
int bms_fast_turns(const bms_relative *relative, bms_fast_turn turn[2]);

/* Returns how far to look from t on at most: up to a small part of the way before a fast turn, in it for about half a
   turn, and behind it for many times the way since. */
double bms_reach_about(const bms_fast_turn *turn, double t);

#endif /* BMS_FAST_TURN_H */
