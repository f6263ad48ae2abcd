/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * bench: first contacts of moving boxes, this solver and its peers, in one run.
 *
 * Family by family: draw the test cases and their true first contacts in every motion model that some competitor
 * follows; let all competitors answer them in turn, several rounds; judge and print.  Nothing here fails for being
 * slow, which depends on the machine; a wrong answer of this solver fails.
 */

#include <ode/ode.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "competitor.h"
#include "family.h"
#include "judge.h"
#include "options.h"
#include "report.h"
#include "room.h"
#include "timing.h"
#include "reference.h"

/* The reference is itself held against samples, on the first test cases of every family and model. */
enum { REFERENCES_CHECKED = 50, REFERENCE_SAMPLES = 500 };

typedef struct drawn {
  test_case *scene;
  double *reference;
} drawn;

static int takes_part(const competitor *who, family which) {
  if (who->role == ROLE_TRANSLATION) return which == FAMILY_TRANSLATION;
  return family_has(which, who->model);
}

/* ------------------------------------------------------------------ test cases */

static void draw(const options *o, family which, motion_model model, drawn *out) {
  int i, contradicted = 0;

  out->scene = room_for(o->count, sizeof *out->scene);
  out->reference = room_for(o->count, sizeof *out->reference);
  for (i = 0; i < o->count; i++) {
    out->reference[i] = family_draw(which, model, o->seed, i, &out->scene[i]);
    if (i < REFERENCES_CHECKED)
      contradicted += reference_is_contradicted(&out->scene[i], model, out->reference[i], REFERENCE_SAMPLES);
  }
  if (contradicted > 0) {
    fprintf(stderr, "bench: samples contradict the reference of %d test cases (%s, motion %s, seed %llu)\n",
            contradicted, family_name(which), model_name(model), (unsigned long long)o->seed);
    exit(2);
  }
}

static void draw_all(const options *o, family which, drawn set[MODEL_COUNT]) {
  int i;

  for (i = 0; i < competitor_count(); i++) {
    motion_model model = competitor_at(i)->model;
    if (takes_part(competitor_at(i), which) && !set[model].scene) draw(o, which, model, &set[model]);
  }
}

/* ------------------------------------------------------------------ one family */

static void run_family(const options *o, family which, family_result *result) {
  drawn set[MODEL_COUNT] = {{NULL, NULL}};
  stopwatch watch[MOST_ROWS];
  int i, round;

  draw_all(o, which, set);
  result->which = which;
  result->rows = 0;
  for (i = 0; i < competitor_count(); i++) {
    const competitor *who = competitor_at(i);
    if (takes_part(who, which))
      stopwatch_start(&watch[result->rows++], who, set[who->model].scene, o->count, o->rounds);
  }
  for (round = 0; round < o->rounds; round++)
    for (i = 0; i < result->rows; i++) stopwatch_round(&watch[i], round);
  for (i = 0; i < result->rows; i++) {
    result_row *row = &result->row[i];
    row->who = watch[i].who;
    row->time = stopwatch_stop(&watch[i]);
    row->answers =
        judge(row->who->model, set[row->who->model].scene, set[row->who->model].reference, watch[i].answer, o->count);
    free(watch[i].answer);
  }
  for (i = 0; i < MODEL_COUNT; i++) {
    free(set[i].scene);
    free(set[i].reference);
  }
}

/* Returns the errors of this solver. Early answers count here, as it has no tolerance to stop at. */
static int solver_errors(const family_result *result) {
  int i, errors = 0;

  for (i = 0; i < result->rows; i++)
    if (result->row[i].who->role == ROLE_SOLVER)
      errors += verdict_wrong(&result->row[i].answers) + result->row[i].answers.early;
  return errors;
}

/* ------------------------------------------------------------------ all */

static void write_json(const options *o, int core, const family_result *result, int families) {
  FILE *out = strcmp(o->json, "-") == 0 ? stdout : fopen(o->json, "w");

  if (!out) {
    perror(o->json);
    exit(2);
  }
  report_json(out, o, core, result, families);
  if (fflush(out) != 0 || ferror(out)) {
    perror(o->json);
    exit(2);
  }
  if (out != stdout) fclose(out);
}

int main(int argc, char **argv) {
  options o = options_from(argc, argv);
  family_result result[FAMILY_COUNT];
  int which, families = 0, errors = 0, core = o.pin ? timing_pin() : -1;
  int table = !o.json || strcmp(o.json, "-") != 0;

  dInitODE2(0);
  if (table) report_head(stdout, &o, core);
  for (which = 0; which < FAMILY_COUNT; which++) {
    if (o.only != FAMILY_COUNT && o.only != (family)which) continue;
    run_family(&o, (family)which, &result[families]);
    errors += solver_errors(&result[families]);
    if (table) {
      report_family(stdout, &result[families]);
      fflush(stdout);
    }
    families++;
  }
  dCloseODE();
  if (o.json) write_json(&o, core, result, families);
  if (errors > 0) fprintf(stderr, "bench: this solver gave %d wrong answers\n", errors);
  return errors > 0;
}
