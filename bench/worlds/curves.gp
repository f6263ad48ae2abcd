# SPDX-License-Identifier: BSD-3-Clause
#
# curves.gp: draws what bench/worlds/worlds --curves has measured.
#
#     gnuplot -e "directory = 'bench/plots'" bench/style.gp bench/worlds/curves.gp

set terminal svg size 820,380 font "sans-serif,13" background "white"
set key outside right top
set logscale xy
set yrange [0.9:*]
set ylabel "times plain ODE, a frame at once"

do for [name in "bodies speed"] {
  data = directory . "/worlds_" . name . ".tsv"
  set output directory . "/worlds_" . name . ".svg"
  set title "A frame of " . (name eq "bodies" ? "tumbling boxes against their number" : \
                             "50 slivers in a closed room against their speed")
  set xlabel (name eq "bodies" ? "boxes" : "metres a second")
  plot data using 1:"plain_1" title "plain ODE" ls 5, data using 1:"qmbox_1" title "qmbox" ls 1, \
       data using 1:"plain_4" title "plain ODE, 4 sub-steps" ls 7, data using 1:"qmbox_4" title "qmbox, 4 parts" ls 2, \
       data using 1:"plain_10" title "plain ODE, 10 sub-steps" ls 8, data using 1:"qmbox_10" title "qmbox, 10 parts" ls 3
}
