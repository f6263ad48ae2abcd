# SPDX-License-Identifier: BSD-3-Clause

# The tests: one program a unit, TAP.

TEST_EXTENSIONS = .sh
tap_driver = env AM_TAP_AWK='$(AWK)' $(SHELL) $(top_srcdir)/build-aux/tap-driver.sh
LOG_DRIVER = $(tap_driver)
SH_LOG_DRIVER = $(tap_driver)
SH_LOG_COMPILER = $(SHELL)

# Tests run in the top build directory; automake sets srcdir.
AM_TESTS_ENVIRONMENT = NOT_BUILT='$(NOT_BUILT)'; export NOT_BUILT; \
  CC='$(CC)' CFLAGS='$(CFLAGS)' CXX='$(CXX)' LDFLAGS='$(LDFLAGS)' MAKE='$(MAKE)' NM='$(NM)' \
  PKG_CONFIG='$(PKG_CONFIG)' includedir='$(includedir)' libdir='$(libdir)' pkgconfigdir='$(pkgconfigdir)'; \
  export CC CFLAGS CXX LDFLAGS MAKE NM PKG_CONFIG includedir libdir pkgconfigdir;

# What the folders add to, by what it needs.  Tests in C need cmocka, exact_tests and bounds_tests also FLINT, json_tests
# jansson, plugin_tests ODE, others both.  script_tests need nothing, plugin_scripts the plugin, program_scripts the
# programs, whole_scripts both; preload_scripts and json_scripts run programs of the tests.  test_work is what tests
# leave if they are interrupted.
plain_tests =
json_tests =
plugin_tests =
exact_tests =
exact_json_tests =
bounds_tests =
plugin_exact_tests =
json_test_programs =
plugin_test_programs =
script_tests = %reldir%/support/skipped.sh
plugin_scripts =
program_scripts =
whole_scripts =
preload_scripts =
json_scripts =
test_work =
compiled_tests =
TESTS = $(compiled_tests) $(script_tests)
if HAVE_PLUGIN
TESTS += $(plugin_scripts)
endif
if HAVE_TOOLS
TESTS += $(program_scripts)
if HAVE_PLUGIN
TESTS += $(whole_scripts)
endif
endif
if HAVE_TESTS
compiled_tests += $(plain_tests)
if HAVE_FLINT
compiled_tests += $(exact_tests) $(bounds_tests)
endif
if HAVE_TOOLS
compiled_tests += $(json_tests)
check_PROGRAMS += $(json_test_programs)
TESTS += $(json_scripts)
if HAVE_FLINT
compiled_tests += $(exact_json_tests)
endif
endif
if HAVE_PLUGIN
compiled_tests += $(plugin_tests)
check_PROGRAMS += $(plugin_test_programs)
TESTS += $(preload_scripts)
if HAVE_FLINT
compiled_tests += $(plugin_exact_tests)
endif
endif
endif
check_PROGRAMS += $(compiled_tests)
EXTRA_DIST += %reldir%/README.md %reldir%/units.txt $(script_tests) $(plugin_scripts) $(program_scripts) \
  $(whole_scripts) $(preload_scripts) $(json_scripts)

# Libraries that tests share.
if HAVE_TESTS
check_LTLIBRARIES += %reldir%/libsupport.la
if HAVE_PLUGIN
check_LTLIBRARIES += %reldir%/libfixture.la %reldir%/libworlds.la
endif
if HAVE_FLINT
check_LTLIBRARIES += %reldir%/liboracle.la
endif
endif
if HAVE_PLUGIN
fixture_libs = %reldir%/libworlds.la %reldir%/libfixture.la plugin/libqmbox-internal.la
endif
support_sources =
fixture_sources =
world_sources =
%canon_reldir%_libsupport_la_SOURCES = $(support_sources)
%canon_reldir%_libfixture_la_SOURCES = $(fixture_sources)
%canon_reldir%_libworlds_la_SOURCES = $(world_sources)

# Exact arithmetic, by other libraries than the solver's own.
if HAVE_FLINT
oracle_libs = %reldir%/liboracle.la $(FLINT_LIBS)
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
include %reldir%/python/local.mk
include %reldir%/report/local.mk
include %reldir%/robot/local.mk
include %reldir%/soak/local.mk
include %reldir%/tools/local.mk

# Proves an installation by few tests, of each part of it, at an eighth of their rounds.
quick_tests = tests/lib/numeric/test_self_test tests/lib/sections/test_route tests/lib/query/test_symmetry \
  tests/lib/arm/test_chain tests/lib/mesh/test_mesh tests/lib/query/test_first_contact \
  tests/lib/exact/test_exact_contact tests/plugin/api/test_simulate tests/plugin/api/test_world_step \
  tests/plugin/guard/test_guard tests/plugin/guard/test_frame tests/worlds/test_throws \
  tests/install/test_install.sh tests/install/test_parts.sh tests/tools/test_first_contact_input.sh \
  tests/preload/test_preload.sh tests/support/skipped.sh
# Prints the tests of $$wanted that this build has, and the programs that they need, as arguments of make.
chosen_tests = tests=; programs=; for test in $$wanted; do \
    case ' $(TESTS) ' in *" $$test "*) tests="$$tests $$test" ;; *) continue ;; esac; \
    case $$test in *.sh) ;; *) programs="$$programs $$test$(EXEEXT)" ;; esac; \
  done; \
  case $$tests in *preload*) programs="$$programs $(plugin_test_programs)" ;; esac; \
  case $$tests in *bits/* | *page/*) programs="$$programs $(json_test_programs)" ;; esac
.PHONY: check-quick distcheck-quick
check-quick: all
	@wanted='$(quick_tests)'; $(chosen_tests); \
	test -z "$$programs" || $(MAKE) $(AM_MAKEFLAGS) $$programs && \
	BMS_REDUCE=8 $(MAKE) $(AM_MAKEFLAGS) check-TESTS TESTS="$$tests" check_PROGRAMS= check_LTLIBRARIES=

# distcheck with these tests and those that check-sanitize leaves out: together the two run all tests from a release.
distcheck-quick:
	@wanted='$(quick_tests)'; for test in $(TESTS); do \
	  case $$test in $(not_sanitized)) wanted="$$wanted $$test" ;; esac; \
	done; $(chosen_tests); \
	BMS_REDUCE=8 $(MAKE) $(AM_MAKEFLAGS) distcheck TESTS="$$tests" check_PROGRAMS="$$programs"
