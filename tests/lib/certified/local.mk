# SPDX-License-Identifier: BSD-3-Clause

exact_tests += %reldir%/test_interior
exact_tests += %reldir%/test_walk
