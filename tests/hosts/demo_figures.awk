# SPDX-License-Identifier: BSD-3-Clause
#
# The figures of some runs of a demo (headless.c), one line:
#
#   median slowest deepest deep lost contacts
#
# Runs in which all poses are the same do the same work in each frame: what a frame takes is the least of the runs, and
# the rest is other programs' noise.  Runs that differ, as those of demos with threads do, are measured one by one; the
# figures are the medians of theirs.

# Sorts value[1 .. count] and returns the one in the middle.
function middle(value, count,    i, k, x) {
  for (i = 2; i <= count; i++) {
    x = value[i]
    for (k = i - 1; k >= 1 && value[k] > x; k--) value[k + 1] = value[k]
    value[k + 1] = x
  }
  return value[int((count + 1) / 2)]
}

# Writes the median and the slowest of frames into figure[1] and figure[2].
function measure(value, count, figure) {
  figure[1] = middle(value, count)
  figure[2] = value[count]
}

/^frames / {
  run++
  frame = 0
  frames = $2
  differ = differ || (run > 1 && $10 != poses)
  poses = $10
  deepest[run] = $4
  deep[run] = $6
  lost[run] = $8
  contacts[run] = $12
}
/^microseconds / {
  frame++
  time[run, frame] = $2
  if (run == 1 || $2 < least[frame]) least[frame] = $2
}
END {
  for (r = 1; r <= run && differ; r++) {
    for (i = 1; i <= frames; i++) one[i] = time[r, i]
    measure(one, frames, figure)
    median[r] = figure[1]
    slowest[r] = figure[2]
  }
  if (differ) {
    figure[1] = middle(median, run)
    figure[2] = middle(slowest, run)
  } else {
    measure(least, frames, figure)
  }
  printf "%.1f %.1f %.4f %d %d %d\n", figure[1], figure[2], middle(deepest, run), middle(deep, run), middle(lost, run),
    middle(contacts, run)
}
