# SPDX-License-Identifier: BSD-3-Clause
#
# TAP lines for tests in shell: . "$srcdir/tests/support/tap.sh", after $said has been set to the files that commands
# write to.  Lines have no numbers, as some are written in subshells.

# report STATUS DESCRIPTION: one line; before a failure stands what the commands said, as comments.
report() {
  if [ "$1" -eq 0 ]; then
    echo "ok - $2"
  else
    cat $said 2>/dev/null | sed 's/^/# /' | cut -c 1-2000
    echo "not ok - $2"
  fi
}

# skip DESCRIPTION REASON
skip() {
  echo "ok - $1 # SKIP $2"
}

# run STATUS [ARGUMENT]...: $program with standard input, into $work/out and $work/err; succeeds if its exit status is
# this.
run() {
  expected=$1
  shift
  "$program" "$@" >"$work/out" 2>"$work/err"
  [ $? -eq "$expected" ]
}

# on_terminal COMMAND: runs it on a terminal, and writes what that shows into $work/terminal; fails without script(1).
on_terminal() {
  script -qec "$1" "$work/terminal" </dev/null >/dev/null 2>&1
}
