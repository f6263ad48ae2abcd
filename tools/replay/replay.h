/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A replay: the poses of the boxes of two worlds, sample by sample, for a comparison side by side.
 *
 * Lengths in metres, times in seconds from the start, z upwards, quaternions (w, x, y, z).  Samples need not be evenly
 * spaced: a world that stops at contacts has one there too.  Running out of memory ends the program with a message.
 */

#ifndef REPLAY_H
#define REPLAY_H

enum { REPLAY_LANES = 2, STRIP_CELLS = 6 };

typedef struct replay_pose {
  double position[3], turn[4];
} replay_pose;

typedef struct replay_box {
  char *name;
  double side[3];
  unsigned color; /* 0xRRGGBB */
  int moves;
} replay_box;

/* Two boxes that were stopped before they could pass through each other; -1 stands for what is not a box. */
typedef struct replay_stop {
  double time;
  int a, b;
} replay_stop;

/* Two boxes that move, with a joint between them in the step that ends at a sample: one island of ODE's. */
typedef struct replay_link {
  int sample, a, b;
} replay_link;

/* One of the two worlds, recorded. */
typedef struct replay_lane {
  char title[128];
  replay_box *box;
  int boxes;
  double *time;
  replay_pose *pose; /* the pose of box k at sample i is pose[i * boxes + k] */
  int samples;
  replay_stop *stop;
  int stops;
  replay_link *link; /* in the order of their samples */
  int links;
} replay_lane;

/* The view of a film strip or a page, along parallel lines. */
typedef struct replay_view {
  double azimuth, elevation; /* degrees: the viewer's direction from the centre; azimuth 0 is on the x axis */
  double centre[3];
  double height;            /* metres that the height of a picture shows */
  double time[STRIP_CELLS]; /* the times of the strip's pictures; each shows the last sample that is not later */
} replay_view;

typedef struct replay {
  const char *title;
  replay_lane lane[REPLAY_LANES];
} replay;

/* Adds a box of this name, which is copied, to the lane and returns its number.  All boxes come before the first
   sample. */
int replay_add_box(replay_lane *lane, const char *name, const double side[3], unsigned color, int moves);

/* Begins a sample and returns the poses to be filled in, one for each box. */
replay_pose *replay_add_sample(replay_lane *lane, double time);

/* Adds a stop. */
void replay_add_stop(replay_lane *lane, const replay_stop *stop);

/* Adds a link of two boxes to the sample that comes next, unless it is there. */
void replay_add_link(replay_lane *lane, int a, int b);

void replay_free(replay *r);

/* Write the replay as glTF 2.0, with the lanes `apart` from each other along y and a camera that sees both side by
   side, the first on the left; as a film strip in SVG, with a lane below the other; or as a page (page/page.h). They
   return 1, or 0 if the file could not be written: errno has the reason. */
int replay_write_gltf(const replay *r, double apart, const char *path);
int replay_write_strip(const replay *r, const replay_view *view, const char *path);
int replay_write_page(const replay *r, const replay_view *view, const char *path);

/* Returns room for `count` objects of `size` bytes in place of `old`, which is freed or 0. */
void *replay_room(void *old, int count, unsigned long size);

#endif /* REPLAY_H */
