# SPDX-License-Identifier: BSD-3-Clause

bms_sources += %reldir%/batch.c
bms_sources += %reldir%/batch_earliest.c
bms_sources += %reldir%/parallel_for.c %reldir%/parallel_for.h
