# SPDX-License-Identifier: BSD-3-Clause

# A page that shows what a program has found.  `make page` builds its template from src/; a release contains it, and the
# programs carry it as an array of bytes.
if HAVE_TOOLS
noinst_LTLIBRARIES += %reldir%/libpage.la
endif
%canon_reldir%_libpage_la_SOURCES = %reldir%/page.c %reldir%/page.h %reldir%/page_template.h
%canon_reldir%_libpage_la_SOURCES += tools/output_file.c tools/output_file.h
nodist_%canon_reldir%_libpage_la_SOURCES = %reldir%/page_template.c
%canon_reldir%_libpage_la_CPPFLAGS = $(tools_cppflags) $(JANSSON_CFLAGS)
CLEANFILES += %reldir%/page_template.c
%reldir%/page_template.c: $(srcdir)/%reldir%/page.html
	$(AM_V_GEN)$(MKDIR_P) %reldir% && { \
	  echo '#include "page/page_template.h"' && echo 'const unsigned char PAGE_TEMPLATE[] = {' && \
	  od -An -v -tu1 $(srcdir)/%reldir%/page.html | $(SED) 's/[0-9][0-9]*/&,/g' && \
	  echo '};' && echo 'const size_t PAGE_TEMPLATE_SIZE = sizeof PAGE_TEMPLATE;'; } >$@.tmp && mv $@.tmp $@

EXTRA_DIST += %reldir%/README.md %reldir%/page.html
EXTRA_DIST += %reldir%/package.json %reldir%/package-lock.json %reldir%/build.js %reldir%/bundle.js
EXTRA_DIST += %reldir%/browser.mjs %reldir%/pictures.mjs

EXTRA_DIST += %reldir%/three/LICENSE
EXTRA_DIST += %reldir%/three/build/three.core.js
EXTRA_DIST += %reldir%/three/build/three.module.js
EXTRA_DIST += %reldir%/three/examples/jsm/controls/OrbitControls.js
EXTRA_DIST += %reldir%/three/examples/jsm/geometries/ConvexGeometry.js
EXTRA_DIST += %reldir%/three/examples/jsm/lines/LineMaterial.js
EXTRA_DIST += %reldir%/three/examples/jsm/lines/LineSegments2.js
EXTRA_DIST += %reldir%/three/examples/jsm/lines/LineSegmentsGeometry.js
EXTRA_DIST += %reldir%/three/examples/jsm/math/ConvexHull.js
EXTRA_DIST += %reldir%/src/box.js
EXTRA_DIST += %reldir%/src/boxes_view.js
EXTRA_DIST += %reldir%/src/dom.js
EXTRA_DIST += %reldir%/src/drawing.js
EXTRA_DIST += %reldir%/src/features.js
EXTRA_DIST += %reldir%/src/film.js
EXTRA_DIST += %reldir%/src/form.js
EXTRA_DIST += %reldir%/src/gauge.js
EXTRA_DIST += %reldir%/src/grid.js
EXTRA_DIST += %reldir%/src/item_list.js
EXTRA_DIST += %reldir%/src/kinds.js
EXTRA_DIST += %reldir%/src/main.js
EXTRA_DIST += %reldir%/src/mapping.js
EXTRA_DIST += %reldir%/src/minkowski.js
EXTRA_DIST += %reldir%/src/motion.js
EXTRA_DIST += %reldir%/src/page.html
EXTRA_DIST += %reldir%/src/pair_list.js
EXTRA_DIST += %reldir%/src/panel.js
EXTRA_DIST += %reldir%/src/picker.js
EXTRA_DIST += %reldir%/src/query_page.js
EXTRA_DIST += %reldir%/src/query_state.js
EXTRA_DIST += %reldir%/src/recording.js
EXTRA_DIST += %reldir%/src/replay_page.js
EXTRA_DIST += %reldir%/src/scene.js
EXTRA_DIST += %reldir%/src/sphere_view.js
EXTRA_DIST += %reldir%/src/style.css
EXTRA_DIST += %reldir%/src/sum_view.js
EXTRA_DIST += %reldir%/src/sweep_page.js
EXTRA_DIST += %reldir%/src/theme.js
EXTRA_DIST += %reldir%/src/thumbnails.js
EXTRA_DIST += %reldir%/src/ticks.js
EXTRA_DIST += %reldir%/src/timeline.js
EXTRA_DIST += %reldir%/src/topology.js
EXTRA_DIST += %reldir%/src/vector.js
EXTRA_DIST += %reldir%/src/world_view.js

# The template, from its sources and three.js (node, npm).
.PHONY: page pictures
page:
	cd $(srcdir)/%reldir% && npm ci --no-audit --no-fund && node build.js

# The README's pictures of a query of the gallery, which need node, the modules of this folder and Chromium
# (doc/building.md).
pictures: gallery
	grep '"edge against edge"' $(srcdir)/examples/gallery.jsonl | \
	  ./tools/bms-first-contact$(EXEEXT) --html gallery/edge-against-edge.html >/dev/null
	PAGE_MODULES=$(abs_srcdir)/%reldir% PAGE_BROWSER="$$(command -v chromium)" node $(srcdir)/%reldir%/pictures.mjs \
	  gallery/edge-against-edge.html $(srcdir)/doc/page_light.png $(srcdir)/doc/page_dark.png
