/* SPDX-License-Identifier: BSD-3-Clause */

/* What is noted of one address or of two. */

#ifndef PRELOAD_ADDRESS_TABLE_H
#define PRELOAD_ADDRESS_TABLE_H

#include <stddef.h>
#include <stdint.h>

typedef struct address_entry {
  const void *key[2]; /* the first is not null, the second may be */
  uintptr_t value[2];
} address_entry;

/* A hash table, which began as all zero. */
typedef struct address_table {
  address_entry *entry; /* `room` of them, a power of two; empty if its first key is null */
  size_t room, count;
} address_table;

/* Returns what is noted of these two addresses, null if nothing is. */
address_entry *address_find(const address_table *table, const void *key, const void *key2);

/* The same, but adds an entry of zeros.  Null for want of memory. */
address_entry *address_add(address_table *table, const void *key, const void *key2);

void address_remove(address_table *table, address_entry *entry);

/* Removes everything, at the price of what there is. */
void address_clear(address_table *table);

#endif /* PRELOAD_ADDRESS_TABLE_H */
