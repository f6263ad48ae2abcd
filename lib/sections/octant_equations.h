/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The octant equations: the products whose signs determine in which octants the spherical vertices reside.
 *
 * A vertex of one sphere (a face normal n of one box) changes its octant on the other (bounded by planes normal to the
 * edges e of the other box) where n . e = 0.  For boxes edges are normals, and nine equations are all.
 */

#ifndef BMS_OCTANT_EQUATIONS_H
#define BMS_OCTANT_EQUATIONS_H

#include "motion/stretch.h"

enum { BMS_OCTANT_EQUATIONS = 18 };

/*
 * Computes the octant equations over a stretch.
 *
 * Two rigid motions: the nine column products A_i . B_j, degree 4.  Otherwise eighteen: edge i of a . normal j of b,
 * then normal i of a . edge j of b, degree 4 or 6.  One that may be zero all over the stretch is given as zero (degree
 * 0): a component that vanishes for a continuous period is no change of topology.  Returns their number.
 */
int bms_octant_equations(const bms_stretch *stretch, bms_polynomial equation[BMS_OCTANT_EQUATIONS]);

#endif /* BMS_OCTANT_EQUATIONS_H */
