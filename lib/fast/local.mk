# SPDX-License-Identifier: BSD-3-Clause

bms_sources += %reldir%/compensated.h
bms_sources += %reldir%/fast_answer.h
bms_sources += %reldir%/fast_result.h
bms_sources += %reldir%/fast_walk.h
bms_sources += %reldir%/piece.h
bms_sources += %reldir%/root.h

include %reldir%/rigid/local.mk
include %reldir%/homogeneous/local.mk
