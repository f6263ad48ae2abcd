/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * bms-first-contact answers when two moving boxes first touch. It reads queries as JSON Lines from standard input and
 * writes answers to standard output.
 *
 * It is the example of the C API without ODE: a bms_query is filled in (query_plain.c, or query_json.c from parsed
 * JSON), a batch of them is answered (answer_lines.c), each bms_contact is written out (answer_json.c). This file is
 * the way from standard input to standard output.
 *
 * Lines come and go in blocks (line_block.c), and standard output is flushed after each: a program that asks one line
 * at a time gets each answer at once.  No locale is set, so numbers have a decimal point wherever this runs.
 */

#define _POSIX_C_SOURCE 200809L /* STDIN_FILENO; must precede the first include */

#include <bms.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#if defined(_WIN32)
#include <fcntl.h>
#include <io.h>
#endif

#include "answer_lines.h"
#include "line_block.h"

enum { EXIT_SOME_REFUSED = 1, EXIT_TROUBLE = 2 };

static const char HELP[] =
    "Usage: bms-first-contact [--approach] [--intervals] [--certificate] [--derivative] [--trace[=text]]\n"
    "                         [--html FILE] [--threads N]\n"
    "                         < QUERIES > ANSWERS\n"
    "\n"
    "Reads queries as JSON Lines and answers each with a line: the first time at which two moving boxes touch.\n"
    "\n"
    "A query\n"
    "  {\"id\": any, \"t\": [t0, t1], \"a\": BOX, \"b\": BOX}\n"
    "  BOX is {\"min\": [x, y, z], \"max\": [x, y, z], MOTION}, where MOTION is\n"
    "    \"matrix\": 4 rows of 4 polynomials of degree 2, the last row [0, 0, 0, w], or\n"
    "    \"position\": 3 polynomials of degree 2, \"quaternion\": 4 (w, x, y, z) of degree 1\n"
    "  A polynomial of t is a list of coefficients, lowest degree first.\n"
    "\n"
    "An answer\n"
    "  contact         true, false, or null where it is not known (status \"unresolved\")\n"
    "  status          contact, touching (at t0), overlapping (at t0), separated, unresolved\n"
    "  t               the first contact; t_lower <= exact time <= t_upper, and the boxes are apart on [t0, t_lower).\n"
    "                  Where the status is \"unresolved\", only t_lower is given\n"
    "  pair            the features that meet, VO, OV or EE: faces X X' ..., vertices XY'Z, edges X-Y'\n"
    "  normal, point   unit normal from a to b, and a shared point, in world coordinates\n"
    "  approach_speed  length per t at which the gap closes\n"
    "  points          the whole patch, where it is more than a point\n"
    "  error           what is wrong with the query; with \"line\" in place of a missing id\n"
    "\n"
    "Options\n"
    "  --approach      answer with the first time from which on the boxes overlap: contacts that slide along, part or\n"
    "                  graze are passed over, and \"contact\" tells whether there is such a time\n"
    "  --intervals     add to each answer all stretches of contact, in order and to their ends:\n"
    "                  \"intervals\": [{\"enter\": [lower, upper], \"exit\": [lower, upper]}, ...], where the exact "
    "times lie\n"
    "                  within [lower, upper]; and \"intervals_status\": \"unresolved\" where more may follow the last\n"
    "  --certificate   add to each answer a proof of it that can be checked without this program: \"certificate\",\n"
    "                  in the format of doc/certificates.md; check_certificate.py QUERIES ANSWERS checks it\n"
    "  --derivative    add to each answer how t changes with every number of the query: \"derivative\", in the\n"
    "                  query's own shape; \"below\" and \"above\" where it depends on the side, as where faces are "
    "flush\n"
    "  --trace         add to each answer all steps of the algorithm: \"trace\": the sections of the route, each with\n"
    "                  its times, the octant switches at its start, and the planes of its 30 compatible pairs with\n"
    "                  their coefficients (Bernstein's form), error bound and roots; what the sections tell of the\n"
    "                  contact, and whether that and the answer \"agree\".  Lines are some 20 kilobytes long for each\n"
    "                  section\n"
    "  --trace=text    write the same for reading, in place of the answer\n"
    "  --html FILE     write a page as well that shows the queries, moving, in any browser: the boxes, their\n"
    "                  Minkowski sum and their normal sphere\n"
    "  --threads N     share the work among N threads; 0 stands for one per processor.  The answers are the same\n"
    "  --help          show this and exit\n"
    "  --version       show the version and exit\n"
    "  --self-test     check the arithmetic that the answers rest on, and exit: with 2 if it is not right\n"
    "\n"
    "Exit status: 0 if all queries were answered, 1 if some line got an error, 2 for wrong usage or if reading or\n"
    "writing failed.\n";

/* Says what failed; returns the exit status for it. */
static int trouble(const char *what) {
  fprintf(stderr, "bms-first-contact: %s: %s\n", what, strerror(errno));
  return EXIT_TROUBLE;
}

/* Answers all of standard input; *number becomes that of the line after the last. */
static int answer_input(answer_options wanted, unsigned long *number) {
  line_block block;
  answer_outcome outcome = ALL_ANSWERED, worst = ALL_ANSWERED;
  int more;

  line_block_open(&block, STDIN_FILENO);
  while (outcome <= SOME_REFUSED && (more = line_block_next(&block)) > 0) {
    outcome = answer_lines(block.start, block.length, number, wanted, stdout);
    if (outcome <= SOME_REFUSED && fflush(stdout) != 0) outcome = CANNOT_WRITE;
    if (outcome > worst) worst = outcome;
  }
  line_block_close(&block);
  if (worst == CANNOT_WRITE) return trouble("cannot write");
  if (worst == OUT_OF_MEMORY) return trouble("cannot answer");
  if (more < 0) return trouble("cannot read");
  return worst == ALL_ANSWERED ? EXIT_SUCCESS : EXIT_SOME_REFUSED;
}

/* Ends the page; says on standard error if it could not be written, or does not show all `lines`. */
static bool end_page(html_page *shown, unsigned long lines) {
  page_add_string(shown, "]}");
  if (lines > MOST_PAGE_LINES)
    fprintf(stderr, "bms-first-contact: %s shows the first %d of %lu lines\n", shown->name, MOST_PAGE_LINES, lines);
  if (page_close(shown)) return true;
  (void)trouble(shown->name);
  return false;
}

/* Answers all of standard input, and shows it in a page where a file is named for one. */
static int answer_all(answer_options wanted, const char *page_name) {
  unsigned long number = 1;
  html_page shown;
  if (page_name == NULL) return answer_input(wanted, &number);
  if (!page_open(&shown, page_name)) return trouble(page_name);
  page_add_string(&shown, "{\"title\": \"First contact\", \"queries\": [");
  wanted.page = &shown;
  int status = answer_input(wanted, &number);
  return end_page(&shown, number - 1) ? status : EXIT_TROUBLE;
}

static int print(const char *text) {
  return fputs(text, stdout) >= 0 && fflush(stdout) == 0 ? EXIT_SUCCESS : trouble("cannot write");
}

static int self_test(void) {
  int found = bms_self_test();
  fprintf(found == 0 ? stdout : stderr, "bms-first-contact: %s\n", bms_self_test_message(found));
  return found == 0 ? EXIT_SUCCESS : EXIT_TROUBLE;
}

/* Returns the number of processors, 1 where there is no asking. */
static long processors(void) {
#if defined(_SC_NPROCESSORS_ONLN)
  return sysconf(_SC_NPROCESSORS_ONLN);
#else
  return 1;
#endif
}

/* Returns the value of --threads, -1 if it is no number. */
static int threads_of(const char *value) {
  char *end;
  long number = strtol(value, &end, 10);
  if (end == value || *end != 0 || number < 0) return -1;
  if (number == 0) number = processors();
  return number < 1 ? 1 : number > MOST_THREADS ? MOST_THREADS : (int)number;
}

/* Takes the options in; returns the number of the first argument that is none, or argc. */
static int read_options(int argc, char **argv, answer_options *wanted, const char **page_name) {
  int i = 1;
  for (; i < argc; i++) {
    if (strcmp(argv[i], "--trace") == 0 || strcmp(argv[i], "--trace=json") == 0)
      wanted->trace = TRACE_JSON;
    else if (strcmp(argv[i], "--trace=text") == 0)
      wanted->trace = TRACE_TEXT;
    else if (strcmp(argv[i], "--approach") == 0)
      wanted->approach = true;
    else if (strcmp(argv[i], "--intervals") == 0)
      wanted->intervals = true;
    else if (strcmp(argv[i], "--certificate") == 0)
      wanted->certificate = true;
    else if (strcmp(argv[i], "--derivative") == 0)
      wanted->derivative = true;
    else if (strcmp(argv[i], "--") == 0) /* ends the options */
      return i + 1;
    else if (strcmp(argv[i], "--html") == 0 && i + 1 < argc)
      *page_name = argv[++i];
    else if (strcmp(argv[i], "--threads") == 0 && i + 1 < argc && threads_of(argv[i + 1]) > 0)
      wanted->threads = threads_of(argv[++i]);
    else
      break;
  }
  return i;
}

/* Lets lines end with a line feed on every system: Windows would read and write other bytes. */
static void leave_line_ends_alone(void) {
#if defined(_WIN32)
  (void)_setmode(STDIN_FILENO, _O_BINARY);
  (void)_setmode(STDOUT_FILENO, _O_BINARY);
#endif
}

int main(int argc, char **argv) {
  leave_line_ends_alone();
  answer_options wanted = {.threads = 1};
  if (argc > 1 && strcmp(argv[1], "--help") == 0) return print(HELP);
  if (argc > 1 && strcmp(argv[1], "--version") == 0) return print("bms-first-contact (ode-qmbox) " BMS_VERSION "\n");
  if (argc > 1 && strcmp(argv[1], "--self-test") == 0) return self_test();
  const char *page_name = NULL;
  int i = read_options(argc, argv, &wanted, &page_name);
  if (wanted.approach && (wanted.trace != TRACE_NONE || page_name != NULL)) {
    fprintf(stderr, "bms-first-contact: %s shows the way to the first contact; it does not go with --approach\n",
            page_name != NULL ? "--html" : "--trace");
    return EXIT_TROUBLE;
  }
  if ((wanted.certificate || wanted.derivative) && (wanted.approach || wanted.trace == TRACE_TEXT)) {
    fprintf(stderr, "bms-first-contact: --%s is about a first contact; it does not go with --%s\n",
            wanted.certificate ? "certificate" : "derivative", wanted.approach ? "approach" : "trace=text");
    return EXIT_TROUBLE;
  }
  if (i == argc) return answer_all(wanted, page_name);
  if (strcmp(argv[i], "--threads") == 0)
    fprintf(stderr, "bms-first-contact: --threads needs a number, 0 or more\n");
  else if (strcmp(argv[i], "--html") == 0)
    fprintf(stderr, "bms-first-contact: --html needs the name of a file\n");
  else
    fprintf(stderr, "bms-first-contact: unknown %s '%s'; queries are read from standard input (see --help)\n",
            argv[i][0] == '-' ? "option" : "argument", argv[i]);
  return EXIT_TROUBLE;
}
