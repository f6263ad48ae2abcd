/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The seed corpus for fuzzing, of queries as JSON Lines on standard input: seeds JSON-DIRECTORY QUERY-DIRECTORY writes
 * one file for each query into either, the line itself for the program, the bytes of the struct for the solver.
 *
 * Every third query is also written with body a replaced by a half-space, the plane through the origin with one corner
 * of its box for a normal.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "any_query.h"
#include "query_text.h"

enum { LINE_SIZE = 65536, PATH_SIZE = 4096, ID_SIZE = 64 };

static void write_file(const char *directory, const char *kind, int number, const void *bytes, size_t size) {
  char path[PATH_SIZE];
  snprintf(path, sizeof path, "%s/%s-%04d", directory, kind, number);
  FILE *out = fopen(path, "wb");
  if (out == NULL || fwrite(bytes, 1, size, out) != size || fclose(out) != 0) {
    perror(path);
    exit(EXIT_FAILURE);
  }
}

static void write_query(const char *directory, const char *kind, int number, const any_query *query) {
  uint8_t bytes[ANY_QUERY_SIZE];
  size_t size = any_query_to_bytes(query, bytes);
  write_file(directory, kind, number, bytes, size);
}

int main(int argc, char **argv) {
  static char line[LINE_SIZE];
  if (argc != 3) {
    fprintf(stderr, "usage: seeds JSON-DIRECTORY QUERY-DIRECTORY < QUERIES\n");
    return EXIT_FAILURE;
  }
  for (int number = 1; fgets(line, sizeof line, stdin) != NULL; number++) {
    char id[ID_SIZE];
    any_query query = {.half_space = {{0, 0, 0}, 0}};
    write_file(argv[1], "line", number, line, strlen(line));
    if (query_read_json(line, id, sizeof id, &query.query) != 0) continue;
    write_query(argv[2], "boxes", number, &query);
    if (number % 3 != 0) continue;
    query.against_half_space = true;
    memcpy(query.half_space.normal, query.query.a.box.max, sizeof query.half_space.normal);
    write_query(argv[2], "plane", number, &query);
  }
  return EXIT_SUCCESS;
}
