# SPDX-License-Identifier: BSD-3-Clause

plain_tests += %reldir%/test_bernstein_hull
plain_tests += %reldir%/test_distance
plain_tests += %reldir%/test_swept_bounds
plain_tests += %reldir%/test_swept_spheres
