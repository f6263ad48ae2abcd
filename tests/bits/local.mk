# SPDX-License-Identifier: BSD-3-Clause

json_scripts += %reldir%/test_amalgamation.sh
json_scripts += %reldir%/test_same_bits.sh
script_tests += %reldir%/test_unsafe_flags.sh

query_bits = %reldir%/query_bits.c %reldir%/query_bits.h
json_test_programs += %reldir%/answers %reldir%/queries
%canon_reldir%_answers_SOURCES = %reldir%/answers.c %reldir%/scene_answers.c %reldir%/scene_answers.h $(query_bits)
%canon_reldir%_queries_SOURCES = %reldir%/queries.c $(query_bits)

EXTRA_DIST += %reldir%/build.sh
EXTRA_DIST += %reldir%/check_portability.sh
EXTRA_DIST += %reldir%/run_wasi.mjs

test_work += %reldir%/amalgamation_work
test_work += %reldir%/portability_work
test_work += %reldir%/unsafe_work
test_work += %reldir%/work

# Builds with other compilers and for other machines, as far as they are installed, and compares bits.
.PHONY: check-portability
check-portability: %reldir%/answers$(EXEEXT) %reldir%/queries$(EXEEXT) tools/bms-first-contact$(EXEEXT)
	srcdir='$(srcdir)' $(SHELL) $(srcdir)/%reldir%/check_portability.sh
