# SPDX-License-Identifier: BSD-3-Clause

qmbox_sources += %reldir%/consent.c %reldir%/consent.h
qmbox_sources += %reldir%/events.c %reldir%/events.h
qmbox_sources += %reldir%/report.c %reldir%/report.h
qmbox_sources += %reldir%/sums.c %reldir%/sums.h
qmbox_sources += %reldir%/whole.c %reldir%/whole.h
