# SPDX-License-Identifier: BSD-3-Clause

plugin_tests += %reldir%/test_bodies
plugin_tests += %reldir%/test_path_bounds
plugin_tests += %reldir%/test_solid
