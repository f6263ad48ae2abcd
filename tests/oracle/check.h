/* SPDX-License-Identifier: BSD-3-Clause */

/* Judges an answer of the solver against the oracle. */

#ifndef ORACLE_CHECK_H
#define ORACLE_CHECK_H

#include "judged.h"
#include "oracle.h"

/* Returns the parts that are wrong, 0 if none is; `text` describes the first.  Parts that depend on a
   wrong one are not judged.  May refine the oracle's time. */
unsigned check_contact(oracle *o, const bms_query *query, const bms_contact *answer, unsigned parts,
                       char text[CHECK_TEXT_SIZE]);

/* Checks the first two parts alone, as check_contact() does: all that needs no axes. Only t0 and t1 of the query are
   used. */
unsigned check_time(oracle *o, const bms_query *query, const bms_contact *answer, char text[CHECK_TEXT_SIZE]);

#endif /* ORACLE_CHECK_H */
