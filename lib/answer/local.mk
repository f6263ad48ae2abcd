# SPDX-License-Identifier: BSD-3-Clause

bms_sources += %reldir%/answer.c %reldir%/answer.h
bms_sources += %reldir%/approach_speed.c %reldir%/approach_speed.h
bms_sources += %reldir%/common_point.c %reldir%/common_point.h
bms_sources += %reldir%/contact_view.c %reldir%/contact_view.h
bms_sources += %reldir%/contact_view_avx2.c %reldir%/contact_view_avx2.h
bms_sources += %reldir%/contact_view_inline.h
bms_sources += %reldir%/exact_view.c %reldir%/exact_view.h
bms_sources += %reldir%/explain.c
bms_sources += %reldir%/patch.c %reldir%/patch.h
bms_sources += %reldir%/placed_box.c %reldir%/placed_box.h
bms_sources += %reldir%/precise_pose.h
bms_sources += %reldir%/precise_pose_inline.h
bms_sources += %reldir%/precise_speed_inline.h
bms_sources += %reldir%/rescale.c %reldir%/rescale.h
bms_sources += %reldir%/way_within.c %reldir%/way_within.h
