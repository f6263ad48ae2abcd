# SPDX-License-Identifier: BSD-3-Clause

qmbox_sources += %reldir%/approach.c %reldir%/approach.h
qmbox_sources += %reldir%/axes.c %reldir%/axes.h
qmbox_sources += %reldir%/box_collider.c %reldir%/box_collider.h
qmbox_sources += %reldir%/cast_pair.c %reldir%/cast_pair.h
qmbox_sources += %reldir%/convex_pair.c %reldir%/convex_pair.h
qmbox_sources += %reldir%/initial_depth.c %reldir%/initial_depth.h
qmbox_sources += %reldir%/meeting.c %reldir%/meeting.h
qmbox_sources += %reldir%/nearest.c %reldir%/nearest.h
qmbox_sources += %reldir%/pair.c %reldir%/pair.h
qmbox_sources += %reldir%/piecewise.c %reldir%/piecewise.h
