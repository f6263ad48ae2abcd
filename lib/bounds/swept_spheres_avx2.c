/* SPDX-License-Identifier: BSD-3-Clause */

/* Swept spheres on x86-64 processors with AVX2 and FMA. */

#include "numeric/arithmetic.h"

#include "bms.h"
#include "numeric/compiler.h"

#if BMS_FAST_AVX2

#include "numeric/avx2_begin.h"

#include "bounds/swept_spheres_inline.h"

unsigned bms_swept_spheres_apart_avx2(const bms_swept_pair pair[BMS_SWEPT_PAIRS]) {
  unsigned apart = swept_spheres_apart(pair);
  __builtin_ia32_vzeroupper();
  return apart;
}

#include "numeric/avx2_end.h"

#endif
