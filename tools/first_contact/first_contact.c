/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * bms-first-contact answers when two moving boxes first touch. It reads queries as JSON Lines from files or standard
 * input and writes answers to standard output.
 *
 * It is the example of the C API without ODE: a bms_query is filled in (query_plain.c, or query_json.c from parsed
 * JSON), a batch of them is answered (answer_lines.c), each bms_contact is written out (answer_json.c). This file
 * leads from the input to the output.
 *
 * Lines come and go in blocks (line_block.c), and standard output is flushed after each: a program that asks one line
 * at a time gets each answer at once.  No locale is set, so numbers have a decimal point wherever this runs.
 */

#define _POSIX_C_SOURCE 200809L /* STDIN_FILENO; must precede the first include */

#include <bms.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#if defined(_WIN32)
#include <io.h>
#endif

#include "answer_lines.h"
#include "arguments.h"
#include "line_block.h"
#include "output_file.h"
#include "progress.h"

enum { EXIT_SOME_REFUSED = 1, EXIT_TROUBLE = 2 };

/* Reports what failed; returns the exit status for it. */
static int trouble(const char *what) {
  fprintf(stderr, "bms-first-contact: %s: %s\n", what, strerror(errno));
  return EXIT_TROUBLE;
}

static int unread(const char *file) {
  fprintf(stderr, "bms-first-contact: %s: cannot be read: %s\n", file, strerror(errno));
  return EXIT_TROUBLE;
}

static int unwritten(const char *file) {
  fprintf(stderr, "bms-first-contact: %s: cannot be written: %s\n", file, strerror(errno));
  return EXIT_TROUBLE;
}

/* The files that are answered, or standard input; lines are counted through all of them. */
typedef struct input {
  const char *const *file;
  int count;
  answer_options wanted;
  FILE *out; /* NULL: answers are not written */
  unsigned long number;
  double bytes; /* that have been answered */
  progress shown;
} input;

static const char STANDARD[] = "-";

static bool is_standard(const char *file) {
  return strcmp(file, STANDARD) == 0;
}

/* Opens a file; returns -1 if that fails. */
static int open_input(const char *file) {
#if defined(_WIN32)
  return is_standard(file) ? STDIN_FILENO : open(file, O_RDONLY | O_BINARY);
#else
  return is_standard(file) ? STDIN_FILENO : open(file, O_RDONLY);
#endif
}

/* Answers one file. */
static int answer_file(input *in, const char *file) {
  line_block block;
  answer_outcome outcome = ALL_ANSWERED, worst = ALL_ANSWERED;
  int more, descriptor = open_input(file);
  if (descriptor < 0) return unread(file);
  line_block_open(&block, descriptor);
  while (outcome <= SOME_REFUSED && (more = line_block_next(&block)) > 0) {
    outcome = answer_lines(block.start, block.length, &in->number, in->wanted, in->out);
    if (outcome <= SOME_REFUSED && in->out != NULL && fflush(in->out) != 0) outcome = CANNOT_WRITE;
    if (outcome > worst) worst = outcome;
    in->bytes += (double)block.length;
    progress_note(&in->shown, in->bytes);
  }
  int error = errno;
  line_block_close(&block);
  if (!is_standard(file)) (void)close(descriptor);
  errno = error;
  if (worst == CANNOT_WRITE) return trouble("cannot write");
  if (worst == OUT_OF_MEMORY) return trouble("cannot answer");
  if (more < 0) return is_standard(file) ? trouble("cannot read") : unread(file);
  return worst == ALL_ANSWERED ? EXIT_SUCCESS : EXIT_SOME_REFUSED;
}

/* Answers all files, up to one that cannot be read. */
static int answer_input(input *in, bool progress_is_wanted) {
  const char *name = NULL;
  double total = progress_bytes(in->file, in->count, &name);
  if (total < 0) return unread(name);
  progress_begin(&in->shown, "bms-first-contact", "B", total, progress_is_wanted, in->out != NULL);
  int worst = EXIT_SUCCESS;
  for (int i = 0; i < in->count && worst != EXIT_TROUBLE; i++) {
    int status = answer_file(in, in->file[i]);
    if (status > worst) worst = status;
  }
  progress_end(&in->shown);
  return worst;
}

/* Ends the page; reports on standard error if it could not be written, or does not show all `lines`. */
static bool end_page(html_page *shown, unsigned long lines) {
  char total[40];
  snprintf(total, sizeof total, "], \"total\": %lu}", lines);
  page_add_string(shown, total);
  if (lines > MOST_PAGE_LINES)
    fprintf(stderr, "bms-first-contact: %s shows the first %d of %lu lines\n", shown->out.name, MOST_PAGE_LINES, lines);
  if (page_close(shown)) return true;
  (void)unwritten(shown->out.name);
  return false;
}

/* Answers all input, and shows it in a page if a file is named for one. */
static int answer_all(const arguments *given) {
  const char *const standard[] = {STANDARD};
  bool none = given->file_count == 0, in_place = output_is_standard(given->page_name);
  input in = {.file = none ? standard : (const char *const *)given->file,
              .count = none ? 1 : given->file_count,
              .wanted = given->wanted,
              .out = in_place ? NULL : stdout,
              .number = 1};
  html_page shown;
  if (given->page_name == NULL) return answer_input(&in, given->progress);
  if (!page_open(&shown, given->page_name)) return unwritten(given->page_name);
  page_add_string(&shown, "{\"title\": \"First contact\", \"queries\": [");
  in.wanted.page = &shown;
  int status = answer_input(&in, given->progress);
  return end_page(&shown, in.number - 1) ? status : EXIT_TROUBLE;
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
  return answer_all(&given);
}
