# SPDX-License-Identifier: BSD-3-Clause

plain_tests += %reldir%/test_kept_tree
plain_tests += %reldir%/test_mesh_descent
plain_tests += %reldir%/test_mesh_relation
plain_tests += %reldir%/test_moving_meshes
