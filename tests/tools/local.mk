# SPDX-License-Identifier: BSD-3-Clause

plain_tests += %reldir%/test_number_text
plain_tests += %reldir%/test_query_plain
plain_tests += %reldir%/test_replay
plain_tests += %reldir%/test_trace
exact_tests += %reldir%/test_first_contact_public
script_tests += %reldir%/test_arm_hostile.sh
script_tests += %reldir%/test_arm_lost.sh
script_tests += %reldir%/test_arm_meshes.sh
script_tests += %reldir%/test_arm_solids.sh
script_tests += %reldir%/test_arm_sweep.sh
script_tests += %reldir%/test_arm_trajectory.sh
script_tests += %reldir%/test_first_contact_input.sh
script_tests += %reldir%/test_manuals.sh

%canon_reldir%_test_trace_SOURCES = %reldir%/test_trace.c $(first_contact_parts) $(trace_parts)
%canon_reldir%_test_number_text_SOURCES = %reldir%/test_number_text.c tools/json/number_text.c tools/json/number_text.h
%canon_reldir%_test_query_plain_SOURCES = %reldir%/test_query_plain.c $(first_contact_parts)
%canon_reldir%_test_replay_SOURCES = %reldir%/test_replay.c $(replay_parts)
%canon_reldir%_test_replay_LDADD = tools/page/libpage.la $(LDADD)

# Robots and scenes from files.
%canon_reldir%_test_arm_scenes_SOURCES = %reldir%/test_arm_scenes.c $(robot_parts)
%canon_reldir%_test_arm_scenes_CPPFLAGS = $(AM_CPPFLAGS) $(robot_cppflags)
%canon_reldir%_test_arm_scenes_LDADD = $(LDADD) $(robot_libs)
# Edges of published robots beside FCL, for test_arm_meshes.sh.
%canon_reldir%_edges_beside_samples_SOURCES = %reldir%/edges_beside_samples.cpp $(robot_parts)
%canon_reldir%_edges_beside_samples_CPPFLAGS = $(AM_CPPFLAGS) $(robot_cppflags)
%canon_reldir%_edges_beside_samples_CXXFLAGS = $(FCL_CFLAGS)
%canon_reldir%_edges_beside_samples_LDADD = $(LDADD) $(robot_libs) $(FCL_LIBS)
if HAVE_ARM_FILES
compiled_tests += %reldir%/test_arm_scenes
if HAVE_FCL
check_PROGRAMS += %reldir%/edges_beside_samples
endif
endif

EXTRA_DIST += %reldir%/arm_program.sh

test_work += %reldir%/arm_work
test_work += %reldir%/hostile_work
test_work += %reldir%/manual_work
test_work += %reldir%/meshes_work
test_work += %reldir%/solids_work
test_work += %reldir%/trajectory_work
test_work += %reldir%/work
