# SPDX-License-Identifier: BSD-3-Clause

qmbox_sources += %reldir%/path.c %reldir%/path.h
qmbox_sources += %reldir%/path_bounds.c %reldir%/path_bounds.h
qmbox_sources += %reldir%/path_taken.c
