# SPDX-License-Identifier: BSD-3-Clause

# What passes through in ODE's worlds, found by a judge that shares no code with the plugin.
world_tests =
plugin_tests += $(world_tests)
world_tests += %reldir%/test_contraptions
world_tests += %reldir%/test_crowds
world_tests += %reldir%/test_exact
world_tests += %reldir%/test_hostile
world_tests += %reldir%/test_judge
world_tests += %reldir%/test_machines
world_tests += %reldir%/test_measures
world_tests += %reldir%/test_mesh_balls
world_tests += %reldir%/test_motion
world_tests += %reldir%/test_odd_rooms
world_tests += %reldir%/test_piles
world_tests += %reldir%/test_resume
world_tests += %reldir%/test_rooms
world_tests += %reldir%/test_seams
world_tests += %reldir%/test_throws
world_tests += %reldir%/test_twin
world_tests += %reldir%/test_unions

kind_tests = %reldir%/kind_tests.c %reldir%/kind_tests.h
%canon_reldir%_test_crowds_SOURCES = %reldir%/test_crowds.c $(kind_tests)
%canon_reldir%_test_machines_SOURCES = %reldir%/test_machines.c $(kind_tests)
%canon_reldir%_test_piles_SOURCES = %reldir%/test_piles.c $(kind_tests)
%canon_reldir%_test_throws_SOURCES = %reldir%/test_throws.c $(kind_tests)
%canon_reldir%_test_odd_rooms_SOURCES = %reldir%/test_odd_rooms.c %reldir%/odd_shapes.c %reldir%/odd_shapes.h

world_sources += %reldir%/contraptions.c
world_sources += %reldir%/crowds.c
world_sources += %reldir%/facets.c %reldir%/facets.h
world_sources += %reldir%/impacts.c %reldir%/impacts.h
world_sources += %reldir%/judge.c %reldir%/judge.h
world_sources += %reldir%/judge_pairs.c
world_sources += %reldir%/judge_parts.h
world_sources += %reldir%/judge_passage.c
world_sources += %reldir%/machines.c
world_sources += %reldir%/meshes.c
world_sources += %reldir%/motion.c %reldir%/motion.h
world_sources += %reldir%/motion_kinds.h
world_sources += %reldir%/motion_linkages.c
world_sources += %reldir%/motion_machines.c
world_sources += %reldir%/motion_piles.c
world_sources += %reldir%/motion_slides.c
world_sources += %reldir%/outcome.c %reldir%/outcome.h
world_sources += %reldir%/piles.c
world_sources += %reldir%/scene.c %reldir%/scene.h
world_sources += %reldir%/scenes.h
world_sources += %reldir%/shapes.c %reldir%/shapes.h
world_sources += %reldir%/stepping.c %reldir%/stepping.h
world_sources += %reldir%/targets.c %reldir%/targets.h
world_sources += %reldir%/throws.c %reldir%/throws.h
world_sources += %reldir%/timeline.c %reldir%/timeline.h
world_sources += %reldir%/twin.c %reldir%/twin.h
world_sources += %reldir%/union_rooms.c %reldir%/union_rooms.h
world_sources += %reldir%/unions.c %reldir%/unions.h

# Hashes of worlds, and frames for callgrind.
preload_scripts += %reldir%/test_poses.sh
plugin_test_programs += %reldir%/poses
%canon_reldir%_poses_SOURCES = %reldir%/poses.c
%canon_reldir%_poses_SOURCES += %reldir%/odd_shapes.c %reldir%/odd_shapes.h
%canon_reldir%_poses_SOURCES += %reldir%/pose_worlds.c %reldir%/pose_worlds.h
EXTRA_DIST += %reldir%/poses.txt

.PHONY: record-poses
record-poses: %reldir%/poses$(EXEEXT)
	srcdir='$(srcdir)' CFLAGS='$(CFLAGS)' $(SHELL) $(srcdir)/%reldir%/test_poses.sh --record

# SOAK_WORLDS=50 throws a hundred thousand bodies, and lets crowds tumble for a minute of the world.
SOAK_WORLDS = 50

.PHONY: check-worlds soak-worlds
check-worlds: $(world_tests:=$(EXEEXT))
	@status=0; for test in $(world_tests); do ./$$test$(EXEEXT) || status=1; done; exit $$status

soak-worlds: $(world_tests:=$(EXEEXT))
	@BMS_SOAK=$(SOAK_WORLDS); export BMS_SOAK; \
	status=0; for test in $(world_tests); do ./$$test$(EXEEXT) || status=1; done; exit $$status
