# SPDX-License-Identifier: BSD-3-Clause

plain_tests += %reldir%/test_other_shapes
plain_tests += %reldir%/test_paths
plain_tests += %reldir%/test_resting
plain_tests += %reldir%/test_step_check
plain_tests += %reldir%/test_stop_geometry
plain_tests += %reldir%/test_volley
