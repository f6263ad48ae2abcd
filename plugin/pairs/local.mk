# SPDX-License-Identifier: BSD-3-Clause

qmbox_sources += %reldir%/all_turns.c %reldir%/all_turns.h
qmbox_sources += %reldir%/box_collider.c %reldir%/box_collider.h
qmbox_sources += %reldir%/box_pair.c %reldir%/box_pair.h
qmbox_sources += %reldir%/convex_pair.c %reldir%/convex_pair.h
qmbox_sources += %reldir%/initial_depth.c %reldir%/initial_depth.h
qmbox_sources += %reldir%/mesh_pair.c %reldir%/mesh_pair.h
qmbox_sources += %reldir%/pair.c %reldir%/pair.h
qmbox_sources += %reldir%/piecewise.c %reldir%/piecewise.h
qmbox_sources += %reldir%/triangle_rank.c %reldir%/triangle_rank.h
