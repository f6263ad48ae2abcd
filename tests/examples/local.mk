# SPDX-License-Identifier: BSD-3-Clause

whole_scripts += %reldir%/test_answers.sh
whole_scripts += %reldir%/test_commands.sh
program_scripts += %reldir%/test_many_machines.sh
whole_scripts += %reldir%/test_pages.sh
script_tests += %reldir%/test_site.sh
plugin_scripts += %reldir%/test_python.sh
whole_scripts += %reldir%/test_replays.sh
whole_scripts += %reldir%/test_troubleshooting.sh
plugin_scripts += %reldir%/test_webots_plugin.sh

EXTRA_DIST += %reldir%/check_site.mjs
EXTRA_DIST += %reldir%/site_links.py
EXTRA_DIST += %reldir%/validate_gltf.js
EXTRA_DIST += %reldir%/webots_host.c

test_work += %reldir%/answers_work
test_work += %reldir%/commands_work
test_work += %reldir%/pages_work
test_work += %reldir%/python_work
test_work += %reldir%/site_work
test_work += %reldir%/replay_work
test_work += %reldir%/troubleshooting_work
test_work += %reldir%/webots_work
