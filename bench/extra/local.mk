# SPDX-License-Identifier: BSD-3-Clause

# Programs that measure one question of the documents; no check runs them.
bench_extra_cppflags = -I$(top_srcdir)/bench

# How the cost of queries and worlds grows.
EXTRA_PROGRAMS += %reldir%/growth
%canon_reldir%_growth_CPPFLAGS = $(AM_CPPFLAGS) $(bench_extra_cppflags)
%canon_reldir%_growth_LDADD = plugin/libqmbox-internal.la lib/libbms-internal.la $(ODE_LIBS)
%canon_reldir%_growth_SOURCES = $(bench_shared) $(bench_timing) bench/competitor_ode.c
%canon_reldir%_growth_SOURCES += %reldir%/growth.c %reldir%/growth.h
%canon_reldir%_growth_SOURCES += %reldir%/growth_heap.c
%canon_reldir%_growth_SOURCES += %reldir%/growth_pairs.c
%canon_reldir%_growth_SOURCES += %reldir%/growth_world.c
EXTRA_DIST += %reldir%/growth.gp %reldir%/hops.c %reldir%/hops.sh

# Casts from contact, instruction by instruction (doc/worlds.md).
EXTRA_PROGRAMS += %reldir%/casts
%canon_reldir%_casts_LDADD = plugin/libqmbox-internal.la lib/libbms-internal.la $(ODE_LIBS)
EXTRA_DIST += %reldir%/casts.sh

# Queries beside Box3D's, instruction by instruction (bench/README.md).
EXTRA_DIST += %reldir%/box3d.sh

# Frames beside plain ODE's, instruction by instruction (bench/worlds/README.md).
EXTRA_PROGRAMS += %reldir%/frames
%canon_reldir%_frames_SOURCES = %reldir%/frames.c
%canon_reldir%_frames_LDADD = tests/libworlds.la tests/libfixture.la plugin/libqmbox-internal.la tests/libsupport.la \
  lib/libbms-internal.la $(ODE_LIBS) $(PTHREAD_LIBS)
EXTRA_DIST += %reldir%/frames.sh

# Slides, casts, sensors and overlaps beside Rapier and Jolt (doc/engines.md).
EXTRA_PROGRAMS += %reldir%/engines
%canon_reldir%_engines_LDADD = plugin/libqmbox-internal.la lib/libbms-internal.la $(ODE_LIBS)
EXTRA_DIST += %reldir%/engines_jolt.mjs %reldir%/engines_rapier.mjs

# Lines a second of bms-first-contact.
EXTRA_PROGRAMS += %reldir%/lines
%canon_reldir%_lines_CPPFLAGS = $(AM_CPPFLAGS) $(bench_extra_cppflags)
%canon_reldir%_lines_LDADD = lib/libbms-internal.la $(JANSSON_LIBS)
%canon_reldir%_lines_SOURCES = $(bench_shared) $(first_contact_parts) %reldir%/lines.c tests/support/query_text.c \
  tests/support/query_text.h

# Meshes by their number of triangles.
EXTRA_PROGRAMS += %reldir%/mesh_sizes
%canon_reldir%_mesh_sizes_CPPFLAGS = $(AM_CPPFLAGS) $(bench_extra_cppflags)
%canon_reldir%_mesh_sizes_LDADD = lib/libbms-internal.la
%canon_reldir%_mesh_sizes_SOURCES = $(bench_clock) $(bench_room) %reldir%/mesh_sizes.c

# A scene as an octomap.
%canon_reldir%_octomap_scene_SOURCES = %reldir%/octomap_scene.cpp
%canon_reldir%_octomap_scene_CPPFLAGS = $(robot_cppflags)
%canon_reldir%_octomap_scene_LDADD = $(robot_part_libs) lib/libbms.la

# Edges of robots, instruction by instruction.
%canon_reldir%_arm_cost_CPPFLAGS = $(robot_cppflags) -I$(top_srcdir)/tests/support
%canon_reldir%_arm_cost_LDADD = $(robot_part_libs) tests/libsupport.la lib/libbms-internal.la
nodist_EXTRA_%canon_reldir%_arm_cost_SOURCES = linked-as-C++.cpp
%canon_reldir%_arm_cost_SOURCES = %reldir%/arm_cost.c
EXTRA_DIST += %reldir%/arm_cost.sh %reldir%/robot_survey.sh

# Edges and plans beside VAMP, which is compiled with options of its own: see configure.ac.
%canon_reldir%_libvamp_la_SOURCES = %reldir%/arm_vamp.cpp %reldir%/arm_vamp.h %reldir%/vamp/pdqsort.h
%canon_reldir%_libvamp_la_CPPFLAGS = $(lib_cppflags) -I$(srcdir)/%reldir%/vamp
%canon_reldir%_libvamp_la_CXXFLAGS = $(VAMP_CFLAGS)
bench_vamp_robot = %reldir%/vamp_robot.c %reldir%/vamp_robot.h
nodist_EXTRA_%canon_reldir%_arms_beside_vamp_SOURCES = linked-as-C++.cpp
%canon_reldir%_arms_beside_vamp_SOURCES = $(bench_arm_question) $(bench_vamp_robot) \
  %reldir%/arms_beside_vamp.c
%canon_reldir%_arms_beside_vamp_CPPFLAGS = $(robot_cppflags) -I$(top_srcdir)/tests/support $(bench_extra_cppflags)
%canon_reldir%_arms_beside_vamp_LDADD = %reldir%/libvamp.la $(robot_part_libs) tests/libsupport.la lib/libbms-internal.la
%canon_reldir%_plans_beside_vamp_SOURCES = $(bench_vamp_robot) %reldir%/plans_beside_vamp.cpp
%canon_reldir%_plans_beside_vamp_CPPFLAGS = $(robot_cppflags) -I$(top_srcdir)/examples/arm $(OMPL_CFLAGS)
%canon_reldir%_plans_beside_vamp_LDADD = %reldir%/libvamp.la $(robot_part_libs) lib/libbms.la $(OMPL_LIBS)
EXTRA_DIST += %reldir%/vamp/thin.yaml

if HAVE_ARM_FILES
EXTRA_PROGRAMS += %reldir%/arm_cost
if HAVE_OCTOMAP
EXTRA_PROGRAMS += %reldir%/octomap_scene
endif
if HAVE_VAMP
EXTRA_LTLIBRARIES += %reldir%/libvamp.la
EXTRA_PROGRAMS += %reldir%/arms_beside_vamp
arms_beside_vamp = %reldir%/arms_beside_vamp$(EXEEXT)
if HAVE_OMPL
EXTRA_PROGRAMS += %reldir%/plans_beside_vamp
plans_beside_vamp = %reldir%/plans_beside_vamp$(EXEEXT)
endif
endif
endif

.PHONY: bench-casts bench-frames bench-lines plots
bench-casts: %reldir%/casts$(EXEEXT)
	$(SHELL) $(srcdir)/%reldir%/casts.sh ./%reldir%/casts$(EXEEXT)

bench-frames: %reldir%/frames$(EXEEXT)
	$(SHELL) $(srcdir)/%reldir%/frames.sh ./%reldir%/frames$(EXEEXT)

bench-lines: %reldir%/lines$(EXEEXT) tools/bms-first-contact$(EXEEXT)
	./%reldir%/lines$(EXEEXT) ./tools/bms-first-contact$(EXEEXT)

# GROWTH_FLAGS=--quick for a run of some seconds.
plots: %reldir%/growth$(EXEEXT)
	$(MKDIR_P) bench/plots
	./%reldir%/growth$(EXEEXT) bench/plots $(GROWTH_FLAGS)
	$(draw_plots) $(srcdir)/%reldir%/growth.gp

.PHONY: measure-rooms
measure-rooms:
	srcdir='$(srcdir)' CC='$(CC)' CPPFLAGS='$(CPPFLAGS)' $(SHELL) $(srcdir)/%reldir%/hops.sh
