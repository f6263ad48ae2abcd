/* SPDX-License-Identifier: BSD-3-Clause */

/* The numbers of a query as members of an object, in the shape that query_json.h reads. */

#ifndef QUERY_MEMBERS_H
#define QUERY_MEMBERS_H

#include <bms.h>

#include "text.h"

/* Adds `"t": [..], "a": {..}, "b": {..}`, every number in full digits. */
void query_members_write(text *out, const bms_query *query);

#endif /* QUERY_MEMBERS_H */
