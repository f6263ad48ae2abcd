/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * instructions: something for callgrind to count.
 *
 *     instructions FAMILY COUNT PASSES
 *
 * Draws COUNT test cases of a family, or queries of a kind of coincidence, and answers all of them PASSES times.  The
 * difference between two runs that differ in PASSES alone is what the queries take: start-up, drawing and the binding of
 * symbols are in both.  Without arguments, prints the names of the families and kinds.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "coincidence.h"
#include "competitor.h"
#include "family.h"
#include "room.h"

static const uint64_t SEED = 1;

/* Families are counted first, then the kinds but the generic one. */
static int name_count(void) {
  return FAMILY_COUNT + coincidence_count() - 1;
}

static const char *name_of(int which) {
  return which < FAMILY_COUNT ? family_name((family)which) : coincidence_at(which - FAMILY_COUNT + 1)->name;
}

static int called(const char *name) {
  int which;

  for (which = 0; which < name_count(); which++)
    if (strcmp(name, name_of(which)) == 0) break;
  return which;
}

static void answer_family(family which, int count, int passes) {
  const competitor *who = family_has(which, MODEL_MATRIX) ? &COMPETITOR_BMS_MATRIX : &COMPETITOR_BMS_READY;
  test_case *scene = room_for(count, sizeof *scene);
  double *times = room_for(count, sizeof *times);
  void *prepared;
  int i;

  for (i = 0; i < count; i++) family_draw(which, who->model, SEED, i, &scene[i]);
  prepared = who->prepare(scene, count);
  for (i = 0; i < passes; i++) who->run(prepared, 0, count, times);
  who->release(prepared);
  free(times);
  free(scene);
}

static void answer_kind(int kind, int count, int passes) {
  bms_query *query = room_for(count, sizeof *query);

  for (int i = 0; i < count; i++) coincidence_draw(kind, i, &query[i]);
  for (int pass = 0; pass < passes; pass++)
    for (int i = 0; i < count; i++) {
      bms_contact contact;
      (void)bms_first_contact(&query[i], &contact);
    }
  free(query);
}

int main(int argc, char **argv) {
  int which, count, passes;

  if (argc == 1) {
    for (which = 0; which < name_count(); which++) puts(name_of(which));
    return 0;
  }
  which = argc == 4 ? called(argv[1]) : name_count();
  count = argc == 4 ? atoi(argv[2]) : 0;
  passes = argc == 4 ? atoi(argv[3]) : 0;
  if (which == name_count() || count < 1 || passes < 1) {
    fputs("Usage: instructions [FAMILY COUNT PASSES]\n", stderr);
    return 2;
  }
  if (which < FAMILY_COUNT)
    answer_family((family)which, count, passes);
  else
    answer_kind(which - FAMILY_COUNT + 1, count, passes);
  return 0;
}
