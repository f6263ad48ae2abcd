/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Polynomials by their values at some places of the interval.
 *
 * A polynomial of degree n is determined by its values at n + 1 places; its Bernstein coefficients are sums of these
 * with fixed factors.  A place per lane is how a machine computes values cheapest.
 *
 * FAST_NODES, the number of places, is 8 where all degrees are 7 or less, and 12 for degrees up to 11: whoever includes
 * this file defines so first.  The places, in s, are close to Chebyshev's extrema: values at them determine a
 * polynomial best.  They are multiples of 1/64 or 1/128, so that nothing is rounded away in a place.  Between them the
 * polynomial moves by at most 2.2 times what its values are off by (Lebesgue's constant; 2.6 of the 12), and rounding
 * in its coefficients moves it by at most 321 roundings of the greatest value (6182 of the 12): the sum over
 * coefficients and places of Bernstein polynomial times |factor| times its 5 roundings (6).
 *
 * Functions of this header are compiled for several machines, and for the file that includes it.
 */

#ifndef BMS_PLACES_H
#define BMS_PLACES_H

#include "numeric/lanes.h"

#ifndef FAST_NODES
#define FAST_NODES 8
#endif
#define FAST_BLOCK 4
#define FAST_BLOCKS (FAST_NODES / FAST_BLOCK)
#define FAST_DEGREE (FAST_NODES - 1)
#define FAST_ALL_NODES ((1u << FAST_NODES) - 1)

/* [place][coefficient] of FAST_BERNSTEIN: the polynomial that is 1 at that place and 0 at the others. */
#if FAST_NODES == 8

static const double FAST_NODE[FAST_NODES] = {0, 3. / 64, 12. / 64, 25. / 64, 39. / 64, 52. / 64, 61. / 64, 1};
static const double FAST_BERNSTEIN[FAST_NODES][FAST_NODES] = {
    {1, -3.8782345523329131, 7.1874297539366898, -7.4014868356154615, 4.3124578523620141, -1.2927448507776376,
     0.14285714285714285, 0},
    {0, 5.8578479408880533, -13.305727736197568, 14.502178072767039, -8.6198701237106423, 2.6022732315460826,
     -0.28809088233875674, 0},
    {0, -1.4051758269445345, 10.686038286340629, -14.634631157508069, 9.385997678116988, -2.9094568280334894,
     0.32427134467950797, 0},
    {0, 0.68674774960489249, -5.8574184897994419, 15.248451371176646, -11.793096857588514, 3.8896066329847363,
     -0.44022291641339262, 0},
    {0, -0.44022291641339262, 3.8896066329847363, -11.793096857588514, 15.248451371176646, -5.8574184897994419,
     0.68674774960489249, 0},
    {0, 0.32427134467950797, -2.9094568280334894, 9.385997678116988, -14.634631157508069, 10.686038286340629,
     -1.4051758269445345, 0},
    {0, -0.28809088233875674, 2.6022732315460826, -8.6198701237106423, 14.502178072767039, -13.305727736197568,
     5.8578479408880533, 0},
    {0, 0.14285714285714285, -1.2927448507776376, 4.3124578523620141, -7.4014868356154615, 7.1874297539366898,
     -3.8782345523329131, 1},
};
static const double FAST_BINOMIAL[FAST_NODES] = {1, 7, 21, 35, 35, 21, 7, 1};
static const double FAST_INVERSE[FAST_NODES] = {1, 1. / 7, 1. / 21, 1. / 35, 1. / 35, 1. / 21, 1. / 7, 1};

#else

static const double FAST_NODE[FAST_NODES] = {0,         3. / 128,  10. / 128,  22. / 128,  37. / 128,  55. / 128,
                                             73. / 128, 91. / 128, 106. / 128, 118. / 128, 125. / 128, 1};
static const double FAST_BERNSTEIN[FAST_NODES][FAST_NODES] = {
    {1, -5.777081060748319, 19.374310491117928, -41.6774930386, 60.81942179490939, -61.63698634298927,
     43.44244413922099, -20.8387465193, 6.45810349703931, -1.1554162121496638, 0.09090909090909091, 0},
    {0, 8.823394743954397, -38.61333713401815, 90.51001188500616, -136.92810399459032, 141.1669757926962,
     -100.36474995544964, 48.36101848314245, -15.021829602566736, 2.6903825849328116, -0.2117614738549055, 0},
    {0, -2.835579139683575, 29.34704842740855, -86.0053753248707, 142.5573497833515, -153.47456684166454,
     111.5421910469179, -54.364124926794176, 16.984780127834703, -3.0500808926845187, 0.24030331692233686, 0},
    {0, 1.2277203591970296, -14.420732094528068, 64.05562686870826, -127.10985861527489, 149.2308974303149,
     -113.38121643151007, 56.55382434712471, -17.87815752566962, 3.2279491905354885, -0.2548098858710816, 0},
    {0, -0.7037743155589923, 8.59849391326009, -42.94630532212701, 108.51117181933488, -145.68270601598013,
     118.86309725256457, -61.560059924608595, 19.838097099069575, -3.613576454507363, 0.28614999643607375, 0},
    {0, 0.46447616031944755, -5.779998835679205, 30.43877466166619, -86.26983293068704, 140.16949296739804,
     -128.87487304151895, 71.26794068339213, -23.756233325490125, 4.394957016312105, -0.34994779202150156, 0},
    {0, -0.34994779202150156, 4.394957016312105, -23.756233325490125, 71.26794068339213, -128.87487304151895,
     140.16949296739804, -86.26983293068704, 30.43877466166619, -5.779998835679205, 0.46447616031944755, 0},
    {0, 0.28614999643607375, -3.613576454507363, 19.838097099069575, -61.560059924608595, 118.86309725256457,
     -145.68270601598013, 108.51117181933488, -42.94630532212701, 8.59849391326009, -0.7037743155589923, 0},
    {0, -0.2548098858710816, 3.2279491905354885, -17.87815752566962, 56.55382434712471, -113.38121643151007,
     149.2308974303149, -127.10985861527489, 64.05562686870826, -14.420732094528068, 1.2277203591970296, 0},
    {0, 0.24030331692233686, -3.0500808926845187, 16.984780127834703, -54.364124926794176, 111.5421910469179,
     -153.47456684166454, 142.5573497833515, -86.0053753248707, 29.34704842740855, -2.835579139683575, 0},
    {0, -0.2117614738549055, 2.6903825849328116, -15.021829602566736, 48.36101848314245, -100.36474995544964,
     141.1669757926962, -136.92810399459032, 90.51001188500616, -38.61333713401815, 8.823394743954397, 0},
    {0, 0.09090909090909091, -1.1554162121496638, 6.45810349703931, -20.8387465193, 43.44244413922099,
     -61.63698634298927, 60.81942179490939, -41.6774930386, 19.374310491117928, -5.777081060748319, 1},
};
static const double FAST_BINOMIAL[FAST_NODES] = {1, 11, 55, 165, 330, 462, 462, 330, 165, 55, 11, 1};
static const double FAST_INVERSE[FAST_NODES] = {1,        1. / 11,  1. / 55,  1. / 165, 1. / 330, 1. / 462,
                                                1. / 462, 1. / 330, 1. / 165, 1. / 55,  1. / 11,  1};

#endif

typedef lanes fast_block; /* some of the places */

/* A number at all places. */
typedef union fast_values {
  fast_block at[FAST_BLOCKS];
  double place[FAST_NODES];
} fast_values;

/* The Bernstein coefficients of the polynomial through some values. */
BMS_INLINE fast_values fast_coefficients(const fast_values *values) {
  const double *v = values->place;
  fast_values out;
  BMS_UNROLL(FAST_BLOCKS)
  for (int k = 0; k < FAST_BLOCKS; k++) {
    fast_block x[FAST_NODES];
    BMS_UNROLL(FAST_NODES)
    for (int i = 0; i < FAST_NODES; i++) x[i] = lanes_scale(lanes_load(FAST_BERNSTEIN[i] + k * FAST_BLOCK), v[i]);
    out.at[k] = lanes_add(lanes_add(lanes_add(x[0], x[1]), lanes_add(x[2], x[3])),
                          lanes_add(lanes_add(x[4], x[5]), lanes_add(x[6], x[7])));
#if FAST_NODES > 8
    out.at[k] = lanes_add(out.at[k], lanes_add(lanes_add(x[8], x[9]), lanes_add(x[10], x[11])));
#endif
  }
  return out;
}

#endif /* BMS_PLACES_H */
