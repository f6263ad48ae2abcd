# SPDX-License-Identifier: BSD-3-Clause
#
# curves.gp: draws what bench/worlds/worlds --curves has measured.
#
#     gnuplot -e "directory = 'bench/plots'" curves.gp
#
# Reads bodies.tsv and speed.tsv of the directory and writes an .svg beside each.

set datafile separator tab
set terminal svg size 720,440 font "sans-serif,13" background "white"
set key left top reverse Left samplen 2
set grid lc rgb "#dddddd"
set style data linespoints
set style line 1 lc rgb "#0b5394" lw 2 pt 7 ps 0.5
set style line 2 lc rgb "#b45f06" lw 2 pt 7 ps 0.5
set style line 3 lc rgb "#38761d" lw 2 pt 7 ps 0.5
set style line 5 lc rgb "#666666" lw 2 pt 7 ps 0.5
set style line 6 lc rgb "#0b5394" lw 2 dt 2 pt 6 ps 0.5
set style line 7 lc rgb "#b45f06" lw 2 dt 2 pt 6 ps 0.5
set style line 8 lc rgb "#38761d" lw 2 dt 2 pt 6 ps 0.5
set logscale xy
set ylabel "times plain ODE, a frame at once"

data = directory . "/bodies.tsv"
set output directory . "/bodies.svg"
set title "A frame of tumbling boxes against their number"
set xlabel "boxes"
plot data using "bodies":"plain_1" title "plain ODE" ls 5, data using "bodies":"qmbox_1" title "qmbox" ls 1, \
     data using "bodies":"plain_4" title "plain ODE, 4 sub-steps" ls 7, \
     data using "bodies":"qmbox_4" title "qmbox, 4 parts" ls 2, \
     data using "bodies":"plain_10" title "plain ODE, 10 sub-steps" ls 8, \
     data using "bodies":"qmbox_10" title "qmbox, 10 parts" ls 3

data = directory . "/speed.tsv"
set output directory . "/speed.svg"
set title "A frame of 50 slivers in a closed room against their speed"
set xlabel "m/s"
plot data using "speed":"plain_1" title "plain ODE" ls 5, data using "speed":"qmbox_1" title "qmbox" ls 1, \
     data using "speed":"plain_4" title "plain ODE, 4 sub-steps" ls 7, \
     data using "speed":"qmbox_4" title "qmbox, 4 parts" ls 2, \
     data using "speed":"plain_10" title "plain ODE, 10 sub-steps" ls 8, \
     data using "speed":"qmbox_10" title "qmbox, 10 parts" ls 3
