# SPDX-License-Identifier: BSD-3-Clause

script_tests += %reldir%/test_certificate.sh

check_PROGRAMS += %reldir%/family_lines

EXTRA_DIST += %reldir%/damage.py
EXTRA_DIST += %reldir%/hostile.py
EXTRA_DIST += %reldir%/long_numbers.jsonl
EXTRA_DIST += %reldir%/sizes.py

test_work += %reldir%/work
