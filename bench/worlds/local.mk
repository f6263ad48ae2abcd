# SPDX-License-Identifier: BSD-3-Clause

# What a frame costs beside plain ODE's, and how it grows.
EXTRA_PROGRAMS += %reldir%/worlds
%canon_reldir%_worlds_SOURCES = $(bench_worlds_sources)
%canon_reldir%_worlds_LDADD = tests/libworlds.la tests/libfixture.la plugin/libqmbox-internal.la tests/libsupport.la \
  lib/libbms-internal.la $(ODE_LIBS) $(PTHREAD_LIBS)
EXTRA_PROGRAMS += %reldir%/motion
%canon_reldir%_motion_SOURCES = %reldir%/motion.c
%canon_reldir%_motion_LDADD = $(%canon_reldir%_worlds_LDADD)
EXTRA_PROGRAMS += %reldir%/handling
%canon_reldir%_handling_SOURCES = %reldir%/handling.c
%canon_reldir%_handling_LDADD = $(%canon_reldir%_worlds_LDADD)
EXTRA_DIST += %reldir%/README.md %reldir%/curves.gp

bench_worlds_sources =
bench_worlds_sources += %reldir%/curves.c %reldir%/curves.h
bench_worlds_sources += %reldir%/measure.c %reldir%/measure.h
bench_worlds_sources += %reldir%/table.c %reldir%/table.h
bench_worlds_sources += %reldir%/worlds.c

# WORLDS_FLAGS=--quick for shorter runs.
.PHONY: bench-worlds plots-worlds
bench-worlds: %reldir%/worlds$(EXEEXT)
	./%reldir%/worlds$(EXEEXT) $(WORLDS_FLAGS)
	@$(MAKE) $(AM_MAKEFLAGS) plots-worlds

plots-worlds: %reldir%/worlds$(EXEEXT)
	$(MKDIR_P) bench/plots
	./%reldir%/worlds$(EXEEXT) --curves bench/plots $(WORLDS_FLAGS)
	$(draw_plots) $(srcdir)/%reldir%/curves.gp
