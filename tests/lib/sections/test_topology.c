/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Relative topology, against the features that support the two boxes.
 *
 * Oracle: along each of the 15 axes, both ways, the corners of a that are farthest and the corners of b that are
 * nearest, by trying all eight of each.  Four and one, one and four or two and two make a face of the Minkowski sum's
 * boundary.  Nothing is shared with the construction under test but the vocabulary of sphere.h, which has tests of
 * its own.
 */

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "facing.h"
#include "sections/pair_plane.h"
#include "sections/sphere.h"
#include "random.h"
#include "sections/topology.h"

typedef facing_body body;

/* ------------------------------------------------------------------ random bodies */

static const uint64_t SEED = 0x5eed70b0109a11ce;
static random_source source;

static double random_unit(void) {
  return random_uniform(&source, -1, 1);
}

static int start(void **state) {
  (void)state;
  source = random_from(SEED);
  return 0;
}

static int repetitions(int count) {
  const char *soak = getenv("BMS_SOAK");
  int factor = soak == NULL ? 1 : atoi(soak);
  return factor > 1 ? factor * count : count;
}

/* Turns v by the quaternion q, of any length. */
static void turn(const double q[4], const double v[3], double out[3]) {
  double n = q[0] * q[0] + facing_dot(q + 1, q + 1), c[3];
  facing_cross(q + 1, v, c);
  double along = facing_dot(q + 1, v);
  for (int r = 0; r < 3; r++) out[r] = ((2 * q[0] * q[0] - n) * v[r] + 2 * along * q[1 + r] + 2 * q[0] * c[r]) / n;
}

static void turn_body(const double q[4], body *b) {
  for (int i = 0; i < 3; i++) {
    double column[3];
    turn(q, b->column[i], column);
    for (int r = 0; r < 3; r++) b->column[i][r] = column[r];
  }
}

static body upright(void) {
  body b = {.column = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  return b;
}

static body random_box(void) {
  body b = upright();
  double q[4];
  random_direction(&source, q, 4);
  turn_body(q, &b);
  return b;
}

/* Returns a parallelepiped of either handedness, with its edges apart by more than a hair. */
static body random_parallelepiped(void) {
  body b = upright();
  double normal[3];
  do {
    for (int i = 0; i < 3; i++)
      for (int r = 0; r < 3; r++) b.column[i][r] = random_unit();
    facing_cross(b.column[0], b.column[1], normal);
  } while (fabs(facing_dot(normal, b.column[2])) < 1e-3);
  return b;
}

/* Returns one of the 24 rotations of a cube: the axes permuted, two signs free, the third such that the body stays
   right-handed. */
static body cube_symmetry(int number) {
  static const int axis[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};
  body b = {.column_error = 0};
  int permutation = number / 4, first = number & 1 ? -1 : 1, second = number & 2 ? -1 : 1;
  b.column[0][axis[permutation][0]] = first;
  b.column[1][axis[permutation][1]] = second;
  b.column[2][axis[permutation][2]] = first * second * (permutation < 3 ? 1 : -1);
  return b;
}

static void report(const body *a, const body *b) {
  for (int k = 0; k < 6; k++) {
    const double *column = k < 3 ? a->column[k] : b->column[k - 3];
    print_message("# %c column %d: %a %a %a\n", k < 3 ? 'a' : 'b', k % 3, column[0], column[1], column[2]);
  }
}

static void report_pair(const char *what, const bms_pair *pair) {
  char a[BMS_NAME_SIZE], b[BMS_NAME_SIZE];
  bms_pair_names(pair, a, b);
  print_message("# %s %s %s %s\n", what, bms_pair_kind_name(pair->kind), a, b);
}

static bool has_corners(const bms_topology *topology, int corners_a, int corners_b) {
  for (int i = 0; i < BMS_PAIRS; i++) {
    const bms_pair *pair = &topology->pair[i];
    if (facing_corners_of_a(pair) == corners_a && facing_corners_of_b(pair) == corners_b) return true;
  }
  return false;
}

/* ------------------------------------------------------------------ what every topology must be */

static bool same_pair(bms_pair p, bms_pair q) {
  return p.kind == q.kind && p.a == q.a && p.b == q.b;
}

static int count_of(const bms_topology *topology, bms_pair pair) {
  int count = 0;
  for (int i = 0; i < BMS_PAIRS; i++) count += same_pair(topology->pair[i], pair);
  return count;
}

/* Returns true if there are 6 VO, 6 OV and 18 EE pairs in this order, all different, each with its antipode, and so two
   for each axis. */
static bool is_complete(const bms_topology *topology) {
  int of_axis[15] = {0};
  for (int i = 0; i < BMS_PAIRS; i++) {
    const bms_pair *pair = &topology->pair[i];
    bms_pair_kind kind = i < 6 ? BMS_PAIR_VO : i < 12 ? BMS_PAIR_OV : BMS_PAIR_EE;
    if (pair->kind != kind || count_of(topology, *pair) != 1) return false;
    if (count_of(topology, bms_pair_opposite(*pair)) != 1) return false;
    of_axis[facing_axis_of_pair(pair)]++;
  }
  for (int k = 0; k < 15; k++)
    if (of_axis[k] != 2) return false;
  return true;
}

/* Returns true if the features of the pair are within `slack` of the farthest corners along its axis, one way or the
   other, by bms_pair_signs. */
static bool supports(const body *a, const body *b, const bms_pair *pair, double slack) {
  double n[3], out[3], back[3];
  facing_axis(a, b, facing_axis_of_pair(pair), false, n);
  int way = bms_pair_signs(pair, a, b).distance;
  facing_scaled(n, way, out);
  facing_scaled(n, -way, back);
  int inner_a = facing_corners_of_a(pair) & ~facing_support(a, out, slack);
  int inner_b = facing_corners_of_b(pair) & ~facing_support(b, back, slack);
  return inner_a == 0 && inner_b == 0;
}

/* Asserts that the features of the oracle are in the topology, and that the topology is nothing but them. */
static void assert_right(const body *a, const body *b, const bms_topology *topology) {
  bool right = is_complete(topology);
  for (int number = 0; number < 15; number++) {
    for (int way = -1; way <= 1; way += 2) {
      double n[3], out[3], back[3];
      facing_axis(a, b, number, true, n);
      facing_scaled(n, way, out);
      facing_scaled(n, -way, back);
      int corners_a = facing_support(a, out, FACING_GENERIC), corners_b = facing_support(b, back, FACING_GENERIC);
      right = right && has_corners(topology, corners_a, corners_b);
    }
  }
  if (right) return;
  report(a, b);
  for (int i = 0; i < BMS_PAIRS; i++) report_pair("found", &topology->pair[i]);
  fail();
}

/* Asserts that the topology is complete, and that every pair supports the boxes up to slack. */
static void assert_tolerable(const body *a, const body *b, const bms_topology *topology, double slack) {
  bool right = is_complete(topology);
  for (int i = 0; i < BMS_PAIRS; i++) {
    if (supports(a, b, &topology->pair[i], slack)) continue;
    report_pair("does not support:", &topology->pair[i]);
    right = false;
  }
  if (right) return;
  report(a, b);
  fail();
}

/* ------------------------------------------------------------------ boxes */

/* Finds a rotation with the signs that the bits of code give, row by row: the orthogonal matrix nearest to the matrix
   of the signs themselves (Newton's iteration for the polar factor, here by averaging with the cofactors). Returns
   false if there is none. */
static bool rotation_with_signs(int code, body *b) {
  double m[3][3];
  for (int k = 0; k < 9; k++) m[k / 3][k % 3] = code >> k & 1 ? -1 : 1;
  for (int step = 0; step < 60; step++) {
    double cofactor[3][3];
    for (int i = 0; i < 3; i++) facing_cross(m[(i + 1) % 3], m[(i + 2) % 3], cofactor[i]);
    double determinant = facing_dot(m[0], cofactor[0]);
    if (determinant <= 0) return false;
    for (int k = 0; k < 9; k++) m[k / 3][k % 3] = 0.5 * (m[k / 3][k % 3] + cofactor[k / 3][k % 3] / determinant);
  }
  for (int k = 0; k < 9; k++) {
    if ((m[k / 3][k % 3] < 0) != (code >> k & 1)) return false;
    b->column[k % 3][k / 3] = m[k / 3][k % 3]; /* row i of m is u_i . v_j, with u the axes of the world */
  }
  return true;
}

static void all_96_topologies_of_boxes_are_those_of_the_supporting_features(void **state) {
  (void)state;
  int found = 0;
  for (int code = 0; code < 512; code++) {
    body a = upright(), b = upright();
    bms_topology topology;
    if (!rotation_with_signs(code, &b)) continue;
    found++;
    bms_topology_of_boxes(&a, &b, &topology);
    assert_right(&a, &b, &topology);
  }
  assert_int_equal(found, 96);
}

static void the_topology_of_boxes_at_random_is_that_of_the_supporting_features(void **state) {
  (void)state;
  int compared = 0, wanted = repetitions(3000);
  for (int n = 0; n < wanted; n++) {
    body a = random_box(), b = random_box();
    bms_topology topology;
    if (!facing_is_generic(&a, &b)) continue;
    compared++;
    bms_topology_of_boxes(&a, &b, &topology);
    assert_right(&a, &b, &topology);
  }
  assert_true(compared > wanted - wanted / 10);
}

/* The corners that support any direction share at least three faces of the boundary: the faces that meet in the vertex
   of the Minkowski sum which these corners make. */
static void every_vertex_of_the_minkowski_sum_lies_on_three_faces_or_more(void **state) {
  (void)state;
  for (int n = repetitions(3000); n > 0; n--) {
    body a = random_box(), b = random_box();
    bms_topology topology;
    double direction[3] = {random_unit(), random_unit(), random_unit()}, back[3];
    facing_scaled(direction, -1, back);
    int corner_a = facing_support(&a, direction, 0), corner_b = facing_support(&b, back, 0), faces = 0;
    bms_topology_of_boxes(&a, &b, &topology);
    for (int i = 0; i < BMS_PAIRS; i++) {
      const bms_pair *pair = &topology.pair[i];
      faces += (facing_corners_of_a(pair) & corner_a) != 0 && (facing_corners_of_b(pair) & corner_b) != 0;
    }
    if (faces < 3) report(&a, &b);
    assert_true(faces >= 3);
  }
}

/* Returns true if it is one of the 96 topologies that are consistent in themselves. */
static bool is_topology_of_some_rotation(const bms_topology *topology) {
  for (int code = 0; code < 512; code++) {
    body a = upright(), b = upright();
    bms_topology other;
    bool same = rotation_with_signs(code, &b);
    if (!same) continue;
    bms_topology_of_boxes(&a, &b, &other);
    for (int i = 0; i < BMS_PAIRS && same; i++) same = count_of(topology, other.pair[i]) == 1;
    if (same) return true;
  }
  return false;
}

/* Sizes of perturbations of the cube symmetries, down to what rounding makes of them. */
static const double PERTURBATIONS[] = {0, 1e-17, 1e-16, 1e-15, 1e-13, 1e-10, 1e-7, 1e-5, 1e-3};
enum { PERTURBATION_COUNT = sizeof PERTURBATIONS / sizeof PERTURBATIONS[0] };

/* Products of unit columns that went through two rotations in doubles are off by at most 30 roundings; a contradicted
   sign lets a corner of height 2 |product| or so into the features, with up to nine products at stake. */
static const double DEGENERATE_SLACK = 2 * 9 * 30 * 0x1p-53;

static void perturb(double size, body *b) {
  double q[4] = {1, size * random_unit(), size * random_unit(), size * random_unit()};
  turn_body(q, b);
}

static void nearly_aligned_boxes_have_a_consistent_topology_that_supports_them(void **state) {
  (void)state;
  for (int n = repetitions(4) * 24 * PERTURBATION_COUNT; n > 0; n--) {
    body a = upright(), b = cube_symmetry(n % 24);
    bms_topology topology;
    double q[4];
    perturb(PERTURBATIONS[n / 24 % PERTURBATION_COUNT], &b);
    if (n % 2 == 0) { /* in the axes of the world, with exact zeros, as well as in others, without */
      random_direction(&source, q, 4);
      turn_body(q, &a);
      turn_body(q, &b);
    }
    bms_topology_of_boxes(&a, &b, &topology);
    assert_tolerable(&a, &b, &topology, DEGENERATE_SLACK);
    if (n % 7 == 0) assert_true(is_topology_of_some_rotation(&topology));
  }
}

/* Turned about a common axis four products vanish, exactly or but for rounding, and five do not. */
static void boxes_turned_about_a_common_axis_have_a_topology_that_supports_them(void **state) {
  (void)state;
  for (int n = repetitions(600); n > 0; n--) {
    body a = upright(), b = cube_symmetry(n % 24);
    bms_topology topology;
    double q[4] = {random_unit(), 0, 0, 0}, r[4];
    q[1 + n % 3] = random_unit();
    turn_body(q, &b);
    if (n % 2 == 0) {
      random_direction(&source, r, 4);
      turn_body(r, &a);
      turn_body(r, &b);
    }
    bms_topology_of_boxes(&a, &b, &topology);
    assert_tolerable(&a, &b, &topology, DEGENERATE_SLACK);
  }
}

/* ------------------------------------------------------------------ parallelepipeds */

static void the_topology_of_parallelepipeds_is_that_of_the_supporting_features(void **state) {
  (void)state;
  int compared = 0, wanted = repetitions(3000);
  for (int n = 0; n < wanted; n++) {
    body a = random_parallelepiped(), b = random_parallelepiped();
    bms_topology topology;
    if (!facing_is_generic(&a, &b)) continue;
    compared++;
    bms_topology_of_parallelepipeds(&a, &b, &topology);
    assert_right(&a, &b, &topology);
  }
  assert_true(compared > wanted - wanted / 10);
}

static void boxes_have_the_same_topology_as_the_parallelepipeds_that_they_are(void **state) {
  (void)state;
  for (int n = repetitions(2000); n > 0; n--) {
    body a = random_box(), b = random_box();
    bms_topology box, parallelepiped;
    if (!facing_is_generic(&a, &b)) continue;
    bms_topology_of_boxes(&a, &b, &box);
    bms_topology_of_parallelepipeds(&a, &b, &parallelepiped);
    for (int i = 0; i < BMS_PAIRS; i++) assert_int_equal(count_of(&box, parallelepiped.pair[i]), 1);
  }
}

static void aligned_parallelepipeds_have_a_complete_topology_that_supports_them(void **state) {
  (void)state;
  for (int n = repetitions(4) * 24 * PERTURBATION_COUNT; n > 0; n--) {
    body a = random_parallelepiped(), b = upright();
    body symmetry = cube_symmetry(n % 24);
    bms_topology topology;
    if (n % 2 == 0) a = upright();
    for (int i = 0; i < 3; i++) /* its columns are a's, in another order and with other signs */
      for (int r = 0; r < 3; r++) {
        b.column[i][r] = 0;
        for (int k = 0; k < 3; k++) b.column[i][r] += a.column[k][r] * symmetry.column[i][k];
      }
    perturb(PERTURBATIONS[n / 24 % PERTURBATION_COUNT], &b);
    bms_topology_of_parallelepipeds(&a, &b, &topology);
    assert_tolerable(&a, &b, &topology, DEGENERATE_SLACK);
  }
}

/*
 * The counterexample to "there can not be two vertices in the same octant", on which the construction for boxes rests:
 * a cube flattened along its diagonal, so that its three normals crowd around (1, 1, 1).  Upright, the other cube has
 * all of them in one octant.
 */
static void a_box_askew_may_have_three_spherical_vertices_in_one_octant(void **state) {
  (void)state;
  body a = {.column = {{5, 1, -3}, {-3, 5, 1}, {1, -3, 5}}}, b = upright();
  for (int i = 0; i < 3; i++) {
    double normal[3];
    facing_cross(a.column[(i + 1) % 3], a.column[(i + 2) % 3], normal);
    for (int r = 0; r < 3; r++) assert_true(normal[r] > 0);
  }
  assert_true(facing_is_generic(&a, &b));

  bms_topology topology;
  int unsupported = 0;
  bms_topology_of_boxes(&a, &b, &topology);
  for (int i = 0; i < BMS_PAIRS; i++) unsupported += !supports(&a, &b, &topology.pair[i], FACING_GENERIC);
  assert_true(unsupported > 0);

  bms_topology_of_parallelepipeds(&a, &b, &topology);
  assert_right(&a, &b, &topology);
}

/* ------------------------------------------------------------------ signs */

static void the_signs_of_a_pair_name_that_pair_along_its_axis(void **state) {
  (void)state;
  for (int n = repetitions(500); n > 0; n--) {
    body a = n % 2 ? random_box() : random_parallelepiped(), b = n % 3 ? random_box() : random_parallelepiped();
    bms_topology topology;
    bms_topology_of_parallelepipeds(&a, &b, &topology);
    for (int i = 0; i < BMS_PAIRS; i++) {
      bms_axis_signs signs = bms_pair_signs(&topology.pair[i], &a, &b);
      assert_true(same_pair(bms_axis_pair(&signs), topology.pair[i]));
    }
  }
}

static void a_feature_that_is_perpendicular_but_for_rounding_does_not_turn_an_axis_round(void **state) {
  (void)state;
  body a = upright(), b = upright();
  bms_topology topology;
  a.column[0][1] = 0x1p-60; /* the columns as rounding might leave them, against the signs that the topology chose */
  a.column[1][0] = 0x1p-60;
  bms_topology_of_boxes(&a, &b, &topology);
  for (int i = 0; i < BMS_VO_PAIRS + BMS_OV_PAIRS; i++) {
    bool at_maximum = (i < BMS_VO_PAIRS ? topology.pair[i].a : topology.pair[i].b + 1) & 1;
    assert_int_equal(bms_pair_signs(&topology.pair[i], &a, &b).distance, at_maximum ? 1 : -1);
  }
}

#define TEST(name) cmocka_unit_test_setup(name, start)

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST(all_96_topologies_of_boxes_are_those_of_the_supporting_features),
      TEST(the_topology_of_boxes_at_random_is_that_of_the_supporting_features),
      TEST(every_vertex_of_the_minkowski_sum_lies_on_three_faces_or_more),
      TEST(nearly_aligned_boxes_have_a_consistent_topology_that_supports_them),
      TEST(boxes_turned_about_a_common_axis_have_a_topology_that_supports_them),
      TEST(the_topology_of_parallelepipeds_is_that_of_the_supporting_features),
      TEST(boxes_have_the_same_topology_as_the_parallelepipeds_that_they_are),
      TEST(aligned_parallelepipeds_have_a_complete_topology_that_supports_them),
      TEST(a_box_askew_may_have_three_spherical_vertices_in_one_octant),
      TEST(the_signs_of_a_pair_name_that_pair_along_its_axis),
      TEST(a_feature_that_is_perpendicular_but_for_rounding_does_not_turn_an_axis_round),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  print_message("# seed 0x%016llx for every test\n", (unsigned long long)SEED);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
