/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A cursor moves through the line, past one thing of the grammar at a time; if something else stands, it stops for good
 * and the line is not plain.  Nothing is checked behind the end: no character that is searched for is the one there.
 */

#include "query_plain.h"

#include <string.h>

#include "json/number_text.h"

typedef struct cursor {
  const char *at, *end;
  bool plain;
} cursor;

/* ------------------------------------------------------------------ the grammar */

static void skip_spaces(cursor *c) {
  while (c->at < c->end && (*c->at == ' ' || *c->at == '\t' || *c->at == '\r' || *c->at == '\n')) c->at++;
}

/* Returns true if this character comes next, and goes past it then. */
static bool comes(cursor *c, char wanted) {
  skip_spaces(c);
  bool there = c->plain && c->at < c->end && *c->at == wanted;
  c->at += there;
  return there;
}

static void expect(cursor *c, char wanted) {
  if (!comes(c, wanted)) c->plain = false;
}

/* Returns true if another member or element follows: after a comma, or after nothing before the first one. The closing
   bracket ends the list; a comma before it is not plain, since nothing follows. */
static bool comes_another(cursor *c, char closing, int before) {
  if (!c->plain || comes(c, closing)) return false;
  if (before > 0) expect(c, ',');
  return c->plain;
}

static double number(cursor *c) {
  double x = 0;
  skip_spaces(c);
  size_t length = c->plain ? number_text_read(c->at, (size_t)(c->end - c->at), &x) : 0;
  c->plain = length > 0 && length <= (size_t)(c->end - c->at);
  if (c->plain) c->at += length;
  return x;
}

/* Reads a string of printable ASCII without escapes. Returns the text between its quotes. */
static json_span string(cursor *c) {
  expect(c, '"');
  json_span text = {c->at, 0};
  while (c->plain && c->at < c->end && *c->at != '"') {
    c->plain = *c->at >= 0x20 && *c->at < 0x7f && *c->at != '\\';
    c->at++;
  }
  text.length = (size_t)(c->at - text.start);
  expect(c, '"');
  return text;
}

static json_span key(cursor *c) {
  json_span text = string(c);
  expect(c, ':');
  return text;
}

static bool is(json_span text, const char *word) {
  return text.length == strlen(word) && memcmp(text.start, word, text.length) == 0;
}

/* ------------------------------------------------------------------ the values */

/* Reads a list of `least` to `most` numbers. */
static void numbers(cursor *c, int least, int most, double *x) {
  int count = 0;
  expect(c, '[');
  for (; comes_another(c, ']', count); count++) {
    if (count == most)
      c->plain = false;
    else
      x[count] = number(c);
  }
  if (count < least) c->plain = false;
}

/* Reads a list of `count` polynomials of at most this degree; their coefficients are zero before. */
static void polynomials(cursor *c, int count, int degree, int stride, double *coefficient) {
  int i = 0;
  expect(c, '[');
  for (; comes_another(c, ']', i); i++) {
    if (i == count)
      c->plain = false;
    else
      numbers(c, 0, degree + 1, coefficient + i * stride);
  }
  if (i != count) c->plain = false;
}

static void matrix(cursor *c, bms_motion *motion) {
  double m[4][4][3] = {{{0}}};
  int i = 0;
  expect(c, '[');
  for (; comes_another(c, ']', i); i++) {
    if (i == 4)
      c->plain = false;
    else
      polynomials(c, 4, 2, 3, m[i][0]);
  }
  if (i != 4 || !c->plain || bms_motion_from_matrix((const double(*)[4][3])m, motion) != 0) c->plain = false;
}

enum {
  SEEN_ID = 1,
  SEEN_T = 2,
  SEEN_A = 4,
  SEEN_B = 8,
  SEEN_MIN = 16,
  SEEN_MAX = 32,
  SEEN_MATRIX = 64,
  SEEN_POSITION = 128,
  SEEN_QUATERNION = 256,
  SEEN_ORIGIN = 512
};

/* Notes that a key was seen, which may occur only once. */
static void see(cursor *c, unsigned *seen, unsigned which) {
  if (*seen & which) c->plain = false;
  *seen |= which;
}

static void body_member(cursor *c, bms_body *body, double position[3][3], double quaternion[4][2], unsigned *seen) {
  json_span name = key(c);
  if (is(name, "min")) {
    see(c, seen, SEEN_MIN);
    numbers(c, 3, 3, body->box.min);
  } else if (is(name, "max")) {
    see(c, seen, SEEN_MAX);
    numbers(c, 3, 3, body->box.max);
  } else if (is(name, "matrix")) {
    see(c, seen, SEEN_MATRIX);
    matrix(c, &body->motion);
  } else if (is(name, "position")) {
    see(c, seen, SEEN_POSITION);
    polynomials(c, 3, 2, 3, position[0]);
  } else if (is(name, "quaternion")) {
    see(c, seen, SEEN_QUATERNION);
    polynomials(c, 4, 1, 2, quaternion[0]);
  } else if (is(name, "origin")) {
    see(c, seen, SEEN_ORIGIN);
    body->motion.origin = number(c);
  } else {
    c->plain = false;
  }
}

static void read_body(cursor *c, bms_body *out) {
  double position[3][3] = {{0}}, quaternion[4][2] = {{0}}, origin;
  unsigned seen = 0;
  int count = 0;
  out->motion.origin = 0;
  expect(c, '{');
  for (; comes_another(c, '}', count); count++) {
    origin = out->motion.origin; /* a matrix that comes after it sets it to 0 */
    body_member(c, out, position, quaternion, &seen);
    if ((seen & SEEN_ORIGIN) != 0 && out->motion.origin == 0) out->motion.origin = origin;
  }
  seen &= ~(unsigned)SEEN_ORIGIN;
  if (seen == (SEEN_MIN | SEEN_MAX | SEEN_POSITION | SEEN_QUATERNION)) {
    out->motion.form = BMS_MOTION_RIGID;
    memcpy(out->motion.rigid.position, position, sizeof position);
    memcpy(out->motion.rigid.quaternion, quaternion, sizeof quaternion);
  } else if (seen != (SEEN_MIN | SEEN_MAX | SEEN_MATRIX)) {
    c->plain = false;
  }
}

static json_span read_id(cursor *c) {
  skip_spaces(c);
  json_span id = {c->at, 0};
  if (c->at < c->end && *c->at == '"')
    (void)string(c);
  else
    (void)number(c);
  id.length = (size_t)(c->at - id.start);
  return id;
}

static void query_member(cursor *c, bms_query *query, json_span *id, unsigned *seen) {
  json_span name = key(c);
  if (is(name, "id")) {
    see(c, seen, SEEN_ID);
    *id = read_id(c);
  } else if (is(name, "t")) {
    double t[2] = {0, 0};
    see(c, seen, SEEN_T);
    numbers(c, 2, 2, t);
    query->t0 = t[0];
    query->t1 = t[1];
  } else if (is(name, "a")) {
    see(c, seen, SEEN_A);
    read_body(c, &query->a);
  } else if (is(name, "b")) {
    see(c, seen, SEEN_B);
    read_body(c, &query->b);
  } else if (is(name, "origin")) {
    see(c, seen, SEEN_ORIGIN);
    query->origin = number(c);
  } else {
    c->plain = false;
  }
}

bool query_plain_read(const char *line, size_t length, bms_query *query, json_span *id) {
  cursor c = {line, line + length, true};
  unsigned seen = 0;
  int count = 0;
  *id = (json_span){line, 0};
  query->origin = 0;
  expect(&c, '{');
  for (; comes_another(&c, '}', count); count++) query_member(&c, query, id, &seen);
  skip_spaces(&c);
  return c.plain && c.at == c.end &&
         (seen | SEEN_ID | SEEN_ORIGIN) == (SEEN_ID | SEEN_ORIGIN | SEEN_T | SEEN_A | SEEN_B);
}
