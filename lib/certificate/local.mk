# SPDX-License-Identifier: BSD-3-Clause

bms_sources += %reldir%/approach_certificate.c
bms_sources += %reldir%/certificate.c
bms_sources += %reldir%/cover.c %reldir%/cover.h
bms_sources += %reldir%/crossing_piece.c %reldir%/crossing_piece.h
bms_sources += %reldir%/inside_piece.c %reldir%/inside_piece.h
bms_sources += %reldir%/intervals_certificate.c
bms_sources += %reldir%/meeting.c %reldir%/meeting.h
bms_sources += %reldir%/proof.c %reldir%/proof.h
bms_sources += %reldir%/proof_text.c %reldir%/proof_text.h
