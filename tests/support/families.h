/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Random queries, family by family: the ones of the public queries in tests/data, and harder ones.
 *
 * Every family aims at one weakness that a solver can have; its comment in families.c names it.  A query is a
 * function of family and seed alone.
 */

#ifndef FAMILIES_H
#define FAMILIES_H

#include "bms.h"

#include <stdint.h>

typedef enum family_group {
  FAMILY_RIGID,      /* generic rigid motions */
  FAMILY_MATRIX,     /* generic homogeneous matrices and both forms in one query */
  FAMILY_UNITS,      /* thin things, extreme units, intervals and places */
  FAMILY_EXACT,      /* ties that are exact: aligned faces, corners, grazes, contact at an end of the interval */
  FAMILY_NEARLY,     /* these ties are missed by a little: nearly parallel, nearly grazing, nearly vanishing */
  FAMILY_DEGENERATE, /* flat boxes, identical motions, an interval of one time */
  FAMILY_GEOMETRY,   /* a contact is hard to describe here: one heading, or nearly; any unit; late times */
  FAMILY_HOSTILE     /* these are at the limits of doubles: shortest intervals, denormal numbers, 600 binades in one
                        query */
} family_group;

int family_count(void);
const char *family_name(int family);
family_group family_group_of(int family);
/* Returns the family of a name, family_count() for a name that none has. */
int family_called(const char *name);

void family_query(int family, uint64_t seed, bms_query *query);

#endif /* FAMILIES_H */
