# SPDX-License-Identifier: BSD-3-Clause

# tests/plugin/ROOM/test_UNIT.c proves plugin/ROOM/UNIT.c.
include %reldir%/util/local.mk
include %reldir%/ode/local.mk
include %reldir%/class/local.mk
include %reldir%/shapes/local.mk
include %reldir%/moving/local.mk
include %reldir%/pairs/local.mk
include %reldir%/meshes/local.mk
include %reldir%/broad/local.mk
include %reldir%/guard/local.mk
include %reldir%/callbacks/local.mk
include %reldir%/exact/local.mk
include %reldir%/api/local.mk

# Shared.
fixture_sources += %reldir%/extent.c %reldir%/extent.h
fixture_sources += %reldir%/fixture.c %reldir%/fixture.h
fixture_sources += %reldir%/geom_solid.c %reldir%/geom_solid.h
fixture_sources += %reldir%/joints.c %reldir%/joints.h
fixture_sources += %reldir%/loop.c %reldir%/loop.h
fixture_sources += %reldir%/own_shapes.c %reldir%/own_shapes.h
fixture_sources += %reldir%/step_judge.c %reldir%/step_judge.h
fixture_sources += %reldir%/thrown.c %reldir%/thrown.h
fixture_sources += %reldir%/watch.c %reldir%/watch.h

EXTRA_DIST += %reldir%/old_ode.sh %reldir%/single_ode.sh
.PHONY: check-old-ode check-single-ode
# The plugin against headers like those of programs that bring an older ODE along.
check-old-ode: all
	$(MKDIR_P) maintainer
	$(MAKE) distdir distdir=$(maintainer_source)
	@CC='$(CC)' MAKE='$(MAKE)' NM='$(NM)' PKG_CONFIG='$(PKG_CONFIG)' srcdir='$(srcdir)' \
	  $(SHELL) $(srcdir)/%reldir%/old_ode.sh >maintainer/old-ode.tap; status=$$?; cat maintainer/old-ode.tap; \
	  test $$status -eq 0 && ! grep -q '^not ok' maintainer/old-ode.tap

# The plugin and the preload library for an ODE in single precision.
check-single-ode:
	$(MKDIR_P) maintainer
	$(MAKE) distdir distdir=$(maintainer_source)
	@CC='$(CC)' CXX='$(CXX)' MAKE='$(MAKE)' NM='$(NM)' PKG_CONFIG='$(PKG_CONFIG)' \
	  $(SHELL) $(srcdir)/%reldir%/single_ode.sh '$(ODE_SOURCE)' >maintainer/single-ode.tap; status=$$?; \
	  cat maintainer/single-ode.tap; test $$status -eq 0 && ! grep -q '^not ok' maintainer/single-ode.tap
