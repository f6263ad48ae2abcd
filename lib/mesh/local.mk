# SPDX-License-Identifier: BSD-3-Clause

bms_sources += %reldir%/interior.c %reldir%/interior.h
bms_sources += %reldir%/mesh.c %reldir%/mesh.h
bms_sources += %reldir%/mesh_build.c %reldir%/mesh_build.h
bms_sources += %reldir%/mesh_contact.c
bms_sources += %reldir%/mesh_search.c %reldir%/mesh_search.h
bms_sources += %reldir%/meshes_contact.c
bms_sources += %reldir%/node_descent.c %reldir%/node_descent.h
bms_sources += %reldir%/sight.c %reldir%/sight.h
