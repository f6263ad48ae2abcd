# SPDX-License-Identifier: BSD-3-Clause

plain_tests += %reldir%/test_homogeneous_fast
exact_tests += %reldir%/test_homogeneous_parts
