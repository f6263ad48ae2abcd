# SPDX-License-Identifier: BSD-3-Clause

plugin_tests += %reldir%/test_arithmetic
plugin_tests += %reldir%/test_remembered
