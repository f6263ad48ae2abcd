# SPDX-License-Identifier: BSD-3-Clause

plain_tests += %reldir%/test_bounds
plain_tests += %reldir%/test_overlaps
