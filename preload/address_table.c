/* SPDX-License-Identifier: BSD-3-Clause */

/* A hash table with open addressing that is at most half full. */

#include "address_table.h"

#include <stdlib.h>
#include <string.h>

enum { LEAST_ROOM = 64 };

static size_t home_of(const address_table *table, const void *key, const void *key2) {
  uint64_t hash = ((uint64_t)(uintptr_t)key * 0x9e3779b97f4a7c15u) ^ ((uint64_t)(uintptr_t)key2 * 0xc2b2ae3d27d4eb4fu);
  return (size_t)((hash * 0x9e3779b97f4a7c15u) >> 32) & (table->room - 1);
}

/* Returns the entry with these keys, or the empty entry where it belongs. */
static address_entry *place_of(const address_table *table, const void *key, const void *key2) {
  size_t at = home_of(table, key, key2);
  while (table->entry[at].key[0] && (table->entry[at].key[0] != key || table->entry[at].key[1] != key2)) {
    at = (at + 1) & (table->room - 1);
  }
  return &table->entry[at];
}

static int grow(address_table *table) {
  address_table grown = {.room = table->room > 0 ? 2 * table->room : LEAST_ROOM, .count = table->count};
  grown.entry = calloc(grown.room, sizeof *grown.entry);
  if (!grown.entry) return 0;
  for (size_t i = 0; i < table->room; i++) {
    const address_entry *entry = &table->entry[i];
    if (entry->key[0]) *place_of(&grown, entry->key[0], entry->key[1]) = *entry;
  }
  free(table->entry);
  *table = grown;
  return 1;
}

address_entry *address_find(const address_table *table, const void *key, const void *key2) {
  if (table->count == 0) return 0;
  address_entry *entry = place_of(table, key, key2);
  return entry->key[0] ? entry : 0;
}

address_entry *address_add(address_table *table, const void *key, const void *key2) {
  if (2 * (table->count + 1) > table->room && !address_find(table, key, key2) && !grow(table)) return 0;
  address_entry *entry = place_of(table, key, key2);
  if (entry->key[0]) return entry;
  *entry = (address_entry){.key = {key, key2}};
  table->count++;
  return entry;
}

/* Inserts the entries that follow once more, because the removed entry may have pushed them aside. */
void address_remove(address_table *table, address_entry *entry) {
  size_t at = (size_t)(entry - table->entry);
  table->count--;
  entry->key[0] = 0;
  for (at = (at + 1) & (table->room - 1); table->entry[at].key[0]; at = (at + 1) & (table->room - 1)) {
    address_entry moved = table->entry[at];
    table->entry[at].key[0] = 0;
    *place_of(table, moved.key[0], moved.key[1]) = moved;
  }
}

void address_remove_all(address_table *table, address_test *is_of, const void *what) {
  for (size_t i = 0; i < table->room;) {
    if (table->entry[i].key[0] && is_of(&table->entry[i], what)) {
      address_remove(table, &table->entry[i]);
      i = 0; /* later entries have moved up */
    } else {
      i++;
    }
  }
}

void address_clear(address_table *table) {
  if (table->count > 0) memset(table->entry, 0, table->room * sizeof *table->entry);
  table->count = 0;
}
