/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * instructions: something for callgrind to count.
 *
 *     instructions FAMILY COUNT PASSES
 *
 * Draws COUNT test cases and answers all of them PASSES times.  The difference between two runs that differ in PASSES
 * alone is what the queries take: start-up, drawing and the binding of symbols are in both.  Without arguments, prints
 * the names of the families, those of boxes (family.h) and those of convex shapes that hit each other (shape_pair.h).
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "competitor.h"
#include "family.h"
#include "room.h"
#include "shape_pair.h"

static const uint64_t SEED = 1;

static int family_called(const char *name) {
  int which;

  for (which = 0; which < FAMILY_COUNT; which++)
    if (strcmp(name, family_name((family)which)) == 0) break;
  return which;
}

static void answer(family which, int count, int passes) {
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

static int pair_called(const char *name) {
  int which = 0;

  while (shape_pair_name(which) != NULL && strcmp(name, shape_pair_name(which)) != 0) which++;
  return which;
}

static void answer_pairs(int which, int count, int passes) {
  shape_pair *pair = room_for(count, sizeof *pair);
  int i, k;

  for (i = 0; i < count; i++) shape_pair_draw(which, SEED, i, &pair[i]);
  for (k = 0; k < passes; k++)
    for (i = 0; i < count; i++) (void)shape_pair_answer(which, &pair[i]);
  free(pair);
}

static int print_names(void) {
  int which;

  for (which = 0; which < FAMILY_COUNT; which++) puts(family_name((family)which));
  for (which = 0; shape_pair_name(which) != NULL; which++) puts(shape_pair_name(which));
  return 0;
}

int main(int argc, char **argv) {
  int which, pair, count, passes;

  if (argc == 1) return print_names();
  which = argc == 4 ? family_called(argv[1]) : FAMILY_COUNT;
  pair = argc == 4 ? pair_called(argv[1]) : 0;
  count = argc == 4 ? atoi(argv[2]) : 0;
  passes = argc == 4 ? atoi(argv[3]) : 0;
  if ((which == FAMILY_COUNT && (argc != 4 || shape_pair_name(pair) == NULL)) || count < 1 || passes < 1) {
    fputs("Usage: instructions [FAMILY COUNT PASSES]\n", stderr);
    return 2;
  }
  if (which < FAMILY_COUNT)
    answer((family)which, count, passes);
  else
    answer_pairs(pair, count, passes);
  return 0;
}
