# SPDX-License-Identifier: BSD-3-Clause

script_tests += %reldir%/test_bootstrap.sh
whole_scripts += %reldir%/test_documents.sh
plugin_scripts += %reldir%/test_headers.sh
whole_scripts += %reldir%/test_install.sh
script_tests += %reldir%/test_parts.sh

# `make install` links libraries of the build directory again and moves them aside meanwhile: the tests that call it run
# after all others, one by one.
logs_but_install = $(TEST_LOGS:%reldir%/test_install.log=)
logs_but_parts = $(logs_but_install:%reldir%/test_parts.log=)
logs_but_documents = $(logs_but_parts:%reldir%/test_documents.log=)
%reldir%/test_documents.log: $(logs_but_documents)
%reldir%/test_parts.log: $(logs_but_parts)
%reldir%/test_install.log: $(logs_but_install)

EXTRA_DIST += %reldir%/bms_alone.c
EXTRA_DIST += %reldir%/cmake/CMakeLists.txt
EXTRA_DIST += %reldir%/robot_alone.c

test_work += %reldir%/bootstrap_work
test_work += %reldir%/documents_root
test_work += %reldir%/documents_work
test_work += %reldir%/headers_work
test_work += %reldir%/parts_root
test_work += %reldir%/parts_work
test_work += %reldir%/root
test_work += %reldir%/work

# Two builds give the same bytes: what is installed, and the Debian packages (PACKAGES=no without).
EXTRA_DIST += %reldir%/check_purge.sh
EXTRA_DIST += %reldir%/check_reproducible.sh
.PHONY: check-reproducible
check-reproducible:
	$(MKDIR_P) maintainer
	$(MAKE) distdir distdir=$(maintainer_source)
	@srcdir='$(srcdir)' MAKE='$(MAKE)' CC='$(CC)' CXX='$(CXX)' $(SHELL) $(srcdir)/%reldir%/check_reproducible.sh $(maintainer_source) \
	  >maintainer/reproducible.tap; status=$$?; cat maintainer/reproducible.tap; \
	  test $$status -eq 0 && ! grep -q '^not ok' maintainer/reproducible.tap
