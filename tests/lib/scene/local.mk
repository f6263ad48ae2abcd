# SPDX-License-Identifier: BSD-3-Clause

plain_tests += %reldir%/test_edge_rates
plain_tests += %reldir%/test_scene
plain_tests += %reldir%/test_scene_edit
plain_tests += %reldir%/test_scene_meet
