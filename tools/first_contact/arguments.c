/* SPDX-License-Identifier: BSD-3-Clause */

#define _GNU_SOURCE /* getopt_long; must precede the first include */

#include "arguments.h"

#include <getopt.h>
#include <string.h>

#include "options.h"

const char ARGUMENTS_HELP[] =
    "Usage: bms-first-contact [OPTION]... [FILE]... > ANSWERS\n"
    "\n"
    "Reads queries as JSON Lines, from the files or from standard input (also \"-\"),\n"
    "and answers each with a line: the first time at which two moving boxes touch.\n"
    "\n"
    "A query\n"
    "  {\"id\": any, \"t\": [t0, t1], \"a\": BOX, \"b\": BOX}\n"
    "  BOX is {\"min\": [x, y, z], \"max\": [x, y, z], MOTION}, where MOTION is\n"
    "    \"matrix\": 4 rows of 4 polynomials of degree 2, the last row [0, 0, 0, w], or\n"
    "    \"position\": 3 polynomials of degree 2,\n"
    "    \"quaternion\": 4 (w, x, y, z) of degree 1\n"
    "  A polynomial of t is a list of coefficients, lowest degree first.\n"
    "\n"
    "An answer\n"
    "  contact         true, false, or null: not known (status \"unresolved\",\n"
    "                  doc/faq.md)\n"
    "  status          contact, touching (at t0), overlapping (at t0), separated,\n"
    "                  unresolved\n"
    "  t               the first contact; t_lower <= exact time <= t_upper, and the\n"
    "                  boxes are apart on [t0, t_lower).  \"unresolved\" has t_lower\n"
    "                  alone\n"
    "  pair            the features that meet, VO, OV or EE: faces X X' ...,\n"
    "                  vertices XY'Z, edges X-Y'\n"
    "  normal, point   unit normal from a to b, and a shared point, in world\n"
    "                  coordinates\n"
    "  approach_speed  length per t at which the gap closes\n"
    "  points          the whole patch, if it is more than a point\n"
    "  within          if the query has a \"tolerance\", in its own shape: the earliest\n"
    "                  and latest first contact of all queries within it\n"
    "  error           what is wrong with the query; with \"line\" if it has no id\n"
    "\n"
    "Options\n"
    "  --approach      answer with the first time from which on the boxes overlap:\n"
    "                  contacts that slide along, part or graze are passed over, and\n"
    "                  \"contact\" is true if there is such a time\n"
    "  --intervals     add all stretches of contact, in order and to their ends:\n"
    "                  \"intervals\": [{\"enter\": [lower, upper],\n"
    "                  \"exit\": [lower, upper]}, ...], which enclose the exact times;\n"
    "                  \"intervals_status\": \"unresolved\" if more may follow the last\n"
    "  --certificate   add a proof of the answer that can be checked without this\n"
    "                  program: \"certificate\", in the format of doc/certificates.md;\n"
    "                  bms-check-certificate QUERIES ANSWERS checks it.  With\n"
    "                  --intervals also \"intervals_certificate\"\n"
    "  --derivative    add how t changes with every number of the query:\n"
    "                  \"derivative\", in the query's own shape; \"below\" and \"above\"\n"
    "                  if it depends on the side, as for flush faces\n"
    "  --trace         add all steps of the algorithm: \"trace\": the sections of the\n"
    "                  route, each with its times, the octant switches at its start,\n"
    "                  and the planes of its 30 compatible pairs with coefficients\n"
    "                  (Bernstein's form), error bound and roots; the contact by\n"
    "                  these, and whether the two \"agree\"; also the pairs of\n"
    "                  the description's steps as written, \"steps\".  Some 20\n"
    "                  kilobytes a section\n"
    "  --trace=text    write the same for reading, in place of the answer\n"
    "  --html FILE     write a page as well that shows the queries, moving, in any\n"
    "                  browser: the boxes, their Minkowski sum and their normal\n"
    "                  sphere.  \"-\" writes it in place of the answers\n"
    "  --threads N     share the work among N threads, 0 for one per processor;\n"
    "                  default 1.  The answers are the same\n"
    "  --tolerance LENGTH[,TURN]\n"
    "                  add \"within\" to the answers of queries without a\n"
    "                  \"tolerance\": min, max and the constant coefficients of the\n"
    "                  position (a matrix's last column) may be off by LENGTH, the\n"
    "                  ones of the quaternion (its other columns) by TURN, else 0\n"
    "  --progress      show on standard error how far it is; the default if that is\n"
    "                  a terminal, but not the one that gets the answers\n"
    "  -h, --help      show this and exit\n"
    "  --version       show the version and exit\n"
    "  --self-test     check the arithmetic that the answers rest on, and exit: with\n"
    "                  2 if it is not right\n"
    "\n"
    "Exit status: 0 if all queries were answered, 1 if some line got an error, 2 for\n"
    "wrong usage or if reading or writing failed.\n"
    "\n"
    "Examples\n"
    "  bms-first-contact queries.jsonl > answers.jsonl\n"
    "  bms-first-contact --html page.html queries.jsonl > answers.jsonl\n"
    "  echo '{\"t\": [0, 1],\n"
    "    \"a\": {\"min\": [-0.5, -0.5, -0.5], \"max\": [0.5, 0.5, 0.5],\n"
    "          \"position\": [[0], [0], [0]], \"quaternion\": [[1], [0], [0], [0]]},\n"
    "    \"b\": {\"min\": [-0.5, -0.5, -0.5], \"max\": [0.5, 0.5, 0.5],\n"
    "          \"position\": [[2, -4], [0.25], [0]],\n"
    "          \"quaternion\": [[1], [0], [0], [0]]}}' |\n"
    "    tr -d '\\n' | bms-first-contact\n";

/* The options: first those that are only set. */
enum {
  APPROACH = FIRST_LONG_OPTION,
  CERTIFICATE,
  DERIVATIVE,
  INTERVALS,
  PROGRESS,
  SHOW_HELP,
  TEST_SELF,
  SHOW_VERSION,
  HTML,
  THREADS,
  TOLERANCE,
  TRACE
};

static const struct option OPTION[] = {{"approach", no_argument, NULL, APPROACH},
                                       {"certificate", no_argument, NULL, CERTIFICATE},
                                       {"derivative", no_argument, NULL, DERIVATIVE},
                                       {"help", no_argument, NULL, SHOW_HELP},
                                       {"html", required_argument, NULL, HTML},
                                       {"intervals", no_argument, NULL, INTERVALS},
                                       {"progress", no_argument, NULL, PROGRESS},
                                       {"self-test", no_argument, NULL, TEST_SELF},
                                       {"threads", required_argument, NULL, THREADS},
                                       {"tolerance", required_argument, NULL, TOLERANCE},
                                       {"trace", optional_argument, NULL, TRACE},
                                       {"version", no_argument, NULL, SHOW_VERSION},
                                       {NULL, 0, NULL, 0}};

/* Returns the form that --trace names, TRACE_NONE if it names none. */
static trace_form trace_of(const char *name) {
  if (name == NULL || strcmp(name, "json") == 0) return TRACE_JSON;
  return strcmp(name, "text") == 0 ? TRACE_TEXT : TRACE_NONE;
}

/* Takes one option in.  `word` is the one that was read last. */
static bool take(int option, const char *word, arguments *given, char error[ARGUMENTS_ERROR_SIZE]) {
  answer_options *wanted = &given->wanted;
  bool *const set[] = {&wanted->approach, &wanted->certificate, &wanted->derivative, &wanted->intervals,
                       &given->progress,  &given->help,         &given->self_test,   &given->version};
  const char *expected = NULL;
  if (option == 'h') option = SHOW_HELP;
  if (option >= APPROACH && option < HTML) return *set[option - APPROACH] = true;
  switch (option) {
    case HTML:
      given->page_name = optarg;
      return true;
    case THREADS:
      expected = options_threads(optarg, &wanted->threads);
      return expected == NULL ||
             options_fail(error, ARGUMENTS_ERROR_SIZE, "--threads: expected %s, not '%.100s'", expected, optarg);
    case TOLERANCE:
      return tolerance_read(optarg, &wanted->within) ||
             options_fail(error, ARGUMENTS_ERROR_SIZE, "--tolerance: expected LENGTH or LENGTH,TURN, not '%.100s'",
                          optarg);
    case TRACE:
      wanted->trace = trace_of(optarg);
      return wanted->trace != TRACE_NONE ||
             options_fail(error, ARGUMENTS_ERROR_SIZE, "--trace: expected json or text, not '%.100s'", optarg);
    default:
      return options_refuse(error, ARGUMENTS_ERROR_SIZE, option, word, OPTION);
  }
}

/* Refuses options that contradict each other. */
static bool agree(const arguments *given, char error[ARGUMENTS_ERROR_SIZE]) {
  const answer_options *wanted = &given->wanted;
  if (wanted->approach && (wanted->trace != TRACE_NONE || given->page_name != NULL))
    return options_fail(error, ARGUMENTS_ERROR_SIZE,
                        "%s shows the way to the first contact; it does not go with --approach",
                        given->page_name != NULL ? "--html" : "--trace");
  if ((wanted->certificate || wanted->derivative) && wanted->trace == TRACE_TEXT)
    return options_fail(error, ARGUMENTS_ERROR_SIZE, "--%s adds to an answer; it does not go with --trace=text",
                        wanted->certificate ? "certificate" : "derivative");
  if ((wanted->derivative || wanted->within.given) && wanted->approach)
    return options_fail(error, ARGUMENTS_ERROR_SIZE, "--%s is about a first contact; it does not go with --approach",
                        wanted->derivative ? "derivative" : "tolerance");
  return true;
}

bool arguments_parse(int argc, char **argv, arguments *given, char error[ARGUMENTS_ERROR_SIZE]) {
  *given = (arguments){.wanted = {.threads = 1}};
  opterr = 0;
  for (int option; (option = getopt_long(argc, argv, ":h", OPTION, NULL)) != -1;)
    if (!take(option, argv[optind - 1], given, error)) return false;
  given->file = argv + optind;
  given->file_count = argc - optind;
  return given->help || given->version || given->self_test || agree(given, error);
}
