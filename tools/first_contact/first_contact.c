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
#include "arguments.h"
#include "line_block.h"

enum { EXIT_SOME_REFUSED = 1, EXIT_TROUBLE = 2 };

/* Says what failed; returns the exit status for it. */
static int trouble(const char *what) {
  fprintf(stderr, "bms-first-contact: %s: %s\n", what, strerror(errno));
  return EXIT_TROUBLE;
}

static int unwritten(const char *file) {
  fprintf(stderr, "bms-first-contact: %s: cannot be written: %s\n", file, strerror(errno));
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
  char total[40];
  snprintf(total, sizeof total, "], \"total\": %lu}", lines);
  page_add_string(shown, total);
  if (lines > MOST_PAGE_LINES)
    fprintf(stderr, "bms-first-contact: %s shows the first %d of %lu lines\n", shown->name, MOST_PAGE_LINES, lines);
  if (page_close(shown)) return true;
  (void)unwritten(shown->name);
  return false;
}

/* Answers all of standard input, and shows it in a page where a file is named for one. */
static int answer_all(answer_options wanted, const char *page_name) {
  unsigned long number = 1;
  html_page shown;
  if (page_name == NULL) return answer_input(wanted, &number);
  if (!page_open(&shown, page_name)) return unwritten(page_name);
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

/* Lets lines end with a line feed on every system: Windows would read and write other bytes. */
static void leave_line_ends_alone(void) {
#if defined(_WIN32)
  (void)_setmode(STDIN_FILENO, _O_BINARY);
  (void)_setmode(STDOUT_FILENO, _O_BINARY);
#endif
}

int main(int argc, char **argv) {
  char error[ARGUMENTS_ERROR_SIZE];
  arguments given;
  leave_line_ends_alone();
  if (!arguments_parse(argc, argv, &given, error)) {
    fprintf(stderr, "bms-first-contact: %s\n", error);
    return EXIT_TROUBLE;
  }
  if (given.help) return print(ARGUMENTS_HELP);
  if (given.version) return print("bms-first-contact (ode-qmbox) " BMS_VERSION "\n");
  if (given.self_test) return self_test();
  return answer_all(given.wanted, given.page_name);
}
