# SPDX-License-Identifier: BSD-3-Clause

exact_tests += %reldir%/test_gap_value
exact_tests += %reldir%/test_inside
exact_tests += %reldir%/test_plane
exact_tests += %reldir%/test_separation
