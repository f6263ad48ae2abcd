/* SPDX-License-Identifier: BSD-3-Clause */

/* A name of cmocka 2 for cmocka 1, to be included behind cmocka's header: cmocka 2 deprecates assert_in_range(), which
   compares unsigned numbers. */

#ifndef CMOCKA_NAMES_H
#define CMOCKA_NAMES_H

#ifndef assert_int_in_range
#define assert_int_in_range(value, minimum, maximum) assert_in_range(value, minimum, maximum)
#endif

#endif /* CMOCKA_NAMES_H */
