# SPDX-License-Identifier: BSD-3-Clause

plain_tests += %reldir%/test_add_pairs
plain_tests += %reldir%/test_candidates
plain_tests += %reldir%/test_frame
plain_tests += %reldir%/test_guard
plain_tests += %reldir%/test_meeting_queue
plain_tests += %reldir%/test_memory_pool
plain_tests += %reldir%/test_programs
plain_tests += %reldir%/test_push
plain_tests += %reldir%/test_stops
plain_tests += %reldir%/test_two_meshes
