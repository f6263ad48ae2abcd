/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * GMP, MPFR and FLINT for the tests, of FLINT 2 and FLINT 3.
 *
 * FLINT 3 declares fmpq_get_mpfr() only behind MPFR's header, and has dropped the functions of fmpq_poly that take an
 * mpq_t: see polynomial_value_at() and its neighbours in exact_rational.h.
 */

#ifndef EXACT_LIBRARIES_H
#define EXACT_LIBRARIES_H

#include <gmp.h>
#include <mpfr.h>

#include <flint/fmpq.h>
#include <flint/fmpq_poly.h>
#include <flint/fmpz.h>
#include <flint/fmpz_poly.h>

#endif /* EXACT_LIBRARIES_H */
