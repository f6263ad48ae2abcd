# SPDX-License-Identifier: BSD-3-Clause

bms_sources += %reldir%/chain.c %reldir%/chain.h
bms_sources += %reldir%/chain_check.c
bms_sources += %reldir%/chain_clearance.c
bms_sources += %reldir%/chain_contact.c
bms_sources += %reldir%/chain_piece.c
bms_sources += %reldir%/move.c
bms_sources += %reldir%/placed_shape.c %reldir%/placed_shape.h
bms_sources += %reldir%/pose.c %reldir%/pose.h
bms_sources += %reldir%/shape_descent.c
bms_sources += %reldir%/shape_gap.c %reldir%/shape_gap.h
bms_sources += %reldir%/shape_guide.c %reldir%/shape_guide.h
bms_sources += %reldir%/shape_nested.c
bms_sources += %reldir%/shape_pair.c %reldir%/shape_pair.h
