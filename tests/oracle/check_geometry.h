/* SPDX-License-Identifier: BSD-3-Clause */

/* Judges an answer's contact by the exact boxes at the time that it names. */

#ifndef ORACLE_CHECK_GEOMETRY_H
#define ORACLE_CHECK_GEOMETRY_H

#include "judged.h"

/* Returns the wrong ones of the parts normal, points and speed, 0 if none is; the axis is known. */
unsigned check_geometry_of(judged *j, unsigned parts);

/*
 * Judges these parts alone, without the exact time of the contact.  That takes a fraction of a millisecond, and the
 * oracle takes many: so it can be done for millions of answers.  Answers that name no points are right.
 */
unsigned check_geometry(scene *s, const bms_query *query, const bms_contact *answer, char text[CHECK_TEXT_SIZE]);

#endif /* ORACLE_CHECK_GEOMETRY_H */
