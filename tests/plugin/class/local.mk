# SPDX-License-Identifier: BSD-3-Clause

plugin_tests += %reldir%/test_geom
plugin_tests += %reldir%/test_registration
