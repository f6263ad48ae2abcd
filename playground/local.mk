# SPDX-License-Identifier: BSD-3-Clause

# libbms as WebAssembly: a package of npm, and a page that answers queries while they are edited.  Needs a clang for WASI,
# node, and for the page the modules of tools/page (doc/playground.md); nothing of it is installed.
EXTRA_DIST += %reldir%/bms_module.c
EXTRA_DIST += %reldir%/build_module.sh
EXTRA_DIST += %reldir%/build_package.mjs
EXTRA_DIST += %reldir%/build_page.mjs
EXTRA_DIST += %reldir%/package/README.md
EXTRA_DIST += %reldir%/package/index.d.ts
EXTRA_DIST += %reldir%/package/index.js
EXTRA_DIST += %reldir%/package/package.json
EXTRA_DIST += %reldir%/src/editor.js
EXTRA_DIST += %reldir%/src/handles.js
EXTRA_DIST += %reldir%/src/main.js
EXTRA_DIST += %reldir%/src/playground.js
EXTRA_DIST += %reldir%/src/query_edit.js
EXTRA_DIST += %reldir%/src/style.css

CLEANFILES += %reldir%/bms.wasm %reldir%/playground.html
WASM_CC = clang --target=wasm32-wasi

.PHONY: playground playground-package
playground: playground-package
	cd $(srcdir)/tools/page && { test -d node_modules || npm ci --no-audit --no-fund; }
	node $(srcdir)/%reldir%/build_page.mjs %reldir%/libbms %reldir%/playground.html
	@echo 'open %reldir%/playground.html in a browser'
playground-package: %reldir%/bms.wasm
	node $(srcdir)/%reldir%/build_package.mjs %reldir%/bms.wasm %reldir%/libbms $(VERSION)
%reldir%/bms.wasm: %reldir%/bms_module.c %reldir%/build_module.sh $(bms_sources)
	$(AM_V_GEN)$(MKDIR_P) %reldir% && WASM_CC='$(WASM_CC)' $(SHELL) $(srcdir)/%reldir%/build_module.sh $(srcdir) $@
