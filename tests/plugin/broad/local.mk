# SPDX-License-Identifier: BSD-3-Clause

plugin_tests += %reldir%/test_bounds
plugin_tests += %reldir%/test_overlaps
