# SPDX-License-Identifier: BSD-3-Clause

script_tests += %reldir%/test_documents.sh
script_tests += %reldir%/test_headers.sh
script_tests += %reldir%/test_install.sh

EXTRA_DIST += %reldir%/bms_alone.c
EXTRA_DIST += %reldir%/cmake/CMakeLists.txt

test_work += %reldir%/documents_root
test_work += %reldir%/documents_work
test_work += %reldir%/headers_work
test_work += %reldir%/root
test_work += %reldir%/work
