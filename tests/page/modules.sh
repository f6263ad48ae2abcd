# SPDX-License-Identifier: BSD-3-Clause
#
# shellcheck shell=sh disable=SC2154
#
# The modules of tools/page and the browser, for tests of pages: . "$source/tests/page/modules.sh", after $source and
# $work have been set.

# modules_missing: puts tools/page with its modules into $work/page; says why there are none, and nothing if there are.
modules_missing() {
  mkdir -p "$work/page"
  cp -R "$source/tools/page/src" "$source/tools/page/three" "$work/page"
  cp "$source/tools/page/build.js" "$source/tools/page/bundle.js" "$source/tools/page/package.json" "$source/tools/page/package-lock.json" "$work/page"
  if ! command -v node >/dev/null 2>&1; then
    echo 'there is no node (doc/building.md)'
  elif [ -d "$source/tools/page/node_modules" ]; then
    ln -s "$source/tools/page/node_modules" "$work/page/node_modules"
  elif [ -z "$CI" ]; then
    echo 'there is no tools/page/node_modules (doc/building.md)'
  elif ! command -v npm >/dev/null 2>&1; then
    echo 'there is no npm to get the modules of tools/page'
  elif ! timeout 120 npm ci --silent --no-audit --no-fund --prefix "$work/page" >/dev/null 2>&1; then
    echo 'npm ci in tools/page fails'
  fi
}

browser() {
  command -v chromium || command -v chromium-browser || command -v google-chrome
}
