/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Reading a query: every function reads one kind of value, and names the place where it finds something else.
 *
 * The place is a chain of stack variables up to the root and turns into text only when something is wrong, so that
 * good queries do not pay for it.
 */

#include "query_json.h"

#include <stdio.h>
#include <string.h>

/* A member (key) or an element (key NULL, index) of the outer place; no outer: of the query itself. */
typedef struct place {
  const struct place *outer;
  const char *key;
  size_t index;
} place;

typedef struct complaint {
  char *text;
  size_t size;
} complaint;

/* Appends the name of a place, such as "a.matrix[3][0]". */
static void append_place(const place *at, const complaint *c) {
  if (at->outer != NULL) append_place(at->outer, c);
  size_t used = strlen(c->text);
  if (at->key != NULL)
    snprintf(c->text + used, c->size - used, "%s%s", used > 0 ? "." : "", at->key);
  else
    snprintf(c->text + used, c->size - used, "[%zu]", at->index);
}

/* Always false, for `return refuse(...)`. */
static bool refuse(const place *at, const char *reason, const complaint *c) {
  c->text[0] = 0;
  if (at != NULL) append_place(at, c);
  size_t used = strlen(c->text);
  snprintf(c->text + used, c->size - used, "%s%s", used > 0 ? ": " : "", reason);
  return false;
}

/* Returns the member of an object at `at` (NULL stands for the query), or NULL if it is missing. */
static const json_t *member(const json_t *object, const place *at, const complaint *c) {
  const json_t *value = json_object_get(object, at->key);
  if (value == NULL) refuse(at, "missing", c);
  return value;
}

static bool read_number(const json_t *value, const place *at, double *number, const complaint *c) {
  if (!json_is_number(value)) return refuse(at, "expected a number in the range of a double", c);
  *number = json_number_value(value);
  return true;
}

static bool read_numbers(const json_t *value, const place *at, size_t count, double *number, const complaint *c) {
  if (!json_is_array(value) || json_array_size(value) != count)
    return refuse(at, count == 2 ? "expected a list of 2 numbers" : "expected a list of 3 numbers", c);
  for (size_t i = 0; i < count; i++)
    if (!read_number(json_array_get(value, i), &(place){at, NULL, i}, &number[i], c)) return false;
  return true;
}

/* Reads the origin of times of an object, 0 if it has none. */
static bool read_origin(const json_t *object, const place *outer, double *origin, const complaint *c) {
  const json_t *value = json_object_get(object, "origin");
  *origin = 0;
  return value == NULL || read_number(value, &(place){outer, "origin", 0}, origin, c);
}

/* Coefficients beyond the degree are legal where they are zero: such a polynomial has no higher degree. */
static bool read_polynomial(const json_t *value, const place *at, size_t degree, double coefficient[3],
                            const complaint *c) {
  if (!json_is_array(value)) return refuse(at, "expected a list of coefficients", c);
  memset(coefficient, 0, 3 * sizeof *coefficient);
  for (size_t i = 0; i < json_array_size(value); i++) {
    double number = 0; /* gcc does not see that it is always set */
    if (!read_number(json_array_get(value, i), &(place){at, NULL, i}, &number, c)) return false;
    if (i <= degree)
      coefficient[i] = number;
    else if (number < 0 || number > 0)
      return refuse(at, degree == 1 ? "the degree is above 1" : "the degree is above 2", c);
  }
  return true;
}

/* Reads a list of 3 or 4 polynomials. */
static bool read_polynomials(const json_t *value, const place *at, size_t count, size_t degree, double coefficient[][3],
                             const complaint *c) {
  if (!json_is_array(value) || json_array_size(value) != count)
    return refuse(at, count == 3 ? "expected a list of 3 polynomials" : "expected a list of 4 polynomials", c);
  for (size_t i = 0; i < count; i++)
    if (!read_polynomial(json_array_get(value, i), &(place){at, NULL, i}, degree, coefficient[i], c)) return false;
  return true;
}

static bool read_matrix(const json_t *value, const place *at, bms_motion *motion, const complaint *c) {
  double m[4][4][3];
  if (!json_is_array(value) || json_array_size(value) != 4) return refuse(at, "expected a list of 4 rows", c);
  for (size_t i = 0; i < 4; i++)
    if (!read_polynomials(json_array_get(value, i), &(place){at, NULL, i}, 4, 2, m[i], c)) return false;
  /* The cast adds const, which C before C23 does not do by itself for arrays. */
  if (bms_motion_from_matrix((const double(*)[4][3])m, motion) != 0)
    return refuse(at, "the last row is not [0, 0, 0, w]", c);
  return true;
}

static bool read_rigid(const json_t *body, const place *at, bms_motion *motion, const complaint *c) {
  const place at_position = {at, "position", 0}, at_quaternion = {at, "quaternion", 0};
  const json_t *position = member(body, &at_position, c);
  const json_t *quaternion = position == NULL ? NULL : member(body, &at_quaternion, c);
  double q[4][3];
  motion->form = BMS_MOTION_RIGID;
  if (quaternion == NULL || !read_polynomials(position, &at_position, 3, 2, motion->rigid.position, c) ||
      !read_polynomials(quaternion, &at_quaternion, 4, 1, q, c))
    return false;
  for (int i = 0; i < 4; i++) memcpy(motion->rigid.quaternion[i], q[i], sizeof motion->rigid.quaternion[i]);
  return true;
}

static bool read_motion(const json_t *body, const place *at, bms_motion *motion, const complaint *c) {
  const json_t *matrix = json_object_get(body, "matrix");
  bool rigid = json_object_get(body, "position") != NULL || json_object_get(body, "quaternion") != NULL;
  if (matrix != NULL && rigid) return refuse(at, "has two motions, a matrix and a position or quaternion", c);
  if (matrix != NULL) return read_matrix(matrix, &(place){at, "matrix", 0}, motion, c);
  if (!rigid) return refuse(at, "has no motion: expected a matrix, or a position and a quaternion", c);
  return read_rigid(body, at, motion, c);
}

static bool read_body(const json_t *root, const char *key, bms_body *body, const complaint *c) {
  const place at = {NULL, key, 0}, at_min = {&at, "min", 0}, at_max = {&at, "max", 0};
  const json_t *value = member(root, &at, c), *corner;
  if (value == NULL) return false;
  if (!json_is_object(value)) return refuse(&at, "expected an object", c);
  if ((corner = member(value, &at_min, c)) == NULL || !read_numbers(corner, &at_min, 3, body->box.min, c)) return false;
  if ((corner = member(value, &at_max, c)) == NULL || !read_numbers(corner, &at_max, 3, body->box.max, c)) return false;
  double origin = 0; /* gcc does not see that it is always set */
  if (!read_motion(value, &at, &body->motion, c) || !read_origin(value, &at, &origin, c)) return false;
  body->motion.origin = origin;
  return true;
}

bool query_from_json(const json_t *root, bms_query *query, char *error, size_t size) {
  const complaint c = {error, size};
  const place at_interval = {NULL, "t", 0};
  const json_t *value;
  double interval[2];
  if (!json_is_object(root)) return refuse(NULL, "a query is an object", &c);
  value = member(root, &at_interval, &c);
  if (value == NULL || !read_numbers(value, &at_interval, 2, interval, &c)) return false;
  query->t0 = interval[0];
  query->t1 = interval[1];
  return read_origin(root, NULL, &query->origin, &c) && read_body(root, "a", &query->a, &c) &&
         read_body(root, "b", &query->b, &c);
}
