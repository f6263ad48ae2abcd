# SPDX-License-Identifier: BSD-3-Clause
#
# ODE as a static library, for programs that have an ODE of their own: sets $archive, the libode.a that pkg-config leads
# to, and $archive_libs, the libraries that it needs.  PKG_CONFIG and NM are set by `make check`.

archive=$($PKG_CONFIG --variable=libdir ode)/libode.a
archive_libs="$($PKG_CONFIG --libs ccd 2>/dev/null) -lpthread -ldl -lm"

# need_static_ode: ends the test as skipped if something is missing.
need_static_ode() {
  missing=$(static_ode_missing)
  [ -z "$missing" ] || { echo "1..0 # SKIP for a program with an ODE of its own $missing"; exit 0; }
}

# static_ode_missing: says what is missing to link libode.a, and nothing if all is there.
static_ode_missing() {
  if [ ! -f "$archive" ]; then
    echo "there is no $archive"
  elif ! command -v c++ >/dev/null 2>&1; then
    echo 'there is no c++ to link libode.a with'
  elif ${NM:-nm} "$archive" 2>/dev/null | grep -q ' U ccd' && ! $PKG_CONFIG --exists ccd; then
    echo 'libode.a needs libccd, which pkg-config does not find (libccd-dev)'
  fi
}
