# SPDX-License-Identifier: BSD-3-Clause

plain_tests += %reldir%/test_rules
json_scripts += %reldir%/test_added_rule.sh
