/* SPDX-License-Identifier: BSD-3-Clause */

#include "query_bits.h"

#include <inttypes.h>
#include <stdint.h>
#include <string.h>

enum { MOST_NUMBERS = 39 };

/* Lists the numbers of a body whose form is known.  Returns their count without the numbers of the box. */
static int numbers_of(bms_motion *motion, double *number[MOST_NUMBERS]) {
  bool rigid = motion->form == BMS_MOTION_RIGID;
  double *first = rigid ? &motion->rigid.position[0][0] : &motion->matrix.entry[0][0][0];
  double *second = rigid ? &motion->rigid.quaternion[0][0] : motion->matrix.weight;
  int of_first = rigid ? 9 : 36, of_second = rigid ? 8 : 3;
  for (int k = 0; k < of_first; k++) number[k] = first + k;
  for (int k = 0; k < of_second; k++) number[of_first + k] = second + k;
  return of_first + of_second;
}

void query_bits_numbers(const double *x, int count, FILE *out) {
  for (int k = 0; k < count; k++) {
    uint64_t bits;
    memcpy(&bits, &x[k], sizeof bits);
    fprintf(out, " %016" PRIx64, bits);
  }
}

static void write_body(const bms_body *body, FILE *out) {
  bms_body copy = *body;
  double *number[MOST_NUMBERS];
  fprintf(out, " %d", (int)body->motion.form);
  query_bits_numbers(body->box.min, 3, out);
  query_bits_numbers(body->box.max, 3, out);
  int count = numbers_of(&copy.motion, number);
  for (int k = 0; k < count; k++) query_bits_numbers(number[k], 1, out);
}

void query_bits_write(const char *name, const bms_query *query, FILE *out) {
  fprintf(out, "%s\n", name);
  query_bits_numbers(&query->t0, 1, out);
  query_bits_numbers(&query->t1, 1, out);
  write_body(&query->a, out);
  write_body(&query->b, out);
  fprintf(out, "\n");
}

static bool read_numbers(FILE *in, double *x, int count) {
  for (int k = 0; k < count; k++) {
    uint64_t bits;
    if (fscanf(in, "%" SCNx64, &bits) != 1) return false;
    memcpy(&x[k], &bits, sizeof bits);
  }
  return true;
}

static bool read_body(FILE *in, bms_body *body) {
  int form;
  double *number[MOST_NUMBERS];
  memset(body, 0, sizeof *body);
  if (fscanf(in, "%d", &form) != 1) return false;
  body->motion.form = (bms_motion_form)form;
  if (!read_numbers(in, body->box.min, 3) || !read_numbers(in, body->box.max, 3)) return false;
  int count = numbers_of(&body->motion, number);
  for (int k = 0; k < count; k++)
    if (!read_numbers(in, number[k], 1)) return false;
  return true;
}

bool query_bits_read(FILE *in, char name[QUERY_NAME_SIZE], bms_query *query) {
  if (fgets(name, QUERY_NAME_SIZE, in) == NULL) return false;
  name[strcspn(name, "\r\n")] = 0;
  bool read = read_numbers(in, &query->t0, 1) && read_numbers(in, &query->t1, 1) && read_body(in, &query->a) &&
              read_body(in, &query->b);
  for (int c = fgetc(in); c != '\n' && c != EOF;) c = fgetc(in);
  return read;
}
