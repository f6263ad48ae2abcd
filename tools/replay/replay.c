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

static void free_lane(replay_lane *lane) {
  for (int k = 0; k < lane->boxes; k++) free(lane->box[k].name);
  free(lane->box);
  free(lane->time);
  free(lane->pose);
  free(lane->stop);
}

void replay_free(replay *r) {
  for (int k = 0; k < REPLAY_LANES; k++) free_lane(&r->lane[k]);
}
