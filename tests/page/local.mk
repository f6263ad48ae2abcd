# SPDX-License-Identifier: BSD-3-Clause

script_tests += %reldir%/test_page.sh

# What libbms answers, to compare the page with.
check_PROGRAMS += %reldir%/page_values

EXTRA_DIST += %reldir%/check_browser.mjs
EXTRA_DIST += %reldir%/check_values.mjs

test_work += %reldir%/work
