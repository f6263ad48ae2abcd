# SPDX-License-Identifier: BSD-3-Clause

plain_tests += %reldir%/test_batch
plain_tests += %reldir%/test_parallel_for
plain_tests += %reldir%/test_threads
