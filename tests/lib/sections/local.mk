# SPDX-License-Identifier: BSD-3-Clause

plain_tests += %reldir%/test_octant_equations
plain_tests += %reldir%/test_route
plain_tests += %reldir%/test_sphere
plain_tests += %reldir%/test_steps
plain_tests += %reldir%/test_topology
