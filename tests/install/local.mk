# SPDX-License-Identifier: BSD-3-Clause

script_tests += %reldir%/test_bootstrap.sh
plugin_scripts += %reldir%/test_headers.sh
whole_scripts += %reldir%/test_install.sh
script_tests += %reldir%/test_parts.sh

EXTRA_DIST += %reldir%/bms_alone.c
EXTRA_DIST += %reldir%/cmake/CMakeLists.txt

test_work += %reldir%/bootstrap_work
test_work += %reldir%/headers_work
test_work += %reldir%/parts_root
test_work += %reldir%/parts_work
test_work += %reldir%/root
test_work += %reldir%/work
