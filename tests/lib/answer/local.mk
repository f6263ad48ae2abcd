# SPDX-License-Identifier: BSD-3-Clause

plain_tests += %reldir%/test_explain
plain_tests += %reldir%/test_patch
plain_tests += %reldir%/test_ties
