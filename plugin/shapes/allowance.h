/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The allowance: how much smaller the core of a geom is than the geom, on every side, and the numbers that follow.
 * qmboxShrinkSolids() in pairs/meeting.c computes the allowances of two geoms from them.
 *
 * d is a geom's thickness, the diameter of the largest ball in it; of a box its shortest side.
 *
 *   what cannot move (no dynamic body)   0: it is its own core
 *   what can, against what cannot        d/4: a ball of diameter d/2 is left, which stays out of all that cannot move.
 *                                        So nothing gets through a hole that is too small for this ball, whatever the
 *                                        hole is made of: a seam, or a crack as wide as d/2
 *   two that can move                    d/8 each, d of the thinner one: a crack of width c between two of thickness
 *                                        D is one of c + m/4 between their cores, m being the lesser of d and D,
 *                                        and d - m/4 is left of what comes: cracks up to d - m/2 are tight
 *
 * More than d/4 would let bodies through such cracks, and less holds up more.  With all of d/4 on the thinner of two
 * that move, cracks between plates are tight up to the same width, but crosses of cracks only up to 0.21 d, not 0.28 d.
 */

#ifndef QMBOX_ALLOWANCE_H
#define QMBOX_ALLOWANCE_H

/* The allowance against what cannot move, in parts of the thickness: a quarter, less the 128th that is added where a
   pair is within rounding of its cores at the start.  Two that can move have half of it each. */
#define QMBOX_ALLOWANCE 0.248
#define QMBOX_LIMIT_LEVEL (1 + 1.0 / 128)

/* The most that anything is made smaller by, in parts of its thickness, and the highest level, in allowances: solids
   that start with overlapping cores have cores at higher levels. */
#define QMBOX_MOST_SHRINKING 0.475
#define QMBOX_HIGHEST_LEVEL (QMBOX_MOST_SHRINKING / QMBOX_ALLOWANCE)

/* The inner cores that shapes with support functions are made of are so far inside, in parts of the thickness: a little
   more than anything is made smaller by, and less than the half at which there would be nothing left. */
#define QMBOX_INNER_CORE 0.48

/* The allowance of a mesh, in parts of its thickness: less, as what is far from its middle moves farther. */
#define QMBOX_MESH_ALLOWANCE (1.0 / 32)

/* That by which what cannot move is smaller against a mesh that has no core, and the skin outside of two such meshes,
   in parts of the longest side of the smaller mesh. */
#define QMBOX_LOWERED (1.0 / 64)
#define QMBOX_SKIN (1.0 / 256)

#endif /* QMBOX_ALLOWANCE_H */
