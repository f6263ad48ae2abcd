# SPDX-License-Identifier: BSD-3-Clause

# Time for a query beside other libraries, and counts of instructions; built on demand only.

# The peers are C++: each has a library of its own, and only with one of them is bench linked as C++.
EXTRA_LTLIBRARIES += %reldir%/libbullet.la %reldir%/libfcl.la %reldir%/libbox3d.la
%canon_reldir%_libbullet_la_SOURCES = %reldir%/competitor_bullet.cpp
%canon_reldir%_libbullet_la_CPPFLAGS = $(AM_CPPFLAGS) $(BULLET_CFLAGS)
%canon_reldir%_libfcl_la_SOURCES = %reldir%/competitor_fcl.cpp
%canon_reldir%_libfcl_la_CPPFLAGS = $(AM_CPPFLAGS) $(FCL_CFLAGS)
%canon_reldir%_libbox3d_la_SOURCES = %reldir%/competitor_box3d.c
%canon_reldir%_libbox3d_la_CPPFLAGS = $(AM_CPPFLAGS) $(BOX3D_CFLAGS)

bench_peers =
bench_libs =
if HAVE_BULLET
bench_peers += -DBENCH_WITH_BULLET
bench_libs += %reldir%/libbullet.la $(BULLET_LIBS)
endif
if HAVE_FCL
bench_peers += -DBENCH_WITH_FCL
bench_libs += %reldir%/libfcl.la $(FCL_LIBS)
endif
if HAVE_BOX3D
bench_peers += -DBENCH_WITH_BOX3D
bench_libs += %reldir%/libbox3d.la $(BOX3D_LIBS)
endif
if HAVE_PEERS
%canon_reldir%_bench_LINK = $(CXXLINK)
else
%canon_reldir%_bench_LINK = $(LINK)
endif

# Parts of several programs.
bench_clock = %reldir%/clock.c %reldir%/clock.h
bench_timing = $(bench_clock) %reldir%/timing.c %reldir%/timing.h
bench_random = tests/support/random.c tests/support/random.h
bench_room = $(bench_random) %reldir%/room.c %reldir%/room.h
bench_case = $(bench_room) %reldir%/test_case.h tests/support/geometry.c tests/support/geometry.h

bench_shared = $(bench_case)
bench_shared += %reldir%/competitor.h %reldir%/competitor_bms.c
bench_shared += %reldir%/family.c %reldir%/family.h
bench_shared += %reldir%/matrix_motion.c %reldir%/matrix_motion.h
bench_shared += %reldir%/model.c %reldir%/model.h
bench_shared += %reldir%/reference.c %reldir%/reference.h
bench_shared += %reldir%/vertex_path.c %reldir%/vertex_path.h

EXTRA_PROGRAMS += %reldir%/bench
%canon_reldir%_bench_CPPFLAGS = $(AM_CPPFLAGS) $(bench_peers)
%canon_reldir%_bench_LDADD = $(bench_libs) lib/libbms-internal.la $(ODE_LIBS)
%canon_reldir%_bench_SOURCES = $(bench_shared) $(bench_timing)
%canon_reldir%_bench_SOURCES += %reldir%/bench.c
%canon_reldir%_bench_SOURCES += %reldir%/competitor_ode.c
%canon_reldir%_bench_SOURCES += %reldir%/competitor_own.c
%canon_reldir%_bench_SOURCES += %reldir%/competitors.c
%canon_reldir%_bench_SOURCES += %reldir%/judge.c %reldir%/judge.h
%canon_reldir%_bench_SOURCES += %reldir%/options.c %reldir%/options.h
%canon_reldir%_bench_SOURCES += %reldir%/report.c %reldir%/report.h

# Queries in which something coincides except for rounding.
bench_coincidence = %reldir%/coincidence.c %reldir%/coincidence.h
bench_coincidence += %reldir%/coincidence_extreme.c
bench_coincidence += %reldir%/coincidence_resting.c
bench_coincidence += %reldir%/coincidence_touching.c
bench_coincidence += %reldir%/coincidence_turning.c

EXTRA_PROGRAMS += %reldir%/coincidences
%canon_reldir%_coincidences_CPPFLAGS = $(AM_CPPFLAGS)
%canon_reldir%_coincidences_LDADD = lib/libbms-internal.la
%canon_reldir%_coincidences_SOURCES = $(bench_coincidence) $(bench_clock) $(bench_case) %reldir%/coincidences.c

EXTRA_PROGRAMS += %reldir%/instructions
%canon_reldir%_instructions_CPPFLAGS = $(AM_CPPFLAGS)
%canon_reldir%_instructions_LDADD = lib/libbms-internal.la
%canon_reldir%_instructions_SOURCES = $(bench_shared) $(bench_coincidence)
%canon_reldir%_instructions_SOURCES += %reldir%/instructions.c
%canon_reldir%_instructions_SOURCES += %reldir%/shape_pair.c %reldir%/shape_pair.h

# Edges of a robot arm beside FCL; its options are a number, a robot and a scene.
%canon_reldir%_arm_edges_SOURCES = %reldir%/arm_edges.cpp
%canon_reldir%_arm_edges_CPPFLAGS = $(robot_cppflags)
%canon_reldir%_arm_edges_CXXFLAGS = $(FCL_CFLAGS)
%canon_reldir%_arm_edges_LDADD = $(robot_part_libs) lib/libbms-internal.la $(FCL_LIBS)

# Edges certified and sampled.
bench_arm_question = %reldir%/arm_question.c %reldir%/arm_question.h
%canon_reldir%_arms_CPPFLAGS = $(robot_cppflags) -I$(top_srcdir)/tests/support
%canon_reldir%_arms_LDADD = $(robot_part_libs) tests/libsupport.la lib/libbms-internal.la
nodist_EXTRA_%canon_reldir%_arms_SOURCES = linked-as-C++.cpp
%canon_reldir%_arms_SOURCES = $(bench_arm_question) %reldir%/arms.c %reldir%/arm_growth.c \
  %reldir%/arm_growth.h

if HAVE_ARM_FILES
EXTRA_PROGRAMS += %reldir%/arms
if HAVE_FCL
EXTRA_PROGRAMS += %reldir%/arm_edges
arm_edges_program = %reldir%/arm_edges$(EXEEXT)
endif
endif

EXTRA_DIST += %reldir%/README.md %reldir%/arms.md %reldir%/coincidences.md %reldir%/shapes.md
EXTRA_DIST += %reldir%/check_instructions.sh %reldir%/frames.txt %reldir%/instructions.txt
EXTRA_DIST += %reldir%/arm_growth.gp %reldir%/style.gp
EXTRA_DIST += %reldir%/plots/arm_clearance.svg
EXTRA_DIST += %reldir%/plots/arm_links.svg
EXTRA_DIST += %reldir%/plots/arm_obstacles.svg
EXTRA_DIST += %reldir%/plots/arm_octomap.svg
EXTRA_DIST += %reldir%/plots/graze.svg
EXTRA_DIST += %reldir%/plots/pairs.svg
EXTRA_DIST += %reldir%/plots/rotation.svg
EXTRA_DIST += %reldir%/plots/world.svg
EXTRA_DIST += %reldir%/plots/worlds_bodies.svg
EXTRA_DIST += %reldir%/plots/worlds_speed.svg

include %reldir%/worlds/local.mk
include %reldir%/extra/local.mk

# BENCH_FLAGS are options of bench (--help).
.PHONY: bench
bench: %reldir%/bench$(EXEEXT) %reldir%/coincidences$(EXEEXT)
	./%reldir%/bench$(EXEEXT) $(BENCH_FLAGS)
	./%reldir%/coincidences$(EXEEXT) $(COINCIDENCES)

# Edges, ARM_EDGES of each kind; and problems for planners, if OMPL is installed.
.PHONY: bench-arms
ARM_EDGES = 1000
ARM_PROBLEMS = 50
arm_scenes = examples/arm/cell.yaml examples/arm/thin.yaml $(motion_bench_maker)
if HAVE_OMPL
arm_planner = examples/arm/arm_plan$(EXEEXT)
endif
bench-arms: %reldir%/arms$(EXEEXT) $(arm_planner) $(arm_edges_program) $(arms_beside_vamp) $(plans_beside_vamp)
	for scene in $(arm_scenes); do \
	  ./%reldir%/arms$(EXEEXT) $(ARM_EDGES) $(srcdir)/examples/arm/ur5_boxes.urdf $(srcdir)/$$scene || exit 1; \
	done
	for robot in ur5_spheres panda_spheres; do \
	  ./%reldir%/arms$(EXEEXT) 50 $(srcdir)/examples/arm/$$robot.urdf $(srcdir)/examples/arm/thin.yaml \
	    $(srcdir)/tests/data/motion_bench_maker/table.yaml || exit 1; \
	done
	for robot in ur5 panda; do \
	  test -z '$(arms_beside_vamp)' || ./$(arms_beside_vamp) 500 $$robot $(VAMP) \
	    $(srcdir)/tests/data/motion_bench_maker/table.yaml $(srcdir)/%reldir%/extra/vamp/thin.yaml || exit 1; \
	  test -z '$(plans_beside_vamp)' || ./$(plans_beside_vamp) $(ARM_PROBLEMS) $$robot $(VAMP) \
	    `for scene in $(motion_bench_maker); do echo $(srcdir)/$$scene; done` || exit 1; \
	done
	test -z '$(arm_edges_program)' || ./$(arm_edges_program) 200 1.5 1e-4 $(srcdir)/examples/arm/ur5_boxes.urdf \
	  $(srcdir)/examples/arm/cell.yaml
	test -z '$(arm_planner)' || ./$(arm_planner) $(ARM_PROBLEMS) $(srcdir)/examples/arm/ur5_boxes.urdf \
	  `for scene in $(arm_scenes); do echo $(srcdir)/$$scene; done`

# Programs write NAME.tsv into bench/plots; $(draw_plots) SCRIPT makes NAME.svg beside it.
if HAVE_GNUPLOT
draw_plots = $(GNUPLOT) -e "directory = 'bench/plots'" $(srcdir)/%reldir%/style.gp
else
draw_plots = @echo 'configure has not found gnuplot (gnuplot-nox): the figures are in bench/plots, not drawn by'
endif

.PHONY: plots-arms
plots-arms: %reldir%/arms$(EXEEXT)
	$(MKDIR_P) bench/plots
	./%reldir%/arms$(EXEEXT) --growth bench/plots
	$(draw_plots) $(srcdir)/%reldir%/arm_growth.gp

.PHONY: check-instructions record-instructions
check_instructions = CC='$(CC)' CFLAGS='$(CFLAGS)' $(SHELL) $(srcdir)/%reldir%/check_instructions.sh \
  %reldir%/instructions$(EXEEXT) $(srcdir)/%reldir%/instructions.txt
check_frames = UNIT=frame COUNT=50 LIBRARIES="ODE `$(PKG_CONFIG) --modversion ode`" CC='$(CC)' CFLAGS='$(CFLAGS)' \
  $(SHELL) $(srcdir)/%reldir%/check_instructions.sh tests/worlds/poses$(EXEEXT) $(srcdir)/%reldir%/frames.txt
check-instructions: %reldir%/instructions$(EXEEXT) tests/worlds/poses$(EXEEXT)
	$(check_instructions)
	$(check_frames)

record-instructions: %reldir%/instructions$(EXEEXT) tests/worlds/poses$(EXEEXT)
	$(check_instructions) --record
	$(check_frames) --record
