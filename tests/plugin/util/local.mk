# SPDX-License-Identifier: BSD-3-Clause

plain_tests += %reldir%/test_arithmetic
plain_tests += %reldir%/test_remembered
