/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The reader of the command-line program's queries, by jansson.  It is for the tests' own data: it refuses what it does
 * not understand and gives no reason.
 */

#include "query_text.h"

#include <jansson.h>
#include <string.h>

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
  body->motion.origin = json_number_value(json_object_get(object, "origin")); /* 0 if there is none */
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
  query->origin = json_number_value(json_object_get(root, "origin"));
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
