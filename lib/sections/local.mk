# SPDX-License-Identifier: BSD-3-Clause

bms_sources += %reldir%/octant_equations.c %reldir%/octant_equations.h
bms_sources += %reldir%/pair_plane.c %reldir%/pair_plane.h
bms_sources += %reldir%/route.c %reldir%/route.h
bms_sources += %reldir%/route_walk.c %reldir%/route_walk.h
bms_sources += %reldir%/section.c %reldir%/section.h
bms_sources += %reldir%/sphere.c %reldir%/sphere.h
bms_sources += %reldir%/steps.c %reldir%/steps.h
bms_sources += %reldir%/topology.c %reldir%/topology.h
