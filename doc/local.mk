# SPDX-License-Identifier: BSD-3-Clause

EXTRA_DIST += %reldir%/Doxyfile.in
EXTRA_DIST += %reldir%/algorithm.md
EXTRA_DIST += %reldir%/api.md
EXTRA_DIST += %reldir%/architecture.md
EXTRA_DIST += %reldir%/building.md
EXTRA_DIST += %reldir%/bullet_and_wall.svg
EXTRA_DIST += %reldir%/certificates.md
EXTRA_DIST += %reldir%/copies-of-the-gap.md
EXTRA_DIST += %reldir%/derivatives-and-tolerances.md
EXTRA_DIST += %reldir%/domino_row.svg
EXTRA_DIST += %reldir%/doxygen_filter
EXTRA_DIST += %reldir%/error-analysis.md
EXTRA_DIST += %reldir%/falling_tower.svg
EXTRA_DIST += %reldir%/films.md
EXTRA_DIST += %reldir%/glossary.md
EXTRA_DIST += %reldir%/hosts.md
EXTRA_DIST += %reldir%/limits.md
EXTRA_DIST += %reldir%/many-machines.md
EXTRA_DIST += %reldir%/minkowski_sum.svg
EXTRA_DIST += %reldir%/page_dark.png
EXTRA_DIST += %reldir%/page_light.png
EXTRA_DIST += %reldir%/paths-and-arms.md
EXTRA_DIST += %reldir%/portability.md
EXTRA_DIST += %reldir%/preload.md
EXTRA_DIST += %reldir%/reading-the-answer.md
EXTRA_DIST += %reldir%/releasing.md
EXTRA_DIST += %reldir%/spinning_plank.svg
EXTRA_DIST += %reldir%/worlds.md

# The pages of the interface (doxygen).
.PHONY: doc
doc:
	@command -v doxygen >/dev/null || { echo 'doxygen is not installed' >&2; exit 1; }
	$(MKDIR_P) %reldir%/api
	$(SED) -e 's|[@]PACKAGE_VERSION[@]|$(PACKAGE_VERSION)|; s|[@]top_srcdir[@]|$(top_srcdir)|g' \
	  $(srcdir)/%reldir%/Doxyfile.in >%reldir%/api/Doxyfile
	doxygen %reldir%/api/Doxyfile
