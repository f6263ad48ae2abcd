/* SPDX-License-Identifier: BSD-3-Clause */

/* A hash table of the corners of triangles, in an order that does not depend on where a triangle begins. */

#include "mesh_twins.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct corners {
  double x[9];
} corners;

static void exchange(double *a, double *b) {
  double kept[3];
  memcpy(kept, a, sizeof kept);
  memcpy(a, b, sizeof kept);
  memcpy(b, kept, sizeof kept);
}

static bool is_behind(const double *a, const double *b) {
  for (int k = 0; k < 3; k++)
    if (a[k] < b[k] || a[k] > b[k]) return a[k] > b[k];
  return false;
}

static corners corners_of(const robot_mesh *mesh, int triangle) {
  corners c;
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++)
      c.x[3 * i + k] = mesh->vertex[3 * mesh->index[3 * triangle + i] + k] + 0.0; /* -0 becomes 0 */
  if (is_behind(c.x, c.x + 3)) exchange(c.x, c.x + 3);
  if (is_behind(c.x + 3, c.x + 6)) exchange(c.x + 3, c.x + 6);
  if (is_behind(c.x, c.x + 3)) exchange(c.x, c.x + 3);
  return c;
}

/* FNV-1a, 64 bits at a time. */
static uint64_t hash_of(const corners *c) {
  uint64_t hash = 14695981039346656037u;
  for (int i = 0; i < 9; i++) {
    uint64_t bits;
    memcpy(&bits, &c->x[i], sizeof bits);
    hash = (hash ^ bits) * 1099511628211u;
    hash ^= hash >> 29;
  }
  return hash;
}

/* Returns true if the triangle is in the table, else puts it there. */
static bool is_known(const robot_mesh *mesh, int *slot, size_t mask, int triangle) {
  corners c = corners_of(mesh, triangle);
  size_t at = (size_t)hash_of(&c) & mask;
  for (; slot[at] >= 0; at = (at + 1) & mask) {
    corners other = corners_of(mesh, slot[at]);
    if (memcmp(&c, &other, sizeof c) == 0) return true;
  }
  slot[at] = triangle;
  return false;
}

bool mesh_drop_twins(robot_mesh *mesh) {
  size_t slots = 16;
  int kept = 0;
  while (slots < 2 * (size_t)mesh->triangle_count) slots *= 2;
  int *slot = malloc(slots * sizeof *slot);
  if (slot == NULL) return false;
  memset(slot, 0xff, slots * sizeof *slot); /* -1 in each */
  for (int i = 0; i < mesh->triangle_count; i++) {
    memmove(mesh->index + 3 * (size_t)kept, mesh->index + 3 * (size_t)i, 3 * sizeof *mesh->index);
    kept += !is_known(mesh, slot, slots - 1, kept);
  }
  mesh->triangle_count = kept;
  free(slot);
  return true;
}
