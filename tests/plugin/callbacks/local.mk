# SPDX-License-Identifier: BSD-3-Clause

plugin_tests += %reldir%/test_changes
plugin_tests += %reldir%/test_consent
plugin_tests += %reldir%/test_contact_log
plugin_tests += %reldir%/test_draw
plugin_tests += %reldir%/test_false_contacts
plugin_tests += %reldir%/test_nested
plugin_tests += %reldir%/test_sensor_world
plugin_tests += %reldir%/test_sensors
plugin_tests += %reldir%/test_integrity

# realloc() fails when the test wants it to.
%canon_reldir%_test_integrity_LDFLAGS = -Wl,--wrap=realloc
