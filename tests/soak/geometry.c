/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Judges the contacts of answers, for as many random queries as asked: geometry COUNT SEED [FAMILY].
 *
 * The normal, the points and the speed are judged by what bms.h promises of them, in exact arithmetic, at the time that
 * the answer names; the exact time of the contact is not computed (soak.c does that), so a million queries are a matter
 * of minutes.  They are of all families in turn (families.h), or of one, half of them with the boxes moved off the
 * origins of their own frames.
 *
 * Every answer that is wrong is counted: its errors go to standard error, the query to standard output, as a line
 * for tests/data/regressions.jsonl.  The same seed asks the same queries.
 */

#include <stdio.h>
#include <stdlib.h>

#include "check_geometry.h"
#include "families.h"
#include "query_text.h"
#include "trial.h"

enum { ID_SIZE = 64, BETWEEN_REPORTS = 50000 };

typedef struct tally {
  unsigned long asked, judged, wrong, unresolved;
} tally;

static void print_failure(const trial *t, const char *wrong) {
  char id[ID_SIZE];
  snprintf(id, sizeof id, "%s-geometry-%llu", t->family, (unsigned long long)t->number);
  fprintf(stderr, "geometry: trial %llu, family %s: %s\n", (unsigned long long)t->number, t->family, wrong);
  query_write_json(stdout, id, &t->query);
  fflush(stdout);
}

/* Judges an answer that names points. */
static void judge(const trial *t, const bms_contact *answer, tally *sum) {
  char text[CHECK_TEXT_SIZE] = "";
  bms_part where;
  scene s;
  sum->judged++;
  if (scene_init(&s, &t->query, &where) != BMS_VALID) {
    print_failure(t, "a contact of a query that has no answer");
    sum->wrong++;
  } else if (check_geometry(&s, &t->query, answer, text) != 0) {
    print_failure(t, text);
    sum->wrong++;
  }
  scene_clear(&s);
}

static void ask(uint64_t number, tally *sum) {
  trial t;
  bms_contact answer;
  trial_make(number, &t);
  sum->asked++;
  bms_status status = bms_first_contact(&t.query, &answer);
  if (status == BMS_UNRESOLVED) sum->unresolved++;
  if (answer.point_count > 0) judge(&t, &answer, sum);
}

static void report(const tally *sum) {
  fprintf(stderr, "geometry: %lu queries, %lu contacts judged, %lu wrong; %lu queries unresolved\n", sum->asked,
          sum->judged, sum->wrong, sum->unresolved);
}

int main(int argc, char **argv) {
  int family = argc == 4 ? family_called(argv[3]) : 0;
  if (argc < 3 || argc > 4 || family == family_count()) {
    fprintf(stderr, "usage: geometry COUNT SEED [FAMILY]\n");
    return EXIT_FAILURE;
  }
  uint64_t families = (uint64_t)family_count(), first = strtoull(argv[2], NULL, 10) << 32;
  uint64_t step = argc == 4 ? families : 1, number = first - first % families + (uint64_t)family;
  unsigned long count = strtoul(argv[1], NULL, 10);
  tally sum = {0, 0, 0, 0};
  for (; sum.asked < count; number += step) {
    ask(number, &sum);
    if (sum.asked % BETWEEN_REPORTS == 0) report(&sum);
  }
  report(&sum);
  flint_cleanup();
  return sum.wrong == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
