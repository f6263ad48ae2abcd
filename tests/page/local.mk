# SPDX-License-Identifier: BSD-3-Clause

json_scripts += %reldir%/test_page.sh

# What libbms answers, to compare the page with.
json_test_programs += %reldir%/page_values

EXTRA_DIST += %reldir%/check_browser.mjs
EXTRA_DIST += %reldir%/check_values.mjs

test_work += %reldir%/work
