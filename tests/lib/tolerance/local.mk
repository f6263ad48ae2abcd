# SPDX-License-Identifier: BSD-3-Clause

exact_tests += %reldir%/test_within %reldir%/test_within_scales
