# SPDX-License-Identifier: BSD-3-Clause

json_scripts += %reldir%/test_derivative.sh

EXTRA_DIST += %reldir%/implicit.py

test_work += %reldir%/work
