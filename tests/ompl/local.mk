# SPDX-License-Identifier: BSD-3-Clause

# In planners.
%canon_reldir%_test_ompl_SOURCES = %reldir%/test_ompl.cpp
%canon_reldir%_test_ompl_CPPFLAGS = $(AM_CPPFLAGS) $(OMPL_CFLAGS)
%canon_reldir%_test_ompl_LDADD = lib/libbms.la $(OMPL_LIBS)
if HAVE_OMPL
plain_tests += %reldir%/test_ompl
endif
