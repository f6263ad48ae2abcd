# SPDX-License-Identifier: BSD-3-Clause

plain_tests += %reldir%/test_approach
plain_tests += %reldir%/test_bodies
plain_tests += %reldir%/test_bounds
plain_tests += %reldir%/test_candidates
plain_tests += %reldir%/test_changes
plain_tests += %reldir%/test_consent
plain_tests += %reldir%/test_frame
plain_tests += %reldir%/test_guard
plain_tests += %reldir%/test_kept_tree
plain_tests += %reldir%/test_meeting
plain_tests += %reldir%/test_mesh_descent
plain_tests += %reldir%/test_mesh_relation
plain_tests += %reldir%/test_nearest
plain_tests += %reldir%/test_nested
plain_tests += %reldir%/test_push
plain_tests += %reldir%/test_queue
plain_tests += %reldir%/test_solid
plain_tests += %reldir%/test_spare
plain_tests += %reldir%/test_stops
plain_tests += %reldir%/test_take_up
plain_tests += %reldir%/test_two_meshes
plain_tests += %reldir%/test_whole

# realloc() fails when the test wants it to.
%canon_reldir%_test_whole_LDFLAGS = -Wl,--wrap=realloc

fixture_sources += %reldir%/extent.c %reldir%/extent.h
fixture_sources += %reldir%/thrown.c %reldir%/thrown.h
fixture_sources += %reldir%/watch.c %reldir%/watch.h
