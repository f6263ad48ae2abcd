# SPDX-License-Identifier: BSD-3-Clause

plain_tests += %reldir%/test_rules
script_tests += %reldir%/test_added_rule.sh
