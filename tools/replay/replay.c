/* SPDX-License-Identifier: BSD-3-Clause */

/* Keeping the boxes and samples of a replay. */

#include "replay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Samples are few (some hundred): a growth by one is no matter. */
void *replay_room(void *old, int count, unsigned long size) {
  void *room = realloc(old, (size_t)count * size);

  if (!room) {
    fprintf(stderr, "out of memory\n");
    exit(1);
  }
  return room;
}

int replay_add_box(replay_lane *lane, const char *name, const double side[3], unsigned color, int moves) {
  int size = (int)strlen(name) + 1;
  char *copy = replay_room(NULL, size, 1);
  memcpy(copy, name, (size_t)size);
  lane->box = replay_room(lane->box, lane->boxes + 1, sizeof *lane->box);
  lane->box[lane->boxes] = (replay_box){copy, {side[0], side[1], side[2]}, color, moves};
  return lane->boxes++;
}

replay_pose *replay_add_sample(replay_lane *lane, double time) {
  lane->time = replay_room(lane->time, lane->samples + 1, sizeof *lane->time);
  lane->pose = replay_room(lane->pose, (lane->samples + 1) * lane->boxes, sizeof *lane->pose);
  lane->time[lane->samples] = time;
  return lane->pose + lane->samples++ * lane->boxes;
}

void replay_add_stop(replay_lane *lane, const replay_stop *stop) {
  lane->stop = replay_room(lane->stop, lane->stops + 1, sizeof *lane->stop);
  lane->stop[lane->stops++] = *stop;
}

void replay_add_link(replay_lane *lane, int a, int b) {
  replay_link link = {lane->samples, a < b ? a : b, a < b ? b : a};
  for (int k = lane->links - 1; k >= 0 && lane->link[k].sample == link.sample; k--)
    if (lane->link[k].a == link.a && lane->link[k].b == link.b) return;
  lane->link = replay_room(lane->link, lane->links + 1, sizeof *lane->link);
  lane->link[lane->links++] = link;
}

static void free_lane(replay_lane *lane) {
  for (int k = 0; k < lane->boxes; k++) free(lane->box[k].name);
  free(lane->box);
  free(lane->time);
  free(lane->pose);
  free(lane->stop);
  free(lane->link);
}

void replay_free(replay *r) {
  for (int k = 0; k < REPLAY_LANES; k++) free_lane(&r->lane[k]);
}
