# SPDX-License-Identifier: BSD-3-Clause

qmbox_sources += %reldir%/allowance.h
qmbox_sources += %reldir%/figure.c %reldir%/figure.h
qmbox_sources += %reldir%/flat_faces.c %reldir%/flat_faces.h
qmbox_sources += %reldir%/hull_core.c %reldir%/hull_core.h
qmbox_sources += %reldir%/known_hull.c %reldir%/known_hull.h
qmbox_sources += %reldir%/mesh_core.c %reldir%/mesh_core.h
qmbox_sources += %reldir%/mesh_tree.c %reldir%/mesh_tree.h
qmbox_sources += %reldir%/shape.c %reldir%/shape.h
qmbox_sources += %reldir%/user_support.c %reldir%/user_support.h
