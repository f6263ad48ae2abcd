/* SPDX-License-Identifier: BSD-3-Clause */

/* The generators, one for each family; families.c has their purposes. */

#ifndef FAMILY_LIST_H
#define FAMILY_LIST_H

#include "bms.h"
#include "random.h"

void family_tumble(random_source *r, bms_query *query);
void family_accelerate(random_source *r, bms_query *query);
void family_nearmiss(random_source *r, bms_query *query);
void family_wide_turn(random_source *r, bms_query *query);
void family_far(random_source *r, bms_query *query);
void family_many_passes(random_source *r, bms_query *query);
void family_half_turn(random_source *r, bms_query *query);
void family_overlap(random_source *r, bms_query *query);
void family_still_pair(random_source *r, bms_query *query);
void family_shear(random_source *r, bms_query *query);
void family_homogeneous(random_source *r, bms_query *query);
void family_common_column(random_source *r, bms_query *query);
void family_mixed(random_source *r, bms_query *query);
void family_flattened(random_source *r, bms_query *query);
void family_small_weight(random_source *r, bms_query *query);
void family_left_handed(random_source *r, bms_query *query);
void family_bullet(random_source *r, bms_query *query);
void family_sliver(random_source *r, bms_query *query);
void family_needle(random_source *r, bms_query *query);
void family_scales(random_source *r, bms_query *query);
void family_tiny(random_source *r, bms_query *query);
void family_huge(random_source *r, bms_query *query);
void family_remote(random_source *r, bms_query *query);
void family_mismatched(random_source *r, bms_query *query);
void family_timespan(random_source *r, bms_query *query);
void family_blink(random_source *r, bms_query *query);
void family_aeon(random_source *r, bms_query *query);
void family_late(random_source *r, bms_query *query);
void family_common_axis(random_source *r, bms_query *query);
void family_aligned(random_source *r, bms_query *query);
void family_corner(random_source *r, bms_query *query);
void family_graze(random_source *r, bms_query *query);
void family_graze_point(random_source *r, bms_query *query);
void family_touch_start(random_source *r, bms_query *query);
void family_touch_end(random_source *r, bms_query *query);
void family_features(random_source *r, bms_query *query);
void family_flush(random_source *r, bms_query *query);
void family_double_root(random_source *r, bms_query *query);
void family_stacked(random_source *r, bms_query *query);
void family_mirror_images(random_source *r, bms_query *query);
void family_near_graze(random_source *r, bms_query *query);
void family_near_end(random_source *r, bms_query *query);
void family_near_start(random_source *r, bms_query *query);
void family_near_parallel(random_source *r, bms_query *query);
void family_near_symmetry(random_source *r, bms_query *query);
void family_near_features(random_source *r, bms_query *query);
void family_near_flush(random_source *r, bms_query *query);
void family_vanishing(random_source *r, bms_query *query);
void family_vanishing_matrix(random_source *r, bms_query *query);
void family_nearly_double(random_source *r, bms_query *query);
void family_flat(random_source *r, bms_query *query);
void family_flat_aligned(random_source *r, bms_query *query);
void family_identical(random_source *r, bms_query *query);
void family_instant(random_source *r, bms_query *query);
void family_grid(random_source *r, bms_query *query);
void family_rest(random_source *r, bms_query *query);
void family_multiple_root(random_source *r, bms_query *query);
void family_flat_features(random_source *r, bms_query *query);
void family_features_end(random_source *r, bms_query *query);
void family_slide(random_source *r, bms_query *query);
void family_near_multiple_root(random_source *r, bms_query *query);
void family_near_slide(random_source *r, bms_query *query);
void family_one_ulp(random_source *r, bms_query *query);
void family_brief(random_source *r, bms_query *query);
void family_ancient(random_source *r, bms_query *query);
void family_almost_zero(random_source *r, bms_query *query);
void family_minute(random_source *r, bms_query *query);
void family_spread(random_source *r, bms_query *query);
void family_nearly_nothing(random_source *r, bms_query *query);
void family_strong_shear(random_source *r, bms_query *query);
void family_swinging_weight(random_source *r, bms_query *query);
void family_two_forms(random_source *r, bms_query *query);
void family_contained(random_source *r, bms_query *query);
void family_equal_headings(random_source *r, bms_query *query);
void family_slight_angles(random_source *r, bms_query *query);
void family_hinge(random_source *r, bms_query *query);
void family_bricks(random_source *r, bms_query *query);
void family_one_floor(random_source *r, bms_query *query);
void family_lands_flat(random_source *r, bms_query *query);
void family_turning_edges(random_source *r, bms_query *query);
void family_corner_on_corner(random_source *r, bms_query *query);
void family_thin(random_source *r, bms_query *query);
void family_any_scale(random_source *r, bms_query *query);
void family_late_matrix(random_source *r, bms_query *query);
void family_turn_together(random_source *r, bms_query *query);
void family_several_faces(random_source *r, bms_query *query);

#endif /* FAMILY_LIST_H */
