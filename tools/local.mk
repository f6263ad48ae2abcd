# SPDX-License-Identifier: BSD-3-Clause

# The command-line programs, and the parts that they share with examples, tests and bench.

tools_cppflags = $(lib_cppflags) -I$(top_srcdir)/%reldir%
option_parts = %reldir%/options.c %reldir%/options.h
option_parts += %reldir%/progress.c %reldir%/progress.h

# Reads what bms-first-contact --certificate writes; shares no code with it.
bin_SCRIPTS = %reldir%/bms-check-certificate
CLEANFILES += $(bin_SCRIPTS)
EXTRA_DIST += %reldir%/check_certificate.py
%reldir%/bms-check-certificate: %reldir%/check_certificate.py
	$(AM_V_GEN)$(MKDIR_P) %reldir% && cp $(srcdir)/%reldir%/check_certificate.py $@ && chmod 755 $@

bashcompletiondir = $(datadir)/bash-completion/completions
dist_bashcompletion_DATA =
fishcompletiondir = $(datadir)/fish/vendor_completions.d
dist_fishcompletion_DATA =
zshcompletiondir = $(datadir)/zsh/site-functions
dist_zshcompletion_DATA =
dist_man_MANS = man/bms-check-certificate.1

include %reldir%/amalgamation/local.mk
include %reldir%/page/local.mk
include %reldir%/json/local.mk
include %reldir%/first_contact/local.mk
include %reldir%/replay/local.mk
include %reldir%/arm_sweep/local.mk
