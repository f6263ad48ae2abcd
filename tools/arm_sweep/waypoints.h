/* SPDX-License-Identifier: BSD-3-Clause */

/* Configurations to go through, as read from text. */

#ifndef ARM_WAYPOINTS_H
#define ARM_WAYPOINTS_H

#include <stdbool.h>
#include <stddef.h>

#include "arm.h"

typedef struct waypoints {
  int count, width; /* points, and joints of each: all that are free */
  double *time;     /* [count], strictly increasing */
  double *value;    /* [count * width] */
  double *rate;     /* [count * width], and the second derivatives: if they are known by `order` */
  double *acceleration;
  int *order;                      /* [count]: 0 for values alone, 1 with rates, 2 with accelerations */
  double (*piece)[BMS_MOVE_TERMS]; /* [count * width]: the polynomials from each point to the next; or NULL */
  bool *jump; /* [count]: nothing leads to this point: a trajectory begins here, and the arm stands before it */
  char *note; /* a remark for people about what has been read, or NULL */
  int *turns; /* [width]: turns taken off the last value of a continuous joint; NULL unless the short way is taken */
} waypoints;

/* How continuous joints go from one point to the next. */
typedef enum waypoints_turning {
  TURNING_USUAL,    /* the short way between two configurations, as given along way-points and trajectories */
  TURNING_SHORTEST, /* by half a turn at most: whole turns are taken off */
  TURNING_AS_GIVEN
} waypoints_turning;

/* Replaces straight lines between points by lines with parabolas between them: around each inner point joints have
   constant accelerations for `time` seconds, or for as long as the other lines of its piece last.  Returns false if
   memory is short. */
bool waypoints_blend(waypoints *way, double time);

/* Has continuous joints go the short way, if wanted: whole turns are taken off their values, so that each point is
   reached from the one before by half a turn at most.  Returns false with a reason if a floating joint turns about
   another axis than z or one of its own. */
bool waypoints_settle(waypoints *way, const robot *arm, bool shortest, char *reason, size_t size);

/* Returns true if a continuous joint goes by more than half a turn from one point to the next. */
bool waypoints_goes_long(const waypoints *way, const robot *arm, int joint);

void waypoints_init(waypoints *way, int width);
void waypoints_free(waypoints *way);

/* Appends one, with rates and accelerations if there are any; false if no memory is left. */
bool waypoints_add(waypoints *way, double time, const double *value);
bool waypoints_add_state(waypoints *way, double time, const double *value, const double *rate,
                         const double *acceleration, int order);

/* Appends a point and the polynomials by which joints go on from it, a row each; all points of a way have them, or
   none.  The last point's are not read. */
bool waypoints_add_piece(waypoints *way, double time, const double *value, const double (*row)[BMS_MOVE_TERMS]);

/* Marks the last point as one to which nothing leads. */
void waypoints_begin(waypoints *way);

/* The greatest value, rate or acceleration of a joint, and the latest time: more are a mistake. */
#define WAYPOINTS_GREATEST 1e9

/* Returns why no point can be added at this time, or NULL: it is no time, or too soon after the point before. */
const char *waypoints_time_fault(const waypoints *way, double time);

/*
 * Reads a configuration: numbers with commas between, one for each active joint, or the name of a state in the SRDF, by
 * itself or as GROUP/NAME.  Joints that it does not name stand where `value` has them.  On failure writes why.
 */
bool waypoints_parse(const robot *arm, const char *text, double *value, char *reason, size_t size);

/*
 * Reads a file of way-points, one a line:
 *
 *   CSV         a first line with the names of all active joints, in any order, and perhaps t; then numbers
 *   JSON Lines  {"t": 0.5, "q": [q1, q2, ...]} or [q1, q2, ...], the active joints in their order
 *
 * Without times a point comes every second.  Lines that are empty or begin with # are passed over.  On failure error is
 * "file:line: error", at most size bytes.
 */
bool waypoints_read(waypoints *way, const robot *arm, const char *file, char *error, size_t size);

/* Returns the move from point i to the next: at constant rates; along the cubic or quintic through the rates, and
   accelerations, of both; or, if `cubic`, along a spline whose rates at inner points are from the parabola through the
   neighbours, and 0 at both ends.  The array `value` has a row for each variable of the chain and must live as long as
   the move. */
bms_move waypoints_move(const waypoints *way, const robot *arm, int i, bool cubic, double (*value)[BMS_MOVE_TERMS]);

#endif /* ARM_WAYPOINTS_H */
