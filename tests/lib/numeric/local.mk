# SPDX-License-Identifier: BSD-3-Clause

plain_tests += %reldir%/test_elementary
plain_tests += %reldir%/test_jet
plain_tests += %reldir%/test_rational_bound
plain_tests += %reldir%/test_self_test
plain_tests += %reldir%/test_sine
exact_tests += %reldir%/test_double_double
exact_tests += %reldir%/test_polynomial
