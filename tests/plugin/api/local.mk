# SPDX-License-Identifier: BSD-3-Clause

plain_tests += %reldir%/test_body_move_to
plain_tests += %reldir%/test_cast_places
plain_tests += %reldir%/test_collider
plain_tests += %reldir%/test_first_contact
plain_tests += %reldir%/test_hosts
plain_tests += %reldir%/test_simulate
plain_tests += %reldir%/test_space_cast
plain_tests += %reldir%/test_space_first_contact
plain_tests += %reldir%/test_world_step
