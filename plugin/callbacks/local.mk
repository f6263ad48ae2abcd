# SPDX-License-Identifier: BSD-3-Clause

qmbox_sources += %reldir%/consent.c %reldir%/consent.h
qmbox_sources += %reldir%/events.c %reldir%/events.h
qmbox_sources += %reldir%/integrity.c %reldir%/integrity.h
qmbox_sources += %reldir%/report.c %reldir%/report.h
