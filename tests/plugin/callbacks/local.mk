# SPDX-License-Identifier: BSD-3-Clause

plain_tests += %reldir%/test_changes
plain_tests += %reldir%/test_consent
plain_tests += %reldir%/test_nested
plain_tests += %reldir%/test_sensors
plain_tests += %reldir%/test_integrity

# realloc() fails when the test wants it to.
%canon_reldir%_test_integrity_LDFLAGS = -Wl,--wrap=realloc
