/* SPDX-License-Identifier: BSD-3-Clause */

/* Motions of a query rewritten as matrices, or shifted, for the tests of general pairs. */

#ifndef MATRIX_FORMS_H
#define MATRIX_FORMS_H

#include <stdbool.h>

#include "bms.h"
#include "random.h"

/* Gives the bodies any two forms of which one is a matrix: as they are, at rest, a matrix with w = |q|^2 or 1, such a
   matrix with all its coefficients changed at random.  One query in four that has a matrix is left as it is. */
void mix_forms(random_source *r, bms_query *query);

/* Shifts a motion of any form by a constant way. */
void shift_motion(bms_motion *motion, const double way[3]);

#endif /* MATRIX_FORMS_H */
