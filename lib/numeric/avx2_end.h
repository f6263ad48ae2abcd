/* SPDX-License-Identifier: BSD-3-Clause */

/* The end of what avx2_begin.h begins. */

#ifdef __clang__
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
