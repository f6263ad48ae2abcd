# SPDX-License-Identifier: BSD-3-Clause

exact_tests += %reldir%/test_exact_contact
exact_tests += %reldir%/test_exact_divisor
exact_tests += %reldir%/test_exact_number
exact_tests += %reldir%/test_exact_polynomial
exact_tests += %reldir%/test_exact_root
