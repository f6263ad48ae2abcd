# SPDX-License-Identifier: BSD-3-Clause

# The package of Python.
script_tests += %reldir%/test_python.sh

EXTRA_DIST += %reldir%/tap.py
EXTRA_DIST += %reldir%/test_documents.py
EXTRA_DIST += %reldir%/test_hostile.py
EXTRA_DIST += %reldir%/test_ode.py
EXTRA_DIST += %reldir%/test_robots.py
EXTRA_DIST += %reldir%/test_solver.py
EXTRA_DIST += %reldir%/test_trajectories.py

test_work += %reldir%/work
