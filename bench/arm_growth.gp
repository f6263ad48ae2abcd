# SPDX-License-Identifier: BSD-3-Clause
#
# arm_growth.gp: draws what bench/arms --growth has measured.
#
#     gnuplot -e "directory = 'bench/plots'" arm_growth.gp
#
# Reads the .tsv files of the directory and writes an .svg beside each.

set datafile separator tab
set terminal svg size 720,440 font "sans-serif,13" background "white"
set key left top reverse Left samplen 2
set grid lc rgb "#dddddd"
set style data linespoints
set style line 1 lc rgb "#0b5394" lw 2 pt 7 ps 0.5
set style line 2 lc rgb "#b45f06" lw 2 pt 7 ps 0.5
set ylabel "microseconds an edge"
set logscale xy

do for [name in "obstacles links clearance"] {
  data = directory . "/arm_" . name . ".tsv"
  set output directory . "/arm_" . name . ".svg"
  set title "An edge of an arm against " . (name eq "clearance" ? "its clearance" : "the number of " . name)
  set xlabel (name eq "clearance" ? "least distance on the way, in metres" : name)
  plot data using 1:2 title "free" ls 1, data using 1:3 title "not free" ls 2
}
