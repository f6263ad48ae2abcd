# SPDX-License-Identifier: BSD-3-Clause
#
# libbms as one file, bms.c, beside its public headers: for programs with a build of their own.

amalgamation = amalgamation
.PHONY: amalgamation
amalgamation:
	python3 $(srcdir)/%reldir%/amalgamate.py $(srcdir)/lib $(amalgamation) $(lib_libbms_internal_la_SOURCES)

EXTRA_DIST += %reldir%/amalgamate.py
