# SPDX-License-Identifier: BSD-3-Clause

bms_sources += %reldir%/deviation.c %reldir%/deviation.h
bms_sources += %reldir%/within.c
