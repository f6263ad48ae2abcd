# SPDX-License-Identifier: BSD-3-Clause

plugin_tests += %reldir%/test_body_move_to
plugin_tests += %reldir%/test_cast_contact
plugin_tests += %reldir%/test_cast_kinds
plugin_tests += %reldir%/test_cast_places
plugin_tests += %reldir%/test_collider
plugin_tests += %reldir%/test_first_contact
plugin_tests += %reldir%/test_hosts
plugin_tests += %reldir%/test_mend_contacts
plugin_tests += %reldir%/test_old_names
plugin_tests += %reldir%/test_settings
plugin_tests += %reldir%/test_simulate
plugin_tests += %reldir%/test_space_cast
plugin_tests += %reldir%/test_space_first_contact
plugin_tests += %reldir%/test_space_overlaps
plugin_tests += %reldir%/test_world_step
