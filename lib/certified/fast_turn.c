/* SPDX-License-Identifier: BSD-3-Clause */

/* Short times in which bodies turn far, as their quaternions nearly vanish. */

#include "numeric/arithmetic.h"

#include "certified/fast_turn.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#include "numeric/vector.h"

/* A turn is fast that takes less than this part of the interval. */
static const double SHORT = 0x1p-5;

/* How far from a turn, in spans, no more than a span and a half is checked; up to what part of the way before it is,
   and for how many times the way since. */
static const double FAR = 2, IN_TURN = 1.5, PART = 1. / 256, TIMES = 128;

/* Returns false if a body does not turn fast in the interval. */
static bool find_turn(const bms_relative *relative, const bms_track *track, bms_fast_turn *turn) {
  double along = 0, square = 0, least = 0, t0 = relative->t0, t1 = relative->t1;
  if (!track->rigid) return false;
  for (int i = 0; i < 4; i++) along -= track->quaternion[i][0] * track->quaternion[i][1];
  for (int i = 0; i < 4; i++) square += track->quaternion[i][1] * track->quaternion[i][1];
  turn->when = along / square;
  if (!(turn->when > t0 && turn->when < t1)) return false;
  for (int i = 0; i < 4; i++) {
    double q = track->quaternion[i][0] + turn->when * track->quaternion[i][1];
    least += q * q;
  }
  turn->span = sqrt(least / square);
  return turn->span < SHORT * (t1 - t0);
}

int bms_fast_turns(const bms_relative *relative, bms_fast_turn turn[2]) {
  int count = find_turn(relative, &relative->b, &turn[0]);
  if (relative->half_space == NULL) count += find_turn(relative, &relative->a, &turn[count]);
  return count;
}

double bms_reach_about(const bms_fast_turn *turn, double t) {
  double ahead = turn->when - t, away = FAR * turn->span;
  if (ahead > away) return ahead - bms_max(PART * ahead, 0.5 * away);
  return ahead > -away ? IN_TURN * turn->span : -TIMES * ahead;
}
