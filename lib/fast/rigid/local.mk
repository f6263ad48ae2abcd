# SPDX-License-Identifier: BSD-3-Clause

bms_sources += %reldir%/rigid_answer.h
bms_sources += %reldir%/rigid_common_point.h
bms_sources += %reldir%/rigid_contact.h
bms_sources += %reldir%/rigid_fast.c %reldir%/rigid_fast.h
bms_sources += %reldir%/rigid_fast_avx2.c
bms_sources += %reldir%/rigid_fast_inline.h
bms_sources += %reldir%/rigid_instant.h
bms_sources += %reldir%/rigid_overlap.h
bms_sources += %reldir%/rigid_pair.h
bms_sources += %reldir%/rigid_plane.h
bms_sources += %reldir%/rigid_translating.h
bms_sources += %reldir%/rigid_walk.h
