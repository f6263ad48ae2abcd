# SPDX-License-Identifier: BSD-3-Clause

bms_sources += %reldir%/clearance.c %reldir%/clearance.h
bms_sources += %reldir%/fit.c %reldir%/fit.h
bms_sources += %reldir%/path.c
bms_sources += %reldir%/path_clearance.c
bms_sources += %reldir%/path_fit.c
bms_sources += %reldir%/path_span.h
bms_sources += %reldir%/smooth.c
