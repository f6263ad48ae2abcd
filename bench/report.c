/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The results.
 *
 * Ratios are of means.  "tests" is a query's cost in discrete tests (dBoxTouchesBox); "speed-up" how many times cheaper
 * it is than the cheapest continuous peer that handles rotation.  Sub-stepping is no such peer: it buys its answers by
 * missing some.
 */

#include "report.h"

#include <math.h>

/* Below this a length is a rounding error, and printed as 0. */
static const double NO_LENGTH = 1e-12;

static double floor_of(const family_result *result) {
  int i;

  for (i = 0; i < result->rows; i++)
    if (result->row[i].who == &COMPETITOR_DISCRETE_ODE) return result->row[i].time.mean;
  return NAN;
}

static double fastest_peer(const family_result *result) {
  double fastest = NAN;
  int i;

  for (i = 0; i < result->rows; i++)
    if (result->row[i].who->role == ROLE_CONTINUOUS) fastest = fmin(fastest, result->row[i].time.mean);
  return fastest;
}

/* Returns the cost of a row of this solver over the cost of single queries with the motions given. */
static double of_single(const family_result *result, const result_row *row) {
  int i;

  if (row->who->role != ROLE_SOLVER) return NAN;
  for (i = 0; i < result->rows; i++)
    if (result->row[i].who == &COMPETITOR_BMS_READY || result->row[i].who == &COMPETITOR_BMS_MATRIX)
      return row->time.mean / result->row[i].time.mean;
  return NAN;
}

/* ------------------------------------------------------------------ table */

void report_head(FILE *out, const options *o, int core) {
  fprintf(out, "%d test cases in a family, seed %llu, medians of %d rounds, ", o->count, (unsigned long long)o->seed,
          o->rounds);
  if (core >= 0)
    fprintf(out, "on core %d\n", core);
  else
    fputs("not kept to a core\n", out);
  if (*competitors_absent() != 0) fprintf(out, "absent (not found by configure): %s\n", competitors_absent());
  fputs(
      "\n"
      "median, p99   ns, over single queries          missed, invented, late   wrong answers (late by > 1e-9)\n"
      "mean, +-      ns per query in batches, noise   depth, gap   worst penetration and distance at a reported time\n"
      "tests         mean in dBoxTouchesBox tests      speed-up     over the cheapest continuous peer with rotation\n"
      "single        mean over that of single queries with motions given; of calls for many, the median is that of "
      "calls for one\n"
      "Every competitor is judged by the motion that it follows.\n",
      out);
}

static void print_ratio(FILE *out, double ratio) {
  if (isnan(ratio))
    fprintf(out, " %8s", "-");
  else
    fprintf(out, " %8.*f", ratio < 10.0 ? 2 : ratio < 100.0 ? 1 : 0, ratio);
}

static void print_length(FILE *out, double length) {
  if (length < NO_LENGTH)
    fprintf(out, " %7s", "0");
  else
    fprintf(out, " %7.0e", length);
}

static void print_row(FILE *out, const result_row *row, double one_test, double peer, double single) {
  const timing *time = &row->time;
  const verdict *v = &row->answers;

  fprintf(out, "  %-34s %8.0f %8.0f %8.0f %4.0f%%", row->who->name, time->median, time->p99, time->mean,
          50.0 * (time->slowest - time->fastest) / time->mean);
  print_ratio(out, time->mean / one_test);
  print_ratio(out, row->who->role == ROLE_DISCRETE ? NAN : peer / time->mean);
  print_ratio(out, single);
  if (row->who->role != ROLE_DISCRETE) {
    fprintf(out, " %7d %8d %6d", v->missed, v->invented, v->late);
    print_length(out, v->depth);
    print_length(out, v->gap);
    if (v->refused > 0) fprintf(out, "  %d refused", v->refused);
  }
  fputc('\n', out);
}

void report_family(FILE *out, const family_result *result) {
  double one_test = floor_of(result), peer = fastest_peer(result);
  int i;

  fprintf(out, "\n%s", family_name(result->which));
  for (i = 0; i < result->rows; i++)
    if (result->row[i].who->role == ROLE_SOLVER) {
      fprintf(out, ": %d of %d meet", result->row[i].answers.hits, result->row[i].answers.count);
      break;
    }
  fprintf(out, "\n  %-34s %8s %8s %8s %5s %8s %8s %8s %7s %8s %6s %7s %7s\n", "", "median", "p99", "mean", "+-",
          "tests", "speed-up", "single", "missed", "invented", "late", "depth", "gap");
  for (i = 0; i < result->rows; i++)
    print_row(out, &result->row[i], one_test, peer, of_single(result, &result->row[i]));
}

/* ------------------------------------------------------------------ JSON */

static void json_number(FILE *out, const char *key, double value) {
  if (isfinite(value))
    fprintf(out, ", \"%s\": %.6g", key, value);
  else
    fprintf(out, ", \"%s\": null", key);
}

static void json_row(FILE *out, const result_row *row, double one_test, double peer, double single) {
  const verdict *v = &row->answers;

  fprintf(out, "    {\"name\": \"%s\", \"motion\": \"%s\"", row->who->name, model_name(row->who->model));
  json_number(out, "median_ns", row->time.median);
  json_number(out, "p99_ns", row->time.p99);
  json_number(out, "mean_ns", row->time.mean);
  json_number(out, "mean_fastest_ns", row->time.fastest);
  json_number(out, "mean_slowest_ns", row->time.slowest);
  json_number(out, "discrete_tests", row->time.mean / one_test);
  if (!isnan(single)) json_number(out, "of_single", single);
  if (row->who->role != ROLE_DISCRETE) {
    json_number(out, "speed_up", peer / row->time.mean);
    fprintf(out, ", \"hits\": %d, \"missed\": %d, \"invented\": %d, \"late\": %d, \"early\": %d, \"refused\": %d",
            v->hits, v->missed, v->invented, v->late, v->early, v->refused);
    json_number(out, "most_late", v->most_late);
    json_number(out, "most_early", v->most_early);
    json_number(out, "depth", v->depth);
    json_number(out, "gap", v->gap);
  }
  fputc('}', out);
}

void report_json(FILE *out, const options *o, int core, const family_result *result, int families) {
  int i, k;

  fprintf(out, "{\"count\": %d, \"rounds\": %d, \"seed\": %llu, \"core\": %d, \"absent\": \"%s\", \"families\": [\n",
          o->count, o->rounds, (unsigned long long)o->seed, core, competitors_absent());
  for (k = 0; k < families; k++) {
    fprintf(out, "  {\"family\": \"%s\", \"rows\": [\n", family_name(result[k].which));
    for (i = 0; i < result[k].rows; i++) {
      json_row(out, &result[k].row[i], floor_of(&result[k]), fastest_peer(&result[k]),
               of_single(&result[k], &result[k].row[i]));
      fputs(i + 1 < result[k].rows ? ",\n" : "\n", out);
    }
    fputs(k + 1 < families ? "  ]},\n" : "  ]}\n", out);
  }
  fputs("]}\n", out);
}
