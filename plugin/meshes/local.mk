# SPDX-License-Identifier: BSD-3-Clause

qmbox_sources += %reldir%/mesh_descent.c %reldir%/mesh_descent.h
qmbox_sources += %reldir%/mesh_pair.c %reldir%/mesh_pair.h
qmbox_sources += %reldir%/mesh_relation.c %reldir%/mesh_relation.h
qmbox_sources += %reldir%/shared_tree.c %reldir%/shared_tree.h
qmbox_sources += %reldir%/triangle_axes.h
qmbox_sources += %reldir%/triangle_filter.c %reldir%/triangle_filter.h
qmbox_sources += %reldir%/triangle_query.c %reldir%/triangle_query.h
qmbox_sources += %reldir%/triangle_rank.c %reldir%/triangle_rank.h
