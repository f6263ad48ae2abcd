/* SPDX-License-Identifier: BSD-3-Clause */

/* Trials made of the families of queries. */

#include "trial.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>

#include "families.h"
#include "long_pose.h"
#include "query_text.h"
#include "repetitions.h"

/* The factors, in sizes of the box, by which boxes are moved in their own frames. */
static const double OFFSETS[3] = {0.5, 30, 1e6};

/* Moves a box in its own frame and the motion back by as much, exactly in the middle of the interval, all along for
   a matrix, and both up to rounding. */
static void offset_box(random_source *r, bms_body *body, double middle) {
  long_pose pose = long_pose_at(&body->motion, middle);
  double by = OFFSETS[random_below(r, 3)];
  for (int i = 0; i < 3; i++) {
    double m = by * random_uniform(r, -1, 1) * (body->box.max[i] - body->box.min[i]);
    body->box.min[i] += m;
    body->box.max[i] += m;
    for (int c = 0; c < 3; c++) {
      if (body->motion.form == BMS_MOTION_RIGID)
        body->motion.rigid.position[c][0] -= m * (double)pose.column[i][c];
      else
        for (int k = 0; k < 3; k++) body->motion.matrix.entry[c][3][k] -= m * body->motion.matrix.entry[c][i][k];
    }
  }
}

/* Draws a plane that passes the middle of body b, at some time of the interval, within about its size. */
static void random_half_space(trial *t) {
  random_source *r = &t->random;
  const bms_body *b = &t->query.b;
  double *normal = t->half_space.normal, size = 0, length = random_power_of_ten(r, -3, 3), n[3];
  long_pose pose = long_pose_at(&b->motion, random_uniform(r, t->query.t0, t->query.t1));
  random_direction(r, normal, 3);
  if (random_below(r, 4) == 0) normal[random_below(r, 3)] = 0;
  t->half_space.offset = 0;
  for (int c = 0; c < 3; c++) {
    n[c] = normal[c];
    normal[c] *= length;
    t->half_space.offset += normal[c] * (double)pose.translation[c];
  }
  for (int i = 0; i < 3; i++) {
    double along = 0;
    for (int c = 0; c < 3; c++) along += n[c] * (double)pose.column[i][c];
    t->half_space.offset += length * along * 0.5 * (b->box.min[i] + b->box.max[i]);
    size += fabs(along) * (b->box.max[i] - b->box.min[i]);
  }
  t->half_space.offset += length * size * random_uniform(r, -2, 1);
}

void trial_make(uint64_t n, trial *out) {
  uint64_t families = (uint64_t)family_count(), seed = n / families;
  int family = (int)(n % families);
  out->number = n;
  out->family = family_name(family);
  out->random = random_from(n);
  family_query(family, seed, &out->query);
  double middle = 0.5 * out->query.t0 + 0.5 * out->query.t1;
  /* One round of the families as they are, one changed. */
  if (seed % 2 == 1 && random_below(&out->random, 2) == 0) offset_box(&out->random, &out->query.a, middle);
  if (seed % 2 == 1 && random_below(&out->random, 2) == 0) offset_box(&out->random, &out->query.b, middle);
  out->against_half_space = seed % 2 == 1 && random_below(&out->random, 3) == 0;
  if (out->against_half_space) random_half_space(out);
}

const bms_half_space *trial_half_space(const trial *t) {
  return t->against_half_space ? &t->half_space : NULL;
}

bool trial_prepare(const trial *t, bms_relative *relative) {
  if (!t->against_half_space) {
    bool prepared = bms_relative_prepare(&t->query, relative);
    if (prepared && t->number % 2 == 0) bms_relative_sharpen(relative);
    return prepared;
  }
  return bms_relative_prepare_half_space(&t->half_space, &t->query.b, t->query.t0, t->query.t1, relative);
}

void trial_print(const trial *t) {
  const bms_half_space *h = &t->half_space;
  printf("# trial %llu, family %s\n", (unsigned long long)t->number, t->family);
  query_write_hex(stdout, "# ", &t->query);
  if (t->against_half_space)
    printf("# half-space in the place of a: %a %a %a %a\n", h->normal[0], h->normal[1], h->normal[2], h->offset);
  fflush(stdout);
}

uint64_t trial_count(uint64_t count) {
  return (uint64_t)repetitions((int)count);
}

void trial_place(trial *t, mpq_t s) {
  static const unsigned long POWER_OF_TWO = 1ul << 20, POWER_OF_THREE = 1594323;
  int kind = random_below(&t->random, 8);
  if (kind < 2) {
    mpq_set_ui(s, (unsigned long)kind, 1);
    return;
  }
  unsigned long whole = kind < 5 ? POWER_OF_TWO : POWER_OF_THREE;
  mpq_set_ui(s, (unsigned long)random_bits(&t->random) % (whole + 1), whole);
  mpq_canonicalize(s);
}

double trial_time(trial *t) {
  const bms_query *q = &t->query;
  int kind = random_below(&t->random, 6);
  if (kind < 2) return kind == 0 ? q->t0 : q->t1;
  double time = q->t0 + (q->t1 - q->t0) * random_uniform(&t->random, 0, 1);
  return fmin(fmax(time, q->t0), q->t1);
}

void trial_stretch(trial *t, double *ta, double *tb) {
  const bms_query *q = &t->query;
  double length = q->t1 - q->t0;
  *ta = q->t0;
  *tb = q->t1;
  if (random_below(&t->random, 2) == 0) return;
  *ta = q->t0 + length * random_uniform(&t->random, 0, 1);
  *tb = *ta + length * random_power_of_ten(&t->random, -9, 0);
  *ta = fmin(*ta, q->t1);
  *tb = fmin(*tb, q->t1);
}
