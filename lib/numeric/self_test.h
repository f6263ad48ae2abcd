/* SPDX-License-Identifier: BSD-3-Clause */

/* The self-test of the arithmetic (bms_self_test) by parts. */

#ifndef BMS_SELF_TEST_H
#define BMS_SELF_TEST_H

/* What is wrong with the arithmetic. */
typedef enum bms_arithmetic {
  BMS_ARITHMETIC_RIGHT,
  BMS_ARITHMETIC_CONSTANTS,
  BMS_ARITHMETIC_ROUNDING,
  BMS_ARITHMETIC_EXCESS,
  BMS_ARITHMETIC_ORDER,
  BMS_ARITHMETIC_CONTRACTION,
  BMS_ARITHMETIC_DIVISION,
  BMS_ARITHMETIC_ROOT,
  BMS_ARITHMETIC_SMALL,
  BMS_ARITHMETIC_INFINITIES,
  BMS_ARITHMETIC_ZEROS
} bms_arithmetic;

/* As the fast tier is compiled for AVX2 and FMA; exists where BMS_FAST_AVX2 is 1, for processors that have them. */
bms_arithmetic bms_self_test_avx2(void);

#endif /* BMS_SELF_TEST_H */
