# SPDX-License-Identifier: BSD-3-Clause

bms_sources += %reldir%/crossing.c %reldir%/crossing.h
bms_sources += %reldir%/fast_turn.c %reldir%/fast_turn.h
bms_sources += %reldir%/follow.c %reldir%/follow.h
bms_sources += %reldir%/interior.c %reldir%/interior.h
bms_sources += %reldir%/lower_bound.c %reldir%/lower_bound.h
bms_sources += %reldir%/rival_windows.c %reldir%/rival_windows.h
bms_sources += %reldir%/rivals.c %reldir%/rivals.h
bms_sources += %reldir%/walk.c %reldir%/walk.h
