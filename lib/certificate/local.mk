# SPDX-License-Identifier: BSD-3-Clause

bms_sources += %reldir%/certificate.c
bms_sources += %reldir%/cover.c %reldir%/cover.h
bms_sources += %reldir%/meeting.c %reldir%/meeting.h
bms_sources += %reldir%/proof_text.c %reldir%/proof_text.h
