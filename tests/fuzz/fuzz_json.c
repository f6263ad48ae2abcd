/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Fuzzing the command-line program, from its standard input to its standard output: whatever bytes come in, there is
 * exactly one line out for each line in, it is JSON, and it is an answer or an error; the exit status shows whether
 * there was an error.
 *
 * The program is included with a pipe for its input and memory for its output, so that all of it is under test: reading
 * blocks of lines, both readers, the scanner for ids and overflows, the parser's options, the solver, the writer.
 *
 * A libFuzzer target; `make fuzz` builds and runs it.
 */

#define _POSIX_C_SOURCE 200809L /* open_memstream() */

#include <getopt.h>
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

static int input;
static FILE *output;

#include "../../tools/json/json_line.c"
#undef STDIN_FILENO
#undef stdout
#define STDIN_FILENO input
#define stdout output
#define main first_contact_main
#include "../../tools/first_contact/first_contact.c" /* lib/ has a file of that name too */
#undef main

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool right, const char *what, const char *answer) {
  if (right) return;
  fprintf(stderr, "%s: %s\n", what, answer);
  abort();
}

static double number_at(const json_t *root, const char *key) {
  const json_t *value = json_object_get(root, key);
  return json_is_number(value) ? json_number_value(value) : NAN;
}

/* Returns true if all numbers of a vector are there. */
static bool is_vector(const json_t *value) {
  bool good = json_array_size(value) == 3;
  for (size_t i = 0; good && i < 3; i++) good = json_is_number(json_array_get(value, i));
  return good;
}

static void check_contact(const json_t *root, const char *line) {
  double t = number_at(root, "t"), lower = number_at(root, "t_lower"), upper = number_at(root, "t_upper");
  const json_t *pair = json_object_get(root, "pair");
  require(lower <= t && t <= upper, "t is not enclosed", line);
  require(json_is_string(json_object_get(pair, "kind")) && json_string_length(json_object_get(pair, "a")) > 0 &&
              json_string_length(json_object_get(pair, "b")) > 0,
          "no pair", line);
  require(is_vector(json_object_get(root, "normal")), "no normal", line);
  require(is_vector(json_object_get(root, "point")), "no point", line);
}

/* Returns whether it is an answer and no error. */
static bool check_answer(const char *line, size_t length) {
  json_error_t error;
  /* The id is the input's own text; integers in it may exceed 64 bits, numbers the double range. */
  json_t *root = load(line, length, LENIENT, &error);
  require(json_is_object(root), "the answer is no JSON object", line);
  const json_t *contact = json_object_get(root, "contact");
  bool is_error = json_object_get(root, "error") != NULL;
  require(is_error != (contact != NULL), "neither an answer nor an error, or both", line);
  require(is_error || json_is_string(json_object_get(root, "status")), "no status", line);
  if (json_is_true(contact)) check_contact(root, line);
  json_decref(root);
  return !is_error;
}

/* Returns the number of lines as getline() counts them: a last line need not end. */
static size_t lines_of(const uint8_t *data, size_t size) {
  size_t lines = size > 0 && data[size - 1] != '\n';
  for (size_t i = 0; i < size; i++) lines += data[i] == '\n';
  return lines;
}

/* Runs the program once over the bytes. */
static void run(const uint8_t *data, size_t size, int argc, char **argv) {
  char *text = NULL;
  size_t length = 0, answers = 0;
  bool all_good = true;
  int ends[2];
  output = open_memstream(&text, &length);
  if (output == NULL || pipe(ends) != 0 || write(ends[1], data, size) != (ssize_t)size) abort();
  close(ends[1]);
  input = ends[0];
  optind = 0; /* getopt_long() begins again */
  int status = first_contact_main(argc, argv);
  close(input);
  fclose(output);
  for (size_t start = 0; start < length; answers++) {
    const char *end = memchr(text + start, '\n', length - start);
    require(end != NULL, "an answer without an end", text + start);
    all_good = check_answer(text + start, (size_t)(end - (text + start))) && all_good;
    start = (size_t)(end - text) + 1;
  }
  require(answers == lines_of(data, size), "not one answer for each line", text);
  require(status == (all_good ? EXIT_SUCCESS : EXIT_SOME_REFUSED), "the exit status does not fit", text);
  free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char name[] = "first_contact", approach[] = "--approach", intervals[] = "--intervals";
  char *first[] = {name, intervals, NULL}, *overlap[] = {name, intervals, approach, NULL};
  if (size > PIPE_BUF) return 0; /* it has to fit in a pipe */
  run(data, size, 2, first);
  run(data, size, 3, overlap);
  return 0;
}
