/* SPDX-License-Identifier: BSD-3-Clause */

/* Trajectories as the functions of bms_robot.h have them. */

#ifndef BMS_ROBOT_TRAJECTORY_H
#define BMS_ROBOT_TRAJECTORY_H

#include "loaded.h"

struct bms_robot_trajectory {
  bms_robot *robot;
  int count, width; /* points, and free joints of each */
  double *time;     /* [count], strictly increasing */
  double *value;    /* [count * width] */
  double *rate;     /* [count * width], and the second derivatives: if they are known by `order` */
  double *acceleration;
  int *order;                      /* [count]: 0 for values alone, 1 with rates, 2 with accelerations */
  double (*piece)[BMS_MOVE_TERMS]; /* [count * width]: the polynomials from each point to the next; or NULL */
  bool *jump; /* [count]: nothing leads to this point: a trajectory begins here, and the arm stands before it */
  char *note; /* remarks for people about the file, or NULL */
  int *turns; /* [width]: turns taken off the last value of a continuous joint; NULL unless the short way is taken */
  bool is_spline;
  bool is_settled; /* floating joints turn about one axis between points */
};

/* The greatest value, rate or acceleration of a joint, and the latest time: more are a mistake. */
#define TRAJECTORY_GREATEST 1e9

/* Returns why no point can be added at this time, or NULL. */
const char *trajectory_time_fault(const bms_robot_trajectory *way, double time);

/* Appends a point, with rates and accelerations by its order; false if memory is short. */
bool trajectory_add(bms_robot_trajectory *way, double time, const double *value, const double *rate,
                    const double *acceleration, int order);

/* Appends a point and the polynomials by which joints go on from it, a row each; all points of a trajectory have them,
   or none.  The last point's are not read. */
bool trajectory_add_piece(bms_robot_trajectory *way, double time, const double *value,
                          const double (*row)[BMS_MOVE_TERMS]);

/* Marks the last point as one to which nothing leads. */
void trajectory_begin(bms_robot_trajectory *way);

/* Reads a file into a trajectory without points. */
bool trajectory_read(bms_robot_trajectory *way, const bms_robot_file *file, char *error, size_t size);

#endif /* BMS_ROBOT_TRAJECTORY_H */
