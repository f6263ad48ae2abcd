# SPDX-License-Identifier: BSD-3-Clause

# The tests: one program a unit, TAP.

TEST_EXTENSIONS = .sh
tap_driver = env AM_TAP_AWK='$(AWK)' $(SHELL) $(top_srcdir)/build-aux/tap-driver.sh
LOG_DRIVER = $(tap_driver)
SH_LOG_DRIVER = $(tap_driver)
SH_LOG_COMPILER = $(SHELL)

# Tests run in the top build directory; automake sets srcdir.
AM_TESTS_ENVIRONMENT = CC='$(CC)' CFLAGS='$(CFLAGS)' LDFLAGS='$(LDFLAGS)' MAKE='$(MAKE)' NM='$(NM)' \
  PKG_CONFIG='$(PKG_CONFIG)' includedir='$(includedir)' libdir='$(libdir)' pkgconfigdir='$(pkgconfigdir)'; \
  export CC CFLAGS LDFLAGS MAKE NM PKG_CONFIG includedir libdir pkgconfigdir;

# What the folders add to: plain_tests need nothing else; exact_tests and bounds_tests need FLINT; script_tests are shell
# scripts; test_work is what tests leave if they are interrupted.
plain_tests =
exact_tests =
bounds_tests =
script_tests =
test_work =
compiled_tests = $(plain_tests)
TESTS = $(compiled_tests) $(script_tests)
if HAVE_FLINT
compiled_tests += $(exact_tests) $(bounds_tests)
else
TESTS += %reldir%/support/skipped.sh
endif
check_PROGRAMS += $(compiled_tests)
EXTRA_DIST += %reldir%/README.md %reldir%/units.txt $(script_tests)

# Libraries that tests share.
check_LTLIBRARIES += %reldir%/libsupport.la %reldir%/libfixture.la %reldir%/libworlds.la
support_sources =
fixture_sources =
world_sources =
%canon_reldir%_libsupport_la_SOURCES = $(support_sources)
%canon_reldir%_libfixture_la_SOURCES = $(fixture_sources)
%canon_reldir%_libworlds_la_SOURCES = $(world_sources)

# Exact arithmetic, by other libraries than the solver's own.
if HAVE_FLINT
oracle_libs = %reldir%/liboracle.la $(FLINT_LIBS)
check_LTLIBRARIES += %reldir%/liboracle.la
endif
oracle_sources =
%canon_reldir%_liboracle_la_SOURCES = $(oracle_sources)

include %reldir%/support/local.mk
include %reldir%/oracle/local.mk
include %reldir%/data/local.mk
include %reldir%/lib/local.mk
include %reldir%/plugin/local.mk
include %reldir%/worlds/local.mk
include %reldir%/bounds/local.mk
include %reldir%/bits/local.mk
include %reldir%/certificate/local.mk
include %reldir%/derivative/local.mk
include %reldir%/examples/local.mk
include %reldir%/fuzz/local.mk
include %reldir%/hosts/local.mk
include %reldir%/house/local.mk
include %reldir%/install/local.mk
include %reldir%/ompl/local.mk
include %reldir%/page/local.mk
include %reldir%/preload/local.mk
include %reldir%/report/local.mk
include %reldir%/soak/local.mk
include %reldir%/tools/local.mk
