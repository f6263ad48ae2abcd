# SPDX-License-Identifier: BSD-3-Clause

plugin_tests += %reldir%/test_other_shapes
plugin_tests += %reldir%/test_paths
plugin_tests += %reldir%/test_resting
plugin_tests += %reldir%/test_step_check
plugin_tests += %reldir%/test_stop_geometry
plugin_tests += %reldir%/test_volley
