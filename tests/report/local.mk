# SPDX-License-Identifier: BSD-3-Clause

EXTRA_PROGRAMS += %reldir%/fallback

# How often exact arithmetic is needed, family by family, in this many queries of each.
REPORT_QUERIES = 1000
.PHONY: report
report: %reldir%/fallback$(EXEEXT)
	@%reldir%/fallback$(EXEEXT) $(REPORT_QUERIES)
