# SPDX-License-Identifier: BSD-3-Clause

json_scripts += %reldir%/test_page.sh
json_scripts += %reldir%/test_playground.sh

# What libbms answers, to compare the page with.
json_test_programs += %reldir%/page_values

EXTRA_DIST += %reldir%/check_browser.mjs
EXTRA_DIST += %reldir%/check_module.mjs
EXTRA_DIST += %reldir%/check_pairs.mjs
EXTRA_DIST += %reldir%/check_playground.mjs
EXTRA_DIST += %reldir%/check_values.mjs
EXTRA_DIST += %reldir%/module_answers.mjs
EXTRA_DIST += %reldir%/modules.sh
EXTRA_DIST += %reldir%/tap.mjs

test_work += %reldir%/playground_work
test_work += %reldir%/work
