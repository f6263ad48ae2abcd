/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Prints the library's answers about queries and arms, the bits of every number: two builds of the library
 * are the same arithmetic if the output is the same.  Queries are read from standard input, as queries.c writes them;
 * this needs nothing but the library and C's own, so that it can be built for any machine.
 */

#include <stdio.h>
#include <stdlib.h>

#include "answer_text.h"
#include "bms_shapes.h"
#include "query_bits.h"
#include "scene_answers.h"

enum { SCENES = 120 };

static void print_convex(const char *name, const bms_convex_query *query) {
  bms_convex_contact c;
  bms_status status = bms_convex_first_contact(query, NULL, &c);
  const double number[6] = {c.t_lower, c.t_upper, c.normal[0], c.normal[1], c.normal[2], c.approach_speed};
  printf("%s %s", name, bms_status_name(status));
  query_bits_numbers(number, 6, stdout);
  printf("\n");
}

/* Prints the answers of the solver for convex shapes for the same motions: of the boxes, of a ball, of a cylinder. */
static void print_shapes(const bms_query *query) {
  static const double ORIGIN[3] = {0, 0, 0};
  double size = query->b.box.max[0] - query->b.box.min[0];
  bms_convex_query convex = {.t0 = query->t0,
                             .t1 = query->t1,
                             .a = bms_convex_box(&query->a.box, 0),
                             .b = bms_convex_box(&query->b.box, 0),
                             .motion_a = query->a.motion,
                             .motion_b = query->b.motion};
  if (query->a.motion.form != BMS_MOTION_RIGID || query->b.motion.form != BMS_MOTION_RIGID) return;
  print_convex("boxes", &convex);
  convex.b = bms_convex_points(ORIGIN, 1, size);
  print_convex("ball", &convex);
  convex.b = bms_convex_cylinder(size, 0.5 * size);
  convex.nearness = 1e-6 * size;
  print_convex("cylinder", &convex);
}

int main(void) {
  char name[QUERY_NAME_SIZE];
  bms_query query;
  int found = bms_self_test();
  if (found != 0) {
    fprintf(stderr, "answers: %s\n", bms_self_test_message(found));
    return EXIT_FAILURE;
  }
  while (query_bits_read(stdin, name, &query)) {
    char text[ANSWER_TEXT_SIZE];
    answer_text(&query, text);
    printf("%s\n%s", name, text);
    print_shapes(&query);
  }
  scene_answers_print(SCENES);
  return fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
