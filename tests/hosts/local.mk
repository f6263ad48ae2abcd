# SPDX-License-Identifier: BSD-3-Clause

EXTRA_DIST += %reldir%/check_hosts.sh
EXTRA_DIST += %reldir%/headless.c
EXTRA_DIST += %reldir%/demo_figures.awk
EXTRA_DIST += %reldir%/ode_demos.sh
EXTRA_DIST += %reldir%/ode_unit_tests.sh
EXTRA_DIST += %reldir%/pyode_wall.py

# Programs of other projects with the preload library: those that are installed, and ODE's demos if its source is in this
# directory.
ODE_SOURCE =
.PHONY: check-hosts
check-hosts: all
	@CC='$(CC)' CXX='$(CXX)' PKG_CONFIG='$(PKG_CONFIG)' srcdir='$(srcdir)' \
	  $(SHELL) $(srcdir)/%reldir%/check_hosts.sh '$(ODE_SOURCE)'
