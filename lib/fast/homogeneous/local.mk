# SPDX-License-Identifier: BSD-3-Clause

bms_sources += %reldir%/homogeneous_answer.h
bms_sources += %reldir%/homogeneous_contact_state.h
bms_sources += %reldir%/homogeneous_fast.c %reldir%/homogeneous_fast.h
bms_sources += %reldir%/homogeneous_fast_avx2.c
bms_sources += %reldir%/homogeneous_fast_inline.h
bms_sources += %reldir%/homogeneous_hull.h
bms_sources += %reldir%/homogeneous_pair.h
bms_sources += %reldir%/homogeneous_plane.h
bms_sources += %reldir%/homogeneous_samples.h
bms_sources += %reldir%/homogeneous_walk.h
