#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# check_purge.sh PACKAGE.deb...: installs packages into this system, purges them, and lists every file and folder that was not
# there before. For a bare system that may be spoilt, as root. Prints TAP.
#
# Left out are what apt and dpkg keep of themselves, caches that others rebuild for all packages, and what programs write
# while they run.

before=$(mktemp)
after=$(mktemp)
trap 'rm -f "$before" "$after"' EXIT
export DEBIAN_FRONTEND=noninteractive

# files: all that this system has, one a line.
files() {
  find / -xdev \( -path /proc -o -path /sys -o -path /dev -o -path /run -o -path /tmp -o -path /root -o -path /var/log \
    -o -path /var/cache -o -path /var/lib/apt -o -path /var/lib/dpkg -o -path /var/lib/systemd \) -prune -o -print | sort
}

[ $# -gt 0 ] || { echo 'check_purge.sh: expected packages' >&2; exit 2; }
[ "$(id -u)" -eq 0 ] || { echo 'check_purge.sh: only root can install packages' >&2; exit 2; }
names=$(for package in "$@"; do dpkg-deb --field "$package" Package; done)

echo 1..3
# What they depend on comes first, so that it is no difference.
needed=$(for package in "$@"; do dpkg-deb --field "$package" Depends; done | tr ',|' '\n\n' | sed 's/(.*//; s/:any//; s/ //g' | sort -u)
wanted=$(for package in $needed; do echo "$names" | grep -qx "$package" || echo "$package"; done)
# The names are words.
# shellcheck disable=SC2086
apt-get install --yes --no-install-recommends $wanted >/dev/null 2>&1 && files >"$before" &&
  apt-get install --yes --no-install-recommends "$@" >/dev/null 2>&1 &&
  [ "$(dpkg-query -W -f '${db:Status-Abbrev}\n' $names | grep -c '^ii')" -eq $# ]
[ $? -eq 0 ] && echo 'ok - the packages can be installed' || echo 'not ok - the packages can be installed'
files | comm -13 "$before" - >"$after"
[ -s "$after" ] && echo 'ok - they bring files' || echo 'not ok - they bring files'
# shellcheck disable=SC2086
apt-get purge --yes $names >/dev/null 2>&1
purged=$?
files | comm -13 "$before" - >"$after"
sed 's/^/# /' "$after"
[ $purged -eq 0 ] && [ ! -s "$after" ] && echo 'ok - purging them leaves nothing' || echo 'not ok - purging them leaves nothing'
