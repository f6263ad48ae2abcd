/* SPDX-License-Identifier: BSD-3-Clause */

/* Edges of two bodies that are parallel for all t, and what that saves. */

#ifndef BMS_PARALLEL_EDGES_H
#define BMS_PARALLEL_EDGES_H

/*
 * Finds, for two rigid bodies with these quaternions, [w, x, y, z][power of t], the axes that must be checked (bit k:
 * axis k; the others are implied by these), and which columns are at right angles for all t (bit 3 i + j: A_i and B_j).
 */
void bms_find_parallel_edges(const double qa[4][2], const double qb[4][2], unsigned *axes, unsigned *perpendicular);

/* Finds the same for two matrix motions with these columns, [i][coordinate][power of t]; the bit 3 i + j means of these
   that the normal of face i of a is perpendicular to B_j, the bit 9 + 3 i + j that the normal of face j of b is
   perpendicular to A_i. */
void bms_find_parallel_columns(double a[3][3][3], double b[3][3][3], unsigned *axes, unsigned *perpendicular);

#endif /* BMS_PARALLEL_EDGES_H */
