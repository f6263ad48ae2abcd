# SPDX-License-Identifier: BSD-3-Clause

installed_documents += %reldir%/algorithm.md
installed_documents += %reldir%/api.md
installed_documents += %reldir%/architecture.md
installed_documents += %reldir%/building.md
installed_documents += %reldir%/c-and-cpp.md
installed_documents += %reldir%/certificates.md
installed_documents += %reldir%/copies-of-the-gap.md
installed_documents += %reldir%/derivatives-and-tolerances.md
installed_documents += %reldir%/engines.md
installed_documents += %reldir%/error-analysis.md
installed_documents += %reldir%/faq.md
installed_documents += %reldir%/films.md
installed_documents += %reldir%/first-program.md
installed_documents += %reldir%/first-query.md
installed_documents += %reldir%/first-trajectory.md
installed_documents += %reldir%/glossary.md
installed_documents += %reldir%/hosts.md
installed_documents += %reldir%/install.md
installed_documents += %reldir%/limits.md
installed_documents += %reldir%/many-machines.md
installed_documents += %reldir%/own-geom-class.md
installed_documents += %reldir%/paths-and-arms.md
installed_documents += %reldir%/playground.md
installed_documents += %reldir%/portability.md
installed_documents += %reldir%/preload.md
installed_documents += %reldir%/python.md
installed_documents += %reldir%/reading-the-answer.md
installed_documents += %reldir%/releasing.md
installed_documents += %reldir%/troubleshooting.md
installed_documents += %reldir%/worlds.md
installed_files += %reldir%/bullet_and_wall.svg
installed_files += %reldir%/desk_arm.svg
installed_files += %reldir%/domino_row.svg
installed_files += %reldir%/falling_tower.svg
installed_files += %reldir%/minkowski_sum.svg
installed_files += %reldir%/page_dark.png
installed_files += %reldir%/page_light.png
installed_files += %reldir%/spinning_plank.svg

EXTRA_DIST += %reldir%/Doxyfile.in
EXTRA_DIST += %reldir%/doxygen_filter
EXTRA_DIST += %reldir%/installed.awk
EXTRA_DIST += %reldir%/mkdocs.yml
EXTRA_DIST += %reldir%/site.css
EXTRA_DIST += %reldir%/site.js
EXTRA_DIST += %reldir%/site.sh
EXTRA_DIST += $(installed_documents) $(installed_files)

# What an installation has in $(docdir): documents, whose links lead to what is installed, pictures, and examples, in the
# folders that they have here.
documents_here = $(DESTDIR)$(docdir)
install-data-local:
	@for file in $(installed_files); do \
	  $(MKDIR_P) "$(documents_here)/`dirname $$file`" && \
	  mode=644 && { test ! -x $(srcdir)/$$file || mode=755; } && \
	  $(INSTALL) -m $$mode $(srcdir)/$$file "$(documents_here)/$$file" || exit 1; \
	done
	@for file in $(installed_documents); do \
	  $(MKDIR_P) "$(documents_here)/`dirname $$file`" && \
	  $(AWK) -v name=$$file -v installed='$(installed_documents) $(installed_files)' -v includedir='$(includedir)' \
	    -v bindir='$(bindir)' -f $(srcdir)/%reldir%/installed.awk $(srcdir)/$$file >"$(documents_here)/$$file" && \
	  chmod 644 "$(documents_here)/$$file" || exit 1; \
	done

uninstall-local:
	@for file in $(installed_files) $(installed_documents); do rm -f "$(documents_here)/$$file"; done
	@for folder in /doc /examples/arm/desk_meshes /examples/arm /examples/python /examples ''; do \
	  test ! -d "$(documents_here)$$folder" || rmdir "$(documents_here)$$folder" 2>/dev/null || :; \
	done

# The pages of the interface (doxygen).
.PHONY: doc
doc:
	@command -v doxygen >/dev/null || { echo 'doxygen is not installed' >&2; exit 1; }
	$(MKDIR_P) %reldir%/api
	$(SED) -e 's|[@]PACKAGE_VERSION[@]|$(PACKAGE_VERSION)|; s|[@]top_srcdir[@]|$(top_srcdir)|g' \
	  $(srcdir)/%reldir%/Doxyfile.in >%reldir%/api/Doxyfile
	doxygen %reldir%/api/Doxyfile

# The documents and the interface as a static site with a search, in site/ (mkdocs, doxygen).  A browser searches it when it
# comes from a server: python3 -m http.server --directory site
.PHONY: site
site: doc
	@command -v mkdocs >/dev/null || { echo 'mkdocs is not installed' >&2; exit 1; }
	$(SHELL) $(srcdir)/%reldir%/site.sh $(srcdir) %reldir%/api/html site
