/* SPDX-License-Identifier: BSD-3-Clause */

/* Bytes to numbers, numbers to queries; and the way back, with doubles written whole. */

#include "any_query.h"

#include <float.h>
#include <math.h>
#include <string.h>

typedef enum tag {
  TAG_DOUBLE,   /* 8 bytes, as they lie in memory */
  TAG_INTEGER,  /* 1 byte, signed */
  TAG_DYADIC,   /* 2 bytes, signed, and 1 byte: divided by 2 to that, modulo 16 */
  TAG_EXTREME,  /* 1 byte: one of the list below */
  TAG_NEAR,     /* 1 byte, signed: as many doubles away from the last number */
  TAG_OPPOSITE, /* none: minus the last number */
  TAG_FRACTION, /* 4 bytes, signed: over 2^31 */
  TAG_MODERATE, /* 8 bytes: a double whose exponent is taken modulo 32, so that it is about 1e-5 to 1e5 */
  TAGS
} tag;

static const double EXTREME[] = {NAN,
                                 INFINITY,
                                 -INFINITY,
                                 DBL_MAX,
                                 -DBL_MAX,
                                 DBL_MIN,
                                 0x1p-1074,
                                 -0x1p-1074,
                                 1e300,
                                 1e-300,
                                 1e200,
                                 1e-200,
                                 1e150,
                                 1e-150,
                                 1e100,
                                 1e-100,
                                 0x1p512,
                                 0x1p-512,
                                 1e16,
                                 1e-16,
                                 -0.0,
                                 1e8,
                                 1e-8,
                                 0x1p53,
                                 0x1.0000000000001p0,
                                 0x1.fffffffffffffp-1};

typedef struct reader {
  const uint8_t *data;
  size_t left;
  double last;
} reader;

/* Copies the next `count` bytes; they are zeros from the end on. */
static void take(reader *in, void *out, size_t count) {
  size_t here = in->left < count ? in->left : count;
  memset(out, 0, count);
  if (here > 0) memcpy(out, in->data, here);
  in->data += here;
  in->left -= here;
}

static uint8_t take_byte(reader *in) {
  uint8_t byte;
  take(in, &byte, 1);
  return byte;
}

static double take_double(reader *in) {
  double x;
  take(in, &x, sizeof x);
  return x;
}

static double take_dyadic(reader *in) {
  int16_t numerator;
  take(in, &numerator, sizeof numerator);
  return ldexp(numerator, -(take_byte(in) % 16));
}

static double take_near(reader *in) {
  int steps = (int8_t)take_byte(in);
  double x = in->last;
  for (; steps > 0; steps--) x = nextafter(x, INFINITY);
  for (; steps < 0; steps++) x = nextafter(x, -INFINITY);
  return x;
}

static double take_fraction(reader *in) {
  int32_t numerator;
  take(in, &numerator, sizeof numerator);
  return numerator * 0x1p-31;
}

static double take_moderate(reader *in) {
  int exponent;
  double mantissa = frexp(take_double(in), &exponent);
  return isfinite(mantissa) ? ldexp(mantissa, (exponent & 31) - 15) : 1;
}

static double number(reader *in) {
  switch ((tag)(take_byte(in) % TAGS)) {
    case TAG_DOUBLE:
      return in->last = take_double(in);
    case TAG_INTEGER:
      return in->last = (int8_t)take_byte(in);
    case TAG_DYADIC:
      return in->last = take_dyadic(in);
    case TAG_EXTREME:
      return in->last = EXTREME[take_byte(in) % (sizeof EXTREME / sizeof *EXTREME)];
    case TAG_NEAR:
      return in->last = take_near(in);
    case TAG_OPPOSITE:
      return in->last = -in->last;
    case TAG_FRACTION:
      return in->last = take_fraction(in);
    case TAG_MODERATE:
    case TAGS:
      break;
  }
  return in->last = take_moderate(in);
}

static void numbers(reader *in, double *x, int count) {
  for (int i = 0; i < count; i++) x[i] = number(in);
}

static void sort_pair(double *low, double *high) {
  if (!(*low > *high)) return;
  double t = *low;
  *low = *high;
  *high = t;
}

static void read_body(reader *in, bool matrix, bool sorted, bms_body *body) {
  body->motion.origin = 0;
  body->motion.form = matrix ? BMS_MOTION_MATRIX : BMS_MOTION_RIGID;
  if (matrix) {
    numbers(in, &body->motion.matrix.entry[0][0][0], 36);
    numbers(in, body->motion.matrix.weight, 3);
  } else {
    numbers(in, &body->motion.rigid.position[0][0], 9);
    numbers(in, &body->motion.rigid.quaternion[0][0], 8);
  }
  numbers(in, body->box.min, 3);
  numbers(in, body->box.max, 3);
  for (int i = 0; sorted && i < 3; i++) sort_pair(&body->box.min[i], &body->box.max[i]);
}

void any_query_from_bytes(const uint8_t *data, size_t size, any_query *out) {
  reader in = {data, size, 0};
  uint8_t choices = take_byte(&in);
  bool sorted = (choices & ANY_QUERY_SORTED) != 0;
  memset(out, 0, sizeof *out);
  out->query.t0 = number(&in);
  out->query.t1 = number(&in);
  if (sorted) sort_pair(&out->query.t0, &out->query.t1);
  read_body(&in, (choices & ANY_QUERY_MATRIX_B) != 0, sorted, &out->query.b);
  out->against_half_space = (choices & ANY_QUERY_HALF_SPACE) != 0;
  if (out->against_half_space) {
    numbers(&in, out->half_space.normal, 3);
    out->half_space.offset = number(&in);
  } else {
    read_body(&in, (choices & ANY_QUERY_MATRIX_A) != 0, sorted, &out->query.a);
  }
  if ((choices & ANY_QUERY_STRANGE_FORM) == ANY_QUERY_STRANGE_FORM) out->query.b.motion.form = (bms_motion_form)2;
}

/* ------------------------------------------------------------------ writing */

static uint8_t *write_numbers(uint8_t *to, const double *x, int count) {
  for (int i = 0; i < count; i++) {
    *to++ = TAG_DOUBLE;
    memcpy(to, &x[i], sizeof x[i]);
    to += sizeof x[i];
  }
  return to;
}

static uint8_t *write_body(uint8_t *to, const bms_body *body) {
  if (body->motion.form == BMS_MOTION_MATRIX) {
    to = write_numbers(to, &body->motion.matrix.entry[0][0][0], 36);
    to = write_numbers(to, body->motion.matrix.weight, 3);
  } else {
    to = write_numbers(to, &body->motion.rigid.position[0][0], 9);
    to = write_numbers(to, &body->motion.rigid.quaternion[0][0], 8);
  }
  to = write_numbers(to, body->box.min, 3);
  return write_numbers(to, body->box.max, 3);
}

size_t any_query_to_bytes(const any_query *query, uint8_t data[ANY_QUERY_SIZE]) {
  uint8_t *to = data + 1;
  data[0] = (uint8_t)((query->query.a.motion.form == BMS_MOTION_MATRIX ? ANY_QUERY_MATRIX_A : 0) |
                      (query->query.b.motion.form == BMS_MOTION_MATRIX ? ANY_QUERY_MATRIX_B : 0) |
                      (query->against_half_space ? ANY_QUERY_HALF_SPACE : 0));
  to = write_numbers(to, &query->query.t0, 1);
  to = write_numbers(to, &query->query.t1, 1);
  to = write_body(to, &query->query.b);
  if (query->against_half_space) {
    to = write_numbers(to, query->half_space.normal, 3);
    to = write_numbers(to, &query->half_space.offset, 1);
  } else {
    to = write_body(to, &query->query.a);
  }
  return (size_t)(to - data);
}
