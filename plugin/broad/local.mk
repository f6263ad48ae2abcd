# SPDX-License-Identifier: BSD-3-Clause

qmbox_sources += %reldir%/bounds.c %reldir%/bounds.h
qmbox_sources += %reldir%/overlaps.c %reldir%/overlaps.h
qmbox_sources += %reldir%/sweep.c %reldir%/sweep.h
qmbox_sources += %reldir%/swept.c %reldir%/swept.h
qmbox_sources += %reldir%/windows.c %reldir%/windows.h
