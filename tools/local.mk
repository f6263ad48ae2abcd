# SPDX-License-Identifier: BSD-3-Clause

# The command-line programs, and the parts that they share with examples, tests and bench.

tools_cppflags = $(lib_cppflags) -I$(top_srcdir)/%reldir%
option_parts = %reldir%/options.c %reldir%/options.h

# Reads what bms-first-contact --certificate writes; shares no code with it.
dist_pkgdata_SCRIPTS = %reldir%/check_certificate.py

bashcompletiondir = $(datadir)/bash-completion/completions
dist_bashcompletion_DATA =
dist_man_MANS =

include %reldir%/page/local.mk
include %reldir%/json/local.mk
include %reldir%/first_contact/local.mk
include %reldir%/robot/local.mk
include %reldir%/replay/local.mk
include %reldir%/arm_sweep/local.mk
