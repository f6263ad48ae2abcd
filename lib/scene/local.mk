# SPDX-License-Identifier: BSD-3-Clause

bms_sources += %reldir%/edge_axes.h
bms_sources += %reldir%/edge_gaps.h
bms_sources += %reldir%/edge_kinematics.h
bms_sources += %reldir%/edge_look.c %reldir%/edge_look.h
bms_sources += %reldir%/edge_look_avx2.c
bms_sources += %reldir%/edge_look_inline.h
bms_sources += %reldir%/edge_look_short.c
bms_sources += %reldir%/edge_look_short_avx2.c
bms_sources += %reldir%/edge_obstacles.h
bms_sources += %reldir%/edge_pairs.h
bms_sources += %reldir%/edge_rates.c
bms_sources += %reldir%/edge_search.c %reldir%/edge_search.h
bms_sources += %reldir%/obstacle_tree.c %reldir%/obstacle_tree.h
bms_sources += %reldir%/scene.c %reldir%/scene.h
bms_sources += %reldir%/scene_batch.c
bms_sources += %reldir%/scene_bodies.c
bms_sources += %reldir%/scene_clearance.c
bms_sources += %reldir%/scene_contact.c
bms_sources += %reldir%/scene_edit.c
bms_sources += %reldir%/scene_groups.c
bms_sources += %reldir%/scene_meet.c %reldir%/scene_meet.h
bms_sources += %reldir%/scene_views.c
