# SPDX-License-Identifier: BSD-3-Clause

script_tests += %reldir%/test_bounds.sh
script_tests += %reldir%/test_includes.sh
whole_scripts += %reldir%/test_readme.sh
script_tests += %reldir%/test_units.sh
script_tests += %reldir%/test_version.sh
script_tests += %reldir%/test_words.sh
test_work += %reldir%/work

.PHONY: check-includes check-words
# Which room may include which.
check-includes:
	srcdir='$(srcdir)' $(SHELL) $(srcdir)/%reldir%/test_includes.sh

# Words, lengths of lines, format.
check-words:
	srcdir='$(srcdir)' $(SHELL) $(srcdir)/%reldir%/test_words.sh
