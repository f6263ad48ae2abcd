/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Judges random queries by the exact oracle for as long as asked: soak SECONDS SEED.
 *
 * Every query is of a random family, half of them with the boxes moved off the origins of their own frames or with a
 * half-space in the place of one (trial.h).  First contact, first approach and contact intervals are judged by the
 * oracle, and all answers by the invariants that fuzzing uses.
 *
 * The first answer that is wrong ends the run: its errors go to standard error, the query to standard output, as a
 * line for tests/data/regressions.jsonl.  The same seed asks the same queries.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "approach.h"
#include "check.h"
#include "check_half_space.h"
#include "check_intervals.h"
#include "families.h"
#include "invariants.h"
#include "query_text.h"
#include "trial.h"

enum { ID_SIZE = 64, BETWEEN_REPORTS = 60 };

/* Returns a message about the answers to a trial, for which `text` has room, or NULL if they are right. */
static const char *wrong_answer(const trial *t, char text[CHECK_TEXT_SIZE]) {
  any_query query = {t->query, t->against_half_space, t->half_space};
  const char *wrong = broken_invariant(&query);
  if (wrong != NULL) return wrong;
  if (t->against_half_space) {
    half_space_tally tally = {0};
    return check_half_space(&t->half_space, &t->query, text, &tally);
  }

  bms_contact answer;
  oracle exact;
  bms_first_contact(&t->query, &answer);
  oracle_init(&exact, &t->query);
  unsigned parts = check_contact(&exact, &t->query, &answer, CHECK_ALL, text);
  oracle_clear(&exact);
  if (parts != 0) return text;

  bms_first_approach(&t->query, &answer);
  oracle_init_approach(&exact, &t->query);
  parts = check_contact(&exact, &t->query, &answer, CHECK_ALL, text);
  oracle_clear(&exact);
  if (parts != 0) return text;

  interval_tally sum = {0, 0, 0};
  return check_intervals(&t->query, &sum);
}

static void print_failure(const trial *t, const char *wrong) {
  const bms_half_space *h = &t->half_space;
  char id[ID_SIZE];
  snprintf(id, sizeof id, "%s-soak-%llu", t->family, (unsigned long long)t->number);
  fprintf(stderr, "soak: trial %llu, family %s: %s\n", (unsigned long long)t->number, t->family, wrong);
  if (t->against_half_space)
    fprintf(stderr, "soak: body b against the half-space %a %a %a, %a in the place of a\n", h->normal[0], h->normal[1],
            h->normal[2], h->offset);
  query_write_hex(stderr, "  ", &t->query);
  query_write_json(stdout, id, &t->query);
  fflush(stdout);
}

static void report(unsigned long count, double seconds) {
  fprintf(stderr, "soak: %lu queries in %.0f s, all answers right\n", count, seconds);
}

int main(int argc, char **argv) {
  if (argc != 3) {
    fprintf(stderr, "usage: soak SECONDS SEED\n");
    return EXIT_FAILURE;
  }
  double limit = atof(argv[1]), reported = 0, elapsed = 0;
  time_t start = time(NULL);
  random_source r = random_from(strtoull(argv[2], NULL, 10));
  unsigned long count = 0;
  fprintf(stderr, "soak: %s s with seed %s\n", argv[1], argv[2]);
  for (; elapsed < limit; elapsed = difftime(time(NULL), start), count++) {
    char text[CHECK_TEXT_SIZE] = "";
    trial t;
    trial_make(random_bits(&r) >> 16, &t);
    const char *wrong = wrong_answer(&t, text);
    if (wrong != NULL) {
      print_failure(&t, wrong);
      return EXIT_FAILURE;
    }
    if (elapsed < reported + BETWEEN_REPORTS) continue;
    report(count, elapsed);
    reported = elapsed;
  }
  report(count, elapsed);
  flint_cleanup();
  return EXIT_SUCCESS;
}
