# SPDX-License-Identifier: BSD-3-Clause

script_tests += %reldir%/test_bounds.sh
script_tests += %reldir%/test_guards.sh
script_tests += %reldir%/test_includes.sh
whole_scripts += %reldir%/test_readme.sh
script_tests += %reldir%/test_single_users.sh
script_tests += %reldir%/test_units.sh
script_tests += %reldir%/test_version.sh
script_tests += %reldir%/test_words.sh
test_work += %reldir%/work

EXTRA_DIST += %reldir%/word_rates.sh %reldir%/word_rates.txt %reldir%/single_users.txt

.PHONY: check-includes check-words record-words
# Which room may include which.
check-includes:
	srcdir='$(srcdir)' $(SHELL) $(srcdir)/%reldir%/test_includes.sh

# Words, lengths of lines, format.
check-words:
	srcdir='$(srcdir)' $(SHELL) $(srcdir)/%reldir%/test_words.sh

# Lowers the rates that check-words allows to those of the tree.
record-words:
	srcdir='$(srcdir)' $(SHELL) $(srcdir)/%reldir%/word_rates.sh --record $(srcdir)/%reldir%/word_rates.txt %reldir%/single_users.txt
