# SPDX-License-Identifier: BSD-3-Clause

bms_sources += %reldir%/exact_answer.h
bms_sources += %reldir%/exact_approach.c %reldir%/exact_approach.h
bms_sources += %reldir%/exact_axis.c %reldir%/exact_axis.h
bms_sources += %reldir%/exact_contact.c %reldir%/exact_contact.h
bms_sources += %reldir%/exact_divisor.c %reldir%/exact_divisor.h
bms_sources += %reldir%/exact_instant.c %reldir%/exact_instant.h
bms_sources += %reldir%/exact_intervals.c %reldir%/exact_intervals.h
bms_sources += %reldir%/exact_number.c %reldir%/exact_number.h
bms_sources += %reldir%/exact_plane_root.c %reldir%/exact_plane_root.h
bms_sources += %reldir%/exact_polynomial.c %reldir%/exact_polynomial.h
bms_sources += %reldir%/exact_root.c %reldir%/exact_root.h
bms_sources += %reldir%/exact_scene.c %reldir%/exact_scene.h
bms_sources += %reldir%/exact_walk.c %reldir%/exact_walk.h
bms_sources += %reldir%/wide_product.h
