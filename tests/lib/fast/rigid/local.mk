# SPDX-License-Identifier: BSD-3-Clause

plain_tests += %reldir%/test_rigid_fast
exact_tests += %reldir%/test_rigid_parts
