/* SPDX-License-Identifier: BSD-3-Clause */

/* The certificate of an answer as a member of it: "certificate": {..}, in the format of doc/certificates.md. */

#ifndef CERTIFICATE_JSON_H
#define CERTIFICATE_JSON_H

#include <bms.h>
#include <stdbool.h>

#include "text.h"

/* Adds `, "certificate": {..}` to the answer to a valid query, of a first approach if that is asked for.  Returns false
   if it does not prove the answer. */
bool certificate_json_write(text *out, const bms_query *query, bool approach);

/* Adds `, "intervals_certificate": {..}` for `count` contact intervals; `room` is for as many.  Returns false if it
   does not prove them. */
bool certificate_json_write_intervals(text *out, const bms_query *query, int count, bms_contact_interval *room);

#endif /* CERTIFICATE_JSON_H */
