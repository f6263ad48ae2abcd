# SPDX-License-Identifier: BSD-3-Clause

json_tests += %reldir%/test_number_text
json_tests += %reldir%/test_query_plain
json_tests += %reldir%/test_replay
json_tests += %reldir%/test_trace
exact_json_tests += %reldir%/test_first_contact_public
program_scripts += %reldir%/test_arm_files.sh
program_scripts += %reldir%/test_arm_hostile.sh
program_scripts += %reldir%/test_arm_lost.sh
program_scripts += %reldir%/test_arm_meshes.sh
program_scripts += %reldir%/test_arm_page.sh
program_scripts += %reldir%/test_arm_pairs.sh
program_scripts += %reldir%/test_arm_solids.sh
program_scripts += %reldir%/test_arm_sweep.sh
program_scripts += %reldir%/test_arm_trajectory.sh
program_scripts += %reldir%/test_first_contact_input.sh
program_scripts += %reldir%/test_manuals.sh

%canon_reldir%_test_trace_SOURCES = %reldir%/test_trace.c $(first_contact_parts) $(trace_parts)
%canon_reldir%_test_number_text_SOURCES = %reldir%/test_number_text.c tools/json/number_text.c tools/json/number_text.h
%canon_reldir%_test_query_plain_SOURCES = %reldir%/test_query_plain.c $(first_contact_parts)
%canon_reldir%_test_replay_SOURCES = %reldir%/test_replay.c $(replay_parts)
%canon_reldir%_test_replay_LDADD = tools/page/libpage.la $(LDADD)

# Robots and scenes from files.
%canon_reldir%_test_arm_scenes_SOURCES = %reldir%/test_arm_scenes.c
nodist_EXTRA_%canon_reldir%_test_arm_scenes_SOURCES = linked-as-C++.cpp
%canon_reldir%_test_arm_scenes_CPPFLAGS = $(AM_CPPFLAGS) $(robot_cppflags)
%canon_reldir%_test_arm_scenes_LDADD = $(robot_part_libs) $(LDADD)
# Edges of published robots beside FCL, for test_arm_meshes.sh.
%canon_reldir%_edges_beside_samples_SOURCES = %reldir%/edges_beside_samples.cpp
%canon_reldir%_edges_beside_samples_CPPFLAGS = $(AM_CPPFLAGS) $(robot_cppflags)
%canon_reldir%_edges_beside_samples_CXXFLAGS = $(FCL_CFLAGS)
%canon_reldir%_edges_beside_samples_LDADD = $(robot_part_libs) $(LDADD) $(FCL_LIBS)
if HAVE_ARM_FILES
json_tests += %reldir%/test_arm_scenes
if HAVE_FCL
json_test_programs += %reldir%/edges_beside_samples
endif
endif

EXTRA_DIST += %reldir%/arm_program.sh

test_work += %reldir%/arm_work
test_work += %reldir%/files_work
test_work += %reldir%/hostile_work
test_work += %reldir%/manual_work
test_work += %reldir%/meshes_work
test_work += %reldir%/page_work
test_work += %reldir%/pairs_work
test_work += %reldir%/solids_work
test_work += %reldir%/trajectory_work
test_work += %reldir%/work
