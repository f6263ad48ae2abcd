# SPDX-License-Identifier: BSD-3-Clause

qmbox_sources += %reldir%/bodies.c %reldir%/bodies.h
qmbox_sources += %reldir%/moves.c %reldir%/moves.h
qmbox_sources += %reldir%/moving.c %reldir%/moving.h
qmbox_sources += %reldir%/moving_bounds.c %reldir%/moving_bounds.h
qmbox_sources += %reldir%/taken.c
qmbox_sources += %reldir%/start_pose.c %reldir%/start_pose.h
