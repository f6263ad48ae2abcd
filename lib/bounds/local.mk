# SPDX-License-Identifier: BSD-3-Clause

bms_sources += %reldir%/bernstein_hull.c %reldir%/bernstein_hull.h
bms_sources += %reldir%/distance.c %reldir%/distance.h
bms_sources += %reldir%/swept_bounds.c
bms_sources += %reldir%/swept_spheres.c %reldir%/swept_spheres.h
bms_sources += %reldir%/swept_spheres_avx2.c %reldir%/swept_spheres_inline.h
