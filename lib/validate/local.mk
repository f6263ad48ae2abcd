# SPDX-License-Identifier: BSD-3-Clause

bms_sources += %reldir%/exact_validity.c %reldir%/exact_validity.h
bms_sources += %reldir%/rules.h
bms_sources += %reldir%/scale.c %reldir%/scale.h
bms_sources += %reldir%/validate.c %reldir%/validate.h
