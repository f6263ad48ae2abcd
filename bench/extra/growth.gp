# SPDX-License-Identifier: BSD-3-Clause
#
# growth.gp: draws what bench/extra/growth has measured.
#
#     gnuplot -e "directory = 'bench/plots'" bench/style.gp bench/extra/growth.gp

tests = "discrete tests (dBoxTouchesBox)"

data = directory . "/rotation.tsv"
set output directory . "/rotation.svg"
set title "A query against the angle by which both boxes turn"
set xlabel "degrees"
set ylabel tests
set xrange [0:180]
set xtics 30
set yrange [0:*]
plot data using "degrees":"median" title "median" ls 1, data using "degrees":"mean" title "mean" ls 2, \
     data using "degrees":"p99" title "99 of 100 are below" ls 5

# Depths go from 0.1 down to a graze and on to misses: one place on the axis for each power of ten.
place(depth) = depth > 0 ? -(log10(depth) + 17.5) : depth < 0 ? log10(-depth) + 17.5 : 0
data = directory . "/graze.tsv"
set output directory . "/graze.svg"
set title "A query against the depth of the contact: hit, graze, miss"
set xlabel "greatest depth (boxes of size 1)"
set xrange [-17:17]
set xtics ("0.1" -16.5, "1e-4" -13.5, "1e-8" -9.5, "1e-12" -5.5, "0" 0, "-1e-12" 5.5, \
           "-1e-8" 9.5, "-1e-4" 13.5, "-0.1" 16.5)
set logscale y
set yrange [10:*]
plot data using (place(column("depth"))):"median" title "median" ls 1, \
     data using (place(column("depth"))):"mean" title "mean" ls 2, \
     data using (place(column("depth"))):"p99" title "99 of 100 are below" ls 5

data = directory . "/pairs.tsv"
set output directory . "/pairs.svg"
set title "Each of many queries, against their number"
set xlabel "queries in a call"
set logscale x
set xrange [*:*]
set xtics autofreq
set yrange [1:*]
set key outside right top
set terminal svg size 900,440 font "sans-serif,13" background "white"
plot data using "queries":"single" title "one by one" ls 5, data using "queries":"batch" title "batch" ls 1, \
     data using "queries":"batch_2_threads" title "batch, 2 threads" ls 6, \
     data using "queries":"earliest" title "earliest" ls 2, \
     data using "queries":"earliest_2_threads" title "earliest, 2 threads" ls 7, \
     data using "queries":"single_against" title "one box against many, one by one" ls 4, \
     data using "queries":"against" title "against many" ls 3, \
     data using "queries":"against_2_threads" title "against many, 2 threads" ls 8, \
     data using "queries":"earliest_against" title "earliest against many" ls 4 dt 3

data = directory . "/world.tsv"
set output directory . "/world.svg"
set title "A frame of 1/60 s of a world of tumbling boxes, for each box"
set xlabel "boxes"
set key inside left top
set terminal svg size 720,440 font "sans-serif,13" background "white"
plot data using "boxes":"plain" title "dSpaceCollide and dWorldQuickStep" ls 5, \
     data using "boxes":"qmbox" title "qmboxWorldStep to the end of the frame" ls 1, \
     data using "boxes":"qmbox_step" title "one qmboxWorldStep" ls 6, \
     data using "boxes":"steps_in_a_frame" title "steps in a frame (a number)" ls 2
