# SPDX-License-Identifier: BSD-3-Clause

plugin_tests += %reldir%/test_kept_tree
plugin_tests += %reldir%/test_mesh_descent
plugin_tests += %reldir%/test_mesh_relation
plugin_tests += %reldir%/test_moving_meshes
