/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The format of the command-line program's queries.  This reader is for the tests' own data: it refuses what it does
 * not understand and does not say why.
 */

#include "query_text.h"

#include <jansson.h>
#include <string.h>

/* ------------------------------------------------------------------ writing */

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
  fputc('}', out);
}

void query_write_json(FILE *out, const char *id, const bms_query *query) {
  fprintf(out, "{\"id\": \"%s\", \"t\": [%.17g, %.17g], \"a\": ", id, query->t0, query->t1);
  write_body(out, &query->a);
  fputs(", \"b\": ", out);
  write_body(out, &query->b);
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

/* ------------------------------------------------------------------ reading */

/* Returns a list of at most `most` numbers, at least `least`; those that are missing are zero. */
static int read_list(const json_t *list, double *x, size_t least, size_t most) {
  size_t i, count = json_array_size(list);

  if (!json_is_array(list) || count < least || count > most) return -1;
  for (i = 0; i < most; i++) {
    json_t *number = json_array_get(list, i);
    if (i < count && !json_is_number(number)) return -1;
    x[i] = i < count ? json_number_value(number) : 0.0;
  }
  return 0;
}

static int read_matrix(const json_t *matrix, bms_motion *motion) {
  size_t i, j;

  motion->form = BMS_MOTION_MATRIX;
  if (json_array_size(matrix) != 4) return -1;
  for (i = 0; i < 3; i++)
    for (j = 0; j < 4; j++)
      if (read_list(json_array_get(json_array_get(matrix, i), j), motion->matrix.entry[i][j], 0, 3) != 0) return -1;
  return read_list(json_array_get(json_array_get(matrix, 3), 3), motion->matrix.weight, 0, 3);
}

static int read_rigid(const json_t *position, const json_t *quaternion, bms_motion *motion) {
  size_t i;

  motion->form = BMS_MOTION_RIGID;
  for (i = 0; i < 3; i++)
    if (read_list(json_array_get(position, i), motion->rigid.position[i], 0, 3) != 0) return -1;
  for (i = 0; i < 4; i++)
    if (read_list(json_array_get(quaternion, i), motion->rigid.quaternion[i], 0, 2) != 0) return -1;
  return 0;
}

static int read_body(const json_t *object, bms_body *body) {
  const json_t *matrix = json_object_get(object, "matrix");

  if (read_list(json_object_get(object, "min"), body->box.min, 3, 3) != 0 ||
      read_list(json_object_get(object, "max"), body->box.max, 3, 3) != 0)
    return -1;
  if (matrix != NULL) return read_matrix(matrix, &body->motion);
  return read_rigid(json_object_get(object, "position"), json_object_get(object, "quaternion"), &body->motion);
}

int query_read_json(const char *line, char *id, int size, bms_query *query) {
  int status = -1;
  double t[2];
  const char *name;
  json_t *root = json_loads(line, JSON_DECODE_INT_AS_REAL, NULL);

  memset(query, 0, sizeof *query);
  name = json_string_value(json_object_get(root, "id"));
  snprintf(id, (size_t)size, "%s", name == NULL ? "" : name);
  if (read_list(json_object_get(root, "t"), t, 2, 2) == 0) {
    query->t0 = t[0];
    query->t1 = t[1];
    if (read_body(json_object_get(root, "a"), &query->a) == 0 && read_body(json_object_get(root, "b"), &query->b) == 0)
      status = 0;
  }
  json_decref(root);
  return status;
}
