/* SPDX-License-Identifier: BSD-3-Clause */

/* A hash table from one or two addresses to two values. */

#ifndef PRELOAD_ADDRESS_TABLE_H
#define PRELOAD_ADDRESS_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct address_entry {
  const void *key[2]; /* the first key is not null, the second may be */
  uintptr_t value[2];
} address_entry;

/* A hash table. It is empty if it is all zero. */
typedef struct address_table {
  address_entry *entry; /* an array of `room` entries, a power of two; an entry is empty if its first key is null */
  size_t room, count;
} address_table;

/* Returns the entry with these two keys, or null if there is none. */
address_entry *address_find(const address_table *table, const void *key, const void *key2);

/* Returns the entry with these two keys, and adds one with zeros if there is none. Returns null if memory is short. */
address_entry *address_add(address_table *table, const void *key, const void *key2);

void address_remove(address_table *table, address_entry *entry);

/* Removes all entries for which the function returns true. */
typedef bool address_test(const address_entry *entry, const void *what);
void address_remove_all(address_table *table, address_test *is_of, const void *what);

/* Removes all entries. The memory is kept for later ones. */
void address_clear(address_table *table);

#endif /* PRELOAD_ADDRESS_TABLE_H */
