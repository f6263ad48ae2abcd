# SPDX-License-Identifier: BSD-3-Clause

# The package bms of Python, which is built against the installed libraries: pip install ./python
EXTRA_DIST += %reldir%/build_bms.py
EXTRA_DIST += %reldir%/loops.c
EXTRA_DIST += %reldir%/ode.cdef
EXTRA_DIST += %reldir%/ode_loops.c
EXTRA_DIST += %reldir%/pyproject.toml
EXTRA_DIST += %reldir%/robot_loops.c
EXTRA_DIST += %reldir%/setup.py
EXTRA_DIST += %reldir%/bms/__init__.py
EXTRA_DIST += %reldir%/bms/_arrays.py
EXTRA_DIST += %reldir%/bms/ode.py
EXTRA_DIST += %reldir%/bms/pages.py
EXTRA_DIST += %reldir%/bms/paths.py
EXTRA_DIST += %reldir%/bms/py.typed
EXTRA_DIST += %reldir%/bms/robots.py
EXTRA_DIST += %reldir%/bms/shapes.py
EXTRA_DIST += %reldir%/bms/solver.py
