# SPDX-License-Identifier: BSD-3-Clause
#
# style.gp: how all plots of this folder look.  Comes before the script that draws:
#
#     gnuplot -e "directory = 'bench/plots'" bench/style.gp bench/extra/growth.gp
#
# Such a script reads what a program has measured, NAME.tsv of the directory, and writes NAME.svg beside it.  Solid lines
# are what a plot is about (1 to 4), grey is what it is compared with (5), dashed lines are variants of those of the same
# colour (6 to 8 of 1 to 3).

set datafile separator tab
set terminal svg size 720,440 font "sans-serif,13" background "white"
set key left top reverse Left samplen 2
set grid lc rgb "#dddddd"
set style data linespoints
set style line 1 lc rgb "#0b5394" lw 2 pt 7 ps 0.5
set style line 2 lc rgb "#b45f06" lw 2 pt 7 ps 0.5
set style line 3 lc rgb "#38761d" lw 2 pt 7 ps 0.5
set style line 4 lc rgb "#741b47" lw 2 pt 7 ps 0.5
set style line 5 lc rgb "#666666" lw 2 pt 7 ps 0.5
set style line 6 lc rgb "#0b5394" lw 2 dt 2 pt 6 ps 0.5
set style line 7 lc rgb "#b45f06" lw 2 dt 2 pt 6 ps 0.5
set style line 8 lc rgb "#38761d" lw 2 dt 2 pt 6 ps 0.5
