# SPDX-License-Identifier: BSD-3-Clause

json_scripts += %reldir%/test_certificate.sh

json_test_programs += %reldir%/family_lines

EXTRA_DIST += %reldir%/damage.py
EXTRA_DIST += %reldir%/damage_others.py
EXTRA_DIST += %reldir%/hostile.py
EXTRA_DIST += %reldir%/long_numbers.jsonl
EXTRA_DIST += %reldir%/planar_turn.jsonl
EXTRA_DIST += %reldir%/sizes.py

test_work += %reldir%/work
