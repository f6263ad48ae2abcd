# SPDX-License-Identifier: BSD-3-Clause

plain_tests += %reldir%/test_geom_bounds
plain_tests += %reldir%/test_geom_transform
plain_tests += %reldir%/test_zero_size
plain_tests += %reldir%/test_joint_walk
plain_tests += %reldir%/test_scratch_step
