# SPDX-License-Identifier: BSD-3-Clause

plugin_tests += %reldir%/test_all_turns
plugin_tests += %reldir%/test_approach
plugin_tests += %reldir%/test_meeting
plugin_tests += %reldir%/test_nearest
plugin_tests += %reldir%/test_pair
