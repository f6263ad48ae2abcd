# SPDX-License-Identifier: BSD-3-Clause

qmbox_sources += %reldir%/registration.c %reldir%/registration.h
