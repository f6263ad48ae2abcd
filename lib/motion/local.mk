# SPDX-License-Identifier: BSD-3-Clause

bms_sources += %reldir%/axis.c %reldir%/axis.h
bms_sources += %reldir%/instant.c %reldir%/instant.h
bms_sources += %reldir%/linear_quaternion.h
bms_sources += %reldir%/mirror.c %reldir%/mirror.h
bms_sources += %reldir%/motion.c %reldir%/motion.h
bms_sources += %reldir%/origin.c %reldir%/origin.h
bms_sources += %reldir%/parallel_edges.c %reldir%/parallel_edges.h
bms_sources += %reldir%/relative.c %reldir%/relative.h
bms_sources += %reldir%/stretch.c %reldir%/stretch.h
bms_sources += %reldir%/track.c %reldir%/track.h
