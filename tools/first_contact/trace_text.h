/* SPDX-License-Identifier: BSD-3-Clause */

/* The trace of a query for reading: the steps of the description one after another, in plain text. */

#ifndef TRACE_TEXT_H
#define TRACE_TEXT_H

#include <bms.h>
#include <stdbool.h>

#include "json/json_line.h"
#include "text.h"

/* Writes the trace of a query, ended by an empty line; id is JSON text, or of length 0.  Returns false if the sections
   contradict the certified answer. */
bool trace_text_write(text *out, json_span id, const bms_query *query);

#endif /* TRACE_TEXT_H */
