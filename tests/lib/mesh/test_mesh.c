/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * First contact of meshes with convex shapes and with each other.
 *
 * Two judges.  The gap in long double (long_convex.h), over all triangles, at sampled times before t_lower and at
 * t_upper.  And all triangles asked one by one, without a tree: together they must not contradict the mesh.
 */

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bms_mesh.h"
#include "long_convex.h"
#include "long_pose.h"
#include "mesh/mesh.h"
#include "random.h"
#include "repetitions.h"

enum { SEED = 16180, ROUNDS = 300, SAMPLES = 12, MAX_VERTICES = 200, MAX_TRIANGLES = 300 };

static const long double ORACLE = 0x1p-56L;
static const double TIGHT = 1e-10;

typedef struct soup {
  int vertices, triangles;
  double vertex[3 * MAX_VERTICES];
  int index[3 * MAX_TRIANGLES];
} soup;

/* ------------------------------------------------------------------ meshes */

static bms_mesh *build(const soup *s) {
  const bms_mesh_source source = {
      .vertex = s->vertex, .vertex_count = s->vertices, .index = s->index, .triangle_count = s->triangles};
  bms_mesh_fault fault;
  int which;
  bms_mesh *mesh = bms_mesh_create(&source, &fault, &which);
  assert_non_null(mesh);
  assert_int_equal(fault, BMS_MESH_VALID);
  return mesh;
}

static void any_triangles(random_source *r, double reach, double size, soup *s) {
  s->triangles = 1 + random_below(r, 40);
  s->vertices = 3 * s->triangles;
  for (int k = 0; k < s->triangles; k++)
    for (int i = 0; i < 3; i++) {
      double middle = random_uniform(r, -reach, reach);
      for (int c = 0; c < 3; c++) s->vertex[9 * k + 3 * c + i] = middle + random_uniform(r, -size, size);
    }
  for (int i = 0; i < 3 * s->triangles; i++) s->index[i] = i;
}

/* Makes triangles of which some corners are the same and some edges have no length. */
static void degenerate_triangles(random_source *r, soup *s) {
  any_triangles(r, 1.5, 0.5, s);
  for (int i = 0; i < 3 * s->triangles; i++)
    if (random_below(r, 4) == 0) s->index[i] = random_below(r, s->vertices);
  for (int k = 0; k < s->triangles; k += 3) s->index[3 * k + 1] = s->index[3 * k];
}

/* Makes a hilly square of n times n times two triangles. */
static void terrain(random_source *r, int n, soup *s) {
  double height = random_below(r, 2) ? 0 : random_uniform(r, 0, 0.5);
  s->vertices = s->triangles = 0;
  for (int i = 0; i <= n; i++)
    for (int k = 0; k <= n; k++) {
      double *v = s->vertex + 3 * s->vertices++;
      v[0] = 4.0 * i / n - 2;
      v[1] = 4.0 * k / n - 2;
      v[2] = random_uniform(r, -height, height);
    }
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++) {
      int corner = i * (n + 1) + k,
          square[6] = {corner, corner + 1, corner + n + 1, corner + n + 2, corner + 1, corner + n + 1};
      memcpy(s->index + 3 * s->triangles, square, sizeof square);
      s->triangles += 2;
    }
}

static void random_soup(random_source *r, soup *s) {
  int kind = random_below(r, 4);
  if (kind == 0) any_triangles(r, 1.5, 0.5, s);
  if (kind == 1) any_triangles(r, 0.5, random_power_of_ten(r, -3, 0.3), s);
  if (kind == 2) degenerate_triangles(r, s);
  if (kind == 3) terrain(r, 1 + random_below(r, 5), s);
}

/* ------------------------------------------------------------------ motions and shapes */

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

static void random_shape(random_source *r, double vertex[3 * LONG_MAX_POINTS], bms_convex *shape) {
  int kind = random_below(r, 5);
  double size = random_power_of_ten(r, -1.5, 0);
  double thick = size * random_uniform(r, 0.01, 1), wide = size * random_uniform(r, 0.1, 1);
  bms_box box = bms_box_centred(thick, size, wide);
  for (int i = 0; i < 3 * LONG_MAX_POINTS; i++) vertex[i] = size * random_uniform(r, -0.8, 0.8);
  if (kind == 0) *shape = bms_convex_points(vertex, 1, size * random_uniform(r, 0.1, 0.5));
  if (kind == 1) *shape = bms_convex_points(vertex, 2, size * random_uniform(r, 0.1, 0.5));
  if (kind == 2) *shape = bms_convex_points(vertex, 4 + random_below(r, 3), 0);
  if (kind == 3) *shape = bms_convex_box(&box, 0);
  if (kind == 4) *shape = bms_convex_cylinder(wide, size * random_uniform(r, 0.1, 1));
}

/* ------------------------------------------------------------------ the judges */

/* A query with all pairs of convex shapes that it stands for. */
typedef struct trial {
  bms_convex_query query; /* a query that lacks the triangles */
  const bms_mesh *a, *b;  /* b may be none */
  double where;
} trial;

/* Calls for each pair. */
typedef void pair_function(void *data, const bms_convex_query *pair);

static void each_pair(const trial *t, pair_function *function, void *data) {
  bms_convex_query pair = t->query;
  for (int i = 0; i < bms_mesh_triangle_count(t->a); i++) {
    double a[9], b[9];
    bms_mesh_triangle(t->a, i, a);
    pair.a = bms_convex_points(a, 3, t->query.a.radius);
    if (t->b == NULL) function(data, &pair);
    for (int k = 0; t->b != NULL && k < bms_mesh_triangle_count(t->b); k++) {
      bms_mesh_triangle(t->b, k, b);
      pair.b = bms_convex_points(b, 3, t->query.b.radius);
      function(data, &pair);
    }
  }
}

typedef struct gap_at {
  double t;
  long_prism prism;
  long double least;
} gap_at;

static void take_gap(void *data, const bms_convex_query *pair) {
  gap_at *g = data;
  g->least = fminl(g->least, long_convex_gap(pair, &g->prism, g->t));
}

static long double least_gap(const trial *t, bool around, double time) {
  gap_at g = {.t = time, .prism = {.around = around}, .least = INFINITY};
  each_pair(t, take_gap, &g);
  return g.least;
}

typedef struct all_answers {
  double lower, upper; /* bounds of the first contact */
  bool overlapping, touching;
} all_answers;

static void take_answer(void *data, const bms_convex_query *pair) {
  all_answers *all = data;
  bms_convex_contact c;
  bms_status status = bms_convex_first_contact(pair, NULL, &c);
  assert_true(status != BMS_INVALID);
  if (status == BMS_SEPARATED) return;
  all->overlapping = all->overlapping || status == BMS_OVERLAPPING;
  all->touching = all->touching || status == BMS_TOUCHING;
  all->lower = fmin(all->lower, c.t_lower);
  if (status != BMS_UNRESOLVED) all->upper = fmin(all->upper, c.t_upper);
}

static void judge(const trial *t, const bms_mesh_contact *answer) {
  const bms_convex_query *q = &t->query;
  const bms_convex_contact *c = &answer->contact;
  const long double error = ORACLE * t->where;
  all_answers all = {INFINITY, INFINITY, false, false};
  each_pair(t, take_answer, &all);
  assert_true(c->status != BMS_INVALID);
  if (c->status == BMS_OVERLAPPING || c->status == BMS_TOUCHING) {
    assert_true(least_gap(t, true, q->t0) <=
                (c->status == BMS_OVERLAPPING ? error : fmax(q->nearness, TIGHT * t->where)));
    assert_true(c->status == BMS_OVERLAPPING || !all.overlapping);
    return;
  }
  assert_false(all.overlapping || all.touching);
  double end = c->status == BMS_SEPARATED ? q->t1 : c->t_lower;
  for (int i = 0; i <= SAMPLES; i++)
    assert_true(least_gap(t, false, q->t0 + (end - q->t0) * i / SAMPLES * (1 - 0x1p-50)) >= -error);
  if (c->status == BMS_CONTACT) assert_true(least_gap(t, true, c->t_upper) <= q->nearness + error);
  if (c->status == BMS_SEPARATED) assert_true(all.upper == INFINITY || q->nearness > 0);
  if (c->status == BMS_CONTACT && q->nearness == 0) assert_true(c->t_upper >= all.lower && c->t_lower <= all.upper);
}

static int seen[BMS_INVALID + 1];

static void count_from(const char *name) {
  print_message("# %s: separated %d, contact %d, touching %d, overlapping %d, unresolved %d\n", name,
                seen[BMS_SEPARATED], seen[BMS_CONTACT], seen[BMS_TOUCHING], seen[BMS_OVERLAPPING],
                seen[BMS_UNRESOLVED]);
  assert_true(seen[BMS_CONTACT] > 0);
  memset(seen, 0, sizeof seen);
}

static void judge_shape(const trial *t) {
  const bms_convex_query *q = &t->query;
  bms_mesh_contact c;
  bms_mesh_query query = {.t0 = q->t0,
                          .t1 = q->t1,
                          .mesh = t->a,
                          .mesh_radius = q->a.radius,
                          .mesh_motion = q->motion_a,
                          .shape = q->b,
                          .shape_motion = q->motion_b,
                          .nearness = q->nearness};
  seen[bms_mesh_first_contact(&query, &c)]++;
  judge(t, &c);
}

static void judge_meshes(const trial *t) {
  const bms_convex_query *q = &t->query;
  bms_mesh_contact c;
  bms_meshes_query query = {.t0 = q->t0,
                            .t1 = q->t1,
                            .a = t->a,
                            .b = t->b,
                            .radius_a = q->a.radius,
                            .radius_b = q->b.radius,
                            .motion_a = q->motion_a,
                            .motion_b = q->motion_b,
                            .nearness = q->nearness};
  seen[bms_meshes_first_contact(&query, &c)]++;
  judge(t, &c);
}

/* ------------------------------------------------------------------ tests */

/* Makes the second fly towards the first, at some speed and spin. */
static void random_flight(random_source *r, double speed, double spin, trial *t) {
  bms_convex_query *q = &t->query;
  q->t1 = 1;
  t->where = 20 + 10 * speed;
  random_motion(r, 0.5, 1, random_below(r, 2) ? spin : 0, &q->motion_a);
  random_motion(r, 3, 1, spin, &q->motion_b);
  for (int i = 0; i < 3; i++) {
    double *p = q->motion_b.rigid.position[i];
    p[0] *= speed;
    p[1] -= p[0] * random_uniform(r, 0.7, 1.6);
  }
  if (random_below(r, 2)) stop_motion(&q->motion_a);
  if (random_below(r, 2)) q->nearness = random_power_of_ten(r, -6, -2);
}

static void shapes_meet_meshes_when_they_do(void **state) {
  random_source r = random_from(SEED);
  (void)state;
  for (int i = 0; i < repetitions(ROUNDS); i++) {
    double vertex[3 * LONG_MAX_POINTS];
    soup s;
    random_soup(&r, &s);
    bms_mesh *mesh = build(&s);
    trial t = {.a = mesh};
    random_shape(&r, vertex, &t.query.b);
    double first = random_power_of_ten(&r, 0, 1.5);
    random_flight(&r, first, random_power_of_ten(&r, -1, 1), &t);
    t.query.a.radius = random_below(&r, 2) ? 0 : random_power_of_ten(&r, -4, -1);
    judge_shape(&t);
    bms_mesh_destroy(mesh);
  }
  count_from("shapes");
}

static void meshes_meet_when_they_do(void **state) {
  random_source r = random_from(SEED);
  (void)state;
  for (int i = 0; i < repetitions(ROUNDS / 5); i++) {
    soup s;
    trial t = {.a = NULL};
    random_soup(&r, &s);
    bms_mesh *a = build(&s);
    random_soup(&r, &s);
    for (int k = 0; k < 3 * s.vertices; k++) s.vertex[k] *= 0.3;
    bms_mesh *b = build(&s);
    t.a = a;
    t.b = b;
    double first = random_power_of_ten(&r, 0, 1);
    random_flight(&r, first, random_power_of_ten(&r, -1, 1), &t);
    t.query.b.radius = random_below(&r, 2) ? 0 : random_power_of_ten(&r, -4, -1);
    judge_meshes(&t);
    bms_mesh_destroy(a);
    bms_mesh_destroy(b);
  }
  count_from("meshes");
}

/* Two hilly squares move face to face. Many of their triangles come near to each other at nearly the same time, late:
   more than are asked at once. */
static void hills_that_meet_in_many_places_meet_in_the_first(void **state) {
  random_source r = random_from(SEED);
  (void)state;
  for (int i = 0; i < repetitions(ROUNDS / 6); i++) {
    soup s;
    trial t = {.where = 10};
    terrain(&r, 4, &s);
    bms_mesh *a = build(&s);
    terrain(&r, 4, &s);
    bms_mesh *b = build(&s);
    const double origin[3] = {0, 0, 0}, one[4] = {1, 0, 0, 0}, above[3] = {random_uniform(&r, -0.5, 0.5), 0, 1};
    const double down[3] = {0, 0, random_uniform(&r, -1.1, -0.3)};
    double spin[3] = {0, 0, random_uniform(&r, -1, 1)};
    random_numbers(&r, -0.1, 0.1, spin, 2);
    t.a = a;
    t.b = b;
    t.query.t1 = 1;
    t.query.motion_a = bms_motion_fixed(origin, one);
    t.query.motion_b = bms_motion_step(above, one, down, spin, origin);
    judge_meshes(&t);
    bms_mesh_destroy(a);
    bms_mesh_destroy(b);
  }
  count_from("hills");
}

static bool find(void *data, int triangle, const double vertex[9]) {
  int *wanted = data;
  (void)vertex;
  if (triangle != *wanted) return true;
  *wanted = -1;
  return false;
}

/* Demands that each corner of each triangle is in the mesh's bounds, and that the triangle is visited there. */
static void check_tree(const bms_mesh *mesh) {
  bms_box whole = bms_mesh_bounds(mesh);
  for (int i = 0; i < bms_mesh_triangle_count(mesh); i++) {
    double vertex[9];
    bms_mesh_triangle(mesh, i, vertex);
    for (int k = 0; k < 3; k++) {
      const double *v = vertex + 3 * k;
      const bms_box corner = {{v[0], v[1], v[2]}, {v[0], v[1], v[2]}};
      int wanted = i;
      for (int c = 0; c < 3; c++) assert_true(whole.min[c] <= v[c] && v[c] <= whole.max[c]);
      bms_mesh_visit(mesh, &corner, find, &wanted);
      assert_int_equal(wanted, -1);
    }
  }
}

static void trees_hold_all_of_their_triangles(void **state) {
  random_source r = random_from(SEED);
  (void)state;
  for (int i = 0; i < 40; i++) {
    soup s;
    random_soup(&r, &s);
    bms_mesh *mesh = build(&s);
    check_tree(mesh);
    bms_mesh_destroy(mesh);
  }
}

/* Triangles without a size, each of which is much nearer to the origin than the one before; others whose coordinates
   differ by subnormal numbers, or not at all. */
static void trees_of_odd_triangles_are_no_worse(void **state) {
  static soup s;
  (void)state;
  for (int kind = 0; kind < 3; kind++) {
    s.vertices = s.triangles = MAX_VERTICES - 2;
    for (int i = 0; i < MAX_VERTICES; i++)
      for (int c = 0; c < 3; c++)
        s.vertex[3 * i + c] = kind == 0 ? pow(10, 29 - 1.6 * i) : kind == 1 ? (i + c) * 0x1p-1074 : 0;
    for (int i = 0; i < 3 * s.triangles; i++) s.index[i] = kind == 0 ? i / 3 : i / 3 + i % 3;
    s.vertices = MAX_VERTICES;
    bms_mesh *mesh = build(&s);
    check_tree(mesh);
    bms_mesh_destroy(mesh);
  }
}

/* Two plane meshes of many triangles that do not come as near as their surfaces, shifted along each other by a part of
   a triangle: one of them is grown, and they meet when they are that far apart. */
static void meshes_that_are_grown_meet_earlier(void **state) {
  random_source r = random_from(SEED);
  (void)state;
  for (int which = 0; which < 2; which++) {
    const double origin[3] = {0, 0, 0}, one[4] = {1, 0, 0, 0}, above[3] = {0.37, 0.21, 1}, down[3] = {0, 0, -0.9};
    soup s;
    terrain(&r, 12, &s);
    for (int k = 0; k < s.vertices; k++) s.vertex[3 * k + 2] = 0;
    bms_mesh *mesh = build(&s);
    bms_meshes_query query = {.t1 = 1, .a = mesh, .b = mesh, .motion_a = bms_motion_fixed(origin, one)};
    bms_mesh_contact c;
    query.motion_b = bms_motion_step(above, one, down, origin, origin);
    assert_int_equal(bms_meshes_first_contact(&query, &c), BMS_SEPARATED);
    *(which == 0 ? &query.radius_a : &query.radius_b) = 0.25;
    assert_int_equal(bms_meshes_first_contact(&query, &c), BMS_CONTACT);
    assert_true(fabs(c.contact.t_lower - 0.75 / 0.9) < TIGHT);
    bms_mesh_destroy(mesh);
  }
}

/* Makes a square of 4 by 4 with waves, of very many triangles. */
static bms_mesh *waves(random_source *r) {
  enum { CELLS = 40, ROW = CELLS + 1 };
  double *vertex = calloc(3 * ROW * ROW, sizeof *vertex);
  int *index = calloc(6 * CELLS * CELLS, sizeof *index), count = 0;
  double height = random_below(r, 4) ? random_power_of_ten(r, -2, -0.5) : 0, wide = random_uniform(r, 1, 5);
  for (int i = 0; i < ROW * ROW; i++) {
    double *v = vertex + 3 * (size_t)i;
    v[0] = 4.0 * (i / ROW) / CELLS - 2;
    v[1] = 4.0 * (i % ROW) / CELLS - 2;
    v[2] = height * sin(wide * v[0]) * cos(wide * v[1]);
    if (i / ROW == CELLS || i % ROW == CELLS) continue;
    int square[6] = {i, i + 1, i + ROW, i + ROW + 1, i + 1, i + ROW};
    memcpy(index + 3 * (size_t)count, square, sizeof square);
    count += 2;
  }
  const bms_mesh_source source = {.vertex = vertex, .vertex_count = ROW * ROW, .index = index, .triangle_count = count};
  bms_mesh *mesh = bms_mesh_create(&source, NULL, NULL);
  assert_non_null(mesh);
  free(vertex);
  free(index);
  return mesh;
}

/* A box above or in the waves comes down on some of 3200 triangles. */
static void of_very_many_triangles_few_are_asked(void **state) {
  enum { FEW = 140 };
  random_source r = random_from(SEED);
  int most = 0;
  (void)state;
  for (int i = 0; i < repetitions(ROUNDS / 6); i++) {
    bms_mesh *mesh = waves(&r);
    double vertex[3 * LONG_MAX_POINTS], quaternion[4], spin[3], still[3] = {0, 0, 0};
    double above[3] = {random_uniform(&r, -1, 1), random_uniform(&r, -1, 1), random_uniform(&r, -0.5, 1)};
    double down[3] = {random_uniform(&r, -1, 1), 0, random_uniform(&r, -3, -1)};
    bms_mesh_query query = {.t1 = 1, .mesh = mesh, .nearness = random_below(&r, 3) ? 0 : 0.1};
    query.mesh_radius = random_below(&r, 2) ? 0 : random_power_of_ten(&r, -3, -0.5);
    random_direction(&r, quaternion, 4);
    random_numbers(&r, -2, 2, spin, 3);
    random_shape(&r, vertex, &query.shape);
    const double origin[3] = {0, 0, 0}, one[4] = {1, 0, 0, 0};
    query.mesh_motion = bms_motion_fixed(origin, one);
    query.shape_motion = bms_motion_step(above, random_below(&r, 3) ? quaternion : one, down, spin, still);
    bms_mesh_contact c;
    all_answers all = {INFINITY, INFINITY, false, false};
    const trial t = {.a = mesh,
                     .query = {.t1 = 1,
                               .a.radius = query.mesh_radius,
                               .b = query.shape,
                               .motion_a = query.mesh_motion,
                               .motion_b = query.shape_motion,
                               .nearness = query.nearness}};
    seen[bms_mesh_first_contact(&query, &c)]++;
    each_pair(&t, take_answer, &all);
    assert_int_equal(c.contact.status == BMS_OVERLAPPING, all.overlapping);
    if (c.asked > most) most = c.asked;
    if (query.nearness == 0) {
      assert_int_equal(c.contact.status == BMS_SEPARATED, all.lower == INFINITY);
      if (c.contact.status == BMS_CONTACT) assert_true(fabs(c.contact.t_upper - all.upper) <= 0x1p-30);
    }
    bms_mesh_destroy(mesh);
  }
  print_message("# waves: at most %d questions\n", most);
  count_from("waves");
  assert_true(most <= FEW);
}

static bool mark(void *data, int triangle, const double vertex[9]) {
  ((char *)data)[triangle]++;
  return vertex != NULL;
}

static bool box_touches(const double vertex[9], const bms_box *box) {
  for (int i = 0; i < 3; i++) {
    double low = fmin(vertex[i], fmin(vertex[3 + i], vertex[6 + i]));
    double high = fmax(vertex[i], fmax(vertex[3 + i], vertex[6 + i]));
    if (low > box->max[i] || high < box->min[i]) return false;
  }
  return true;
}

static void a_visit_leaves_no_triangle_out(void **state) {
  random_source r = random_from(SEED);
  (void)state;
  for (int i = 0; i < repetitions(ROUNDS); i++) {
    soup s;
    char marks[MAX_TRIANGLES] = {0};
    bms_box box;
    random_soup(&r, &s);
    bms_mesh *mesh = build(&s);
    for (int c = 0; c < 3; c++) {
      double x = random_uniform(&r, -2, 2), y = random_uniform(&r, -2, 2);
      box.min[c] = fmin(x, y);
      box.max[c] = fmax(x, y);
    }
    bms_mesh_visit(mesh, &box, mark, marks);
    for (int k = 0; k < s.triangles; k++) {
      double vertex[9];
      bms_mesh_triangle(mesh, k, vertex);
      for (int c = 0; c < 3; c++)
        assert_memory_equal(vertex + 3 * c, s.vertex + 3 * s.index[3 * k + c], 3 * sizeof *vertex);
      assert_true(marks[k] <= 1);
      assert_true(marks[k] == 1 || !box_touches(vertex, &box));
    }
    bms_mesh_destroy(mesh);
  }
}

static void a_sweep_holds_the_shape(void **state) {
  random_source r = random_from(SEED);
  (void)state;
  for (int i = 0; i < repetitions(ROUNDS); i++) {
    trial t = {.a = NULL};
    random_flight(&r, 2, random_power_of_ten(&r, -1, 0.5), &t);
    double point[3];
    random_numbers(&r, -1, 1, point, 3);
    soup s;
    terrain(&r, 1, &s);
    bms_mesh *mesh = build(&s);
    bms_mesh_query query = {.t1 = 1,
                            .mesh = mesh,
                            .mesh_motion = t.query.motion_a,
                            .shape = bms_convex_points(point, 1, 0.25),
                            .shape_motion = t.query.motion_b};
    bms_box box;
    assert_int_equal(bms_mesh_sweep(&query, 0.5, &box), BMS_VALID);
    for (int k = 0; k <= SAMPLES; k++) {
      long double time = (long double)k / SAMPLES, world[3];
      long_pose a = long_pose_at(&query.mesh_motion, time), b = long_pose_at(&query.shape_motion, time);
      for (int c = 0; c < 3; c++) {
        world[c] = b.translation[c] - a.translation[c];
        for (int j = 0; j < 3; j++) world[c] += b.column[j][c] * point[j];
      }
      for (int c = 0; c < 3; c++) {
        long double x = long_dot(a.column[c], world);
        assert_true(x - 0.75L >= box.min[c] && x + 0.75L <= box.max[c]);
      }
    }
    query.shape = bms_convex_half_space(point, 0.5);
    assert_int_equal(bms_mesh_sweep(&query, 0.5, &box), BMS_VALID);
    for (int c = 0; c < 3; c++) assert_true(isinf(box.min[c]) && isinf(box.max[c]));
    bms_mesh_destroy(mesh);
  }
}

static void floats_and_strides_are_read_as_they_are(void **state) {
  struct {
    float x[3], colour[2];
  } vertex[4] = {{{0, 0, 0}, {9, 9}}, {{1, 0, 0}, {9, 9}}, {{0, 1, 0}, {9, 9}}, {{0, 0, 2}, {9, 9}}};
  struct {
    int corner[3], material;
  } triangle[2] = {{{0, 1, 2}, 7}, {{0, 2, 3}, 7}};
  const bms_mesh_source source = {.vertex = vertex,
                                  .vertices_single = true,
                                  .vertex_stride = sizeof vertex[0],
                                  .vertex_count = 4,
                                  .index = triangle[0].corner,
                                  .index_stride = sizeof triangle[0],
                                  .triangle_count = 2};
  const double expected[9] = {0, 0, 0, 0, 1, 0, 0, 0, 2};
  double found[9];
  (void)state;
  bms_mesh *mesh = bms_mesh_create(&source, NULL, NULL);
  assert_non_null(mesh);
  bms_mesh_triangle(mesh, 1, found);
  assert_memory_equal(found, expected, sizeof found);
  assert_true(bms_mesh_bounds(mesh).max[2] >= 2);
  bms_mesh_destroy(mesh);
}

static void what_is_wrong_with_a_mesh_is_said(void **state) {
  double vertex[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
  int index[6] = {0, 1, 2, 0, 1, 2}, which;
  bms_mesh_source source = {.vertex = vertex, .vertex_count = 3, .index = index, .triangle_count = 2};
  bms_mesh_fault fault;
  (void)state;
  index[4] = 3;
  assert_null(bms_mesh_create(&source, &fault, &which));
  assert_int_equal(fault, BMS_MESH_INDEX);
  assert_int_equal(which, 1);
  index[4] = -1;
  assert_null(bms_mesh_create(&source, &fault, &which));
  assert_int_equal(fault, BMS_MESH_INDEX);
  index[4] = 1;
  vertex[7] = NAN;
  assert_null(bms_mesh_create(&source, &fault, &which));
  assert_int_equal(fault, BMS_MESH_VERTEX);
  assert_int_equal(which, 2);
  source.triangle_count = 0;
  assert_null(bms_mesh_create(&source, &fault, NULL));
  assert_int_equal(fault, BMS_MESH_EMPTY);
  bms_mesh_destroy(NULL);
}

/* The tree halves what it cannot part, so that it does not become deep. */
static void a_heap_of_equal_triangles_makes_a_mesh(void **state) {
  enum { COUNT = 20000 };
  double vertex[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
  int *index = calloc(3 * COUNT, sizeof *index);
  const bms_mesh_source source = {.vertex = vertex, .vertex_count = 3, .index = index, .triangle_count = COUNT};
  char *marks = calloc(COUNT, 1);
  (void)state;
  for (int i = 0; i < 3 * COUNT; i++) index[i] = i % 3;
  bms_mesh *mesh = bms_mesh_create(&source, NULL, NULL);
  bms_box bounds = bms_mesh_bounds(mesh);
  bms_mesh_visit(mesh, &bounds, mark, marks);
  for (int i = 0; i < COUNT; i++) assert_int_equal(marks[i], 1);
  bms_mesh_destroy(mesh);
  free(marks);
  free(index);
}

static bms_mesh *cube(void) {
  static const int INDEX[36] = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                                2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};
  double vertex[24];
  for (int v = 0; v < 8; v++)
    for (int i = 0; i < 3; i++) vertex[3 * v + i] = v >> i & 1 ? 0.5 : -0.5;
  bms_mesh_source source = {.vertex = vertex, .vertex_count = 8, .index = INDEX, .triangle_count = 12};
  return bms_mesh_create(&source, NULL, NULL);
}

/* A cube that falls on another one, flush with it, from 1.5 above at a speed of 2: their gap of 0.5 closes at 0.25. */
static void equal_cubes_that_meet_face_on_need_a_nearness(void **state) {
  static const double HERE[3] = {0, 0, 0}, ABOVE[3] = {0, 0, 1.5}, DOWN[3] = {0, 0, -2}, UPRIGHT[4] = {1, 0, 0, 0};
  bms_mesh *mesh = cube();
  bms_mesh_contact answer;
  (void)state;
  bms_meshes_query query = {.t1 = 1, .a = mesh, .b = mesh};
  query.motion_a = bms_motion_fixed(HERE, UPRIGHT);
  query.motion_b = bms_motion_step(ABOVE, UPRIGHT, DOWN, HERE, HERE);
  assert_int_equal(bms_meshes_first_contact(&query, &answer), BMS_UNRESOLVED);
  assert_true(answer.contact.t_lower <= 0.25 && answer.contact.t_lower > 0.25 - 1e-9);
  query.nearness = 1e-9;
  assert_int_equal(bms_meshes_first_contact(&query, &answer), BMS_CONTACT);
  assert_true(answer.contact.t_lower <= 0.25 && answer.contact.t_lower > 0.25 - 1e-8);
  bms_mesh_destroy(mesh);
}

static void senseless_queries_are_refused_with_a_reason(void **state) {
  random_source r = random_from(SEED);
  soup s;
  (void)state;
  terrain(&r, 1, &s);
  bms_mesh *mesh = build(&s);
  const double origin[3] = {0, 0, 0}, one[4] = {1, 0, 0, 0}, point[3] = {0, 0, 5};
  bms_motion still = bms_motion_fixed(origin, one);
  bms_mesh_query query = {
      .t1 = 1, .mesh = mesh, .mesh_motion = still, .shape = bms_convex_points(point, 1, 1), .shape_motion = still};
  bms_mesh_contact c;
  assert_int_equal(bms_mesh_first_contact(&query, &c), BMS_SEPARATED);
  query.mesh_radius = -1;
  assert_int_equal(bms_mesh_first_contact(&query, &c), BMS_INVALID);
  assert_int_equal(c.contact.reason, BMS_BOX_REVERSED);
  assert_int_equal(c.contact.where, BMS_PART_A);
  query.mesh_radius = 0;
  query.t1 = -1;
  assert_int_equal(bms_mesh_first_contact(&query, &c), BMS_INVALID);
  assert_int_equal(c.contact.reason, BMS_INTERVAL_REVERSED);
  query.t1 = 1;
  query.shape.points.count = 0;
  assert_int_equal(bms_mesh_first_contact(&query, &c), BMS_INVALID);
  assert_int_equal(c.contact.where, BMS_PART_B);
  query.shape = (bms_convex){.core = BMS_CORE_SUPPORT, .support.reach = 1}; /* and no function */
  assert_int_equal(bms_mesh_first_contact(&query, &c), BMS_INVALID);
  assert_int_equal(c.contact.where, BMS_PART_B);
  bms_mesh_destroy(mesh);
}

static void a_half_space_meets_the_lowest_vertex(void **state) {
  random_source r = random_from(SEED);
  (void)state;
  const double origin[3] = {0, 0, 0}, one[4] = {1, 0, 0, 0}, up[3] = {0, 0, 1};
  soup s;
  any_triangles(&r, 1, 0.5, &s);
  bms_mesh *mesh = build(&s);
  double lowest = INFINITY;
  for (int i = 0; i < s.vertices; i++) lowest = fmin(lowest, s.vertex[3 * i + 2]);
  bms_mesh_query query = {
      .t1 = 10,
      .mesh = mesh,
      .mesh_motion = bms_motion_step((double[]){0, 0, 5}, one, (double[]){0, 0, -1}, origin, origin),
      .shape = bms_convex_half_space(up, 0),
      .shape_motion = bms_motion_fixed(origin, one)};
  bms_mesh_contact c;
  assert_int_equal(bms_mesh_first_contact(&query, &c), BMS_CONTACT);
  assert_true(c.contact.t_lower <= 5 + lowest && c.contact.t_upper >= 5 + lowest);
  assert_true(c.contact.t_upper - c.contact.t_lower < 1e-10);
  bms_mesh_destroy(mesh);
}

/* The tree is held against all vertices, which a hull of points examines one by one. */
static void a_half_space_meets_a_mesh_when_it_meets_the_hull_of_its_vertices(void **state) {
  random_source r = random_from(SEED);
  int met = 0;
  (void)state;
  for (int i = 0; i < repetitions(ROUNDS); i++) {
    soup s;
    trial t = {.a = NULL};
    double normal[3];
    random_soup(&r, &s);
    random_flight(&r, 1, random_power_of_ten(&r, -1, 0.5), &t);
    random_direction(&r, normal, 3);
    bms_mesh *mesh = build(&s);
    double used[9 * MAX_TRIANGLES];
    for (int k = 0; k < s.triangles; k++) bms_mesh_triangle(mesh, k, used + 9 * k);
    bms_mesh_query query = {.t1 = 1,
                            .mesh = mesh,
                            .mesh_radius = 0.01,
                            .mesh_motion = t.query.motion_b,
                            .shape = bms_convex_half_space(normal, -2),
                            .shape_motion = t.query.motion_a};
    bms_convex_query hull = {.t1 = 1,
                             .a = bms_convex_points(used, 3 * s.triangles, 0.01),
                             .b = query.shape,
                             .motion_a = query.mesh_motion,
                             .motion_b = query.shape_motion};
    bms_mesh_contact c;
    bms_convex_contact expected;
    assert_int_equal(bms_mesh_first_contact(&query, &c), bms_convex_first_contact(&hull, NULL, &expected));
    assert_true(c.contact.t_lower <= expected.t_upper && expected.t_lower <= c.contact.t_upper);
    met += expected.status == BMS_CONTACT;
    bms_mesh_destroy(mesh);
  }
  print_message("# half-spaces: %d met\n", met);
  assert_true(met > repetitions(ROUNDS) / 20);
}

/* ------------------------------------------------------------------ extents */

/* Returns the place behind the last triangle under a node. */
static int end_of(const bms_mesh *mesh, int node) {
  while (mesh->node[node].count == 0) node = mesh->node[node].first;
  return mesh->node[node].first + mesh->node[node].count;
}

/* Returns the place of the first triangle under a node. */
static int start_of(const bms_mesh *mesh, int node) {
  while (mesh->node[node].count == 0) node++;
  return mesh->node[node].first;
}

/* Computes in long double how far the vertices under a node reach. */
static long double farthest_of(const bms_mesh *mesh, int node, const double direction[3]) {
  long double most = -INFINITY;
  for (int i = start_of(mesh, node); i < end_of(mesh, node); i++) {
    double vertex[9];
    bms_mesh_place(mesh, i, vertex);
    for (int k = 0; k < 9; k += 3) {
      long double along = 0;
      for (int c = 0; c < 3; c++) along += (long double)direction[c] * vertex[k + c];
      most = fmaxl(most, along);
    }
  }
  return most;
}

/* Vertices reach at most 6 along each axis: 16 roundings of their sum. */
static void vertices_under_a_node_stay_within_their_extent_only(void **state) {
  static const long double ROUNDED = 16 * 18 * 0x1p-53L;
  random_source r = random_from(SEED);
  (void)state;
  for (int round = 0; round < ROUNDS; round++) {
    soup s;
    if (random_below(&r, 2))
      terrain(&r, 1 + random_below(&r, 12), &s);
    else
      degenerate_triangles(&r, &s);
    bms_mesh *mesh = build(&s);
    for (int node = 0; node < mesh->node_count; node++) {
      double direction[3];
      random_direction(&r, direction, 3);
      if (random_below(&r, 4) == 0) memcpy(direction, (double[3]){0, 0, 1}, sizeof direction);
      long double truth = farthest_of(mesh, node, direction);
      double some = bms_mesh_far_reach(mesh, node, direction), reach = NAN;
      assert_true(some <= truth + ROUNDED);
      if (mesh->node[node].count > 0) assert_true(some >= truth - ROUNDED);
      assert_true(bms_mesh_stays_within(mesh, node, direction, (double)(truth + ROUNDED), &reach));
      double below = (double)(truth - ROUNDED - random_below(&r, 3));
      assert_false(bms_mesh_stays_within(mesh, node, direction, below, &reach));
      assert_true(reach > below && reach <= truth + ROUNDED);
    }
    bms_mesh_destroy(mesh);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_is_wrong_with_a_mesh_is_said),
      cmocka_unit_test(floats_and_strides_are_read_as_they_are),
      cmocka_unit_test(vertices_under_a_node_stay_within_their_extent_only),
      cmocka_unit_test(a_heap_of_equal_triangles_makes_a_mesh),
      cmocka_unit_test(a_visit_leaves_no_triangle_out),
      cmocka_unit_test(a_sweep_holds_the_shape),
      cmocka_unit_test(equal_cubes_that_meet_face_on_need_a_nearness),
      cmocka_unit_test(senseless_queries_are_refused_with_a_reason),
      cmocka_unit_test(a_half_space_meets_the_lowest_vertex),
      cmocka_unit_test(a_half_space_meets_a_mesh_when_it_meets_the_hull_of_its_vertices),
      cmocka_unit_test(shapes_meet_meshes_when_they_do),
      cmocka_unit_test(meshes_meet_when_they_do),
      cmocka_unit_test(trees_hold_all_of_their_triangles),
      cmocka_unit_test(trees_of_odd_triangles_are_no_worse),
      cmocka_unit_test(meshes_that_are_grown_meet_earlier),
      cmocka_unit_test(hills_that_meet_in_many_places_meet_in_the_first),
      cmocka_unit_test(of_very_many_triangles_few_are_asked),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  print_message("# seed %d\n", SEED);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
