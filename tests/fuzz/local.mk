# SPDX-License-Identifier: BSD-3-Clause

EXTRA_PROGRAMS += %reldir%/seeds

EXTRA_DIST += %reldir%/fuzz_json.c
EXTRA_DIST += %reldir%/fuzz_query.c
EXTRA_DIST += %reldir%/fuzz_robot.c
EXTRA_DIST += %reldir%/run.sh
EXTRA_DIST += %reldir%/robot_seeds/colours
EXTRA_DIST += %reldir%/robot_seeds/display
EXTRA_DIST += %reldir%/robot_seeds/goal
EXTRA_DIST += %reldir%/robot_seeds/kinds
EXTRA_DIST += %reldir%/robot_seeds/octomap
EXTRA_DIST += %reldir%/robot_seeds/polynomials
EXTRA_DIST += %reldir%/robot_seeds/scene
EXTRA_DIST += %reldir%/robot_seeds/srdf
EXTRA_DIST += %reldir%/robot_seeds/state
EXTRA_DIST += %reldir%/robot_seeds/text
EXTRA_DIST += %reldir%/robot_seeds/trajectory
EXTRA_DIST += %reldir%/robot_seeds/urdf

# Random bytes, guided by coverage, FUZZ_SECONDS for each of three targets; corpora and crashes are kept in
# maintainer/fuzz.
FUZZ_SECONDS = 60
FUZZ_CC = clang
fuzz_robot_libs =
if HAVE_ARM_FILES
fuzz_robot_libs += $(robot_libs)
endif
.PHONY: fuzz
fuzz: %reldir%/seeds$(EXEEXT) tools/page/page_template.c
	srcdir='$(srcdir)' FUZZ_CC='$(FUZZ_CC)' CPPFLAGS='$(JANSSON_CFLAGS)' LIBS='$(JANSSON_LIBS)' \
	  ROBOT_CPPFLAGS='$(URDFDOM_CFLAGS) $(YAML_CFLAGS) $(ASSIMP_CFLAGS) $(OCTOMAP_CFLAGS)' ROBOT_LIBS='$(fuzz_robot_libs)' \
	  $(SHELL) $(srcdir)/%reldir%/run.sh $(FUZZ_SECONDS) maintainer/fuzz
