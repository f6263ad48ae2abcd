/* SPDX-License-Identifier: BSD-3-Clause */

/* All of the library's answers to a query, as text that differs if and only if a bit of a number does. */

#ifndef ANSWER_TEXT_H
#define ANSWER_TEXT_H

#include "bms.h"

enum { ANSWER_TEXT_SIZE = 8192 };

/*
 * Asks for the first contact (both ways round), the first approach, the contact intervals, the swept bounds, and how
 * the boxes stand to each other at both ends; all numbers as their bits.  Body b is also asked against the half-space
 * below a corner of a, in a's own frame.
 */
void answer_text(const bms_query *query, char text[ANSWER_TEXT_SIZE]);

#endif /* ANSWER_TEXT_H */
