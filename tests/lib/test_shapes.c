/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * First contact of boxes with spheres, capsules, triangles and convex polyhedra.
 *
 * Oracle: the gap in long double by other methods (long_rounded.h), at many times: evenly spread, crowding towards
 * t_lower, and where the samples have a minimum, at the minimum found by golden sections.  Before t_lower it must not
 * be negative (never late, never missed), at t_upper not positive (a contact is one), and the time between the two is
 * held against the speed.  The oracle itself is off by a few 2^-63 of the coordinates: ORACLE.
 */

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "bms_shapes.h"
#include "long_pose.h"
#include "long_rounded.h"
#include "random.h"
#include "repetitions.h"

enum { SEED = 57721, ROUNDS = 300, SAMPLES = 48, CROWDED = 40, MAX_VERTICES = 12 };

/* Of the largest coordinate.  Golden sections find a least distance to half of the digits less, but it is one. */
static const long double ORACLE = 0x1p-58L;

/* (t_upper - t_lower) times the speed, at most this part of sizes and distance; the header says some 1e-12. */
static const double TIGHT = 1e-10;

typedef struct thrown {
  bms_rounded_query query;
  double vertex[3 * MAX_VERTICES];
  double size;  /* of the two and their way */
  double where; /* the largest coordinate */
} thrown;

/* ------------------------------------------------------------------ random queries */

static void random_motion(random_source *r, double reach, double speed, double spin, bms_motion *motion) {
  double position[3], quaternion[4], linear[3], angular[3], acceleration[3];
  for (int i = 0; i < 3; i++) {
    position[i] = random_uniform(r, -reach, reach);
    linear[i] = random_uniform(r, -speed, speed);
    angular[i] = random_uniform(r, -spin, spin);
    acceleration[i] = random_uniform(r, -speed, speed);
  }
  random_direction(r, quaternion, 4);
  *motion = bms_motion_step(position, quaternion, linear, angular, acceleration);
}

/* A box about the origin and a shape of `count` points that is thrown about where it is. */
static void random_trial(random_source *r, int count, double radius, thrown *out) {
  bms_rounded_query *q = &out->query;
  *out = (thrown){.size = 12, .where = 12};
  q->t1 = 1;
  q->a.box = bms_box_centred(random_uniform(r, 0.1, 2), random_uniform(r, 0.1, 2), random_uniform(r, 0.1, 2));
  for (int i = 0; i < 3; i++) { /* not centred in its frame */
    double by = random_uniform(r, -0.5, 0.5);
    q->a.box.min[i] += by;
    q->a.box.max[i] += by;
  }
  random_motion(r, 0.5, 1, 3, &q->a.motion);
  random_motion(r, 4, 1, 3, &q->motion);
  for (int i = 0; i < 3; i++)
    q->motion.rigid.position[i][1] -= q->motion.rigid.position[i][0] * random_uniform(r, 0.5, 2);
  for (int i = 0; i < 3 * count; i++) out->vertex[i] = random_uniform(r, -1, 1);
  q->shape = (bms_rounded){out->vertex, count, radius};
}

static void print_numbers(const char *name, const double *x, int count) {
  print_message("#   %s", name);
  for (int i = 0; i < count; i++) print_message(" %a", x[i]);
  print_message("\n");
}

static void print_trial(const thrown *trial) {
  const bms_rounded_query *q = &trial->query;
  print_numbers("t", &q->t0, 2);
  print_numbers("box", q->a.box.min, 6);
  print_numbers("position a", &q->a.motion.rigid.position[0][0], 9);
  print_numbers("quaternion a", &q->a.motion.rigid.quaternion[0][0], 8);
  print_numbers("position b", &q->motion.rigid.position[0][0], 9);
  print_numbers("quaternion b", &q->motion.rigid.quaternion[0][0], 8);
  print_numbers("radius", &q->shape.radius, 1);
  print_numbers("vertices", q->shape.vertex, 3 * q->shape.vertex_count);
}

/* ------------------------------------------------------------------ the judge */

static void complain(const thrown *trial, const bms_rounded_contact *c, const char *what, double t, long double gap) {
  print_message("# %s: %s at %a, gap %Lg, answer [%a, %a]\n", bms_status_name(c->status), what, t, gap, c->t_lower,
                c->t_upper);
  print_trial(trial);
  fail();
}

/* The least gap between two samples around a third that is less than both. */
static long double least_between(const thrown *trial, double low, double high, double *at) {
  const double golden = 0.6180339887498949;
  for (int i = 0; i < 60; i++) {
    double left = high - golden * (high - low), right = low + golden * (high - low);
    if (long_rounded_gap(&trial->query, left) <= long_rounded_gap(&trial->query, right))
      high = right;
    else
      low = left;
  }
  *at = low;
  return long_rounded_gap(&trial->query, low);
}

/* Nothing touches in [t0, end). */
static void check_apart_before(const thrown *trial, const bms_rounded_contact *c, double end) {
  const double start = trial->query.t0;
  const long double error = ORACLE * trial->where;
  long double before[2] = {INFINITY, INFINITY};
  for (int i = 0; i < SAMPLES + CROWDED && end > start; i++) {
    double t = i < SAMPLES ? start + (end - start) * i / SAMPLES : end - ldexp(end - start, -i + SAMPLES - 1);
    long double gap = long_rounded_gap(&trial->query, t);
    if (gap < -error) complain(trial, c, "contact missed", t, gap);
    if (i < SAMPLES && before[1] < before[0] && before[1] <= gap) {
      double at;
      gap = least_between(trial, fmax(start, t - 2 * (end - start) / SAMPLES), t, &at);
      if (gap < -error) complain(trial, c, "contact missed", at, gap);
    }
    before[0] = before[1];
    before[1] = gap;
  }
}

static bms_status judge(const thrown *trial) {
  bms_rounded_contact c;
  const bms_rounded_query *q = &trial->query;
  long double error = ORACLE * trial->where;
  bms_status status = bms_first_contact_rounded(q, &c);
  assert_int_equal(status, c.status);
  if (status == BMS_OVERLAPPING || status == BMS_TOUCHING) {
    long double gap = long_rounded_gap(q, q->t0);
    if (gap > (status == BMS_TOUCHING ? TIGHT * trial->size : error)) complain(trial, &c, "apart", q->t0, gap);
    return status;
  }
  check_apart_before(trial, &c, c.t_lower);
  if (status == BMS_CONTACT) {
    long double gap = long_rounded_gap(q, c.t_upper);
    if (gap > error) complain(trial, &c, "apart", c.t_upper, gap);
    if (!(c.t == c.t_lower && c.t_lower > q->t0 && c.t_upper <= q->t1)) complain(trial, &c, "order", c.t, 0);
    if (!((c.t_upper - c.t_lower) * c.approach_speed < TIGHT * trial->size))
      complain(trial, &c, "wide", c.t_upper, (c.t_upper - c.t_lower) * c.approach_speed);
    if (!(fabs(bms_rounded_gap_at(q, c.t)) < TIGHT * trial->size)) complain(trial, &c, "gap_at", c.t, 0);
  }
  return status;
}

/* Judges many; says how they were answered and returns the number of those unresolved. */
static int judge_all(const char *name, int rounds, uint64_t seed, void (*make)(random_source *, thrown *)) {
  int seen[BMS_INVALID + 1] = {0};
  random_source r = random_from(seed);
  for (int i = 0; i < rounds; i++) {
    thrown trial;
    make(&r, &trial);
    trial.query.shape.vertex = trial.vertex;
    seen[judge(&trial)]++;
  }
  print_message("# %s: separated %d, contact %d, touching %d, overlapping %d, unresolved %d\n", name,
                seen[BMS_SEPARATED], seen[BMS_CONTACT], seen[BMS_TOUCHING], seen[BMS_OVERLAPPING],
                seen[BMS_UNRESOLVED]);
  assert_int_equal(seen[BMS_INVALID], 0);
  assert_true(seen[BMS_CONTACT] > 0 || rounds < 50);
  return seen[BMS_UNRESOLVED];
}

/* ------------------------------------------------------------------ families */

static void make_sphere(random_source *r, thrown *t) {
  random_trial(r, 1, random_uniform(r, 0.05, 0.6), t);
  if (random_below(r, 2)) memset(t->vertex, 0, sizeof t->vertex);
}
static void make_capsule(random_source *r, thrown *t) {
  random_trial(r, 2, random_uniform(r, 0.05, 0.6), t);
}
static void make_triangle(random_source *r, thrown *t) {
  random_trial(r, 3, 0, t);
}
static void make_polyhedron(random_source *r, thrown *t) {
  random_trial(r, 4 + random_below(r, 3), 0, t);
}
static void make_rounded_triangle(random_source *r, thrown *t) {
  random_trial(r, 3, random_power_of_ten(r, -4, 0), t);
}

/* Points, segments and triangles that are points or segments, or nearly. */
static void make_degenerate(random_source *r, thrown *t) {
  int count = 1 + random_below(r, 3);
  double flat = random_below(r, 2) ? 0 : random_power_of_ten(r, -16, -4);
  random_trial(r, count, random_below(r, 2) ? 0 : random_power_of_ten(r, -9, -2), t);
  for (int k = 1; k < count; k++) {
    double along = random_below(r, 2) ? 0 : random_uniform(r, -1, 1);
    for (int i = 0; i < 3; i++)
      t->vertex[3 * k + i] = t->vertex[i] + along * (t->vertex[3 + i] - t->vertex[i]) + flat * random_uniform(r, -1, 1);
  }
}

/* Needles and plates, of the box and of the shape. */
static void make_sliver(random_source *r, thrown *t) {
  double size[3];
  random_trial(r, 3, random_below(r, 2) ? 0 : random_uniform(r, 0.01, 0.1), t);
  for (int i = 0; i < 3; i++) size[i] = random_power_of_ten(r, -6, 0.5);
  t->query.a.box = bms_box_centred(size[0], size[1], size[2]);
  for (int i = 0; i < 3; i++)
    t->vertex[6 + i] = 0.5 * (t->vertex[i] + t->vertex[3 + i]) + random_power_of_ten(r, -7, -3) * random_sign(r);
}

static void shift(bms_motion *motion, const double by[3]) {
  for (int i = 0; i < 3; i++) motion->rigid.position[i][0] += by[i];
}

/* A million lengths from the origin. */
static void make_far(random_source *r, thrown *t) {
  double by[3];
  random_direction(r, by, 3);
  for (int i = 0; i < 3; i++) by[i] *= 1e6;
  (random_below(r, 2) ? make_sphere : make_triangle)(r, t);
  shift(&t->query.a.motion, by);
  shift(&t->query.motion, by);
  t->where = 1e6;
}

/* In other units of length and time. */
static void make_units(random_source *r, thrown *t) {
  double length = random_power_of_ten(r, -12, 12), time = random_power_of_ten(r, -6, 6);
  bms_motion *motion[2] = {&t->query.a.motion, &t->query.motion};
  (random_below(r, 2) ? make_capsule : make_triangle)(r, t);
  for (int m = 0; m < 2; m++)
    for (int i = 0; i < 3; i++)
      for (int k = 0; k < 3; k++) motion[m]->rigid.position[i][k] *= length / pow(time, k);
  for (int m = 0; m < 2; m++)
    for (int i = 0; i < 4; i++) motion[m]->rigid.quaternion[i][1] /= time;
  for (int i = 0; i < 3; i++) {
    t->query.a.box.min[i] *= length;
    t->query.a.box.max[i] *= length;
  }
  for (int i = 0; i < 9; i++) t->vertex[i] *= length;
  t->query.shape.radius *= length;
  t->query.t1 = time;
  t->size *= length;
  t->where *= length;
}

/* A quarter of a turn and more, and up to a kilometre a second in lengths of a tenth. */
static void make_fast(random_source *r, thrown *t) {
  (random_below(r, 2) ? make_capsule : make_polyhedron)(r, t);
  for (int i = 0; i < 3; i++) {
    t->query.motion.rigid.position[i][0] *= 50;
    t->query.motion.rigid.position[i][1] = -t->query.motion.rigid.position[i][0] * random_uniform(r, 1.1, 1.2);
    t->query.motion.rigid.position[i][2] = 0;
  }
  for (int i = 0; i < 4; i++) t->query.a.motion.rigid.quaternion[i][1] *= 10;
  t->size = t->where = 700;
}

/* A shape that goes by at a distance of nearly nothing, or dips in by as little: pushed aside to where the solver
   itself changes its mind. */
static void make_graze(random_source *r, thrown *t) {
  double direction[3], hit = 0, miss = 20, base[3];
  bms_rounded_contact c;
  do {
    (random_below(r, 2) ? make_sphere : make_triangle)(r, t);
    t->query.shape.vertex = t->vertex;
  } while (bms_first_contact_rounded(&t->query, &c) != BMS_CONTACT);
  random_direction(r, direction, 3);
  for (int i = 0; i < 3; i++) base[i] = t->query.motion.rigid.position[i][0];
  int digits = random_below(r, 50);
  for (int pass = 0; pass <= digits; pass++) {
    double middle = 0.5 * (hit + miss);
    for (int i = 0; i < 3; i++) t->query.motion.rigid.position[i][0] = base[i] + middle * direction[i];
    if (bms_first_contact_rounded(&t->query, &c) == BMS_SEPARATED)
      miss = middle;
    else
      hit = middle;
  }
}

/* ------------------------------------------------------------------ tests */

typedef struct family {
  const char *name;
  void (*make)(random_source *r, thrown *t);
  int rounds;     /* rounds of ROUNDS, in percent */
  int unresolved; /* at most this many in a hundred */
} family;

static void judge_family(const family *f) {
  int rounds = repetitions(ROUNDS * f->rounds / 100);
  assert_true(100 * judge_all(f->name, rounds, SEED, f->make) <= f->unresolved * rounds);
}

static void spheres_touch_when_they_do(void **state) {
  (void)state;
  judge_family(&(family){"sphere", make_sphere, 300, 0});
}
static void capsules_touch_when_they_do(void **state) {
  (void)state;
  judge_family(&(family){"capsule", make_capsule, 20, 0});
}
static void triangles_touch_when_they_do(void **state) {
  (void)state;
  judge_family(&(family){"triangle", make_triangle, 150, 0});
}
static void polyhedra_touch_when_they_do(void **state) {
  (void)state;
  judge_family(&(family){"polyhedron", make_polyhedron, 50, 0});
}
static void rounded_triangles_touch_when_they_do(void **state) {
  (void)state;
  judge_family(&(family){"rounded triangle", make_rounded_triangle, 4, 0});
}
static void degenerate_shapes_touch_when_they_do(void **state) {
  (void)state;
  judge_family(&(family){"degenerate", make_degenerate, 30, 10});
}
static void slivers_touch_when_they_do(void **state) {
  (void)state;
  judge_family(&(family){"sliver", make_sliver, 50, 10});
}
static void shapes_far_from_the_origin_touch_when_they_do(void **state) {
  (void)state;
  judge_family(&(family){"far", make_far, 100, 0});
}
static void units_do_not_matter(void **state) {
  (void)state;
  judge_family(&(family){"units", make_units, 25, 0});
}
static void fast_shapes_touch_when_they_do(void **state) {
  (void)state;
  judge_family(&(family){"fast", make_fast, 30, 0});
}
static void grazes_are_never_missed(void **state) {
  (void)state;
  judge_family(&(family){"graze", make_graze, 40, 100});
}

/* Two at rest, or moving straight, by hand. */
static bms_rounded_query straight(const double *vertex, int count, double radius, const double from[3],
                                  const double speed[3]) {
  const double origin[3] = {0, 0, 0}, one[4] = {1, 0, 0, 0};
  bms_rounded_query q = {.t0 = 0, .t1 = 10, .shape = {vertex, count, radius}};
  q.a.box = bms_box_centred(2, 2, 2);
  q.a.motion = bms_motion_fixed(origin, one);
  q.motion = bms_motion_step(from, one, speed, origin, origin);
  return q;
}

static void expect(const bms_rounded_query *q, bms_status status, double t, double nx, double ny, double nz) {
  bms_rounded_contact c;
  const double normal[3] = {nx, ny, nz};
  assert_int_equal(bms_first_contact_rounded(q, &c), status);
  assert_true(c.t_lower <= t && t <= c.t_upper && c.t_upper - c.t_lower < 1e-10);
  for (int i = 0; i < 3; i++) assert_true(fabs(c.normal[i] - normal[i]) < 1e-9);
}

static void a_sphere_meets_face_edge_and_corner_at_the_times_of_geometry(void **state) {
  const double centre[3] = {0, 0, 0};
  bms_rounded_query q;
  bms_rounded_contact c;
  (void)state;
  q = straight(centre, 1, 0.5, (double[]){4, 0.25, 0}, (double[]){-1, 0, 0});
  expect(&q, BMS_CONTACT, 2.5, 1, 0, 0);
  (void)bms_first_contact_rounded(&q, &c);
  assert_int_equal(c.box_dimension, 2);
  assert_int_equal(c.box_feature, 1);
  assert_true(fabs(c.approach_speed - 1) < 1e-12 && fabs(c.point[0] - 1) < 1e-10 && fabs(c.point[1] - 0.25) < 1e-10);
  /* 3-4-5: the centre reaches (1.3, 1.4), 0.5 from the edge (1, 1). */
  q = straight(centre, 1, 0.5, (double[]){5.3, 1.4, 0}, (double[]){-1, 0, 0});
  expect(&q, BMS_CONTACT, 4, 0.6, 0.8, 0);
  (void)bms_first_contact_rounded(&q, &c);
  assert_int_equal(c.box_dimension, 1);
  assert_int_equal(c.box_feature, 4 * 2 + 3);
  /* 2-3-6: from the corner by (2, 3, 6), 7 away. */
  q = straight(centre, 1, 7, (double[]){8, 4, 7}, (double[]){-1, 0, 0});
  expect(&q, BMS_CONTACT, 5, 2.0 / 7, 3.0 / 7, 6.0 / 7);
  (void)bms_first_contact_rounded(&q, &c);
  assert_int_equal(c.box_dimension, 0);
  assert_int_equal(c.box_feature, 7);
}

static void a_triangle_falls_flat_on_a_face_and_on_its_corner(void **state) {
  const double flat[9] = {-1, -1, 0, 1, -1, 0, 0, 1, 0}, upright[9] = {0, 0, 0, 1, 0, 1, -1, 0, 1};
  bms_rounded_query q = straight(flat, 3, 0, (double[]){0, 0, 3}, (double[]){0, 0, -1});
  (void)state;
  expect(&q, BMS_CONTACT, 2, 0, 0, 1);
  q = straight(upright, 3, 0, (double[]){0.5, 0.5, 3}, (double[]){0, 0, -1});
  expect(&q, BMS_CONTACT, 2, 0, 0, 1);
}

static void what_touches_or_overlaps_at_the_start_is_said(void **state) {
  const double centre[3] = {0, 0, 0};
  bms_rounded_query q = straight(centre, 1, 1, (double[]){2, 0, 0}, (double[]){1, 0, 0});
  bms_rounded_contact c;
  (void)state;
  assert_int_equal(bms_first_contact_rounded(&q, &c), BMS_TOUCHING);
  q.shape.radius = 1.5;
  assert_int_equal(bms_first_contact_rounded(&q, &c), BMS_OVERLAPPING);
  q.shape.radius = 0;
  assert_int_equal(bms_first_contact_rounded(&q, &c), BMS_SEPARATED);
  q.t1 = q.t0;
  assert_int_equal(bms_first_contact_rounded(&q, &c), BMS_SEPARATED);
  q.shape.radius = 1;
  assert_int_equal(bms_first_contact_rounded(&q, &c), BMS_TOUCHING);
}

static void the_gap_is_the_distance_and_the_depth(void **state) {
  const double centre[3] = {0, 0, 0};
  bms_rounded_query q = straight(centre, 1, 0.5, (double[]){4, 5, 0}, (double[]){0, 0, 0});
  (void)state;
  assert_true(fabs(bms_rounded_gap_at(&q, 0) - 4.5) < 1e-14);
  q = straight(centre, 1, 0.5, (double[]){1.25, 0, 0}, (double[]){0, 0, 0});
  assert_true(fabs(bms_rounded_gap_at(&q, 0) + 0.25) < 1e-14);
  q = straight(centre, 1, 0.5, (double[]){0.75, 0, 0}, (double[]){0, 0, 0});
  assert_true(fabs(bms_rounded_gap_at(&q, 0) + 0.75) < 1e-13);
}

static void senseless_queries_are_refused_with_a_reason(void **state) {
  const double centre[3] = {0, 0, 0}, bad[3] = {0, NAN, 1}, one[4] = {1, 0, 0, 0};
  const bms_rounded_query good = straight(centre, 1, 1, (double[]){4, 0, 0}, (double[]){-1, 0, 0});
  bms_rounded_query q[] = {good, good, good, good, good, good, good, good};
  const bms_reason reason[] = {BMS_BOX_NOT_FINITE, BMS_BOX_REVERSED,      BMS_BOX_REVERSED,        BMS_BOX_NOT_FINITE,
                               BMS_MOTION_FORM,    BMS_INTERVAL_REVERSED, BMS_QUATERNION_VANISHES, BMS_MOTION_FORM};
  const bms_part part[] = {BMS_PART_B, BMS_PART_B,     BMS_PART_B, BMS_PART_B,
                           BMS_PART_A, BMS_PART_QUERY, BMS_PART_B, BMS_PART_B};
  (void)state;
  q[0].shape.vertex = bad;
  q[1].shape.vertex_count = 0;
  q[2].shape.radius = -1;
  q[3].shape.radius = NAN;
  q[4].a.motion = bms_motion_revolute(centre, one, centre, (double[]){0, 0, 1}, 0, 0, 10, 1);
  q[5].t1 = -1;
  memset(q[6].motion.rigid.quaternion, 0, sizeof q[6].motion.rigid.quaternion);
  q[7].motion = q[4].a.motion;
  for (int i = 0; i < (int)(sizeof q / sizeof *q); i++) {
    bms_rounded_contact c;
    assert_int_equal(bms_first_contact_rounded(&q[i], &c), BMS_INVALID);
    assert_int_equal(c.reason, reason[i]);
    assert_int_equal(c.where, part[i]);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_sphere_meets_face_edge_and_corner_at_the_times_of_geometry),
      cmocka_unit_test(a_triangle_falls_flat_on_a_face_and_on_its_corner),
      cmocka_unit_test(what_touches_or_overlaps_at_the_start_is_said),
      cmocka_unit_test(the_gap_is_the_distance_and_the_depth),
      cmocka_unit_test(senseless_queries_are_refused_with_a_reason),
      cmocka_unit_test(spheres_touch_when_they_do),
      cmocka_unit_test(capsules_touch_when_they_do),
      cmocka_unit_test(triangles_touch_when_they_do),
      cmocka_unit_test(polyhedra_touch_when_they_do),
      cmocka_unit_test(rounded_triangles_touch_when_they_do),
      cmocka_unit_test(degenerate_shapes_touch_when_they_do),
      cmocka_unit_test(slivers_touch_when_they_do),
      cmocka_unit_test(shapes_far_from_the_origin_touch_when_they_do),
      cmocka_unit_test(units_do_not_matter),
      cmocka_unit_test(fast_shapes_touch_when_they_do),
      cmocka_unit_test(grazes_are_never_missed),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  print_message("# seed %d\n", SEED);
  if (!long_doubles_are_long())
    print_message("# long doubles are computed in doubles here: the oracle is as good as that\n");
  return cmocka_run_group_tests(tests, NULL, NULL);
}
