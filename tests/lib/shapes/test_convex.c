/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * First contact of convex shapes with each other.
 *
 * Oracle: the gap in long double by another method (long_convex.h).  It changes no faster than the bodies move, so that
 * a gap found at one time proves the two apart for a while; if that while is short the next sample is taken a little
 * later, crowding towards t_lower, and around a least sample the minimum is sought.  Before t_lower the gap must not be
 * negative (never late, never missed), at t_upper not above the nearness (a contact is one).  A cylinder is a prism
 * inside of it for the first and one around it for the second.
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
#include "long_convex.h"
#include "long_pose.h"
#include "random.h"
#include "repetitions.h"

enum { SEED = 27182, ROUNDS = 400, SAMPLES = 40, MOST_SAMPLES = 150 };

/* The oracle may be off by this part of the largest coordinate. */
static const long double ORACLE = 0x1p-56L;

/* (t_upper - t_lower) times the speed is at most this part of sizes and distance; the header promises some 1e-12. */
static const double TIGHT = 1e-10;

/* Its value if one of the two is known by its support function, and of the separation of shapes one of
   which is curved. */
static const double CURVED = 1e-7;

/* A shape, and the part of the way to a middle of it by which its support function draws in all its points. */
typedef struct told_shape {
  const bms_convex *shape;
  double part;
} told_shape;

typedef struct trial {
  bms_convex_query query; /* the query that is judged */
  bool ties;              /* corners meet corners and edges lie in planes with edges */
  bool supported[2];      /* the solver is given a support function in the place of this shape: */
  told_shape told[2];     /* of these */
  double untold;          /* the error of such a function */
  bool exchanged;         /* the solver is asked with b in the place of a */
  double vertex[2][3 * LONG_MAX_POINTS];
  double size;  /* the size of the two and their way */
  double where; /* the largest coordinate */
} trial;

typedef void make_shape(random_source *r, double vertex[3 * LONG_MAX_POINTS], bms_convex *shape);

/* ------------------------------------------------------------------ shapes */

static void points(random_source *r, int count, double radius, double *vertex, bms_convex *shape) {
  for (int i = 0; i < 3 * count; i++) vertex[i] = random_uniform(r, -0.8, 0.8);
  *shape = bms_convex_points(vertex, count, radius);
}

static void a_sphere(random_source *r, double *vertex, bms_convex *shape) {
  points(r, 1, random_uniform(r, 0.05, 0.6), vertex, shape);
  if (random_below(r, 2)) memset(vertex, 0, 3 * sizeof *vertex);
}
static void a_capsule(random_source *r, double *vertex, bms_convex *shape) {
  points(r, 2, random_uniform(r, 0.05, 0.4), vertex, shape);
}
static void a_triangle(random_source *r, double *vertex, bms_convex *shape) {
  points(r, 3, random_below(r, 2) ? 0 : random_power_of_ten(r, -4, -1), vertex, shape);
}
static void a_hull(random_source *r, double *vertex, bms_convex *shape) {
  int count = 4 + random_below(r, 4);
  points(r, count, random_below(r, 2) ? 0 : random_power_of_ten(r, -4, -1), vertex, shape);
}
static void a_box(random_source *r, double *vertex, bms_convex *shape) {
  double side[3];
  random_numbers(r, 0.1, 1.5, side, 3);
  bms_box box = bms_box_centred(side[0], side[1], side[2]);
  (void)vertex;
  *shape = bms_convex_box(&box, random_below(r, 2) ? 0 : random_power_of_ten(r, -4, -1));
}
static void a_box_aside(random_source *r, double *vertex, bms_convex *shape) {
  a_box(r, vertex, shape);
  for (int i = 0; i < 3; i++) {
    double aside = random_uniform(r, -1.5, 1.5);
    shape->box.min[i] += aside;
    shape->box.max[i] += aside;
  }
}
static void a_cylinder(random_source *r, double *vertex, bms_convex *shape) {
  (void)vertex;
  double radius = random_uniform(r, 0.1, 0.8);
  *shape = bms_convex_cylinder(radius, random_uniform(r, 0.05, 1));
}

/* Points in a plane or a line, or nearly, and some twice. */
static void a_flat_hull(random_source *r, double *vertex, bms_convex *shape) {
  double thickness = random_below(r, 2) ? 0 : random_power_of_ten(r, -16, -3);
  int count = 2 + random_below(r, 5);
  points(r, count, random_below(r, 2) ? 0 : random_power_of_ten(r, -9, -2), vertex, shape);
  int axis = random_below(r, 3), again = random_below(r, 2);
  for (int k = 0; k < shape->points.count; k++) vertex[3 * k + axis] *= thickness;
  if (random_below(r, 4) == 0)
    for (int k = 0; k < shape->points.count; k++) vertex[3 * k + (axis + 1) % 3] *= thickness;
  if (again) memcpy(vertex + 3 * (shape->points.count - 1), vertex, 3 * sizeof *vertex);
}

/* Plates and needles of an aspect of 500 and more. */
static void a_sliver(random_source *r, double *vertex, bms_convex *shape) {
  double size[3];
  (void)vertex;
  for (int i = 0; i < 3; i++)
    size[i] = random_below(r, 2) ? random_uniform(r, 0.5, 1) : random_power_of_ten(r, -5, -2.7);
  bms_box box = bms_box_centred(size[0], size[1], size[2]);
  *shape = random_below(r, 3) ? bms_convex_box(&box, 0) : bms_convex_cylinder(size[0], size[1] / 2);
}

static make_shape *const ROUND[] = {a_sphere, a_capsule, a_triangle};
static make_shape *const ANY[] = {a_sphere, a_capsule, a_triangle, a_hull, a_box, a_cylinder};

static void round_shape(random_source *r, double *vertex, bms_convex *shape) {
  ROUND[random_below(r, 3)](r, vertex, shape);
}
static void any_shape(random_source *r, double *vertex, bms_convex *shape) {
  ANY[random_below(r, 6)](r, vertex, shape);
}

/* ------------------------------------------------------------------ motions */

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

static void stop_motion(bms_motion *motion) {
  for (int i = 0; i < 3; i++) motion->rigid.position[i][1] = motion->rigid.position[i][2] = 0;
  for (int i = 0; i < 4; i++) motion->rigid.quaternion[i][1] = 0;
}

/* Puts one shape about the origin, and throws another at it from around. */
static void throw_at(random_source *r, make_shape *first, make_shape *second, trial *t) {
  bms_convex_query *q = &t->query;
  *t = (trial){.size = 12, .where = 12};
  q->t1 = 1;
  first(r, t->vertex[0], &q->a);
  second(r, t->vertex[1], &q->b);
  random_motion(r, 0.5, 1, 3, &q->motion_a);
  random_motion(r, 3, 1, 3, &q->motion_b);
  for (int i = 0; i < 3; i++)
    q->motion_b.rigid.position[i][1] -= q->motion_b.rigid.position[i][0] * random_uniform(r, 0.5, 2);
  if (random_below(r, 4) == 0) stop_motion(&q->motion_a);
  if (random_below(r, 2) == 0) q->nearness = random_power_of_ten(r, -9, -2);
}

static void shift(bms_motion *motion, const double by[3]) {
  for (int i = 0; i < 3; i++) motion->rigid.position[i][0] += by[i];
}

/* ------------------------------------------------------------------ the judge */

static void print_numbers(const char *name, const double *x, int count) {
  print_message("#   %s", name);
  for (int i = 0; i < count; i++) print_message(" %a", x[i]);
  print_message("\n");
}

static void print_shape(const bms_convex *shape) {
  print_message("#   core %d, radius %a\n", (int)shape->core, shape->radius);
  if (shape->core == BMS_CORE_POINTS) print_numbers("vertices", shape->points.vertex, 3 * shape->points.count);
  if (shape->core == BMS_CORE_BOX) print_numbers("box", shape->box.min, 6);
  if (shape->core == BMS_CORE_CYLINDER) print_numbers("cylinder", &shape->cylinder.radius, 2);
  if (shape->core == BMS_CORE_HALF_SPACE) print_numbers("half-space", shape->half_space.normal, 4);
}

static void complain(const bms_convex_query *q, const bms_convex_contact *c, const char *what, double t,
                     long double gap) {
  print_message("# %s: %s at %a, gap %Lg, answer [%a, %a]\n", bms_status_name(c->status), what, t, gap, c->t_lower,
                c->t_upper);
  print_numbers("t0, t1", &q->t0, 2);
  print_numbers("nearness", &q->nearness, 1);
  print_shape(&q->a);
  print_numbers("position a", &q->motion_a.rigid.position[0][0], 9);
  print_numbers("quaternion a", &q->motion_a.rigid.quaternion[0][0], 8);
  print_shape(&q->b);
  print_numbers("position b", &q->motion_b.rigid.position[0][0], 9);
  print_numbers("quaternion b", &q->motion_b.rigid.quaternion[0][0], 8);
  fail();
}

static long double least_between(const bms_convex_query *q, const long_prism *prism, double low, double high,
                                 double *at) {
  const double golden = 0.6180339887498949;
  for (int i = 0; i < 40; i++) {
    double left = high - golden * (high - low), right = low + golden * (high - low);
    if (long_convex_gap(q, prism, left) <= long_convex_gap(q, prism, right))
      high = right;
    else
      low = left;
  }
  *at = low;
  return long_convex_gap(q, prism, low);
}

/* Checks that nothing touches in [t0, end). */
static void check_apart_before(const trial *t, const long_prism *inside, const bms_convex_contact *c, double end) {
  const bms_convex_query *q = &t->query;
  const long double error = ORACLE * t->where, speed = long_convex_speed(q);
  long double before[2] = {INFINITY, INFINITY};
  double when[2] = {q->t0, q->t0};
  double now = q->t0;
  for (int i = 0; i < MOST_SAMPLES && now < end; i++) {
    long double gap = long_convex_gap(q, inside, now);
    if (gap < -error) complain(q, c, "contact missed", now, gap);
    if (before[1] < before[0] && before[1] <= gap && before[1] < 0.05 * t->size) {
      double at;
      long double least = least_between(q, inside, when[0], now, &at);
      if (least < -error) complain(q, c, "contact missed", at, least);
    }
    before[0] = before[1];
    before[1] = gap;
    when[0] = when[1];
    when[1] = now;
    double step = c->status == BMS_SEPARATED ? (end - q->t0) / SAMPLES : (end - now) / 4;
    now += fmax((double)(gap / speed), fmax(step, 0x1p-50 * end));
  }
}

/* Returns true if one of the two may have a curved surface, as far as the solver knows. */
static bool is_curved(const trial *t) {
  const bms_convex_query *q = &t->query;
  return q->a.core == BMS_CORE_CYLINDER || q->b.core == BMS_CORE_CYLINDER || t->supported[0] || t->supported[1];
}

/* ------------------------------------------------------------------ support functions */

/* Computes the support function of a shape's core, which is the data. */
static void farthest(const void *data, const double direction[3], double point[3]) {
  const bms_convex *shape = data;
  double most = -INFINITY, across = hypot(direction[0], direction[1]);
  switch (shape->core) {
    case BMS_CORE_POINTS:
      for (int k = 0; k < shape->points.count; k++) {
        const double *v = shape->points.vertex + 3 * k;
        double along = v[0] * direction[0] + v[1] * direction[1] + v[2] * direction[2];
        if (along > most) memcpy(point, v, 3 * sizeof *point);
        most = fmax(most, along);
      }
      break;
    case BMS_CORE_BOX:
      for (int i = 0; i < 3; i++) point[i] = direction[i] > 0 ? shape->box.max[i] : shape->box.min[i];
      break;
    default:
      for (int i = 0; i < 2; i++) point[i] = across > 0 ? shape->cylinder.radius * direction[i] / across : 0;
      point[2] = copysign(shape->cylinder.half_length, direction[2]);
      break;
  }
}

/* Computes the support function of a drawn-in shape: the middle that points are drawn to is in the core, so are
   they. */
static void farthest_told(const void *data, const double direction[3], double point[3]) {
  static const double AHEAD[3] = {1, 0, 0}, BACK[3] = {-1, 0, 0};
  const told_shape *told = data;
  double ahead[3], back[3];
  farthest(told->shape, AHEAD, ahead);
  farthest(told->shape, BACK, back);
  farthest(told->shape, direction, point);
  for (int i = 0; i < 3; i++) point[i] += told->part * (0.5 * ahead[i] + 0.5 * back[i] - point[i]);
}

static bms_convex supported(const told_shape *told, double untold) {
  bms_convex s = {.core = BMS_CORE_SUPPORT, .radius = told->shape->radius};
  if (told->shape->core == BMS_CORE_HALF_SPACE) return *told->shape;
  s.support.function = farthest_told;
  s.support.data = told;
  s.support.reach = 1e-300;
  for (int i = 0; i < 3; i++)
    for (int sign = -1; sign <= 1; sign += 2) {
      double direction[3] = {0, 0, 0}, point[3];
      direction[i] = sign;
      farthest(told->shape, direction, point);
      s.support.reach += fabs(point[i]);
    }
  s.support.error = 0x1p-48 * s.support.reach + untold;
  return s;
}

/* Returns the query that the solver is asked: with support functions in the place of shapes, or with the two
   exchanged. */
static bms_convex_query asked(const trial *t) {
  bms_convex_query q = t->query;
  if (t->supported[0]) q.a = supported(&t->told[0], t->untold);
  if (t->supported[1]) q.b = supported(&t->told[1], t->untold);
  if (!t->exchanged) return q;
  bms_convex_query other = q;
  other.a = q.b;
  other.b = q.a;
  other.motion_a = q.motion_b;
  other.motion_b = q.motion_a;
  return other;
}

static void check_separation(const trial *t, const long_prism *inside, const long_prism *around) {
  const bms_convex_query *q = &t->query;
  bms_convex_separation s;
  bms_convex_contact c = {.status = BMS_INVALID};
  const long double error = ORACLE * t->where;
  const bms_convex_query ask = asked(t);
  assert_int_equal(bms_convex_separation_at(&ask, q->t0, &s), BMS_VALID);
  if (s.lower > fmaxl(0, long_convex_gap(q, inside, q->t0)) + error) complain(q, &c, "lower", q->t0, s.lower);
  if (s.upper < long_convex_gap(q, around, q->t0) - error) complain(q, &c, "upper", q->t0, s.upper);
  double width = (is_curved(t) ? CURVED : TIGHT) * t->size + 4 * t->untold;
  if (s.upper > width && s.upper - s.lower > width) complain(q, &c, "wide separation", q->t0, s.upper - s.lower);
}

static bms_status judge(const trial *t, bms_convex_hint *hint, double phase) {
  const bms_convex_query *q = &t->query, ask = asked(t);
  const long_prism inside = {.phase = phase}, around = {.around = true, .phase = phase};
  bms_convex_contact c;
  long double error = ORACLE * t->where;
  bms_status status = bms_convex_first_contact(&ask, hint, &c);
  assert_int_equal(status, c.status);
  check_separation(t, &inside, &around);
  if (status == BMS_OVERLAPPING || status == BMS_TOUCHING) {
    long double gap = long_convex_gap(q, &around, q->t0);
    if (gap > (status == BMS_TOUCHING ? fmax(q->nearness, TIGHT * t->size) : error))
      complain(q, &c, "apart", q->t0, gap);
    return status;
  }
  check_apart_before(t, &inside, &c, c.t_lower);
  if (status == BMS_CONTACT) {
    long double gap = long_convex_gap(q, &around, c.t_upper);
    if (gap > q->nearness + error) complain(q, &c, "apart", c.t_upper, gap);
    if (!(c.t == c.t_lower && c.t_lower > q->t0 && c.t_upper <= q->t1)) complain(q, &c, "order", c.t, 0);
    double tight = t->supported[0] || t->supported[1] ? CURVED : TIGHT;
    if (!((c.t_upper - c.t_lower) * c.approach_speed < tight * t->size) && !t->ties)
      complain(q, &c, "wide", c.t_upper, (c.t_upper - c.t_lower) * c.approach_speed);
  }
  return status;
}

typedef struct family {
  const char *name;
  void (*make)(random_source *r, trial *t);
  int rounds;     /* percent of ROUNDS */
  int unresolved; /* the greatest number in a hundred */
} family;

static void judge_family(const family *f) {
  int rounds = repetitions(ROUNDS * f->rounds / 100), seen[BMS_INVALID + 1] = {0};
  random_source r = random_from(SEED);
  bms_convex_hint kept = {0};
  for (int i = 0; i < rounds; i++) {
    trial t;
    bms_convex_hint none = {0};
    f->make(&r, &t);
    if (t.query.a.core == BMS_CORE_POINTS) t.query.a.points.vertex = t.vertex[0];
    if (t.query.b.core == BMS_CORE_POINTS) t.query.b.points.vertex = t.vertex[1];
    seen[judge(&t, i % 2 ? &kept : &none, random_uniform(&r, 0, 1))]++; /* one kept from another pair altogether */
  }
  print_message("# %s: separated %d, contact %d, touching %d, overlapping %d, unresolved %d\n", f->name,
                seen[BMS_SEPARATED], seen[BMS_CONTACT], seen[BMS_TOUCHING], seen[BMS_OVERLAPPING],
                seen[BMS_UNRESOLVED]);
  assert_int_equal(seen[BMS_INVALID], 0);
  assert_true(seen[BMS_CONTACT] > 0 || rounds < 50);
  assert_true(100 * seen[BMS_UNRESOLVED] <= f->unresolved * rounds);
}

/* ------------------------------------------------------------------ families */

static void make_round(random_source *r, trial *t) {
  throw_at(r, round_shape, round_shape, t);
}
static void make_any(random_source *r, trial *t) {
  throw_at(r, any_shape, any_shape, t);
}
static void make_boxes(random_source *r, trial *t) {
  throw_at(r, a_box, random_below(r, 2) ? a_box : round_shape, t);
}
static void make_cylinders(random_source *r, trial *t) {
  throw_at(r, a_cylinder, any_shape, t);
}
static void make_flat(random_source *r, trial *t) {
  throw_at(r, a_flat_hull, random_below(r, 2) ? a_flat_hull : any_shape, t);
}
static void make_slivers(random_source *r, trial *t) {
  throw_at(r, a_sliver, random_below(r, 2) ? a_sliver : any_shape, t);
}

static void make_half_space(random_source *r, trial *t) {
  throw_at(r, any_shape, any_shape, t);
  double normal[3];
  random_direction(r, normal, 3);
  double length = random_power_of_ten(r, -3, 3), offset = random_uniform(r, -2, 0.5);
  for (int i = 0; i < 3; i++) normal[i] *= length;
  t->query.a = bms_convex_half_space(normal, offset * length);
  t->exchanged = random_below(r, 2);
  if (random_below(r, 2)) stop_motion(&t->query.motion_a);
}

/* Faces that stay parallel: both upright, moving straight, or turning together. */
static void make_parallel(random_source *r, trial *t) {
  make_shape *const flat[] = {a_box, a_cylinder, a_sliver};
  make_shape *first = flat[random_below(r, 3)], *second = flat[random_below(r, 3)];
  throw_at(r, first, second, t);
  bms_convex_query *q = &t->query;
  if (random_below(r, 2)) stop_motion(&q->motion_a);
  memcpy(q->motion_b.rigid.quaternion, q->motion_a.rigid.quaternion, sizeof q->motion_a.rigid.quaternion);
}

/* Makes shapes that turn by 500 rad/s over 1/30 s, in one linear quaternion, and fly at up to a kilometre a second. */
static void make_fast(random_source *r, trial *t) {
  throw_at(r, any_shape, any_shape, t);
  bms_convex_query *q = &t->query;
  double h = 1.0 / 30, speed = random_power_of_ten(r, 0, 3), away = speed * h;
  random_motion(r, 0.5, 10, random_power_of_ten(r, 0, 2.5), &q->motion_a);
  random_motion(r, 1 + away, 10, random_power_of_ten(r, 0, 2.5), &q->motion_b);
  for (int i = 0; i < 3; i++)
    q->motion_b.rigid.position[i][1] -= q->motion_b.rigid.position[i][0] * random_uniform(r, 0.9, 1.5) / h;
  q->t1 = h;
  t->size = t->where = 10 + 10 * away;
}

/* Makes shapes a million lengths from the origin. */
static void make_far(random_source *r, trial *t) {
  double by[3];
  make_any(r, t);
  random_direction(r, by, 3);
  for (int i = 0; i < 3; i++) by[i] *= 1e6;
  shift(&t->query.motion_a, by);
  shift(&t->query.motion_b, by);
  t->where = 1e6;
}

/* Makes shapes in other units of length and time. */
static void make_units(random_source *r, trial *t) {
  double length = random_power_of_ten(r, -12, 12), time = random_power_of_ten(r, -6, 6);
  throw_at(r, round_shape, round_shape, t);
  bms_motion *motion[2] = {&t->query.motion_a, &t->query.motion_b};
  for (int m = 0; m < 2; m++)
    for (int i = 0; i < 3; i++)
      for (int k = 0; k < 3; k++) motion[m]->rigid.position[i][k] *= length / pow(time, k);
  for (int m = 0; m < 2; m++)
    for (int i = 0; i < 4; i++) motion[m]->rigid.quaternion[i][1] /= time;
  for (int i = 0; i < 3 * LONG_MAX_POINTS; i++) t->vertex[0][i] *= length, t->vertex[1][i] *= length;
  t->query.a.radius *= length;
  t->query.b.radius *= length;
  t->query.nearness *= length;
  t->query.t1 = time;
  t->size *= length;
  t->where *= length;
}

/* Goes by at a distance of nearly nothing, or dips in by as little: pushed aside to where the solver itself changes its
   mind. */
static void make_graze(random_source *r, trial *t) {
  double direction[3], hit = 0, miss = 20, base[3];
  bms_convex_contact c;
  bms_convex_query *q = &t->query;
  do {
    make_round(r, t);
  } while (bms_convex_first_contact(q, NULL, &c) != BMS_CONTACT);
  q->nearness = 0;
  random_direction(r, direction, 3);
  for (int i = 0; i < 3; i++) base[i] = q->motion_b.rigid.position[i][0];
  int digits = random_below(r, 50);
  for (int pass = 0; pass <= digits; pass++) {
    double middle = 0.5 * (hit + miss);
    for (int i = 0; i < 3; i++) q->motion_b.rigid.position[i][0] = base[i] + middle * direction[i];
    if (bms_convex_first_contact(q, NULL, &c) == BMS_SEPARATED)
      miss = middle;
    else
      hit = middle;
  }
}

/* Makes such a graze and asks with a nearness: nothing is left open then. */
static void make_near_graze(random_source *r, trial *t) {
  make_graze(r, t);
  t->query.nearness = random_power_of_ten(r, -8, -2);
}

/* Makes shapes of which one or both are known by a support function only. */
static void make_supported(random_source *r, trial *t) {
  throw_at(r, any_shape, any_shape, t);
  int which = 1 + random_below(r, 3);
  t->supported[0] = which & 1;
  t->supported[1] = which & 2;
  t->told[0].shape = &t->query.a;
  t->told[1].shape = &t->query.b;
}

/* Makes shapes whose support functions return less than there is, by no more than they claim, turned by quaternions of
   any length. */
static void make_half_told(random_source *r, trial *t) {
  make_supported(r, t);
  double most = random_power_of_ten(r, -6, -1);
  bms_motion *motion[2] = {&t->query.motion_a, &t->query.motion_b};
  t->ties = true; /* the part left out is not enclosed tightly */
  for (int m = 0; m < 2; m++) {
    double longer = random_uniform(r, 0.3, 3.5);
    t->told[m].part = most / 4; /* no core is wider than 4 */
    for (int i = 0; i < 4; i++)
      for (int k = 0; k < 2; k++) motion[m]->rigid.quaternion[i][k] *= longer;
  }
  t->untold = most;
}

/* Makes shapes of which one begins at rest, speeds up and turns about one of the coordinate axes of its frame. */
static void make_starts(random_source *r, trial *t) {
  throw_at(r, any_shape, any_shape, t);
  bms_motion *moving = random_below(r, 2) ? &t->query.motion_a : &t->query.motion_b;
  int component = random_below(r, 4);
  stop_motion(&t->query.motion_a);
  stop_motion(&t->query.motion_b);
  for (int i = 0; i < 3; i++) {
    double part = random_uniform(r, 0.5, 2);
    double way = t->query.motion_b.rigid.position[i][0] - t->query.motion_a.rigid.position[i][0];
    moving->rigid.position[i][2] = moving == &t->query.motion_a ? part * way : -part * way;
  }
  moving->rigid.quaternion[component][1] = random_uniform(r, -1, 1);
}

/* Makes shapes of which one comes near and turns back: the control point of its way is on the other side. */
static void make_returns(random_source *r, trial *t) {
  throw_at(r, random_below(r, 2) ? a_box_aside : any_shape, any_shape, t);
  stop_motion(&t->query.motion_a);
  for (int i = 0; i < 3; i++) {
    double *c = t->query.motion_b.rigid.position[i], from = c[0], aside = random_uniform(r, -2, 2);
    double near = random_uniform(r, -0.5, 0.5), control = 2 * near - from;
    c[1] = 2 * (control - from) - aside;
    c[2] = 2 * (from - control) + aside;
  }
  t->size = t->where = 24;
}

/* Hulls whose features lie in planes with each other: corners on a small lattice, halves and quarters, unturned or in
   quarter turns, flying along an axis. */
static void make_lattice(random_source *r, trial *t) {
  static const double turns[4][4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0.5, 0.5, 0.5, 0.5}, {1, 0, 0, 1}};
  throw_at(r, a_hull, a_hull, t);
  t->ties = true;
  bms_convex *shape[2] = {&t->query.a, &t->query.b};
  bms_motion *motion[2] = {&t->query.motion_a, &t->query.motion_b};
  for (int m = 0; m < 2; m++) {
    double position[3], velocity[3] = {0, 0, 0}, none[3] = {0, 0, 0};
    shape[m]->radius = random_below(r, 2) ? 0 : 0.25;
    for (int i = 0; i < 3 * shape[m]->points.count; i++) t->vertex[m][i] = 0.25 * (random_below(r, 5) - 2);
    for (int i = 0; i < 3; i++) position[i] = m == 0 ? 0 : 0.25 * (random_below(r, 9) - 4);
    int axis = random_below(r, 3);
    if (m == 1) {
      position[axis] = random_below(r, 2) ? 3 : -3;
      velocity[axis] = -1.5 * position[axis];
    }
    *motion[m] = bms_motion_step(position, turns[random_below(r, 4)], velocity, none, none);
  }
}

/* Hulls that hardly move in relation to their distance, and the other way round: huge and tiny. */
static void make_giants(random_source *r, trial *t) {
  throw_at(r, a_hull, any_shape, t);
  double large = random_power_of_ten(r, 1, 4);
  for (int i = 0; i < 3 * LONG_MAX_POINTS; i++) t->vertex[0][i] *= large;
  t->query.a.radius = 0;
  t->query.motion_a.rigid.quaternion[0][1] = t->query.motion_a.rigid.quaternion[1][1] = 0;
  t->query.motion_a.rigid.quaternion[2][1] = t->query.motion_a.rigid.quaternion[3][1] = 0;
  for (int i = 0; i < 3; i++) {
    t->query.motion_b.rigid.position[i][0] *= 0.5 * large;
    t->query.motion_b.rigid.position[i][1] *= 0.5 * large;
  }
  t->size = t->where = 12 * large;
}

/* Makes shapes that overlap deeply at the start. */
static void make_deep(random_source *r, trial *t) {
  throw_at(r, any_shape, any_shape, t);
  for (int i = 0; i < 3; i++) t->query.motion_b.rigid.position[i][0] *= random_power_of_ten(r, -3, 0);
}

#define TESTED(sentence, ...)             \
  static void sentence(void **state) {    \
    (void)state;                          \
    judge_family(&(family){__VA_ARGS__}); \
  }

TESTED(spheres_capsules_and_triangles_touch_when_they_do, "round", make_round, 1000, 0)
TESTED(boxes_touch_when_they_do, "boxes", make_boxes, 50, 0)
TESTED(all_shapes_touch_when_they_do, "any", make_any, 100, 0)
TESTED(cylinders_touch_when_they_do, "cylinders", make_cylinders, 50, 0)
TESTED(half_spaces_are_reached_when_they_are, "half-space", make_half_space, 300, 0)
TESTED(flat_hulls_touch_when_they_do, "flat", make_flat, 100, 10)
TESTED(slivers_touch_when_they_do, "slivers", make_slivers, 50, 5)
TESTED(parallel_faces_touch_when_they_do, "parallel", make_parallel, 50, 5)
TESTED(fast_shapes_touch_when_they_do, "fast", make_fast, 100, 0)
TESTED(shapes_far_from_the_origin_touch_when_they_do, "far", make_far, 50, 0)
TESTED(units_do_not_matter, "units", make_units, 100, 0)
TESTED(grazes_are_never_missed, "graze", make_graze, 100, 100)
TESTED(grazes_are_decided_with_a_nearness, "near graze", make_near_graze, 100, 0)
TESTED(what_overlaps_is_said, "deep", make_deep, 100, 1)
TESTED(support_functions_touch_when_they_do, "supported", make_supported, 100, 0)
TESTED(support_functions_that_tell_less_touch_no_later, "half told", make_half_told, 100, 100)
TESTED(shapes_that_turn_back_touch_when_they_do, "returns", make_returns, 100, 0)
TESTED(what_begins_at_rest_touches_when_it_does, "starts", make_starts, 100, 0)
TESTED(hulls_on_a_lattice_touch_when_they_do, "lattice", make_lattice, 200, 20)
TESTED(giants_and_dwarfs_touch_when_they_do, "giants", make_giants, 100, 3)

/* ------------------------------------------------------------------ worked examples */

/* Returns a box of edge 2 about the origin and a shape that goes straight, neither turning. */
static bms_convex_query straight(const bms_convex *shape, const double from[3], const double velocity[3]) {
  const double origin[3] = {0, 0, 0}, one[4] = {1, 0, 0, 0};
  const bms_box cube = bms_box_centred(2, 2, 2);
  return (bms_convex_query){.t1 = 10,
                            .a = bms_convex_box(&cube, 0),
                            .b = *shape,
                            .motion_a = bms_motion_fixed(origin, one),
                            .motion_b = bms_motion_step(from, one, velocity, origin, origin)};
}

static bms_convex_contact expect(const bms_convex_query *q, double t, double nx, double ny, double nz) {
  const double normal[3] = {nx, ny, nz};
  bms_convex_contact c;
  assert_int_equal(bms_convex_first_contact(q, NULL, &c), BMS_CONTACT);
  assert_true(c.t_lower <= t && t <= c.t_upper && c.t_upper - c.t_lower < 1e-10);
  for (int i = 0; i < 3; i++) assert_true(fabs(c.normal[i] - normal[i]) < 1e-9);
  return c;
}

static void a_sphere_meets_face_edge_and_corner_at_the_times_of_geometry(void **state) {
  const double centre[3] = {0, 0, 0}, left[3] = {-1, 0, 0};
  bms_convex sphere = bms_convex_points(centre, 1, 0.5);
  (void)state;
  bms_convex_query q = straight(&sphere, (double[]){4, 0.25, 0}, left);
  bms_convex_contact c = expect(&q, 2.5, 1, 0, 0);
  assert_int_equal(c.count_a, 3);
  assert_true(fabs(c.approach_speed - 1) < 1e-12 && fabs(c.point[0] - 1) < 1e-10 && fabs(c.point[1] - 0.25) < 1e-10);
  /* 3-4-5: the centre reaches (1.3, 1.4), 0.5 from the edge (1, 1). */
  q = straight(&sphere, (double[]){5.3, 1.4, 0}, left);
  c = expect(&q, 4, 0.6, 0.8, 0);
  assert_int_equal(c.count_a, 2);
  /* 2-3-6: from the corner by (2, 3, 6), 7 away. */
  sphere.radius = 7;
  q = straight(&sphere, (double[]){8, 4, 7}, left);
  c = expect(&q, 5, 2.0 / 7, 3.0 / 7, 6.0 / 7);
  assert_int_equal(c.count_a, 1);
  assert_int_equal(c.corner_a[0], 7);
}

static void a_triangle_falls_flat_on_a_face_and_on_its_corner(void **state) {
  const double flat[9] = {-1, -1, 0, 1, -1, 0, 0, 1, 0}, upright[9] = {0, 0, 0, 1, 0, 1, -1, 0, 1},
               down[3] = {0, 0, -1};
  bms_convex triangle = bms_convex_points(flat, 3, 0);
  bms_convex_query q = straight(&triangle, (double[]){0, 0, 3}, down);
  (void)state;
  (void)expect(&q, 2, 0, 0, 1);
  triangle.points.vertex = upright;
  q = straight(&triangle, (double[]){0.5, 0.5, 3}, down);
  (void)expect(&q, 2, 0, 0, 1);
}

/* A point of a rim is nearer to the edge than what is found first on the cap, and shows another direction. */
static void a_cap_meets_an_edge_that_is_parallel_to_it(void **state) {
  (void)state;
  static const double turn[4] = {-0x1.af28c2ffbc3ebp-1, 0x1.7d3228148e65fp-2, 0x1.4bdf79af44c97p-2,
                                 0x1.bd1ea8f541581p-3},
                      away[4] = {0x1.af28c2ffbc3ecp-1, -0x1.7d3228148e65fp-2, -0x1.4bdf79af44c97p-2,
                                 -0x1.bd1ea8f541583p-3},
                      from[3] = {-0x1.28cf25ea1414dp+6, -0x1.8b734f3cb7519p+12, -0x1.c8e0a3e4664b6p+12},
                      speed[3] = {-0x1.dbf64ae916151p+7, 0x1.654874ade35ecp+5, 0x1.198ae8c230ed7p+6},
                      at[3] = {-0x1.2e22d2f8c6653p+6, -0x1.8b6ec7ced209bp+12, -0x1.c8d9bd023e69ep+12},
                      x = 0x1.57c124p-5, y = 0x1.56165p-12;
  const double corner[9] = {x, -y, -x, -x, y, -x, x, y, -x};
  bms_convex_query q = {.t1 = 0x1.ef9fdb58529e1p-8};
  bms_convex_contact contact;
  q.a = bms_convex_cylinder(0x1.ea27519a69ca5p-4, 0x1.ea27519a69ca5p-4);
  q.b = bms_convex_points(corner, 3, 0);
  q.motion_a = bms_motion_fixed(from, turn);
  q.motion_b = bms_motion_fixed(at, away);
  for (int i = 0; i < 3; i++) q.motion_a.rigid.position[i][1] = speed[i];
  q.motion_a.rigid.position[2][2] = -0x1.39eb851eb851fp+3;
  assert_int_equal(bms_convex_first_contact(&q, 0, &contact), BMS_CONTACT);
  assert_true(fabs(contact.t - 0.0048737259662) < 1e-12 && contact.t_upper - contact.t_lower < 1e-12);
}

static void what_touches_or_overlaps_at_the_start_is_said(void **state) {
  const double centre[3] = {0, 0, 0};
  bms_convex sphere = bms_convex_points(centre, 1, 1);
  bms_convex_query q = straight(&sphere, (double[]){2, 0, 0}, (double[]){1, 0, 0});
  bms_convex_contact c;
  (void)state;
  assert_int_equal(bms_convex_first_contact(&q, NULL, &c), BMS_TOUCHING);
  q.b.radius = 1.5;
  assert_int_equal(bms_convex_first_contact(&q, NULL, &c), BMS_OVERLAPPING);
  q.b.radius = 0;
  assert_int_equal(bms_convex_first_contact(&q, NULL, &c), BMS_SEPARATED);
  q.t1 = q.t0;
  assert_int_equal(bms_convex_first_contact(&q, NULL, &c), BMS_SEPARATED);
  q.b.radius = 1;
  assert_int_equal(bms_convex_first_contact(&q, NULL, &c), BMS_TOUCHING);
}

/* Boxes, cylinders and points three of their sizes apart, then overlapping, whose squares vanish; in the second round
   with a speed that does not let their query count as small. */
static void what_is_too_small_is_not_said_to_overlap_nor_to_be_apart(void **state) {
  (void)state;
  for (int round = 0; round < 2; round++)
    for (double size = 1e-70; size > 0; size *= 1e-10) {
      const double vertex[6] = {-size, 0, 0, size, 0, 0};
      bms_box box = bms_box_centred(2 * size, 2 * size, 2 * size);
      const bms_convex shape[] = {bms_convex_box(&box, 0), bms_convex_cylinder(size, size),
                                  bms_convex_points(vertex, 2, 0)};
      for (int k = 0; k < 3; k++) {
        bms_convex_query q = straight(&shape[k], (double[]){5 * size, 0, 0}, (double[]){round * 1e-55, 0, 0});
        q.a = shape[k];
        bms_convex_contact c;
        bms_convex_separation separation;
        bms_status status = bms_convex_first_contact(&q, NULL, &c);
        assert_true(status != BMS_OVERLAPPING && status != BMS_CONTACT);
        if (round == 0 && status == BMS_INVALID) assert_int_equal(c.reason, BMS_OUT_OF_RANGE);
        if (bms_convex_separation_at(&q, 0, &separation) == BMS_VALID) assert_true(separation.upper > 0);
        q.motion_b.rigid.position[0][0] = size;
        assert_int_not_equal(bms_convex_first_contact(&q, NULL, &c), BMS_SEPARATED);
        if (bms_convex_separation_at(&q, 0, &separation) == BMS_VALID) assert_true(!(separation.lower > 0));
      }
    }
}

static void senseless_queries_are_refused_with_a_reason(void **state) {
  const double centre[3] = {0, 0, 0}, bad[3] = {0, NAN, 1}, one[4] = {1, 0, 0, 0}, up[3] = {0, 0, 1};
  const bms_convex sphere = bms_convex_points(centre, 1, 1);
  const bms_convex_query good = straight(&sphere, (double[]){4, 0, 0}, (double[]){-1, 0, 0});
  bms_convex_query q[] = {good, good, good, good, good, good, good, good, good, good, good, good, good, good};
  const bms_reason reason[] = {BMS_BOX_NOT_FINITE, BMS_BOX_REVERSED,      BMS_BOX_REVERSED,        BMS_BOX_NOT_FINITE,
                               BMS_MOTION_FORM,    BMS_INTERVAL_REVERSED, BMS_QUATERNION_VANISHES, BMS_MOTION_FORM,
                               BMS_OUT_OF_RANGE,   BMS_NORMAL_ZERO,       BMS_QUATERNION_VANISHES, BMS_OUT_OF_RANGE,
                               BMS_OUT_OF_RANGE,   BMS_OUT_OF_RANGE};
  const bms_part part[] = {BMS_PART_B,     BMS_PART_B,     BMS_PART_B,     BMS_PART_B,     BMS_PART_A,
                           BMS_PART_QUERY, BMS_PART_B,     BMS_PART_B,     BMS_PART_QUERY, BMS_PART_A,
                           BMS_PART_A,     BMS_PART_QUERY, BMS_PART_QUERY, BMS_PART_QUERY};
  (void)state;
  q[0].b.points.vertex = bad;
  q[1].b.points.count = 0;
  q[2].b.radius = -1;
  q[3].b.radius = NAN;
  q[4].motion_a = bms_motion_revolute(centre, one, centre, up, 0, 0, 10, 1);
  q[5].t1 = -1;
  memset(q[6].motion_b.rigid.quaternion, 0, sizeof q[6].motion_b.rigid.quaternion);
  q[7].motion_b = q[4].motion_a;
  q[8].a = q[8].b = bms_convex_half_space(up, 0);
  q[9].a = bms_convex_half_space(centre, 0);
  q[10].motion_a.rigid.quaternion[0][1] = -0.5; /* which vanishes at 2 */
  q[11].nearness = -1;
  q[12].nearness = NAN;
  q[13].t1 = 1e70;
  for (int i = 0; i < (int)(sizeof q / sizeof *q); i++) {
    bms_convex_contact c;
    assert_int_equal(bms_convex_first_contact(&q[i], NULL, &c), BMS_INVALID);
    assert_int_equal(c.reason, reason[i]);
    assert_int_equal(c.where, part[i]);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(spheres_capsules_and_triangles_touch_when_they_do),
      cmocka_unit_test(boxes_touch_when_they_do),
      cmocka_unit_test(all_shapes_touch_when_they_do),
      cmocka_unit_test(cylinders_touch_when_they_do),
      cmocka_unit_test(half_spaces_are_reached_when_they_are),
      cmocka_unit_test(flat_hulls_touch_when_they_do),
      cmocka_unit_test(slivers_touch_when_they_do),
      cmocka_unit_test(parallel_faces_touch_when_they_do),
      cmocka_unit_test(fast_shapes_touch_when_they_do),
      cmocka_unit_test(shapes_far_from_the_origin_touch_when_they_do),
      cmocka_unit_test(units_do_not_matter),
      cmocka_unit_test(grazes_are_never_missed),
      cmocka_unit_test(grazes_are_decided_with_a_nearness),
      cmocka_unit_test(what_overlaps_is_said),
      cmocka_unit_test(support_functions_touch_when_they_do),
      cmocka_unit_test(support_functions_that_tell_less_touch_no_later),
      cmocka_unit_test(shapes_that_turn_back_touch_when_they_do),
      cmocka_unit_test(what_begins_at_rest_touches_when_it_does),
      cmocka_unit_test(hulls_on_a_lattice_touch_when_they_do),
      cmocka_unit_test(giants_and_dwarfs_touch_when_they_do),
      cmocka_unit_test(a_sphere_meets_face_edge_and_corner_at_the_times_of_geometry),
      cmocka_unit_test(a_triangle_falls_flat_on_a_face_and_on_its_corner),
      cmocka_unit_test(a_cap_meets_an_edge_that_is_parallel_to_it),
      cmocka_unit_test(what_touches_or_overlaps_at_the_start_is_said),
      cmocka_unit_test(what_is_too_small_is_not_said_to_overlap_nor_to_be_apart),
      cmocka_unit_test(senseless_queries_are_refused_with_a_reason),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  print_message("# seed %d\n", SEED);
  if (!long_doubles_are_long())
    print_message("# long doubles are computed in doubles here: the oracle is as good as that\n");
  return cmocka_run_group_tests(tests, NULL, NULL);
}
