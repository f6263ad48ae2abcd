/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The algebra of faces, octants and edges, against sets of corners.
 *
 * Oracle: a feature is the set of the cube's eight corners that it holds, a mask with bit o set for corner o; corners
 * meet, complement and reflect without any of the formulas under test.  There are few features, so every test is
 * exhaustive.
 */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "sections/sphere.h"

static const char *const FACE_NAMES[BMS_FACES] = {"X", "X'", "Y", "Y'", "Z", "Z'"};
static const char *const OCTANT_NAMES[BMS_OCTANTS] = {"XYZ",  "X'YZ",  "XY'Z",  "X'Y'Z",
                                                      "XYZ'", "X'YZ'", "XY'Z'", "X'Y'Z'"};
static const char *const EDGE_NAMES[BMS_EDGES] = {"Y-Z",  "Y'-Z",  "Y-Z'", "Y'-Z'", "X-Z",  "X'-Z",
                                                  "X-Z'", "X'-Z'", "X-Y",  "X'-Y",  "X-Y'", "X'-Y'"};

/* Returns the coordinate, 0 or 1, of a corner. */
static int coordinate(int corner, int axis) {
  return corner / (1 << axis) % 2;
}

/* Returns the corners of a face, read off its name. */
static int corners_of_face(bms_face face) {
  const char *name = FACE_NAMES[face];
  int corners = 0;
  for (int corner = 0; corner < 8; corner++)
    if (coordinate(corner, name[0] - 'X') == (name[1] == '\'')) corners |= 1 << corner;
  return corners;
}

/* Returns the corners of an edge: the common ones of both faces in its name. */
static int corners_of_edge(bms_edge edge) {
  const char *name = EDGE_NAMES[edge];
  int corners = 0xff;
  for (bms_face face = 0; face < BMS_FACES; face++) {
    const char *at = strstr(name, FACE_NAMES[face]);
    size_t length = strlen(FACE_NAMES[face]);
    if (at != NULL && (at[length] == '-' || at[length] == '\0')) corners &= corners_of_face(face);
  }
  return corners;
}

/* Returns the corners opposite to these. */
static int reflected(int corners) {
  int out = 0;
  for (int corner = 0; corner < 8; corner++)
    if (corners >> corner & 1) out |= 1 << (7 - corner);
  return out;
}

static int number_of(int corners) {
  int count = 0;
  for (int corner = 0; corner < 8; corner++) count += corners >> corner & 1;
  return count;
}

static void the_codes_stand_for_the_names_in_the_header(void **state) {
  (void)state;
  char name[BMS_NAME_SIZE];
  for (bms_face face = 0; face < BMS_FACES; face++) {
    bms_face_name(face, name);
    assert_string_equal(name, FACE_NAMES[face]);
  }
  for (bms_octant octant = 0; octant < BMS_OCTANTS; octant++) {
    bms_octant_name(octant, name);
    assert_string_equal(name, OCTANT_NAMES[octant]);
  }
  for (bms_edge edge = 0; edge < BMS_EDGES; edge++) {
    bms_edge_name(edge, name);
    assert_string_equal(name, EDGE_NAMES[edge]);
    assert_int_equal(number_of(corners_of_edge(edge)), 2);
  }
}

static void an_opposite_holds_the_opposite_corners(void **state) {
  (void)state;
  for (bms_face face = 0; face < BMS_FACES; face++)
    assert_int_equal(corners_of_face(bms_face_opposite(face)), reflected(corners_of_face(face)));
  for (bms_octant octant = 0; octant < BMS_OCTANTS; octant++)
    assert_int_equal(1 << bms_octant_opposite(octant), reflected(1 << octant));
  for (bms_edge edge = 0; edge < BMS_EDGES; edge++)
    assert_int_equal(corners_of_edge(bms_edge_opposite(edge)), reflected(corners_of_edge(edge)));
}

static void three_vertices_have_the_face_that_holds_them_all_or_none(void **state) {
  (void)state;
  int none = 0;
  for (int code = 0; code < 512; code++) {
    bms_octant first = code % 8, second = code / 8 % 8, third = code / 64;
    if (first == second || second == third || third == first) continue;
    int corners = 1 << first | 1 << second | 1 << third;
    bms_face expected = BMS_NO_FEATURE;
    for (bms_face face = 0; face < BMS_FACES; face++)
      if ((corners & ~corners_of_face(face)) == 0) expected = face;
    assert_int_equal(bms_face_of_octants(first, second, third), expected);
    none += expected == BMS_NO_FEATURE;
  }
  /* 56 sets of three corners, six orders each; a face holds four sets, and there are six faces */
  assert_int_equal(none, 6 * (56 - 6 * 4));
}

static void a_vertex_is_made_of_its_three_faces(void **state) {
  (void)state;
  for (bms_octant octant = 0; octant < BMS_OCTANTS; octant++) {
    bms_face face[3];
    for (int axis = 0; axis < 3; axis++) {
      face[axis] = bms_octant_face(octant, axis);
      assert_true(corners_of_face(face[axis]) >> octant & 1);
      assert_int_equal(face[axis] / 2, axis);
    }
    assert_int_equal(corners_of_face(face[0]) & corners_of_face(face[1]) & corners_of_face(face[2]), 1 << octant);
  }
}

static void two_faces_have_the_edge_where_they_meet_or_none(void **state) {
  (void)state;
  for (bms_face first = 0; first < BMS_FACES; first++) {
    for (bms_face second = 0; second < BMS_FACES; second++) {
      int corners = corners_of_face(first) & corners_of_face(second);
      bms_edge edge = bms_edge_between(first, second);
      if (number_of(corners) == 2)
        assert_int_equal(corners_of_edge(edge), corners);
      else
        assert_int_equal(edge, BMS_NO_FEATURE);
    }
  }
}

static void the_octants_of_an_edge_are_its_two_ends(void **state) {
  (void)state;
  for (bms_edge edge = 0; edge < BMS_EDGES; edge++) {
    bms_octant octant[2];
    bms_edge_octants(edge, octant);
    assert_int_equal(1 << octant[0] | 1 << octant[1], corners_of_edge(edge));
    assert_true(octant[0] < octant[1]);
  }
}

static void the_border_edges_of_an_octant_separate_it_from_its_three_neighbours(void **state) {
  (void)state;
  for (bms_octant octant = 0; octant < BMS_OCTANTS; octant++) {
    int neighbours = 0;
    for (int direction = 0; direction < 3; direction++) {
      bms_octant neighbour = bms_octant_neighbour(octant, direction);
      assert_int_equal(corners_of_edge(bms_octant_border(octant, direction)), 1 << octant | 1 << neighbour);
      assert_int_equal(bms_octant_neighbour(neighbour, direction), octant);
      neighbours |= 1 << neighbour;
    }
    assert_int_equal(number_of(neighbours), 3);
    assert_int_equal(neighbours & (1 << octant | 1 << bms_octant_opposite(octant)), 0);
  }
}

static void a_pair_is_written_by_its_kind_and_its_two_features(void **state) {
  (void)state;
  static const struct {
    bms_pair pair;
    const char *kind, *a, *b;
  } examples[] = {{{BMS_PAIR_VO, 1, 2}, "VO", "X'", "XY'Z"},
                  {{BMS_PAIR_OV, 7, 4}, "OV", "X'Y'Z'", "Z"},
                  {{BMS_PAIR_EE, 10, 7}, "EE", "X-Y'", "X'-Z'"},
                  {{BMS_PAIR_NONE, 0, 0}, "none", "", ""}};
  for (size_t i = 0; i < sizeof examples / sizeof examples[0]; i++) {
    char a[BMS_NAME_SIZE], b[BMS_NAME_SIZE];
    bms_pair_names(&examples[i].pair, a, b);
    assert_string_equal(bms_pair_kind_name(examples[i].pair.kind), examples[i].kind);
    assert_string_equal(a, examples[i].a);
    assert_string_equal(b, examples[i].b);
  }
}

static void assert_opposite(bms_pair pair, bms_pair opposite) {
  bms_pair found = bms_pair_opposite(pair);
  assert_int_equal(found.kind, opposite.kind);
  assert_int_equal(found.a, opposite.a);
  assert_int_equal(found.b, opposite.b);
}

static void the_antipode_of_a_pair_is_the_pair_of_the_opposite_features(void **state) {
  (void)state;
  for (bms_octant octant = 0; octant < BMS_OCTANTS; octant++) {
    for (bms_face face = 0; face < BMS_FACES; face++) {
      assert_opposite((bms_pair){BMS_PAIR_VO, face, octant},
                      (bms_pair){BMS_PAIR_VO, bms_face_opposite(face), bms_octant_opposite(octant)});
      assert_opposite((bms_pair){BMS_PAIR_OV, octant, face},
                      (bms_pair){BMS_PAIR_OV, bms_octant_opposite(octant), bms_face_opposite(face)});
    }
  }
  for (bms_edge a = 0; a < BMS_EDGES; a++)
    for (bms_edge b = 0; b < BMS_EDGES; b++)
      assert_opposite((bms_pair){BMS_PAIR_EE, a, b},
                      (bms_pair){BMS_PAIR_EE, bms_edge_opposite(a), bms_edge_opposite(b)});
  assert_opposite((bms_pair){BMS_PAIR_NONE, 0, 0}, (bms_pair){BMS_PAIR_NONE, 0, 0});
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_codes_stand_for_the_names_in_the_header),
      cmocka_unit_test(an_opposite_holds_the_opposite_corners),
      cmocka_unit_test(three_vertices_have_the_face_that_holds_them_all_or_none),
      cmocka_unit_test(a_vertex_is_made_of_its_three_faces),
      cmocka_unit_test(two_faces_have_the_edge_where_they_meet_or_none),
      cmocka_unit_test(the_octants_of_an_edge_are_its_two_ends),
      cmocka_unit_test(the_border_edges_of_an_octant_separate_it_from_its_three_neighbours),
      cmocka_unit_test(a_pair_is_written_by_its_kind_and_its_two_features),
      cmocka_unit_test(the_antipode_of_a_pair_is_the_pair_of_the_opposite_features),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
