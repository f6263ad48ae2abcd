# SPDX-License-Identifier: BSD-3-Clause

plain_tests += %reldir%/test_chain
plain_tests += %reldir%/test_chain_shapes
