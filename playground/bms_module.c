/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * libbms as a WebAssembly module.  Every value crosses the border as a double in a list, so that JavaScript needs no
 * offsets of structs; package/index.js has the other side.
 *
 *   query   t0, t1, origin, body a, body b                                             QUERY_NUMBERS
 *   body    min (3), max (3), origin, form (bms_motion_form), then its coefficients    BODY_NUMBERS
 *             matrix   entry[3][4][3], weight[3]
 *             rigid    position[3][3], quaternion[4][2], the rest is not read
 *   pair    kind (bms_pair_kind), code of a, code of b
 *   answer  status, reason, where, t, t_lower, t_upper, pair, normal (3), approach_speed, point_count, points (3 each)
 *
 * The module has no state and allocates nothing: the caller passes addresses above __heap_base.
 */

#include <stddef.h>
#include <string.h>

#include "bms.h"
#include "bms_certificate.h"
#include "bms_sections.h"

#define EXPORT(name) __attribute__((export_name(#name)))
#define IMPORT(name) __attribute__((import_module("bms"), import_name(#name)))

enum { MATRIX_NUMBERS = 36 + 3, BODY_NUMBERS = 8 + MATRIX_NUMBERS, QUERY_NUMBERS = 3 + 2 * BODY_NUMBERS };

/* Takes the next piece of a certificate. */
IMPORT(piece) void take_piece(const char *piece, size_t length);
/* Takes a section: equations and switches as in bms_section. */
IMPORT(section)
void take_section(double start, double middle, double end, int equations, unsigned switches, int contact);

static void copy(double *to, const double *from, size_t count) {
  memcpy(to, from, count * sizeof *to);
}

static void read_body(const double *x, bms_body *body) {
  bms_motion *m = &body->motion;
  memset(body, 0, sizeof *body);
  copy(body->box.min, x, 3);
  copy(body->box.max, x + 3, 3);
  m->origin = x[6];
  m->form = (bms_motion_form)x[7];
  if (m->form == BMS_MOTION_RIGID) {
    copy(m->rigid.position[0], x + 8, 9);
    copy(m->rigid.quaternion[0], x + 8 + 9, 8);
  } else {
    copy(m->matrix.entry[0][0], x + 8, 36);
    copy(m->matrix.weight, x + 8 + 36, 3);
  }
}

static bms_query read_query(const double *x) {
  bms_query query;
  memset(&query, 0, sizeof query);
  query.t0 = x[0];
  query.t1 = x[1];
  query.origin = x[2];
  read_body(x + 3, &query.a);
  read_body(x + 3 + BODY_NUMBERS, &query.b);
  return query;
}

static double *write_pair(const bms_pair *pair, double *x) {
  *x++ = pair->kind;
  *x++ = pair->a;
  *x++ = pair->b;
  return x;
}

static void write_contact(const bms_contact *contact, double *x) {
  *x++ = contact->status;
  *x++ = contact->reason;
  *x++ = contact->where;
  *x++ = contact->t;
  *x++ = contact->t_lower;
  *x++ = contact->t_upper;
  x = write_pair(&contact->pair, x);
  copy(x, contact->normal, 3);
  x[3] = contact->approach_speed;
  x[4] = contact->point_count;
  copy(x + 5, contact->point[0], 3 * (size_t)contact->point_count);
}

EXPORT(query_numbers) int query_numbers(void) {
  return QUERY_NUMBERS;
}

EXPORT(version) const char *version(void) {
  return bms_version();
}

EXPORT(self_test) int self_test(void) {
  return bms_self_test();
}

EXPORT(status_name) const char *status_name(int status) {
  return bms_status_name((bms_status)status);
}

/* bms_first_contact(). */
EXPORT(first_contact) void first_contact(const double *query, double *answer) {
  bms_contact contact = {.point_count = 0};
  bms_query q = read_query(query);
  bms_first_contact(&q, &contact);
  write_contact(&contact, answer);
}

/* bms_first_approach(). */
EXPORT(first_approach) void first_approach(const double *query, double *answer) {
  bms_contact contact = {.point_count = 0};
  bms_query q = read_query(query);
  bms_first_approach(&q, &contact);
  write_contact(&contact, answer);
}

/* bms_explain() of the first contact.  Returns the length of the text. */
EXPORT(explain) int explain(const double *query, char *text, int size) {
  bms_contact contact;
  bms_query q = read_query(query);
  bms_first_contact(&q, &contact);
  return bms_explain(&q, &contact, text, size);
}

/* bms_contact_intervals(): enter_lower, enter_upper, exit_lower, exit_upper of each, after two numbers: the status, and
   the number of all intervals. */
EXPORT(intervals) void intervals(const double *query, int capacity, double *times) {
  _Static_assert(sizeof(bms_contact_interval) == 4 * sizeof(double), "four times");
  int count = 0;
  bms_query q = read_query(query);
  times[0] = bms_contact_intervals(&q, capacity, (bms_contact_interval *)(times + 2), &count);
  times[1] = count;
}

static void report_section(const bms_section *s, void *context) {
  (void)context;
  take_section(s->start, s->middle, s->end, s->equations, s->switches, s->contact);
}

/* bms_sections_walk(): hands the sections to the import.  Returns its bms_agreement with the answer. */
EXPORT(sections) int sections(const double *query) {
  bms_sections_answer answer;
  bms_query q = read_query(query);
  bms_sections_walk(&q, report_section, NULL, &answer);
  return answer.agreement;
}

static void report_piece(const char *piece, size_t length, void *context) {
  (void)context;
  take_piece(piece, length);
}

/* bms_first_contact_certificate(): hands the document to the import.  Returns the status that it proves. */
EXPORT(certificate) int certificate(const double *query) {
  bms_contact contact;
  bms_query q = read_query(query);
  return bms_first_contact_certificate(&q, &contact, report_piece, NULL);
}

/* bms_contact_intervals_certificate() in the same way; at `times` there is room for `capacity` intervals. */
EXPORT(intervals_certificate) int intervals_certificate(const double *query, int capacity, double *times) {
  int count;
  bms_query q = read_query(query);
  return bms_contact_intervals_certificate(&q, capacity, (bms_contact_interval *)times, &count, report_piece, NULL);
}

/* bms_separation_at(): the gap, the pair, the normal. */
EXPORT(separation) void separation(const double *query, double t, double *x) {
  bms_separation s;
  bms_query q = read_query(query);
  bms_separation_at(&q.a, &q.b, q.origin + t, &s);
  x[0] = s.gap;
  copy(write_pair(&s.pair, x + 1), s.normal, 3);
}

/* bms_motion_between() of two poses, each a position and a quaternion.  Writes position, quaternion and origin. */
EXPORT(motion_between) void motion_between(double t0, const double *pose0, double t1, const double *pose1, double *x) {
  bms_motion m = bms_motion_between(t0, pose0, pose0 + 3, t1, pose1, pose1 + 3);
  copy(x, m.rigid.position[0], 9);
  copy(x + 9, m.rigid.quaternion[0], 8);
  x[17] = m.origin;
}
