# SPDX-License-Identifier: BSD-3-Clause

plain_tests += %reldir%/test_axis
plain_tests += %reldir%/test_motion
exact_tests += %reldir%/test_relative
