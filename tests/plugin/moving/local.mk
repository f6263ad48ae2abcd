# SPDX-License-Identifier: BSD-3-Clause

plain_tests += %reldir%/test_bodies
plain_tests += %reldir%/test_path_bounds
plain_tests += %reldir%/test_solid
