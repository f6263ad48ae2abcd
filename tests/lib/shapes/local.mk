# SPDX-License-Identifier: BSD-3-Clause

plain_tests += %reldir%/test_convex %reldir%/test_convex_approach %reldir%/test_convex_overlap
exact_tests += %reldir%/test_convex_exact
