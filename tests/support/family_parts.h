/* SPDX-License-Identifier: BSD-3-Clause */

/* The parts that the families' queries are put together from. */

#ifndef FAMILY_PARTS_H
#define FAMILY_PARTS_H

#include "bms.h"
#include "random.h"

/* Returns a box centred in its frame with these half extents. */
bms_box part_box(double x, double y, double z);
/* Returns a box with half extents uniform in [low, high). */
bms_box part_random_box(random_source *r, double low, double high);

/* Returns a random multiple of the step, from low to high of them. */
double part_grid(random_source *r, int low, int high, double step);
/* Boxes at rest, not turned, with extents of 1/4 ... 1, over [0, 1]. */
void part_aligned_pair(random_source *r, bms_query *query);

/* Returns a rigid motion that is all zero but for the quaternion, which is (1, 0, 0, 0). */
bms_motion part_still(void);

/* Makes a quaternion that goes from q to q turned by `angle` about a random axis, linear over [0, 1]. */
void part_turn(random_source *r, bms_motion *motion, const double q[4], double angle);
/* Makes such a quaternion from a random q. */
void part_random_turn(random_source *r, bms_motion *motion, double angle);

/* Sets product = a b. */
void part_quaternion_product(const double a[4], const double b[4], double product[4]);

/* Makes two boxes of half extents in [low, high) that turn by up to most_angle over [0, 1] and pass within `miss`
   (length) of each other's centre at some time in the middle, on straight paths. */
void part_encounter(random_source *r, bms_query *query, double low, double high, double most_angle, double miss);

/* Writes a motion as a matrix, with A from the quaternion without normalising and w = |q|^2, both rounded; the
   position's own coefficients become T's, so the path is another one. */
void part_to_matrix(bms_motion *motion);

/* Rewrites the polynomials of s in [0, 1] as polynomials of t in [t0, t1], rounded. */
void part_set_interval(bms_query *query, double t0, double t1);

/* Multiplies all lengths, rounded. */
void part_scale(bms_query *query, double factor);

/* Changes a query exactly: the world's axes are permuted cyclically, a and b exchanged, each with probability 1/2 or
   so. */
void part_shuffle(random_source *r, bms_query *query);

#endif /* FAMILY_PARTS_H */
