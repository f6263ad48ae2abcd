# SPDX-License-Identifier: BSD-3-Clause

plain_tests += %reldir%/test_all_turns
plain_tests += %reldir%/test_arithmetic
plain_tests += %reldir%/test_body_move_to
plain_tests += %reldir%/test_cast_places
plain_tests += %reldir%/test_collider
plain_tests += %reldir%/test_figures
plain_tests += %reldir%/test_first_contact
plain_tests += %reldir%/test_geom
plain_tests += %reldir%/test_geom_bounds
plain_tests += %reldir%/test_guard
plain_tests += %reldir%/test_hosts
plain_tests += %reldir%/test_joint_walk
plain_tests += %reldir%/test_moving_meshes
plain_tests += %reldir%/test_other_shapes
plain_tests += %reldir%/test_overlaps
plain_tests += %reldir%/test_pairs
plain_tests += %reldir%/test_path_bounds
plain_tests += %reldir%/test_paths
plain_tests += %reldir%/test_registration
plain_tests += %reldir%/test_remembered
plain_tests += %reldir%/test_resting
plain_tests += %reldir%/test_scratch_step
plain_tests += %reldir%/test_sensors
plain_tests += %reldir%/test_simulate
plain_tests += %reldir%/test_space
plain_tests += %reldir%/test_space_cast
plain_tests += %reldir%/test_step_check
plain_tests += %reldir%/test_stop_geometry
plain_tests += %reldir%/test_transforms
plain_tests += %reldir%/test_volley
plain_tests += %reldir%/test_world_step

# Shared.
fixture_sources += %reldir%/fixture.c %reldir%/fixture.h
fixture_sources += %reldir%/judge.c %reldir%/judge.h
fixture_sources += %reldir%/loop.c %reldir%/loop.h
fixture_sources += %reldir%/own_shapes.c %reldir%/own_shapes.h

include %reldir%/guard/local.mk

EXTRA_DIST += %reldir%/old_ode.sh %reldir%/single_ode.sh
.PHONY: check-old-ode check-single-ode
# The plugin against headers like those of programs that bring an older ODE along.
check-old-ode: all
	$(MKDIR_P) maintainer
	$(MAKE) distdir distdir=$(maintainer_source)
	@CC='$(CC)' MAKE='$(MAKE)' NM='$(NM)' PKG_CONFIG='$(PKG_CONFIG)' srcdir='$(srcdir)' \
	  $(SHELL) $(srcdir)/%reldir%/old_ode.sh >maintainer/old-ode.tap; status=$$?; cat maintainer/old-ode.tap; \
	  test $$status -eq 0 && ! grep -q '^not ok' maintainer/old-ode.tap

# The plugin and the preload library for an ODE in single precision.
check-single-ode:
	$(MKDIR_P) maintainer
	$(MAKE) distdir distdir=$(maintainer_source)
	@CC='$(CC)' CXX='$(CXX)' MAKE='$(MAKE)' NM='$(NM)' PKG_CONFIG='$(PKG_CONFIG)' \
	  $(SHELL) $(srcdir)/%reldir%/single_ode.sh '$(ODE_SOURCE)' >maintainer/single-ode.tap; status=$$?; \
	  cat maintainer/single-ode.tap; test $$status -eq 0 && ! grep -q '^not ok' maintainer/single-ode.tap
