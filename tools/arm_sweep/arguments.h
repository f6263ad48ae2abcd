/* SPDX-License-Identifier: BSD-3-Clause */

/* The command line of bms-arm-sweep. */

#ifndef ARM_ARGUMENTS_H
#define ARM_ARGUMENTS_H

#include <stdbool.h>

#include "sweep.h"

typedef struct arguments {
  bms_robot_options robot;
  const char **file; /* a URDF, then SRDF and scenes in any order */
  int file_count;
  const char **edge_file; /* the files of --edges; none: standard input */
  int edge_file_count;
  const char *from, *to, *way, *trajectory, *svg, *gltf, *html, *group;
  const char **word; /* owns the lists of `robot`, `file` and `edge_file` */
  double base[6];
  int threads;
  bool json, edges, joints, pairs, suggest_srdf, help, version;
  sweep_options sweep;
} arguments;

extern const char ARGUMENTS_HELP[];

/* Reads the arguments. Writes what is wrong to `error` and returns false on failure. arguments_free() is needed in any
   case. */
bool arguments_parse(int argc, char **argv, arguments *a, char *error, size_t size);
void arguments_free(arguments *a);

#endif /* ARM_ARGUMENTS_H */
