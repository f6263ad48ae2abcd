# SPDX-License-Identifier: BSD-3-Clause

qmbox_sources += %reldir%/bodies.c %reldir%/bodies.h
qmbox_sources += %reldir%/moves.c %reldir%/moves.h
qmbox_sources += %reldir%/path.c %reldir%/path.h
qmbox_sources += %reldir%/path_bounds.c %reldir%/path_bounds.h
qmbox_sources += %reldir%/path_taken.c
qmbox_sources += %reldir%/solid.c %reldir%/solid.h
qmbox_sources += %reldir%/start_pose.c %reldir%/start_pose.h
