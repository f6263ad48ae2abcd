# SPDX-License-Identifier: BSD-3-Clause

# The constants of the error analysis; each test includes the unit whose static functions it measures.
plugin_exact_tests += %reldir%/test_all_turns
bounds_tests += %reldir%/test_chain
bounds_tests += %reldir%/test_chain_piece
bounds_tests += %reldir%/test_chain_poses
bounds_tests += %reldir%/test_chord
bounds_tests += %reldir%/test_clearance
bounds_tests += %reldir%/test_contact_view
bounds_tests += %reldir%/test_convex
plugin_exact_tests += %reldir%/test_convex_pair
bounds_tests += %reldir%/test_deviation
bounds_tests += %reldir%/test_error_analysis
bounds_tests += %reldir%/test_exact_instant
plugin_exact_tests += %reldir%/test_farthest_point
plugin_exact_tests += %reldir%/test_figures
bounds_tests += %reldir%/test_fit
plugin_exact_tests += %reldir%/test_free_body
plugin_exact_tests += %reldir%/test_guard_bounds
bounds_tests += %reldir%/test_homogeneous
bounds_tests += %reldir%/test_hull %reldir%/test_origin
bounds_tests += %reldir%/test_instant
bounds_tests += %reldir%/test_interior
bounds_tests += %reldir%/test_jet
bounds_tests += %reldir%/test_linear_quaternion
plugin_exact_tests += %reldir%/test_meeting
bounds_tests += %reldir%/test_mesh
bounds_tests += %reldir%/test_mesh_interior
plugin_exact_tests += %reldir%/test_mesh_pair
plugin_exact_tests += %reldir%/test_mesh_relation
plugin_exact_tests += %reldir%/test_mesh_tree
plugin_exact_tests += %reldir%/test_mesh_triangles
bounds_tests += %reldir%/test_near_gap
bounds_tests += %reldir%/test_near_gap_wide
bounds_tests += %reldir%/test_numeric
bounds_tests += %reldir%/test_octants
bounds_tests += %reldir%/test_path_fit
plugin_exact_tests += %reldir%/test_paths
plugin_exact_tests += %reldir%/test_start_pose
bounds_tests += %reldir%/test_rigid
bounds_tests += %reldir%/test_route
bounds_tests += %reldir%/test_scene
bounds_tests += %reldir%/test_separation_at
bounds_tests += %reldir%/test_shape_pair
bounds_tests += %reldir%/test_sight
bounds_tests += %reldir%/test_smooth
plugin_exact_tests += %reldir%/test_space_cast
plugin_exact_tests += %reldir%/test_step_check
plugin_exact_tests += %reldir%/test_sweep
plugin_exact_tests += %reldir%/test_swept
bounds_tests += %reldir%/test_swept_bounds
bounds_tests += %reldir%/test_swept_spheres
plugin_exact_tests += %reldir%/test_add_pairs
plugin_exact_tests += %reldir%/test_triangle_chords
plugin_exact_tests += %reldir%/test_triangle_filter
plugin_exact_tests += %reldir%/test_triangle_rank
bounds_tests += %reldir%/test_validate
bounds_tests += %reldir%/test_walk

# The constants of the fast tier, which check-bounds changes as well.
%canon_reldir%_test_error_analysis_SOURCES = %reldir%/test_error_analysis.c $(fast_constants)
fast_constants = tests/support/fast_constants.h tests/support/homogeneous_constants.c tests/support/rigid_constants.c
mutated_with_tests = %reldir%/test_error_analysis:tests/support/homogeneous_constants.c \
  %reldir%/test_error_analysis:tests/support/rigid_constants.c

EXTRA_DIST += %reldir%/aabbs.h
EXTRA_DIST += %reldir%/bounds.h
EXTRA_DIST += %reldir%/exact_pose.h
EXTRA_DIST += %reldir%/near_gaps.h
EXTRA_DIST += %reldir%/check_bounds.sh
EXTRA_DIST += %reldir%/choices.txt
EXTRA_DIST += %reldir%/constants.txt

test_work += %reldir%/work

# BOUNDS: the names of some files, constants or tests, or --since and a revision; all if empty.
BOUNDS =
.PHONY: check-bounds
if HAVE_FLINT
check-bounds: $(fixture_libs) tests/libsupport.la tests/liboracle.la lib/libbms-internal.la
	@srcdir='$(srcdir)' CC='$(CC)' CFLAGS='$(AM_CFLAGS) $(CFLAGS)' \
	  CPPFLAGS='$(DEFAULT_INCLUDES) $(test_cppflags) $(THREAD_CPPFLAGS) $(CPPFLAGS)' \
	  LDADD='$(LDADD) $(LIBS)' LIBTOOL='$(LIBTOOL)' TEST_SOURCES='$(mutated_with_tests)' \
	  $(SHELL) $(srcdir)/%reldir%/check_bounds.sh $(BOUNDS)
else
check-bounds:
	@echo 'exact arithmetic needs FLINT, MPFR and GMP: libflint-dev libmpfr-dev libgmp-dev' >&2; exit 1
endif
