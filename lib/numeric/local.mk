# SPDX-License-Identifier: BSD-3-Clause

bms_sources += %reldir%/arithmetic.h
bms_sources += %reldir%/avx2_begin.h
bms_sources += %reldir%/avx2_end.h
bms_sources += %reldir%/compiler.h
bms_sources += %reldir%/double_double.h
bms_sources += %reldir%/double_double_lanes.h
bms_sources += %reldir%/elementary.c %reldir%/elementary.h
bms_sources += %reldir%/jet.h
bms_sources += %reldir%/lanes.h
bms_sources += %reldir%/lanes_plain.h
bms_sources += %reldir%/places.h
bms_sources += %reldir%/polynomial.c %reldir%/polynomial.h
bms_sources += %reldir%/quadratic.h
bms_sources += %reldir%/rational_bound.c %reldir%/rational_bound.h
bms_sources += %reldir%/rounding.h
bms_sources += %reldir%/self_test.c %reldir%/self_test.h
bms_sources += %reldir%/self_test_avx2.c
bms_sources += %reldir%/self_test_inline.h
bms_sources += %reldir%/sine.h
bms_sources += %reldir%/triple_lanes.h
bms_sources += %reldir%/upward.h
bms_sources += %reldir%/vector.h
