# SPDX-License-Identifier: BSD-3-Clause

bms_sources += %reldir%/chord.c %reldir%/chord.h
bms_sources += %reldir%/gap_threefold.c %reldir%/gap_threefold.h
bms_sources += %reldir%/gap_threefold_avx2.c
bms_sources += %reldir%/gap_value.c %reldir%/gap_value.h
bms_sources += %reldir%/gap_value_avx2.c %reldir%/gap_value_avx2.h
bms_sources += %reldir%/gap_value_inline.h
bms_sources += %reldir%/inside.c %reldir%/inside.h
bms_sources += %reldir%/near_gap.c %reldir%/near_gap.h
bms_sources += %reldir%/near_gap_inline.h
bms_sources += %reldir%/near_gap_wide.c
bms_sources += %reldir%/plane.c %reldir%/plane.h
bms_sources += %reldir%/separation.c %reldir%/separation.h
bms_sources += %reldir%/separation_at.c
