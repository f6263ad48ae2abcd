# SPDX-License-Identifier: BSD-3-Clause

plugin_tests += %reldir%/test_add_pairs
plugin_tests += %reldir%/test_candidates
plugin_tests += %reldir%/test_frame
plugin_tests += %reldir%/test_guard
plugin_tests += %reldir%/test_impulses
plugin_tests += %reldir%/test_jams
plugin_tests += %reldir%/test_known_rows
plugin_tests += %reldir%/test_linkage_parts
plugin_tests += %reldir%/test_meeting_queue
plugin_tests += %reldir%/test_memory_pool
plugin_tests += %reldir%/test_nearby
plugin_tests += %reldir%/test_programs
plugin_tests += %reldir%/test_push
plugin_tests += %reldir%/test_stops
plugin_tests += %reldir%/test_track
plugin_tests += %reldir%/test_two_meshes
