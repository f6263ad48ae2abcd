# SPDX-License-Identifier: BSD-3-Clause

bms_sources += %reldir%/bernstein_hull.c %reldir%/bernstein_hull.h
bms_sources += %reldir%/distance.c %reldir%/distance.h
bms_sources += %reldir%/swept_bounds.c
bms_sources += %reldir%/swept_sphere.c %reldir%/swept_sphere.h
