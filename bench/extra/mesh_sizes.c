/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * mesh_sizes: the costs of a mesh of lib/mesh: time to build, memory, time of a query.
 *
 *     mesh_sizes CELLS [SIDE]
 *
 * Measures hilly ground of CELLS x CELLS squares of two triangles, each SIDE metres long (1).  Cubes of 0.5 m that
 * tumble fall on it at 30 m/s for a sixtieth of a second.  Writes a line: triangles, milliseconds to build, megabytes
 * that the process grew by at most meanwhile, medians of microseconds for a query with a contact and for one without,
 * triangles asked in a query on the average, and the queries with a contact.
 */

#define _XOPEN_SOURCE 700 /* getrusage(), clock_gettime(); must precede the first include */

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "bms_mesh.h"
#include "clock.h"
#include "random.h"
#include "room.h"

enum { QUERIES = 1000, REPEATS = 5, MOST_CELLS = 5000 };

typedef struct ground {
  int cells;
  double side;
} ground;

static double height_at(double x, double y) {
  return 0.3 * sin(0.7 * x) * cos(0.4 * y);
}

static double peak_megabytes(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return (double)usage.ru_maxrss / 1024;
}

static void fill_vertices(const ground *g, double *vertex) {
  for (int i = 0; i <= g->cells; i++) {
    for (int j = 0; j <= g->cells; j++, vertex += 3) {
      vertex[0] = i * g->side;
      vertex[1] = j * g->side;
      vertex[2] = height_at(vertex[0], vertex[1]);
    }
  }
}

static void fill_indices(const ground *g, int *index) {
  int row = g->cells + 1;
  for (int i = 0; i < g->cells; i++) {
    for (int j = 0; j < g->cells; j++, index += 6) {
      int first = i * row + j, corner[6] = {first, first + row, first + 1, first + 1, first + row, first + row + 1};
      for (int k = 0; k < 6; k++) index[k] = corner[k];
    }
  }
}

/* Builds the mesh, and writes what that took. */
static bms_mesh *build(const ground *g) {
  int vertices = (g->cells + 1) * (g->cells + 1), triangles = 2 * g->cells * g->cells;
  double *vertex = room_for(3 * vertices, sizeof *vertex);
  int *index = room_for(3 * triangles, sizeof *index);
  fill_vertices(g, vertex);
  fill_indices(g, index);
  const bms_mesh_source source = {
      .vertex = vertex, .vertex_count = vertices, .index = index, .triangle_count = triangles};
  double megabytes = peak_megabytes(), begin = clock_now(CLOCK_PROCESS_CPUTIME_ID);
  bms_mesh *mesh = bms_mesh_create(&source, 0, 0);
  double taken = clock_now(CLOCK_PROCESS_CPUTIME_ID) - begin;
  if (!mesh) {
    fputs("mesh_sizes: there is no memory for the mesh; ask for fewer cells\n", stderr);
    exit(2);
  }
  printf("%d\t%.2f\t%.1f", triangles, 1e-6 * taken, peak_megabytes() - megabytes);
  free(vertex);
  free(index);
  return mesh;
}

static void draw_query(random_source *r, const ground *g, const bms_mesh *mesh, bms_mesh_query *query) {
  static const double still[3] = {0}, upright[4] = {1, 0, 0, 0};
  const bms_box box = bms_box_centred(0.5, 0.5, 0.5);
  double width = g->cells * g->side, at[3], quaternion[4], velocity[3] = {0, 0, -30}, turn[3];
  for (int i = 0; i < 2; i++) at[i] = random_uniform(r, 0, width);
  at[2] = height_at(at[0], at[1]) + random_uniform(r, 0.5, 1.2);
  random_direction(r, quaternion, 4);
  random_numbers(r, -10, 10, turn, 3);
  *query = (bms_mesh_query){.t1 = 1.0 / 60, .mesh = mesh, .nearness = 1e-6};
  query->mesh_motion = bms_motion_fixed(still, upright);
  query->shape = bms_convex_box(&box, 0);
  query->shape_motion = bms_motion_step(at, quaternion, velocity, turn, still);
}

/* Returns the least time of a query over some repeats, in microseconds. */
static double time_of(const bms_mesh_query *query, bms_mesh_contact *contact) {
  double least = HUGE_VAL;
  for (int k = 0; k < REPEATS; k++) {
    double begin = clock_now(CLOCK_MONOTONIC);
    bms_mesh_first_contact(query, contact);
    least = fmin(least, 1e-3 * (clock_now(CLOCK_MONOTONIC) - begin));
  }
  return least;
}

static void ask(const ground *g, const bms_mesh *mesh) {
  random_source r = random_from(1);
  double taken[2][QUERIES], asked = 0;
  int count[2] = {0, 0};
  for (int i = 0; i < QUERIES; i++) {
    bms_mesh_query query;
    bms_mesh_contact contact;
    draw_query(&r, g, mesh, &query);
    double time = time_of(&query, &contact);
    int apart = contact.contact.status == BMS_SEPARATED;
    taken[apart][count[apart]++] = time;
    asked += contact.asked;
  }
  for (int k = 0; k < 2; k++) printf("\t%.1f", count[k] ? quantile(taken[k], count[k], 0.5) : NAN);
  printf("\t%.2f\t%d\n", asked / QUERIES, count[0]);
}

int main(int argc, char **argv) {
  ground g = {.cells = argc > 1 ? atoi(argv[1]) : 0, .side = argc > 2 ? atof(argv[2]) : 1};
  if (argc > 3 || g.cells < 1 || g.cells > MOST_CELLS || !(g.side > 0 && g.side < 1e6)) {
    fprintf(stderr, "usage: mesh_sizes CELLS [SIDE], 1 to %d cells of more than 0 m\n", MOST_CELLS);
    return 2;
  }
  bms_mesh *mesh = build(&g);
  ask(&g, mesh);
  bms_mesh_destroy(mesh);
  return 0;
}
