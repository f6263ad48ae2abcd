# SPDX-License-Identifier: BSD-3-Clause

qmbox_sources += %reldir%/advance.c %reldir%/advance.h
qmbox_sources += %reldir%/exact_part.c %reldir%/exact_part.h
qmbox_sources += %reldir%/step_check.c %reldir%/step_check.h
qmbox_sources += %reldir%/step_length.c %reldir%/step_length.h
