/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Fuzzing the solver with raw query structs: bytes become a bms_query or a half-space and a body, with NaN, infinities,
 * huge numbers, denormals and exact ties (any_query.h); the library is asked all that there is to ask and the answers
 * are held against each other and against what must always be so (invariants.h).
 *
 * A libFuzzer target; `make fuzz` builds and runs it.
 */

#include <stdio.h>
#include <stdlib.h>

#include "invariants.h"
#include "query_text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  any_query query;
  any_query_from_bytes(data, size, &query);
  const char *wrong = broken_invariant(&query);
  if (wrong == NULL) return 0;
  const bms_half_space *h = &query.half_space;
  fprintf(stderr, "%s\n", wrong);
  if (query.against_half_space)
    fprintf(stderr, "half-space in the place of a: %a %a %a %a\n", h->normal[0], h->normal[1], h->normal[2], h->offset);
  query_write_hex(stderr, "  ", &query.query);
  query_write_json(stderr, "fuzz", &query.query);
  abort();
}
