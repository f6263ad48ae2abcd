/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Impulses that keep several pairs apart at once.
 *
 * A row is a point p and a unit normal n from the first body to the second, with arms r_k = p - x_k.  The speed
 * s = n . (u_2 - u_1) at which the two part there, u_k = v_k + w_k x r_k, shall be at least `wanted`.  An impulse j
 * along n changes s by j K,
 *
 *     K = sum_k 1 / m_k + (r_k x n) . I_k^-1 (r_k x n)
 *
 * (D. Baraff, "Nonpenetrating rigid body simulation", Eurographics 1993 state of the art reports, section 8).  All rows
 * together are a complementarity problem, which projected Gauss-Seidel sweeps solve: the sum of the impulses of a row
 * never pulls.
 */

#ifndef QMBOX_GUARDED_IMPULSES_H
#define QMBOX_GUARDED_IMPULSES_H

#include <stdbool.h>

#include "qmbox_ode.h"

/* A body as impulses see it. */
typedef struct qmboxMass {
  double inverseMass;   /* 0 for what no impulse moves */
  double inertia[3][3]; /* the inverse of its inertia in world coordinates */
  double velocity[3], spin[3];
  long stirred; /* in qmboxSolveRows(): when a row has last changed these by more than rows are solved to; else 0 */
} qmboxMass;

typedef struct qmboxRow {
  int body[2]; /* numbers of masses; 0 is what does not move */
  double arm[2][3], normal[3];
  double wanted;                         /* speed */
  double impulse;                        /* so far */
  long solved;                           /* when it was last, on the clock of `stirred` */
  double moment[2][3], turn[2][3], ease; /* of an impulse of 1: r_k x n, I_k^-1 (r_k x n) and K; qmboxSolveRows() finds
                                            them */
} qmboxRow;

/* Fills in the mass of a body that has this rotation, and its velocities.  A body that is `heavy` is not moved by
   impulses. */
void qmboxMakeMass(dBodyID body, const dReal quaternion[4], bool heavy, qmboxMass *mass);

/* Returns the speed of the point of a body at this arm. */
double qmboxSpeedOfPoint(const qmboxMass *mass, const double arm[3]);

/* Returns the speed at which the two bodies of a row part at its point. */
double qmboxPartingSpeed(const qmboxRow *row, const qmboxMass *mass);

/* Gives masses, which do not have them, the impulses of the rows so far: the solution for fewer rows is near that for
   more. */
void qmboxGiveImpulses(qmboxRow *row, int rows, qmboxMass *mass);

/* Gives impulses besides those so far until all rows have the speeds that they want, in at most this number of
   sweeps.  A sweep passes over rows whose bodies no other row has changed since.  Returns how many it has solved. */
long qmboxSolveRows(qmboxRow *row, int rows, qmboxMass *mass, int sweeps);

#endif /* QMBOX_GUARDED_IMPULSES_H */
