# SPDX-License-Identifier: BSD-3-Clause

plain_tests += %reldir%/test_effort
plain_tests += %reldir%/test_first_contact_near
plain_tests += %reldir%/test_invariants
json_tests += %reldir%/test_sections_answer
plain_tests += %reldir%/test_symmetry
exact_tests += %reldir%/test_approach
exact_tests += %reldir%/test_contact_intervals
exact_tests += %reldir%/test_first_contact
exact_tests += %reldir%/test_first_contact_time
exact_tests += %reldir%/test_half_space
exact_tests += %reldir%/test_origins
exact_tests += %reldir%/test_scales
exact_json_tests += %reldir%/test_regressions
exact_tests += %reldir%/test_sections_oracle
exact_tests += %reldir%/test_touching
%canon_reldir%_test_touching_CPPFLAGS = $(AM_CPPFLAGS) -I$(srcdir)/bench
%canon_reldir%_test_touching_SOURCES = %reldir%/test_touching.c bench/coincidence.h bench/test_case.h
%canon_reldir%_test_touching_SOURCES += bench/coincidence.c bench/coincidence_extreme.c bench/coincidence_resting.c
%canon_reldir%_test_touching_SOURCES += bench/coincidence_touching.c bench/coincidence_turning.c
