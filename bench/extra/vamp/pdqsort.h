/* SPDX-License-Identifier: BSD-3-Clause */

/* VAMP sorts point clouds with the pattern-defeating quicksort of Orson Peters, which is not among its sources.  There
   are no point clouds here, so that any sort will do. */

#ifndef BENCH_VAMP_PDQSORT_H
#define BENCH_VAMP_PDQSORT_H

#include <algorithm>

template <class Iterator, class Compare>
void pdqsort_branchless(Iterator begin, Iterator end, Compare compare) {
  std::sort(begin, end, compare);
}

#endif /* BENCH_VAMP_PDQSORT_H */
