/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The trace of a query as a member of its answer: every section with its topology, its planes and their roots.
 *
 *   "trace": {
 *     "sections": [{"start": .., "middle": .., "end": .., "contact": false,
 *       "switches": [{"a": "X", "b": "Y"}, ..],
 *       "planes": [{"kind": "VO", "a": "X'", "b": "XY'Z", "vanishes": false, "implied": false,
 *         "coefficients": [..], "error": .., "roots": [{"t": .., "place": "outside", "outside": 17}, ..]}, ..],
 *       "steps": {"octants": ["XY'Z", ..], "noise": [{"a": "X", "b": "Y"}, ..], "crowded": false, "common": 30,
 *         "pairs": [{"kind": .., "a": .., "b": ..}, ..]}}, ..],
 *     "status": .., "agreement": "agree" | "undecided" | "contradict", "t": .., "earliest": .., "latest": ..,
 *     "section": .., "pair": {"kind": .., "a": .., "b": ..}}
 *
 * bms_sections.h has their meaning.  Numbers that are not there (t without a root, latest without a contact) are null.
 * A switch has "edge": "a" or "b" too where edges and normals are not the same (other motions than two rigid ones).
 * "steps" are steps 1 to 6 of the description as they are written: the octants of the normals X', Y', Z' of a, the
 * products of a normal of a and an edge of b whose signs are rounding noise, and the pairs that follow.
 */

#ifndef TRACE_JSON_H
#define TRACE_JSON_H

#include <bms_sections.h>
#include <stdbool.h>

#include "text.h"

/* Adds `, "trace": {..}`.  Returns false if the sections contradict the certified answer. */
bool trace_json_write(text *out, const bms_query *query);

/* Adds a section's object as far as its switches, without the brace that ends it. */
void trace_json_write_section_head(text *out, const bms_section *section);

#endif /* TRACE_JSON_H */
