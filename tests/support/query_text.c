/* SPDX-License-Identifier: BSD-3-Clause */

/* The format of the command-line program's queries.  query_reading.c reads it. */

#include "query_text.h"

/* Writes a list with 17 significant digits, which identify a double. */
static void write_list(FILE *out, const double *x, int count) {
  int i;

  fputc('[', out);
  for (i = 0; i < count; i++) fprintf(out, "%s%.17g", i == 0 ? "" : ", ", x[i]);
  fputc(']', out);
}

static void write_matrix(FILE *out, const bms_motion *motion) {
  int i, j;

  fputs("\"matrix\": [", out);
  for (i = 0; i < 3; i++) {
    fputc('[', out);
    for (j = 0; j < 4; j++) {
      fputs(j == 0 ? "" : ", ", out);
      write_list(out, motion->matrix.entry[i][j], 3);
    }
    fputs("], ", out);
  }
  fputs("[[0], [0], [0], ", out);
  write_list(out, motion->matrix.weight, 3);
  fputs("]]", out);
}

static void write_rigid(FILE *out, const bms_motion *motion) {
  int i;

  fputs("\"position\": [", out);
  for (i = 0; i < 3; i++) {
    fputs(i == 0 ? "" : ", ", out);
    write_list(out, motion->rigid.position[i], 3);
  }
  fputs("], \"quaternion\": [", out);
  for (i = 0; i < 4; i++) {
    fputs(i == 0 ? "" : ", ", out);
    write_list(out, motion->rigid.quaternion[i], 2);
  }
  fputs("]", out);
}

static void write_origin(FILE *out, double origin) {
  if (origin != 0) fprintf(out, ", \"origin\": %.17g", origin);
}

static void write_body(FILE *out, const bms_body *body) {
  fputs("{\"min\": ", out);
  write_list(out, body->box.min, 3);
  fputs(", \"max\": ", out);
  write_list(out, body->box.max, 3);
  fputs(", ", out);
  if (body->motion.form == BMS_MOTION_RIGID)
    write_rigid(out, &body->motion);
  else
    write_matrix(out, &body->motion);
  write_origin(out, body->motion.origin);
  fputc('}', out);
}

void query_write_json(FILE *out, const char *id, const bms_query *query) {
  fprintf(out, "{\"id\": \"%s\", \"t\": [%.17g, %.17g], \"a\": ", id, query->t0, query->t1);
  write_body(out, &query->a);
  fputs(", \"b\": ", out);
  write_body(out, &query->b);
  write_origin(out, query->origin);
  fputs("}\n", out);
}

static void write_hex(FILE *out, const char *prefix, const char *what, const double *x, int count) {
  int i;

  fprintf(out, "%s%s", prefix, what);
  for (i = 0; i < count; i++) fprintf(out, " %a", x[i]);
  fputc('\n', out);
}

static void write_body_hex(FILE *out, const char *prefix, const bms_body *body) {
  write_hex(out, prefix, "  min", body->box.min, 3);
  write_hex(out, prefix, "  max", body->box.max, 3);
  if (body->motion.form == BMS_MOTION_RIGID) {
    write_hex(out, prefix, "  position", &body->motion.rigid.position[0][0], 9);
    write_hex(out, prefix, "  quaternion", &body->motion.rigid.quaternion[0][0], 8);
  } else {
    write_hex(out, prefix, "  entry", &body->motion.matrix.entry[0][0][0], 36);
    write_hex(out, prefix, "  weight", body->motion.matrix.weight, 3);
  }
}

void query_write_hex(FILE *out, const char *prefix, const bms_query *query) {
  fprintf(out, "%st %a %a\n%sa\n", prefix, query->t0, query->t1, prefix);
  write_body_hex(out, prefix, &query->a);
  fprintf(out, "%sb\n", prefix);
  write_body_hex(out, prefix, &query->b);
}
