# SPDX-License-Identifier: BSD-3-Clause

qmbox_sources += %reldir%/arithmetic.c %reldir%/arithmetic.h
qmbox_sources += %reldir%/array.h
qmbox_sources += %reldir%/real.h
qmbox_sources += %reldir%/remembered.c %reldir%/remembered.h
qmbox_sources += %reldir%/settings.c %reldir%/settings.h
qmbox_sources += %reldir%/warning.h
