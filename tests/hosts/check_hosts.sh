#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# check_hosts.sh [ODE_SOURCE]: programs that nobody here wrote under the preload library.  What is not installed is
# skipped, with the reason.
#
# Run by `make check-hosts` in the build directory, which sets CC, CXX, PKG_CONFIG and srcdir.  HOST_SECONDS is for how
# long a game runs.

library=$PWD/preload/.libs/libode-qmbox-preload.so
work=$PWD/maintainer/hosts
seconds=${HOST_SECONDS:-20}
said="$work/plain $work/with $work/said"
. "${srcdir:-.}/tests/support/tap.sh"

# The python3 of the system: PyODE is installed for no other.
check_pyode() {
  python=/usr/bin/python3
  what='PyODE: boxes go through a wall in plain ODE, and none with the library'
  if ! $python -c 'import ode' 2>/dev/null; then
    skip "$what" 'there is no PyODE (Debian: python3-pyode)'
    return
  fi
  $python "$srcdir/tests/hosts/pyode_wall.py" >"$work/plain" 2>&1 &&
    LD_PRELOAD=$library $python "$srcdir/tests/hosts/pyode_wall.py" >"$work/with" 2>"$work/said" &&
    grep -q '^[1-9]' "$work/plain" && grep -q '^0 of 20' "$work/with" && [ ! -s "$work/said" ]
  report $? "$what"
}

# play LIBRARY NAME [ARGUMENT]...: runs a game under Xvfb until it is stopped, with what it says in $work/said.
play() {
  preloaded=$1
  shift
  mkdir -p "$work/home"
  HOME=$work/home SDL_AUDIODRIVER=dummy LIBGL_ALWAYS_SOFTWARE=1 xvfb-run -a -w 8 -s '-screen 0 800x600x24 -noreset' \
    env QMBOX_PRELOAD_REPORT=1 LD_PRELOAD="$preloaded" timeout "$seconds" "$@" >"$work/with" 2>"$work/said"
}

# check_game REPORTED WHAT NAME [ARGUMENT]...: it runs until it is stopped, as in plain ODE, ODE says nothing, and
# what is reported matches the expression REPORTED, if that is not empty.
check_game() {
  reported=$1
  what="$3: runs for $seconds s, $2"
  game=/usr/games/$3
  shift 3
  if [ ! -x "$game" ]; then
    skip "$what" "it is not installed (Debian: ${game##*/})"
    return
  elif ! command -v xvfb-run >/dev/null 2>&1; then
    skip "$what" 'there is no Xvfb (Debian: xvfb, xauth)'
    return
  fi
  play "$library" "$game" "$@"
  status=$?
  grep -a 'libode-qmbox-preload:' "$work/said" | sed 's/^/# /'
  if [ $status -ne 124 ]; then
    play '' "$game" "$@"
    if [ $? -ne 124 ]; then
      skip "$what" 'it does not run here in plain ODE either'
      return
    fi
  fi
  [ $status -eq 124 ] && { [ -z "$reported" ] || grep -a -q "$reported" "$work/said"; } &&
    ! grep -a -q '^ODE' "$work/said"
  report $? "$what"
}

# check_source SCRIPT WHAT: what comes with ODE's source.
check_source() {
  if [ -z "$ode_source" ]; then
    skip "$2" 'ODE_SOURCE is not set: the directory of its source (apt-get source ode)'
    return
  fi
  "${SHELL:-sh}" "$srcdir/tests/hosts/$1" "$ode_source"
  status=$?
  if [ $status -eq 77 ]; then
    skip "$2" 'there is no cmake, which ODE is built with (Debian: cmake)'
  else
    report $status "$2"
  fi
}

if [ ! -f "$library" ]; then
  echo 'check-hosts: configured without the preload library' >&2
  exit 1
fi
mkdir -p "$work"
: >"$work/plain"
check_pyode | tee "$work/results"
guarded=' [1-9][0-9]* steps guarded, .* 0 steps as ODE'
check_game "$guarded" 'and its steps are guarded' mu-cade -nosound | tee -a "$work/results"
check_game "$guarded" 'and its steps are guarded' mokomaze -i keyboard | tee -a "$work/results"
check_game '' 'and makes no step before a key is pressed' stormbaancoureur | tee -a "$work/results"
check_game '' 'colliding without ODE' xmoto | tee -a "$work/results"
ode_source=${1:-}
said=
check_source ode_unit_tests.sh "ODE's unit tests" | tee -a "$work/results"
check_source ode_demos.sh "ODE's demos" | tee -a "$work/results"
! grep -q '^not ok' "$work/results"
