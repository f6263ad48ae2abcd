# SPDX-License-Identifier: BSD-3-Clause
#
# arm_growth.gp: draws what bench/arms --growth has measured.
#
#     gnuplot -e "directory = 'bench/plots'" bench/style.gp bench/arm_growth.gp

set ylabel "microseconds an edge"
set logscale xy

do for [name in "obstacles octomap links clearance"] {
  data = directory . "/arm_" . name . ".tsv"
  set output directory . "/arm_" . name . ".svg"
  set title "An edge of an arm against " . (name eq "clearance" ? "its clearance" : name eq "octomap" ? \
    "the cells of an octomap" : "the number of " . name)
  set xlabel (name eq "clearance" ? "least distance on the way, in metres" : name eq "octomap" ? "cells" : name)
  plot data using 1:2 title "free" ls 1, data using 1:3 title "not free" ls 2
}
