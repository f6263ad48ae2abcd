# SPDX-License-Identifier: BSD-3-Clause

plain_tests += %reldir%/test_all_turns
plain_tests += %reldir%/test_approach
plain_tests += %reldir%/test_meeting
plain_tests += %reldir%/test_nearest
plain_tests += %reldir%/test_pair
