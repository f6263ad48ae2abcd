# SPDX-License-Identifier: BSD-3-Clause

bms_sources += %reldir%/contact_intervals.c
bms_sources += %reldir%/first_contact.c %reldir%/first_contact.h
bms_sources += %reldir%/first_contact_near.c
bms_sources += %reldir%/sections_answer.c
bms_sources += %reldir%/version.c
