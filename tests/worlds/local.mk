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
world_tests += %reldir%/test_mesh_balls
world_tests += %reldir%/test_odd_rooms
world_tests += %reldir%/test_piles
world_tests += %reldir%/test_rooms
world_tests += %reldir%/test_throws
world_tests += %reldir%/test_twin

kind_tests = %reldir%/kind_tests.c %reldir%/kind_tests.h
%canon_reldir%_test_crowds_SOURCES = %reldir%/test_crowds.c $(kind_tests)
%canon_reldir%_test_machines_SOURCES = %reldir%/test_machines.c $(kind_tests)
%canon_reldir%_test_piles_SOURCES = %reldir%/test_piles.c $(kind_tests)
%canon_reldir%_test_throws_SOURCES = %reldir%/test_throws.c $(kind_tests)
%canon_reldir%_test_odd_rooms_SOURCES = %reldir%/test_odd_rooms.c %reldir%/odd_shapes.c %reldir%/odd_shapes.h

world_sources += %reldir%/contraptions.c
world_sources += %reldir%/crowds.c
world_sources += %reldir%/judge.c %reldir%/judge.h
world_sources += %reldir%/judge_pairs.c
world_sources += %reldir%/judge_parts.h
world_sources += %reldir%/judge_passage.c
world_sources += %reldir%/machines.c
world_sources += %reldir%/meshes.c
world_sources += %reldir%/outcome.c %reldir%/outcome.h
world_sources += %reldir%/piles.c
world_sources += %reldir%/scene.c %reldir%/scene.h
world_sources += %reldir%/scenes.h
world_sources += %reldir%/solid.c %reldir%/solid.h
world_sources += %reldir%/stepping.c %reldir%/stepping.h
world_sources += %reldir%/throws.c %reldir%/throws.h
world_sources += %reldir%/timeline.c %reldir%/timeline.h
world_sources += %reldir%/twin.c %reldir%/twin.h

# SOAK_WORLDS=50 throws a hundred thousand bodies, and lets crowds tumble for a minute of the world.
SOAK_WORLDS = 50

.PHONY: check-worlds soak-worlds
check-worlds: $(world_tests:=$(EXEEXT))
	@status=0; for test in $(world_tests); do ./$$test$(EXEEXT) || status=1; done; exit $$status

soak-worlds: $(world_tests:=$(EXEEXT))
	@BMS_SOAK=$(SOAK_WORLDS); export BMS_SOAK; \
	status=0; for test in $(world_tests); do ./$$test$(EXEEXT) || status=1; done; exit $$status
