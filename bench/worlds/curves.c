/* SPDX-License-Identifier: BSD-3-Clause */

/* Cost of a frame against the number of bodies, and against their speed. */

#include "curves.h"

#include <stdio.h>
#include <string.h>

enum { PATH_SIZE = 4096 };

static FILE *open_table(const char *directory, const char *name) {
  char path[PATH_SIZE];
  FILE *file;

  snprintf(path, sizeof path, "%s/%s", directory, name);
  file = fopen(path, "w");
  if (file == NULL) fprintf(stderr, "worlds: %s cannot be written\n", path);
  return file;
}

/* Writes the names of all ways as names of columns: plain_4, qmbox_advised. */
static void write_ways(FILE *out, const char *before) {
  for (int i = 0; i < WAYS; i++) {
    char name[STEPPING_NAME];
    stepping_name(WAY[i], name);
    *strchr(name, ' ') = '_';
    fprintf(out, "\t%s%s", before, name);
  }
}

static void write_header(FILE *out, const char *first) {
  fprintf(out, "%s\tplain_frame_us", first);
  write_ways(out, "");
  write_ways(out, "met_");
  fputs("\n", out);
}

/* Writes a line: the amount that the world is scaled by, plain ODE's median frame, all frames in plain ODE's, and pairs
   that met. */
static void write_line(FILE *out, double amount, const measured *m) {
  fprintf(out, "%g\t%.2f", amount, 1e6 * m->frame);
  for (int i = 0; i < WAYS; i++) fprintf(out, "\t%.3f", m->total[i]);
  for (int i = 0; i < WAYS; i++) fprintf(out, "\t%ld", m->outcome[i].met);
  fputs("\n", out);
  fflush(out);
}

static scene *crowd_of_fifty(uint64_t seed, double speed) {
  return crowd_new(seed, SPACE_HASH, 50, speed);
}

static const scene_kind TUMBLING = {"tumbling", pile_tumbling, 0, 30, 10};
static const scene_kind CROWD = {"crowd", crowd_of_fifty, 0, 120, 20};

static bool write_curve(const char *directory, const char *name, const char *first, const scene_kind *kind,
                        const double *amounts, int count, bool quick, const measure_options *o) {
  FILE *out = open_table(directory, name);

  if (out == NULL) return false;
  write_header(out, first);
  for (int i = 0; i < count; i++) {
    bench_case c = {.name = kind->name,
                    .kind = kind,
                    .amount = amounts[i],
                    .runs = 1,
                    .frames = quick ? kind->quick_frames : kind->frames};
    measured m;
    measure(&c, o, &m);
    write_line(out, amounts[i], &m);
  }
  return fclose(out) == 0;
}

bool write_curves(const char *directory, bool quick, const measure_options *o) {
  static const double BODIES[] = {10, 30, 100, 300, 1000, 3000, 10000}, SPEEDS[] = {1, 3, 10, 30, 100, 300, 1000};

  return write_curve(directory, "worlds_bodies.tsv", "bodies", &TUMBLING, BODIES, quick ? 5 : 7, quick, o) &&
         write_curve(directory, "worlds_speed.tsv", "speed", &CROWD, SPEEDS, 7, quick, o);
}
