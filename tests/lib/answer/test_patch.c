/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The contact patch, the patch on a half-space, and the common point.
 *
 * A touch is built, not searched for: in a frame whose plane z = 0 is the contact plane, box a hangs below by a vertex,
 * an edge or a face, box b stands above in the same way, and a point of the one feature is laid on a point of the
 * other; then the whole scene is turned, sheared and moved away.
 *
 * Oracle for the patch: enumeration.  The corners of the intersection of two features are corners of one inside the
 * other, or crossings of a side of the one with a side of the other; all are tried, in the frame of the plane, with no
 * polygon and no order.
 */

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "answer/common_point.h"
#include "answer/patch.h"
#include "cmocka_names.h"
#include "random.h"

enum { SEED = 7041776, ROUNDS = 4000, FOUND = 64 };

static int rounds(void) {
  const char *soak = getenv("BMS_SOAK");
  int factor = soak != NULL ? atoi(soak) : 1;
  return ROUNDS * (factor > 0 ? factor : 1);
}

/* A box and its pose, and what touches: features are centre + s edge[0] + t edge[1] in the frame of the plane. */
typedef struct side {
  bms_box box;
  double pose[3][4];
  int dimension;
  double centre[2], edge[2][2];
  int in_plane; /* mask of the box's axes along the edges */
} side;

typedef struct touch {
  side a, b;
  double normal[3], level; /* normal . x == level on the plane */
  double world[3][4];      /* this leads from the frame of the plane to the world */
  double slack;            /* the slack as the unit defines it */
} touch;

/* ------------------------------------------------------------------ building */

static void multiply(double m[3][3], const double n[3][3]) {
  double out[3][3];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) out[i][j] = m[i][0] * n[0][j] + m[i][1] * n[1][j] + m[i][2] * n[2][j];
  memcpy(m, out, sizeof out);
}

/* Computes a turn by angle about the coordinate axis. */
static void turn_about(int axis, double angle, double m[3][3]) {
  int i = (axis + 1) % 3, j = (axis + 2) % 3;
  memset(m, 0, 9 * sizeof(double));
  m[axis][axis] = 1;
  m[i][i] = m[j][j] = cos(angle);
  m[j][i] = sin(angle);
  m[i][j] = -sin(angle);
}

static void random_rotation(random_source *r, double m[3][3]) {
  double n[3][3];
  turn_about(2, random_uniform(r, -3.2, 3.2), m);
  turn_about(0, random_uniform(r, 0.3, 1.2), n);
  multiply(m, (const double(*)[3])n);
  turn_about(2, random_uniform(r, 0.2, 1.3), n);
  multiply(m, (const double(*)[3])n);
}

/* Draws one of the 48 signed permutations of the axes; column j of it is +- unit[order[j]]. */
static void random_symmetry(random_source *r, double m[3][3]) {
  int order[3] = {0, 1, 2};
  memset(m, 0, 9 * sizeof(double));
  for (int i = 2; i > 0; i--) {
    int j = random_below(r, i + 1), old = order[i];
    order[i] = order[j];
    order[j] = old;
  }
  for (int j = 0; j < 3; j++) m[order[j]][j] = random_sign(r);
}

/* Makes a box whose farthest feature along sign * z has this dimension, with a point of that feature at zero. */
static void hang(random_source *r, int dimension, double sign, double smallest, bool flat, side *out) {
  double turn[3][3], tilt[3][3], symmetry[3][3], s[3];
  turn_about(2, random_uniform(r, -3.2, 3.2), turn);
  turn_about(0, dimension == 1 ? random_uniform(r, 0.2, 1.3) : 0, tilt);
  multiply(turn, (const double(*)[3])tilt);
  if (dimension == 0) random_rotation(r, turn);
  random_symmetry(r, symmetry);
  multiply(turn, (const double(*)[3])symmetry);
  for (int j = 0; j < 3; j++) {
    double middle = random_uniform(r, -1, 1), half = exp(random_uniform(r, log(smallest), 0.5));
    if (flat && random_below(r, 3) == 0) half = 0;
    out->box.min[j] = middle - half;
    out->box.max[j] = middle + half;
  }
  out->dimension = 0;
  out->in_plane = 0;
  for (int j = 0; j < 3; j++) {
    double half = 0.5 * out->box.max[j] - 0.5 * out->box.min[j];
    bool level = fabs(turn[2][j]) < 1e-14;
    s[j] = turn[2][j] * sign > 0 ? out->box.max[j] : out->box.min[j];
    if (!level) continue;
    turn[2][j] = 0;
    out->in_plane |= 1 << j;
    /* Often at an end, or in the middle: then corners, sides and centres of the two features coincide. */
    static const double PARTS[] = {-1, 0, 1};
    double part = random_below(r, 2) == 0 ? random_uniform(r, -1, 1) : PARTS[random_below(r, 3)];
    s[j] = (0.5 * out->box.max[j] + 0.5 * out->box.min[j]) + part * half;
    if (half == 0) continue;
    for (int i = 0; i < 2; i++) out->edge[out->dimension][i] = half * turn[i][j];
    if (out->dimension == 0) out->centre[0] = out->centre[1] = 0;
    for (int i = 0; i < 2; i++) out->centre[i] -= part * half * turn[i][j];
    out->dimension++;
  }
  if (out->dimension == 0) out->centre[0] = out->centre[1] = 0;
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) out->pose[i][j] = turn[i][j];
    out->pose[i][3] = -(turn[i][0] * s[0] + turn[i][1] * s[1] + turn[i][2] * s[2]);
  }
}

/* Draws the world: a turn, for `sheared` ones with a shear and a stretch, and a place. */
static void choose_world(random_source *r, bool sheared, double far, double world[3][4]) {
  double m[3][3], shear[3][3];
  random_rotation(r, m);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) shear[i][j] = (i == j ? random_uniform(r, 0.7, 1.5) : random_uniform(r, -0.25, 0.25));
  if (sheared) multiply(m, (const double(*)[3])shear);
  for (int i = 0; i < 3; i++) {
    memcpy(world[i], m[i], sizeof m[i]);
    world[i][3] = far * random_uniform(r, -1, 1);
  }
}

static void carry(const double world[3][4], double pose[3][4]) {
  double out[3][4];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 4; j++)
      out[i][j] =
          world[i][0] * pose[0][j] + world[i][1] * pose[1][j] + world[i][2] * pose[2][j] + (j == 3 ? world[i][3] : 0);
  memcpy(pose, out, sizeof out);
}

/* Computes the normal of the image of z = 0: the cross product of the images of x and y, which is to the side of z. */
static void image_of_plane(const double world[3][4], double normal[3], double *level) {
  double length = 0, to_z = 0;
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    normal[i] = world[j][0] * world[k][1] - world[k][0] * world[j][1];
    length += normal[i] * normal[i];
    to_z += normal[i] * world[i][2];
  }
  *level = 0;
  for (int i = 0; i < 3; i++) {
    normal[i] /= to_z < 0 ? -sqrt(length) : sqrt(length);
    *level += normal[i] * world[i][3];
  }
}

static double magnitude_of(side *s) {
  bms_placed_box placed;
  bms_place_box(&s->box, s->pose, &placed);
  return placed.magnitude;
}

static touch random_touch(random_source *r, int round, int dimension_a, int dimension_b, double smallest, double far) {
  touch t;
  hang(r, dimension_a, 1, smallest, round % 5 == 4, &t.a);
  hang(r, dimension_b, -1, smallest, round % 5 == 4, &t.b);
  choose_world(r, round % 2 == 1, far, t.world);
  carry((const double(*)[4])t.world, t.a.pose);
  carry((const double(*)[4])t.world, t.b.pose);
  image_of_plane((const double(*)[4])t.world, t.normal, &t.level);
  t.slack = 64 * 0x1p-53 * (magnitude_of(&t.a) + magnitude_of(&t.b));
  return t;
}

/* Returns a pair that a solver could name for this normal. */
static bms_pair pair_of(const touch *t) {
  int axis_a = 0, axis_b = 0;
  if (t->a.dimension == 2 && t->a.in_plane != 7) {
    while (t->a.in_plane >> axis_a & 1) axis_a++;
    return (bms_pair){BMS_PAIR_VO, 2 * axis_a, 0};
  }
  if (t->b.dimension == 2 && t->b.in_plane != 7) {
    while (t->b.in_plane >> axis_b & 1) axis_b++;
    return (bms_pair){BMS_PAIR_OV, 0, 2 * axis_b + 1};
  }
  if (t->a.dimension == 1 && t->b.dimension == 1) {
    while (!(t->a.in_plane >> axis_a & 1) || t->a.box.min[axis_a] >= t->a.box.max[axis_a]) axis_a++;
    while (!(t->b.in_plane >> axis_b & 1) || t->b.box.min[axis_b] >= t->b.box.max[axis_b]) axis_b++;
    return (bms_pair){BMS_PAIR_EE, 4 * axis_a, 4 * axis_b + 3};
  }
  return (bms_pair){BMS_PAIR_NONE, 0, 0};
}

static int patch_of(touch *t, double error, double point[BMS_MAX_POINTS][3]) {
  bms_placed_box a, b;
  bms_pair pair = pair_of(t);
  bms_place_box(&t->a.box, t->a.pose, &a);
  bms_place_box(&t->b.box, t->b.pose, &b);
  return bms_contact_patch(&a, &b, &pair, t->normal, error, point);
}

/* ------------------------------------------------------------------ judging */

static void tell_side(const char *name, const side *s) {
  for (int i = 0; i < 3; i++)
    print_message("%s[%d] min %a max %a pose %a %a %a %a\n", name, i, s->box.min[i], s->box.max[i], s->pose[i][0],
                  s->pose[i][1], s->pose[i][2], s->pose[i][3]);
}

static void tell_and_fail(const touch *t, int round, const char *what, double measured, double allowed) {
  print_message("round %d: %s: %g, allowed %g; normal %a %a %a\n", round, what, measured, allowed, t->normal[0],
                t->normal[1], t->normal[2]);
  tell_side("a", &t->a);
  tell_side("b", &t->b);
  fail();
}

static void column_product(const side *s, int i, long double w[3]) {
  int j = (i + 1) % 3, k = (i + 2) % 3;
  for (int n = 0; n < 3; n++)
    w[n] = (long double)s->pose[(n + 1) % 3][j] * s->pose[(n + 2) % 3][k] -
           (long double)s->pose[(n + 2) % 3][j] * s->pose[(n + 1) % 3][k];
}

/* Computes by how much each coordinate of x in the frame of a body is outside of the box.  Returns the products of
   other columns in w. */
static void excess_of(const side *s, const double x[3], long double excess[3], long double w[3][3]) {
  for (int i = 0; i < 3; i++) {
    long double det = 0, along = 0;
    column_product(s, i, w[i]);
    for (int n = 0; n < 3; n++) {
      det += s->pose[n][i] * w[i][n];
      along += ((long double)x[n] - s->pose[n][3]) * w[i][n];
    }
    excess[i] = along / det - fminl(fmaxl(along / det, s->box.min[i]), s->box.max[i]);
  }
}

/* Returns how far x is from the point of the box with the nearest coordinates. */
static double outside(const side *s, const double x[3]) {
  long double excess[3], w[3][3], way = 0;
  excess_of(s, x, excess, w);
  for (int i = 0; i < 3; i++) {
    long double d = s->pose[i][0] * excess[0] + s->pose[i][1] * excess[1] + s->pose[i][2] * excess[2];
    way += d * d;
  }
  return (double)sqrtl(way);
}

/* Places a box with the normals of its faces. */
static void place(const side *s, bms_placed_box *placed) {
  double pose[3][4], normal[3][3];
  memcpy(pose, s->pose, sizeof pose);
  bms_place_box(&s->box, pose, placed);
  for (int i = 0; i < 3; i++) {
    long double w[3], square = 0;
    column_product(s, i, w);
    for (int n = 0; n < 3; n++) square += w[n] * w[n];
    for (int n = 0; n < 3; n++) normal[i][n] = (double)(w[n] / sqrtl(square));
  }
  bms_set_face_normals(placed, (const double(*)[3])normal);
}

/* Returns how far x is outside of a slab of the box. */
static double outside_of_slabs(const side *s, const double x[3]) {
  long double excess[3], w[3][3], most = 0;
  excess_of(s, x, excess, w);
  for (int i = 0; i < 3; i++) {
    long double across = 0, square = 0;
    for (int n = 0; n < 3; n++) {
      across += s->pose[n][i] * w[i][n];
      square += w[i][n] * w[i][n];
    }
    most = fmaxl(most, fabsl(excess[i] * across) / sqrtl(square));
  }
  return (double)most;
}

static double height(const touch *t, const double x[3]) {
  double sum = -t->level;
  for (int i = 0; i < 3; i++) sum += t->normal[i] * x[i];
  return sum;
}

static double distance(const double x[3], const double y[3]) {
  return sqrt((x[0] - y[0]) * (x[0] - y[0]) + (x[1] - y[1]) * (x[1] - y[1]) + (x[2] - y[2]) * (x[2] - y[2]));
}

/* Returns the farthest point of one set from the other set. */
static double set_distance(int m, double (*p)[3], int n, double (*q)[3]) {
  double farthest = 0;
  for (int i = 0; i < m; i++) {
    double nearest = HUGE_VAL;
    for (int j = 0; j < n; j++) nearest = fmin(nearest, distance(p[i], q[j]));
    farthest = fmax(farthest, nearest);
  }
  return farthest;
}

/* Returns 1 / sin of the smallest angle at which sides of the two features cross: an error e of the boxes moves a
   crossing by e times that. */
static double sharpness(const touch *t) {
  double least = 1;
  for (int i = 0; i < t->a.dimension; i++)
    for (int j = 0; j < t->b.dimension; j++) {
      const double *u = t->a.edge[i], *v = t->b.edge[j];
      double sine = fabs(u[0] * v[1] - u[1] * v[0]) / (hypot(u[0], u[1]) * hypot(v[0], v[1]));
      if (sine > 1e-12) least = fmin(least, sine);
    }
  return 4 / least; /* a shear takes a part of the angle away */
}

/* Corners p are convex and in order: every turn along the normal has the same sense. */
static double worst_turn(const touch *t, int n, double (*p)[3]) {
  double least = HUGE_VAL, sense = 0;
  for (int pass = 0; pass < 2; pass++)
    for (int i = 0; i < n; i++) {
      double *x = p[i], *y = p[(i + 1) % n], *z = p[(i + 2) % n], turn = 0;
      for (int r = 0; r < 3; r++) {
        int j = (r + 1) % 3, k = (r + 2) % 3;
        turn += t->normal[r] * ((y[j] - x[j]) * (z[k] - y[k]) - (y[k] - x[k]) * (z[j] - y[j]));
      }
      if (pass == 0)
        sense += turn;
      else
        least = fmin(least, (sense > 0 ? turn : -turn) / (distance(x, y) + distance(y, z)));
    }
  return least;
}

/* ------------------------------------------------------------------ enumeration */

/* Coordinates of x along the edges of a feature, in units of them; a missing edge is taken at right angles to the
   other, of unit length. */
static void coordinates(const side *s, const double x[2], double c[2]) {
  double e[2][2] = {{1, 0}, {0, 1}}, v[2] = {x[0] - s->centre[0], x[1] - s->centre[1]};
  for (int k = 0; k < s->dimension; k++) memcpy(e[k], s->edge[k], sizeof e[k]);
  if (s->dimension == 1) {
    double length = hypot(e[0][0], e[0][1]);
    e[1][0] = -e[0][1] / length;
    e[1][1] = e[0][0] / length;
  }
  double det = e[0][0] * e[1][1] - e[0][1] * e[1][0];
  c[0] = (v[0] * e[1][1] - v[1] * e[1][0]) / det;
  c[1] = (e[0][0] * v[1] - e[0][1] * v[0]) / det;
}

static bool feature_has(const side *s, const double x[2]) {
  static const double NEAR = 1e-10;
  double c[2];
  coordinates(s, x, c);
  return fabs(c[0]) <= (s->dimension > 0) + NEAR && fabs(c[1]) <= (s->dimension > 1) + NEAR;
}

static void corner_of(const side *s, int k, double x[2]) {
  for (int i = 0; i < 2; i++) {
    x[i] = s->centre[i];
    if (s->dimension > 0) x[i] += ((k ^ k >> 1) & 1 ? 1 : -1) * s->edge[0][i];
    if (s->dimension > 1) x[i] += (k & 2 ? 1 : -1) * s->edge[1][i];
  }
}

static void found(const touch *t, const double x[2], int *count, double point[FOUND][3]) {
  if (!feature_has(&t->a, x) || !feature_has(&t->b, x) || *count == FOUND) return;
  for (int i = 0; i < 3; i++) point[*count][i] = t->world[i][0] * x[0] + t->world[i][1] * x[1] + t->world[i][3];
  ++*count;
}

/* Lists all corners of the common part of both features, some more than once. Returns their number. */
static int enumerate(const touch *t, double point[FOUND][3]) {
  int count = 0, na = 1 << t->a.dimension, nb = 1 << t->b.dimension;
  for (int i = 0; i < na; i++) {
    double p[2], p2[2];
    corner_of(&t->a, i, p);
    corner_of(&t->a, (i + 1) % na, p2);
    found(t, p, &count, point);
    for (int j = 0; j < nb; j++) {
      double q[2], q2[2];
      corner_of(&t->b, j, q);
      corner_of(&t->b, (j + 1) % nb, q2);
      if (i == 0) found(t, q, &count, point);
      double u[2] = {p2[0] - p[0], p2[1] - p[1]}, v[2] = {q2[0] - q[0], q2[1] - q[1]},
             w[2] = {q[0] - p[0], q[1] - p[1]};
      double det = u[0] * v[1] - u[1] * v[0];
      if (fabs(det) <= 1e-9 * hypot(u[0], u[1]) * hypot(v[0], v[1])) continue;
      double part = (w[0] * v[1] - w[1] * v[0]) / det, x[2] = {p[0] + part * u[0], p[1] + part * u[1]};
      found(t, x, &count, point);
    }
  }
  return count;
}

/* Drops points close to earlier ones. */
static int distinct(int n, double (*p)[3], double near) {
  int kept = 0;
  for (int i = 0; i < n; i++)
    if (kept == 0 || set_distance(1, p + i, kept, p) > near) memmove(p[kept++], p[i], sizeof p[0]);
  return kept;
}

/* ------------------------------------------------------------------ tests of the patch */

/* Boxes near each other's size, close to the origin or some way off. */
static touch plain_touch(random_source *r, int round) {
  static const double FAR[] = {0, 1, 1000};
  return random_touch(r, round, round / 3 % 3, round % 3, 0.2, FAR[random_below(r, 3)]);
}

/* Slivers and needles, small boxes on large ones, places up to 1e6 away. */
static touch hard_touch(random_source *r, int round) {
  static const double FAR[] = {0, 1, 1e6};
  double least = random_below(r, 2) == 0 ? 1e-6 : 0.2;
  return random_touch(r, round, round / 3 % 3, round % 3, least, FAR[random_below(r, 3)]);
}

static void the_patch_is_the_common_part_that_enumeration_finds(void **state) {
  random_source r = random_from(SEED);
  (void)state;
  for (int round = 0; round < rounds(); round++) {
    touch t = plain_touch(&r, round);
    double got[BMS_MAX_POINTS][3], wanted[FOUND][3], sharp = sharpness(&t), near = (40 * t.slack + 1e-11) * sharp;
    int n = patch_of(&t, 0, got), m = enumerate(&t, wanted);
    assert_int_in_range(n, 1, BMS_MAX_POINTS);
    m = distinct(m, wanted, near);
    if (m == 0) tell_and_fail(&t, round, "the test's own enumeration is empty", 0, 0);
    double off = fmax(set_distance(n, got, m, wanted), set_distance(m, wanted, n, got));
    if (off > near) tell_and_fail(&t, round, "distance from the enumerated corners", off, near);
    if (n != m && sharp < 4 * 15) tell_and_fail(&t, round, "number of points", n, m);
  }
}

static void the_points_lie_on_both_boxes_and_in_the_contact_plane(void **state) {
  random_source r = random_from(SEED + 1);
  (void)state;
  for (int round = 0; round < rounds(); round++) {
    touch t = hard_touch(&r, round);
    double point[BMS_MAX_POINTS][3];
    int n = patch_of(&t, 0, point);
    assert_int_in_range(n, 1, BMS_MAX_POINTS);
    for (int k = 0; k < n; k++) {
      double off = fmax(fmax(outside(&t.a, point[k]), outside(&t.b, point[k])), fabs(height(&t, point[k])));
      if (!(off <= 3 * t.slack)) tell_and_fail(&t, round, "a point is off the boxes or the plane", off, 3 * t.slack);
    }
  }
}

static void the_corners_of_a_polygon_are_convex_and_in_order(void **state) {
  random_source r = random_from(SEED + 2);
  int polygons = 0;
  (void)state;
  for (int round = 0; round < rounds(); round++) {
    touch t = random_touch(&r, round, 2, 2, random_below(&r, 2) == 0 ? 1e-3 : 0.2, 1);
    double point[BMS_MAX_POINTS][3];
    int n = patch_of(&t, 0, point);
    if (n < 3) continue;
    polygons++;
    double turn = worst_turn(&t, n, point);
    if (turn < -t.slack) tell_and_fail(&t, round, "a corner is not convex", turn, -t.slack);
  }
  assert_true(polygons > rounds() / 2);
}

static void exchanging_the_boxes_leaves_the_points(void **state) {
  random_source r = random_from(SEED + 3);
  (void)state;
  for (int round = 0; round < rounds(); round++) {
    touch t = plain_touch(&r, round), swapped = t;
    double point[BMS_MAX_POINTS][3], other[BMS_MAX_POINTS][3];
    swapped.a = t.b;
    swapped.b = t.a;
    for (int i = 0; i < 3; i++) swapped.normal[i] = -t.normal[i];
    int n = patch_of(&t, 0, point), m = patch_of(&swapped, 0, other);
    double off = fmax(set_distance(n, point, m, other), set_distance(m, other, n, point)),
           near = 40 * t.slack * sharpness(&t);
    if (off > near) tell_and_fail(&t, round, "exchanging the boxes moves a point", off, near);
    if (n != m && sharpness(&t) < 4 * 15)
      tell_and_fail(&t, round, "exchanging the boxes changes the number of points", n, m);
  }
}

static void a_rigid_motion_of_the_scene_carries_the_points_along(void **state) {
  random_source r = random_from(SEED + 4);
  (void)state;
  for (int round = 0; round < rounds(); round++) {
    touch t = plain_touch(&r, round), moved = t;
    double world[3][4], point[BMS_MAX_POINTS][3], carried[BMS_MAX_POINTS][3], other[BMS_MAX_POINTS][3];
    choose_world(&r, false, 10, world);
    carry((const double(*)[4])world, moved.a.pose);
    carry((const double(*)[4])world, moved.b.pose);
    int n = patch_of(&t, 0, point);
    for (int i = 0; i < 3; i++) {
      moved.normal[i] = world[i][0] * t.normal[0] + world[i][1] * t.normal[1] + world[i][2] * t.normal[2];
      for (int k = 0; k < n; k++)
        carried[k][i] = world[i][0] * point[k][0] + world[i][1] * point[k][1] + world[i][2] * point[k][2] + world[i][3];
    }
    int m = patch_of(&moved, 0, other);
    double off = fmax(set_distance(n, carried, m, other), set_distance(m, other, n, carried));
    double near = 40 * (t.slack + 64 * 0x1p-53 * 40) * sharpness(&t);
    if (off > near) tell_and_fail(&t, round, "the points did not move with the scene", off, near);
    if (n != m && sharpness(&t) < 4 * 15) tell_and_fail(&t, round, "the number of points changed with the place", n, m);
  }
}

/* Asks for the patch of the cube a = [-1, 1]^3 and a smaller cube b that stands on it, tilted about x. */
static int patch_of_tilted_cube(double tilt, double error, double point[BMS_MAX_POINTS][3]) {
  bms_box box_a = bms_box_centred(2, 2, 2), box_b = bms_box_centred(1, 1, 1);
  double c = cos(tilt), s = sin(tilt), normal[3] = {0, 0, 1};
  double pose_a[3][4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}};
  double pose_b[3][4] = {{1, 0, 0, 0}, {0, c, -s, 0}, {0, s, c, 1 + 0.5 * (c + fabs(s))}};
  bms_placed_box a, b;
  bms_pair pair = {BMS_PAIR_VO, 5, 0};
  bms_place_box(&box_a, pose_a, &a);
  bms_place_box(&box_b, pose_b, &b);
  return bms_contact_patch(&a, &b, &pair, normal, error, point);
}

static void a_face_is_parallel_to_the_plane_if_it_leaves_it_by_no_more_than_the_error(void **state) {
  double point[BMS_MAX_POINTS][3];
  (void)state;
  assert_int_equal(patch_of_tilted_cube(0, 0, point), 4);
  assert_int_equal(patch_of_tilted_cube(0x1p-51, 0, point), 4);
  assert_int_equal(patch_of_tilted_cube(1e-12, 0, point), 2);
  assert_int_equal(patch_of_tilted_cube(-1e-12, 0, point), 2);
  assert_int_equal(patch_of_tilted_cube(1e-9, 2e-9, point), 4);
  assert_int_equal(patch_of_tilted_cube(1e-9, 0.5e-9, point), 2);
}

/* Boxes that are moved a little apart either have points near both, or none. */
static void boxes_that_miss_each_other_have_no_point_that_is_far_from_both(void **state) {
  random_source r = random_from(SEED + 5);
  int seen = 0;
  (void)state;
  for (int round = 0; round < rounds(); round++) {
    touch t = hard_touch(&r, round);
    double point[BMS_MAX_POINTS][3], miss = random_power_of_ten(&r, -17, -6);
    double allowed = 3 * t.slack + 2 * miss;
    for (int i = 0; i < 3; i++) t.b.pose[i][3] += miss * random_uniform(&r, -1, 1);
    int n = patch_of(&t, 0, point);
    seen += n > 0;
    assert_int_in_range(n, 0, BMS_MAX_POINTS);
    for (int k = 0; k < n; k++) {
      double off = fmax(outside_of_slabs(&t.a, point[k]), outside_of_slabs(&t.b, point[k]));
      if (!(off <= allowed)) tell_and_fail(&t, round, "far from both boxes", off, allowed);
    }
  }
  assert_true(4 * seen > rounds());
}

/* A face that leaves the plane by a little more than the slack has an edge that is the farthest, next to the other
   face: the points are the ones of that face that come as near. */
static void an_edge_beside_a_face_leaves_points_on_its_rim(void **state) {
  static const double TILT = 0x1p-45;
  bms_box box_a = bms_box_centred(2, 2, 2), box_b = bms_box_centred(1, 8, 1);
  double normal[3] = {0, 0, 1}, point[BMS_MAX_POINTS][3];
  double pose_a[3][4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}};
  double pose_b[3][4] = {{1, 0, 0, 0}, {0, 1, -TILT, 0}, {0, TILT, 1, 1.5 + 4 * TILT}};
  bms_placed_box a, b;
  bms_pair pair = {BMS_PAIR_VO, 5, 0};
  (void)state;
  bms_place_box(&box_a, pose_a, &a);
  bms_place_box(&box_b, pose_b, &b);
  assert_int_equal(bms_contact_patch(&a, &b, &pair, normal, 0, point), 2);
  for (int k = 0; k < 2; k++) assert_true(fabs(point[k][1] + 1) < 1e-12 && fabs(fabs(point[k][0]) - 0.5) < 1e-12);
}

/* Upright boxes whose numbers are multiples of 1/8, b in front of a's face along an axis: the corners are those of the
   rectangle in which their intervals overlap, to the last bit. */
static void corners_are_exact_if_the_numbers_are(void **state) {
  random_source r = random_from(SEED + 9);
  (void)state;
  for (int round = 0; round < rounds(); round++) {
    int axis = (int)random_below(&r, 3), seen = 0;
    double half[2][3], middle[2][3], normal[3] = {0, 0, 0}, point[BMS_MAX_POINTS][3], end[3][2];
    bms_placed_box placed[2];
    normal[axis] = 1;
    for (int i = 0; i < 3; i++) {
      for (int s = 0; s < 2; s++) half[s][i] = (double)(1 + random_below(&r, 16)) / 8;
      middle[0][i] = (double)random_below(&r, 33) / 8 - 2;
      /* They overlap by an eighth at least. */
      double reach = half[0][i] + half[1][i], back = (double)(1 + random_below(&r, (int)(16 * reach) - 1)) / 8;
      middle[1][i] = middle[0][i] + reach - (i == axis ? 0 : back);
      end[i][0] = fmax(middle[0][i] - half[0][i], middle[1][i] - half[1][i]);
      end[i][1] = fmin(middle[0][i] + half[0][i], middle[1][i] + half[1][i]);
    }
    for (int s = 0; s < 2; s++) {
      bms_box box = bms_box_centred(2 * half[s][0], 2 * half[s][1], 2 * half[s][2]);
      double pose[3][4] = {{1, 0, 0, middle[s][0]}, {0, 1, 0, middle[s][1]}, {0, 0, 1, middle[s][2]}};
      bms_place_box(&box, pose, &placed[s]);
    }
    bms_pair pair = {BMS_PAIR_VO, 2 * axis + 1, 0};
    assert_int_equal(bms_contact_patch(&placed[0], &placed[1], &pair, normal, 0, point), 4);
    for (int k = 0; k < 4; k++) {
      int corner = 0;
      for (int i = 0; i < 3; i++) {
        assert_true(point[k][i] == end[i][0] || point[k][i] == end[i][1]);
        corner |= (i != axis && point[k][i] == end[i][1]) << i;
      }
      seen |= 1 << corner;
    }
    assert_int_equal(__builtin_popcount((unsigned)seen), 4);
  }
}

/* ------------------------------------------------------------------ half-space and common point */

static void the_patch_on_a_half_space_is_its_lowest_corners(void **state) {
  random_source r = random_from(SEED + 6);
  (void)state;
  for (int round = 0; round < rounds(); round++) {
    static const double FAR[] = {0, 1, 1e6};
    touch t = random_touch(&r, round, 0, round % 3, 0.2, FAR[random_below(&r, 3)]);
    double point[BMS_MAX_POINTS][3], wanted[FOUND][3], length = random_power_of_ten(&r, -150, 150), lowest = HUGE_VAL;
    bms_half_space half_space = {{length * t.normal[0], length * t.normal[1], length * t.normal[2]}, length * t.level};
    bms_placed_box b;
    bms_place_box(&t.b.box, t.b.pose, &b);
    int n = bms_half_space_patch(&half_space, &b, 0, point), m = 0;
    double near = 3 * 64 * 0x1p-53 * (magnitude_of(&t.b) + fabs(t.level)), corner[8][3];
    for (int k = 0; k < 8; k++) {
      for (int i = 0; i < 3; i++) {
        corner[k][i] = t.b.pose[i][3];
        for (int j = 0; j < 3; j++) corner[k][i] += t.b.pose[i][j] * (k >> j & 1 ? t.b.box.max[j] : t.b.box.min[j]);
      }
      lowest = fmin(lowest, height(&t, corner[k]));
    }
    for (int k = 0; k < 8; k++)
      if (height(&t, corner[k]) <= lowest + 2 * near) memcpy(wanted[m++], corner[k], sizeof corner[k]);
    m = distinct(m, wanted, near);
    double off = fmax(set_distance(n, point, m, wanted), set_distance(m, wanted, n, point));
    if (n != m || off > near) tell_and_fail(&t, round, "not the lowest corners", off, near);
    if (n == 4 && worst_turn(&t, n, point) < 0) tell_and_fail(&t, round, "corners out of order", n, 4);
    assert_int_equal(n, 1 << t.b.dimension);
  }
}

static void the_common_point_of_overlapping_boxes_is_inside_both(void **state) {
  random_source r = random_from(SEED + 7);
  (void)state;
  for (int round = 0; round < rounds(); round++) {
    static const double FAR[] = {0, 1, 1e6};
    double least = random_below(&r, 2) == 0 ? 1e-4 : 0.2;
    touch t = random_touch(&r, round, 0, 0, least, FAR[random_below(&r, 3)]);
    double at[2][3], point[3], normal[3];
    side *sides[2] = {&t.a, &t.b};
    bms_placed_box a, b;
    for (int s = 0; s < 2; s++) /* lay an inner point of b on an inner point of a */
      for (int i = 0; i < 3; i++) at[s][i] = sides[s]->pose[i][3];
    for (int s = 0; s < 2; s++)
      for (int j = 0; j < 3; j++) {
        double part = random_uniform(&r, 0.01, 0.99);
        double x = sides[s]->box.min[j] + part * (sides[s]->box.max[j] - sides[s]->box.min[j]);
        for (int i = 0; i < 3; i++) at[s][i] += sides[s]->pose[i][j] * x;
      }
    for (int i = 0; i < 3; i++) t.b.pose[i][3] += at[0][i] - at[1][i];
    place(&t.a, &a);
    place(&t.b, &b);
    random_direction(&r, normal, 3);
    bms_common_point(&a, &b, normal, point);
    double off = fmax(outside(&t.a, point), outside(&t.b, point)), allowed = 6 * t.slack;
    if (!(off <= allowed)) tell_and_fail(&t, round, "outside a box", off, allowed);
  }
}

/* Boxes that touch, the second of them moved by up to its size, far beyond what rounding does. */
static void the_nearest_edge_point_is_outside_by_no_more_than_the_boxes_went(void **state) {
  random_source r = random_from(SEED + 8);
  double most = 0;
  (void)state;
  for (int round = 0; round < rounds(); round++) {
    touch t = hard_touch(&r, round);
    double point[3], way[3], gone = random_power_of_ten(&r, -9, 0);
    bms_placed_box a, b;
    random_direction(&r, way, 3);
    for (int i = 0; i < 3; i++) t.b.pose[i][3] += gone * way[i];
    place(&t.a, &a);
    place(&t.b, &b);
    bms_nearest_edge_point(&a, &b, point);
    double off = fmax(outside_of_slabs(&t.a, point), outside_of_slabs(&t.b, point)), allowed = gone + 3 * t.slack;
    most = fmax(most, off / allowed);
    if (!(off <= allowed)) tell_and_fail(&t, round, "farther outside than the boxes went", off, allowed);
  }
  printf("# they are outside by up to %.2f of the way\n", most);
  assert_true(most > 0.5);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_patch_is_the_common_part_that_enumeration_finds),
      cmocka_unit_test(the_points_lie_on_both_boxes_and_in_the_contact_plane),
      cmocka_unit_test(the_corners_of_a_polygon_are_convex_and_in_order),
      cmocka_unit_test(exchanging_the_boxes_leaves_the_points),
      cmocka_unit_test(a_rigid_motion_of_the_scene_carries_the_points_along),
      cmocka_unit_test(a_face_is_parallel_to_the_plane_if_it_leaves_it_by_no_more_than_the_error),
      cmocka_unit_test(boxes_that_miss_each_other_have_no_point_that_is_far_from_both),
      cmocka_unit_test(an_edge_beside_a_face_leaves_points_on_its_rim),
      cmocka_unit_test(corners_are_exact_if_the_numbers_are),
      cmocka_unit_test(the_patch_on_a_half_space_is_its_lowest_corners),
      cmocka_unit_test(the_common_point_of_overlapping_boxes_is_inside_both),
      cmocka_unit_test(the_nearest_edge_point_is_outside_by_no_more_than_the_boxes_went),
  };
  printf("# seed %d\n", SEED);
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
