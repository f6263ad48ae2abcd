/* SPDX-License-Identifier: BSD-3-Clause */

/* The table of families: the public ones by their names, and harder ones. */

#include "families.h"

#include "family_list.h"
#include "random.h"

#include <string.h>

typedef struct family {
  const char *name;
  family_group group;
  void (*query)(random_source *r, bms_query *query);
} family;

static const family list[] = {
    /* two boxes meet or just miss, turning up to 90 degrees */
    {"tumble", FAMILY_RIGID, family_tumble},
    /* as tumble, with accelerations and boxes far off their frames' centres */
    {"accelerate", FAMILY_RIGID, family_accelerate},
    /* passing at about the distance at which they touch */
    {"nearmiss", FAMILY_RIGID, family_nearmiss},
    /* turns of 90 to 179 degrees */
    {"wide_turn", FAMILY_RIGID, family_wide_turn},
    /* never near each other */
    {"far", FAMILY_RIGID, family_far},
    /* a bar that turns fast, in and out of contact */
    {"many_passes", FAMILY_RIGID, family_many_passes},
    /* turns that come within 1e-1 to 1e-6 of 180 degrees */
    {"half_turn", FAMILY_RIGID, family_half_turn},
    /* in deep overlap at t0 */
    {"overlap", FAMILY_RIGID, family_overlap},
    /* nothing moves */
    {"still_pair", FAMILY_RIGID, family_still_pair},
    /* w = 1: parallelepipeds */
    {"shear", FAMILY_MATRIX, family_shear},
    /* w = |q|^2, up to rounding */
    {"homogeneous", FAMILY_MATRIX, family_homogeneous},
    /* one box rigid, the other a matrix */
    {"mixed", FAMILY_MATRIX, family_mixed},
    /* a matrix that presses its box to 1e-6 of its thickness */
    {"flattened", FAMILY_MATRIX, family_flattened},
    /* a weight that falls to 1e-2 ... 1e-10 inside the interval */
    {"small_weight", FAMILY_MATRIX, family_small_weight},
    /* det A < 0 */
    {"left_handed", FAMILY_MATRIX, family_left_handed},
    /* a small fast cube through a thin wall */
    {"bullet", FAMILY_UNITS, family_bullet},
    /* aspects of a thousand */
    {"sliver", FAMILY_UNITS, family_sliver},
    /* aspects of a million */
    {"needle", FAMILY_UNITS, family_needle},
    /* lengths of 1e-7 to 1e7, far from the origin for their size */
    {"scales", FAMILY_UNITS, family_scales},
    /* lengths of 1e-7 */
    {"tiny", FAMILY_UNITS, family_tiny},
    /* lengths of 1e7 */
    {"huge", FAMILY_UNITS, family_huge},
    /* both boxes a million sizes from the origin */
    {"remote", FAMILY_UNITS, family_remote},
    /* a box a million times as large as the other */
    {"mismatched", FAMILY_UNITS, family_mismatched},
    /* intervals of 1e-2 to 1e4 away from 0 */
    {"timespan", FAMILY_UNITS, family_timespan},
    /* intervals of 1e-9 to 1e-3 */
    {"blink", FAMILY_UNITS, family_blink},
    /* intervals of 1e3 to 1e9 */
    {"aeon", FAMILY_UNITS, family_aeon},
    /* intervals that begin at a million */
    {"late", FAMILY_UNITS, family_late},
    /* a common axis of rotation: edges parallel for ever, two axes vanish together */
    {"common_axis", FAMILY_EXACT, family_common_axis},
    /* boxes aligned for ever */
    {"aligned", FAMILY_EXACT, family_aligned},
    /* corner on corner, edge on edge, aligned */
    {"corner", FAMILY_EXACT, family_corner},
    /* sliding contact: one gap is zero throughout */
    {"graze", FAMILY_EXACT, family_graze},
    /* aligned, an instant of touching */
    {"graze_point", FAMILY_EXACT, family_graze_point},
    /* touching at t0, then parting or not */
    {"touch_start", FAMILY_EXACT, family_touch_start},
    /* touching at t1 for the first time */
    {"touch_end", FAMILY_EXACT, family_touch_end},
    /* turned boxes whose vertices, edges or faces meet exactly at a dyadic time */
    {"features", FAMILY_EXACT, family_features},
    /* a turning face lies flat on the other at the first contact: nine signs change at that time */
    {"flush", FAMILY_EXACT, family_flush},
    /* a turning box grazes at an irrational time: a double root */
    {"double_root", FAMILY_EXACT, family_double_root},
    /* equal boxes one on the other, at rest or sliding */
    {"stacked", FAMILY_EXACT, family_stacked},
    /* mirror images, which meet corner to corner: many planes at one time */
    {"mirror_images", FAMILY_EXACT, family_mirror_images},
    /* double_root missed by ulps to 1e-6 */
    {"near_graze", FAMILY_NEARLY, family_near_graze},
    /* contact at t1, or an ulp before or after */
    {"near_end", FAMILY_NEARLY, family_near_end},
    /* the boxes touch at t0 up to an ulp */
    {"near_start", FAMILY_NEARLY, family_near_start},
    /* edges that enclose angles of 1e-17 to 1e-3 */
    {"near_parallel", FAMILY_NEARLY, family_near_parallel},
    /* b turned by one of the symmetries of the cube, and by 1e-17 to 1e-3 */
    {"near_symmetry", FAMILY_NEARLY, family_near_symmetry},
    /* features, missed by 1e-17 to 1e-6 */
    {"near_features", FAMILY_NEARLY, family_near_features},
    /* flush, missed by ulps */
    {"near_flush", FAMILY_NEARLY, family_near_flush},
    /* a quaternion that falls to 1e-2 ... 1e-12 of its ends */
    {"vanishing", FAMILY_NEARLY, family_vanishing},
    /* as that one, with a matrix whose weight and determinant nearly vanish */
    {"vanishing_matrix", FAMILY_NEARLY, family_vanishing_matrix},
    /* passes that touch by 1e-3 to 1e-15 of the sizes */
    {"nearly_double", FAMILY_NEARLY, family_nearly_double},
    /* plates, segments and points among the random */
    {"flat", FAMILY_DEGENERATE, family_flat},
    /* plates, segments and points, aligned and on a coarse grid */
    {"flat_aligned", FAMILY_DEGENERATE, family_flat_aligned},
    /* one motion for both boxes */
    {"identical", FAMILY_DEGENERATE, family_identical},
    /* t0 == t1 */
    {"instant", FAMILY_DEGENERATE, family_instant},
    /* small integers everywhere */
    {"grid", FAMILY_DEGENERATE, family_grid},
    /* aligned, at rest, on a coarse grid */
    {"rest", FAMILY_DEGENERATE, family_rest},
    /* roots of multiplicity 2, 3 and 4, from outside and from inside */
    {"multiple_root", FAMILY_EXACT, family_multiple_root},
    /* features, of flat boxes */
    {"flat_features", FAMILY_EXACT, family_flat_features},
    /* features that meet at t1 or an ulp from it */
    {"features_end", FAMILY_EXACT, family_features_end},
    /* turned boxes that slide along each other, on a vertex, an edge or a face */
    {"slide", FAMILY_EXACT, family_slide},
    /* multiple_root missed by ulps to 1e-6 */
    {"near_multiple_root", FAMILY_NEARLY, family_near_multiple_root},
    /* slide, at a distance or a depth of ulps to 1e-6 */
    {"near_slide", FAMILY_NEARLY, family_near_slide},
    /* intervals of two neighbouring doubles */
    {"one_ulp", FAMILY_HOSTILE, family_one_ulp},
    /* intervals of 1e-40 to 1e40 */
    {"brief", FAMILY_HOSTILE, family_brief},
    /* intervals of a few ulps at 1e13 to 1e15, exact ties in them */
    {"ancient", FAMILY_HOSTILE, family_ancient},
    /* exact ties, some of whose zeros are 2^-1074 to 1e-30 */
    {"almost_zero", FAMILY_HOSTILE, family_almost_zero},
    /* lengths of 1e-140 or 1e90 */
    {"minute", FAMILY_HOSTILE, family_minute},
    /* coefficients 600 binades apart */
    {"spread", FAMILY_HOSTILE, family_spread},
    /* a quaternion that falls to 1e-12 ... 1e-45 */
    {"nearly_nothing", FAMILY_HOSTILE, family_nearly_nothing},
    /* shears of up to 1e12 */
    {"strong_shear", FAMILY_HOSTILE, family_strong_shear},
    /* weights that change by up to 1e12 */
    {"swinging_weight", FAMILY_HOSTILE, family_swinging_weight},
    /* one motion for both boxes, once rigid and once a matrix */
    {"two_forms", FAMILY_HOSTILE, family_two_forms},
    /* a box inside the other */
    {"contained", FAMILY_HOSTILE, family_contained},
    /* a bar of the same heading falls on a bar, edge on edge */
    {"equal_headings", FAMILY_GEOMETRY, family_equal_headings},
    /* as that one, with edges that enclose 1e-17 to 1e-6 */
    {"slight_angles", FAMILY_GEOMETRY, family_slight_angles},
    /* two boxes that share an edge, as a door and its post */
    {"hinge", FAMILY_GEOMETRY, family_hinge},
    /* bricks that are stacked or abut */
    {"bricks", FAMILY_GEOMETRY, family_bricks},
    /* boxes with faces in one plane */
    {"one_floor", FAMILY_GEOMETRY, family_one_floor},
    /* matrices of which one has a column of the other, times a factor: edges that are always parallel */
    {"common_column", FAMILY_GEOMETRY, family_common_column},
    /* a face that lies flat on another one from the time of contact: radii change their signs within an ulp of it */
    {"lands_flat", FAMILY_GEOMETRY, family_lands_flat},
    /* bars whose edges stay parallel while they turn */
    {"turning_edges", FAMILY_GEOMETRY, family_turning_edges},
    /* corners that meet, or miss each other by 1e-17 to 1e-6 */
    {"corner_on_corner", FAMILY_GEOMETRY, family_corner_on_corner},
    /* any of these, and tumble, with a box that is flat or 1e-17 to 1e-2 of its thickness */
    {"thin", FAMILY_GEOMETRY, family_thin},
    /* any of these, and tumble, in units of 1e-170 to 1e95 */
    {"any_scale", FAMILY_GEOMETRY, family_any_scale},
    /* any of these as matrices, and others that accelerate, at times of 1e3 to 1e6 */
    {"late_matrix", FAMILY_GEOMETRY, family_late_matrix},
    /* one turn for both boxes, far within an ulp of the time */
    {"turn_together", FAMILY_GEOMETRY, family_turn_together},
    /* boxes that come to touch along several faces at once, or do at t0, and part along some of these */
    {"several_faces", FAMILY_GEOMETRY, family_several_faces},
};

int family_count(void) {
  return (int)(sizeof list / sizeof list[0]);
}

const char *family_name(int number) {
  return list[number].name;
}

family_group family_group_of(int number) {
  return list[number].group;
}

int family_called(const char *name) {
  int number = 0;
  while (number < family_count() && strcmp(list[number].name, name) != 0) number++;
  return number;
}

/* Draws a query. The name takes part in the seed: a family added to the table leaves the others' queries alone. */
void family_query(int number, uint64_t seed, bms_query *query) {
  const char *letter;
  random_source r;
  uint64_t mixed = seed * UINT64_C(0x100000001b3);

  for (letter = list[number].name; *letter != '\0'; letter++)
    mixed = mixed * UINT64_C(1099511628211) + (uint64_t)*letter;
  r = random_from(mixed);
  memset(query, 0, sizeof *query);
  list[number].query(&r, query);
}
