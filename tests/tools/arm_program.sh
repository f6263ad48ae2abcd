# SPDX-License-Identifier: BSD-3-Clause
#
# The opening of tests of bms-arm-sweep: . "${srcdir:-.}/tests/tools/arm_program.sh", after $work has been set.  Empties
# $work, and defines $program, $said and the functions of tap.sh; ends the test if the program is not built.

program=./tools/bms-arm-sweep
if [ ! -x "$program" ]; then
  echo "1..0 # SKIP bms-arm-sweep is not built: no urdfdom or no libyaml"
  exit 0
fi
rm -rf "$work"
mkdir -p "$work"
said="$work/out $work/err"
. "${srcdir:-.}/tests/support/tap.sh"
