# SPDX-License-Identifier: BSD-3-Clause

plugin_tests += %reldir%/test_body_list
plugin_tests += %reldir%/test_erp_scaling
plugin_tests += %reldir%/test_geom_bounds
plugin_tests += %reldir%/test_geom_transform
plugin_tests += %reldir%/test_joint_tear
plugin_tests += %reldir%/test_joint_walk
plugin_tests += %reldir%/test_scratch_step
plugin_tests += %reldir%/test_zero_size
