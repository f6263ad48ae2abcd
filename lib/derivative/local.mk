# SPDX-License-Identifier: BSD-3-Clause

bms_sources += %reldir%/derivative.c
bms_sources += %reldir%/numbers.c %reldir%/numbers.h
bms_sources += %reldir%/plane_rate.c %reldir%/plane_rate.h
