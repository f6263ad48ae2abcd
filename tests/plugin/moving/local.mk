# SPDX-License-Identifier: BSD-3-Clause

plugin_tests += %reldir%/test_bodies
plugin_tests += %reldir%/test_moving_bounds
plugin_tests += %reldir%/test_moving
